package import Documents
internal import Glibc

/// Writes an export that the emulator suite can import, laid out and encoded as it would itself.
///
/// Until ``finish(endedAt:)`` returns, the directory holds no metadata, and thus no export.
package struct ExportWriter {
  private static let documentsPerFile = 5000

  private let layout: ExportLayout
  private let encoder: EntityEncoder
  private let start: Int64
  private var output: LogWriter?
  private var documents = 0
  private var files = 0
  private var bytes = 0

  /// Begins an export.
  ///
  /// - Parameters:
  ///   - directory: A directory that is empty or doesn't exist yet, inside one that does.
  ///   - project: The project that the documents belong to.
  ///   - database: Their database.
  ///   - start: The time that goes into the metadata, in microseconds since 1970.
  /// - Throws: ``ExportError``.
  package init(
    directory: String, project: String, database: String = "(default)", startedAt start: Int64
  ) throws(ExportError) {
    let home = Home(project: project, database: database)
    do { _ = try ResourceName(project: project, database: database, elements: []) } catch {
      throw .unrepresentable(path: directory, error)
    }
    layout = try ExportLayout(creatingIn: directory)
    encoder = EntityEncoder(home: home)
    self.start = start
  }

  /// Adds a document, its fields in the order that they are in.
  ///
  /// - Throws: ``ExportError``; after ``ExportError/unrepresentable(path:_:)`` the document is left
  ///   out, and others can follow.
  package mutating func append(_ document: Document) throws(ExportError) {
    let record: [UInt8]
    do { record = try encoder.bytes(document) } catch {
      throw .unrepresentable(path: document.path, error)
    }
    if documents % Self.documentsPerFile == 0 { try beginFile() }
    try output?.append(record)
    documents += 1
  }

  /// Writes the metadata, and waits until everything is on the disk.
  ///
  /// - Parameter end: The time that goes into the metadata, in microseconds since 1970.
  /// - Throws: ``ExportError``.
  package mutating func finish(endedAt end: Int64) throws(ExportError) {
    try endFile()
    try layout.finish(
      .init(start: start, end: end, documents: documents, files: files, bytes: bytes))
  }

  private mutating func beginFile() throws(ExportError) {
    try endFile()
    output = try layout.createOutput(number: files)
    files += 1
  }

  private mutating func endFile() throws(ExportError) {
    try output?.finish()
    bytes += output?.size ?? 0
    output = nil
  }
}
