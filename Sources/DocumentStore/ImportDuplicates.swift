internal import Documents
internal import GRDB

/// What becomes of documents whose path was there before in the sources of an import: they refuse it, or
/// are set aside.
final class ImportDuplicates {
  private let database: Database
  private let areSetAside: Bool
  private let onDuplicate: (DuplicatePath, _ line: String) throws -> Void
  private let photos: PhotoReader
  private var count = 0

  init(
    _ database: Database, areSetAside: Bool,
    onDuplicate: @escaping (DuplicatePath, _ line: String) throws -> Void
  ) throws {
    (self.database, self.areSetAside, self.onDuplicate) = (database, areSetAside, onDuplicate)
    photos = try PhotoReader(database)
  }

  /// Refuses a document, or sets it aside.
  func add(_ record: DocumentRecord, of batch: DocumentBatch) throws {
    let duplicate = DuplicatePath(
      path: batch.bytes[record.path].text, source: batch.source, position: record.origin)
    guard areSetAside else { throw duplicate }
    try setAside(duplicate, data: batch.bytes[record.data])
  }

  /// Takes the duplicates out of a new store, in which all documents are before their paths are compared.
  ///
  /// - Returns: How many there were.
  func remove() throws -> Int {
    guard areSetAside else { return 0 }
    try database.execute(sql: "CREATE TEMP TABLE duplicate AS \(Self.duplicates)")
    let rows = try SQLiteStatement(Self.details(of: "temp.duplicate"), database)
    while try rows.step() { try setAside(DuplicatePath(rows), data: rows.bytes(0)) }
    rows.reset()
    try database.execute(
      sql: """
        DELETE FROM photo_use WHERE version IN (SELECT id FROM temp.duplicate);
        DELETE FROM version WHERE id IN (SELECT id FROM temp.duplicate);
        DROP TABLE temp.duplicate;
        """)
    return count
  }

  /// The first duplicate in a new store.
  func first() throws -> DuplicatePath? {
    let rows = try SQLiteStatement(
      Self.details(of: "(\(Self.duplicates))") + " LIMIT 1", database)
    return try rows.step() ? DuplicatePath(rows) : nil
  }

  /// Removes the photos that only documents that were set aside had.
  func forgetPhotos() throws {
    if count == 0 { return }
    try database.execute(
      sql: "DELETE FROM photo WHERE sha256 NOT IN (SELECT sha256 FROM photo_use)")
  }

  private func setAside(_ duplicate: DuplicatePath, data: UnsafeBufferPointer<UInt8>) throws {
    try onDuplicate(duplicate, line(duplicate.path, data))
    count += 1
  }

  /// A document as it can be imported again, its photos inline.
  private func line(_ path: String, _ stored: UnsafeBufferPointer<UInt8>) throws -> String {
    var line = ByteBuffer()
    line.append("{\"path\":")
    line.appendJSON(string: path)
    line.append(",\"data\":")
    line.append(try photos.restore(stored))
    line.append("}")
    return line.bytes.text
  }

  /// The baselines whose path an earlier one has.
  private static let duplicates = """
    SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY path ORDER BY id) AS place FROM version)
    WHERE place > 1
    """

  private static func details(of versions: String) -> String {
    """
    SELECT v.data, v.path, v.origin, s.name, s.file, s.unit
    FROM \(versions) AS d JOIN version AS v ON v.id = d.id JOIN source AS s ON s.first_version =
      (SELECT max(first_version) FROM source WHERE first_version <= v.id)
    ORDER BY v.id
    """
  }
}

extension DuplicatePath {
  fileprivate init(_ row: SQLiteStatement) {
    let source = DocumentSource(
      name: row.text(3) ?? "", file: row.text(4),
      unit: row.text(5).flatMap(DocumentSource.Unit.init))
    self.init(path: row.text(1) ?? "", source: source, position: row.integer(2))
  }
}
