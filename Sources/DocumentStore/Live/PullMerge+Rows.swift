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

  /// Where the live database has a document, as far as is known; nil if it does not have it.
  func remotePath(of document: Int64) throws -> String? {
    try String.fetchOne(
      database,
      sql: """
        SELECT CASE WHEN r.document IS NOT NULL THEN r.path WHEN u.kind = 'import' THEN v.path END
        FROM main.version AS v JOIN main.run AS u ON u.id = v.run
          LEFT JOIN main.remote AS r ON r.document = v.id
        WHERE v.id = ?
        """, arguments: [document])
  }

  /// The state of a document that the live database has; nil if that was undone here.
  func baseVersion(of document: Int64) throws -> (version: Int64, updateTime: Int64)? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT v.id, r.update_time FROM main.remote AS r
          JOIN main.version AS v ON v.id = r.version AND v.removed IS NULL
        WHERE r.document = ? AND r.path IS NOT NULL
        """, arguments: [document])
    return row.map { ($0[0], $0[1]) }
  }

  /// What was pulled from a path.
  func pulled(at path: String) throws -> Pulled? {
    let row = try Row.fetchOne(
      database, sql: "SELECT document, update_time FROM pulled.remote WHERE path = ?",
      arguments: [path])
    return row.map { Pulled(version: $0[0], path: path, updateTime: $0[1]) }
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
