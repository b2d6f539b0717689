package import Documents

/// A directory that `gcloud firestore export` or `firebase emulators:export` wrote.
package struct ExportReader: Sendable {
  /// The paths of the files that hold the documents, in the order in which they are read.
  package let outputFiles: [String]
  /// How many documents the export says it holds.
  ///
  /// Google's own counts are sometimes wrong, so this is reason for a warning, not for an error.
  /// But it is all that tells of a file cut off exactly between two documents.
  package let statedDocuments: Int

  /// Whether a directory, or one directly inside, holds a file that only exports have.
  package static func recognises(directory: String) -> Bool {
    ExportLocation.exists(in: directory)
  }

  /// Finds an export, and the files that its metadata names.
  ///
  /// - Parameter directory: The directory that holds `firebase-export-metadata.json` or
  ///   `*.overall_export_metadata`, or the parent of one such directory.
  /// - Throws: ``ExportError``.
  package init(directory: String) throws(ExportError) {
    let contents = try ExportContents(of: ExportLocation(in: directory))
    outputFiles = contents.files
    statedDocuments = contents.documents
  }

  /// Calls `body` for every document, in no order, with no more than one in memory.
  ///
  /// - Parameters:
  ///   - onInvalid: Called with each thing that can't be read, before reading goes on after it.
  ///     Without it, the first such thing is thrown.
  ///   - body: Called with each document.
  /// - Throws: ``ExportError``; what `onInvalid` and `body` throw.
  package func forEachDocument(
    onInvalid: ((ExportError) throws -> Void)? = nil, _ body: (ExportedDocument) throws -> Void
  ) throws {
    for file in outputFiles {
      try forEachDocument(in: file, onInvalid: onInvalid ?? { throw $0 }, body)
    }
  }

  private func forEachDocument(
    in file: String, onInvalid: (ExportError) throws -> Void,
    _ body: (ExportedDocument) throws -> Void
  ) throws {
    let records: DocumentRecords
    do { records = try DocumentRecords(file: file, mayBeEmpty: statedDocuments == 0) } catch {
      return try onInvalid(error)
    }
    while true {
      let next: ExportedDocument?
      do { next = try records.next() } catch {
        try onInvalid(error)
        // What the system refuses once, it would refuse for ever.
        if case .system = error { return }
        continue
      }
      guard let document = next else { return }
      try body(document)
    }
  }
}

/// A document of an export, and where it was found.
package struct ExportedDocument: Sendable {
  package let document: Document
  /// The path of the output file.
  package let file: String
  /// Where in the file the document's record begins.
  package let offset: Int
  /// The project that was exported.
  package let project: String
  /// The database that was exported, mostly `(default)`.
  package let database: String
}
