internal import Documents

/// The documents of one output file.
struct DocumentRecords {
  private let file: String
  private let records: LogReader

  /// - Throws: ``ExportError`` if the file can't be opened, or is empty and must not be.
  init(file: String, mayBeEmpty: Bool) throws(ExportError) {
    self.file = file
    records = try LogReader(path: file)
    let isEmpty = try Descriptor(reading: file).size() == 0
    if isEmpty, !mayBeEmpty { throw .damaged(file: file, offset: 0, .emptyFile) }
  }

  /// The next document, or nil after the last.
  ///
  /// - Throws: ``ExportError``, after which this can be called again.
  func next() throws(ExportError) -> ExportedDocument? {
    do { return try records.next(decode) } catch let error as ExportError {
      throw error
    } catch {
      // Unreachable: neither the framing nor `decode` throws anything else.
      throw .damaged(file: file, offset: 0, .notProtobuf)
    }
  }

  private func decode(_ offset: Int, _ bytes: UnsafeRawBufferPointer) throws -> ExportedDocument {
    let entity = try naming(offset, path: nil) { () throws(RecordFault) in
      try EntityDecoder(bytes.bytes)
    }
    let fields = try naming(offset, path: entity.path) { () throws(RecordFault) in
      try entity.fields()
    }
    return ExportedDocument(
      document: Document(path: entity.path, fields: fields), file: file, offset: offset,
      project: entity.home.project, database: entity.home.database)
  }

  private func naming<Success>(
    _ offset: Int, path: String?, _ body: () throws(RecordFault) -> Success
  ) throws(ExportError) -> Success {
    do { return try body() } catch {
      throw .invalidDocument(file: file, offset: offset, path: path, error)
    }
  }
}
