/// The records of a file, one after the other, in memory bounded by the largest of them.
///
/// After an error, reading goes on where the next record can begin.
final class LogReader {
  private let blocks: BlockReader
  /// The fragments of the record that is being put together.
  private var record: [UInt8] = []
  /// Where that record's first header is.
  private var start: Int?
  /// Whether a record has been given up, so that its further fragments say nothing new.
  private var skipping = false

  /// - Throws: ``ExportError`` if the file can't be opened.
  init(path: String, checksums: CRC32C = CRC32C()) throws(ExportError) {
    blocks = try BlockReader(path: path, checksums: checksums)
  }

  /// Calls `body` with the next record and the offset of its first header; nil after the last.
  ///
  /// - Throws: ``ExportError/damaged(file:offset:_:)``, after which this can be called again;
  ///   what `body` throws.
  func next<Result>(_ body: (Int, UnsafeRawBufferPointer) throws -> Result) throws -> Result? {
    while let fragment = try nextFragment() {
      if fragment.type == .full { return try body(fragment.offset, fragment.payload) }
      if fragment.type == .first { start = fragment.offset }
      guard let start else { continue }
      try append(fragment, to: start)
      if fragment.type == .last {
        defer { forget() }
        return try record.withUnsafeBytes { try body(start, $0) }
      }
    }
    return nil
  }

  /// The next fragment, if it can follow what came before.
  private func nextFragment() throws(ExportError) -> BlockReader.Fragment? {
    let found: BlockReader.Fragment?
    do { found = try blocks.next() } catch {
      forget()
      skipping = true
      throw foreign(error) ?? error
    }
    guard let fragment = found else {
      if let start { throw giveUp(start, .truncated) }
      return nil
    }
    if fragment.type.begins {
      skipping = false
      if let start {
        // The fragment at hand is intact: the next call reads it as the beginning that it is.
        blocks.putBack(fragment)
        throw giveUp(start, .missingEnd)
      }
    } else if start == nil, !skipping {
      skipping = true
      throw .damaged(file: blocks.path, offset: fragment.offset, .missingBeginning)
    }
    return fragment
  }

  /// A better word for damage at a file's very beginning: the file may never have been an export's.
  private func foreign(_ error: ExportError) -> ExportError? {
    guard case .damaged(let path, 0, _) = error else { return nil }
    return FileKind.of(path).map { .damaged(file: path, offset: 0, .foreign($0)) }
  }

  private func append(_ fragment: BlockReader.Fragment, to start: Int) throws(ExportError) {
    let limit = LogFormat.largestRecord
    if record.count + fragment.payload.count > limit {
      skipping = true
      throw giveUp(start, .recordTooLarge(limit: limit))
    }
    record.append(contentsOf: fragment.payload)
  }

  private func giveUp(_ start: Int, _ damage: Damage) -> ExportError {
    forget()
    return .damaged(file: blocks.path, offset: start, damage)
  }

  private func forget() {
    start = nil
    record.removeAll(keepingCapacity: true)
  }
}
