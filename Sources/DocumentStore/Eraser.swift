internal import Documents
internal import GRDB

/// Removes documents from a store for good: every version, the photos that no other document has, and
/// what was found about them.
///
/// What stays is that the runs that had changed them can no longer give them back, and where the live
/// database has them, so that they can be deleted there too.
final class Eraser {
  private let newest: SQLiteStatement
  private let note: SQLiteStatement
  private let steps: [SQLiteStatement]
  private let parser = JSONParser()

  init(_ database: Database) throws {
    newest = try SQLiteStatement(
      """
      SELECT id, path, data FROM version WHERE id = ?1
      UNION ALL SELECT id, path, data FROM version WHERE document = ?1 ORDER BY id DESC LIMIT 1
      """, database)
    note = try SQLiteStatement(
      """
      INSERT OR IGNORE INTO erased (run, path)
      SELECT run, ?2 FROM version WHERE id = ?1 UNION SELECT run, ?2 FROM version WHERE document = ?1
      """, database)
    let chain = """
      (SELECT id FROM version WHERE id = ?1 UNION ALL SELECT id FROM version WHERE document = ?1)
      """
    steps = try [
      "UPDATE run SET archived = archived + 1 WHERE id = (SELECT run FROM version WHERE id = ?1)",
      """
      INSERT OR REPLACE INTO departed (path, update_time)
      SELECT path, update_time FROM remote WHERE document = ?1 AND path IS NOT NULL
      """, "DELETE FROM remote WHERE document = ?1",
      """
      DELETE FROM photo WHERE sha256 IN (SELECT sha256 FROM photo_use WHERE version IN \(chain))
        AND NOT EXISTS (SELECT 1 FROM photo_use AS u
          WHERE u.sha256 = photo.sha256 AND u.version NOT IN \(chain))
      """,
      "DELETE FROM photo_use WHERE version IN \(chain)",
      """
      DELETE FROM finding WHERE run IN (SELECT id FROM run WHERE kind IN ('migration', 'task'))
        AND path IN (SELECT path FROM version WHERE id IN \(chain))
      """,
      "DELETE FROM version WHERE document = ?1", "DELETE FROM version WHERE id = ?1",
    ].map { try SQLiteStatement($0, database) }
  }

  /// Erases a document, if its newest version is one, and still has the text that was archived.
  ///
  /// - Parameters:
  ///   - document: The document's id.
  ///   - version: Its newest version's id.
  ///   - digest: As ``PhotoRecord/digest``.
  /// - Returns: Whether it was erased.
  /// - Throws: If the database fails.
  func erase(document: Int64, version: Int64, digest: SHA256Digest) throws -> Bool {
    guard let path = try path(of: document, version: version, digest: digest) else { return false }
    note.bind(document, at: 1)
    note.bind(copy: path, at: 2)
    try note.run()
    for step in steps {
      step.bind(document, at: 1)
      try step.run()
    }
    return true
  }

  private func path(of document: Int64, version: Int64, digest: SHA256Digest) throws -> String? {
    newest.bind(document, at: 1)
    defer { newest.reset() }
    guard try newest.step(), newest.integer(0) == version, let path = newest.text(1) else {
      return nil
    }
    let fields = try DocumentReader.fields(of: newest.bytes(2), parser: parser)
    let record = PhotoRecord(path: path, fields: fields)
    return record.digest == digest ? path : nil
  }
}
