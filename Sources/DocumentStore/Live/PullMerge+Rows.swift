internal import GRDB

/// What a merge finds in the two stores, and notes.
extension PullMerge {
  func newest(of document: Int64) throws -> Newest? {
    newest.bind(document, at: 1)
    defer { newest.reset() }
    guard try newest.step() else { return nil }
    return Newest(
      version: newest.integer(0), path: newest.text(1) ?? "", isRemoved: !newest.isNull(2))
  }

  /// The document that is at a path here.
  func document(at path: String) throws -> (document: Int64, version: Int64)? {
    var path = path
    return try path.withUTF8 { try current.find($0) }.map { ($0.document, $0.version) }
  }

  /// The state of a document that the live database has elsewhere.
  func baseVersion(
    of document: Int64
  ) throws -> (version: Int64, path: String, updateTime: Int64)? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT v.id, r.path, r.update_time FROM main.remote AS r
          JOIN main.version AS v ON v.id = r.version AND v.removed IS NULL
        WHERE r.document = ? AND r.path IS NOT NULL
        """, arguments: [document])
    return row.map { ($0[0], $0[1], $0[2]) }
  }

  func isSame(_ pulled: Pulled, _ version: Int64) throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT h.data = p.data AND h.removed IS NULL FROM main.version AS h, pulled.version AS p
        WHERE h.id = ? AND p.id = ?
        """, arguments: [version, pulled.version]) ?? false
  }

  func note(_ document: Int64, has version: Int64, as pulled: Pulled) throws {
    try note(document, version: version, path: pulled.path, pulled.updateTime)
  }

  func note(_ document: Int64, version: Int64, path: String?, _ updateTime: Int64) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO main.remote (document, version, path, update_time) VALUES (?, ?, ?, ?)
        """, arguments: [document, version, path, updateTime])
  }
}
