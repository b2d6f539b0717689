extension ChangeWriter {
  /// Where versions and photos go: into the store, or into temporary tables that a dry run throws away.
  enum Target {
    case store, temporary

    var versions: String { self == .store ? "main.version" : "temp.staged_version" }
    var photos: String { self == .store ? "main.photo" : "temp.staged_photo" }
    var photoUses: String { self == .store ? "main.photo_use" : "temp.staged_photo_use" }
  }

  static let columns = """
    id, document, before, run, removed, arrived, change, kind, event_type, instant, fault, has_photo,
    path, owner, profile_id, phone_number, legacy_ids, legacy_profile, data
    """

  static func insertion(into table: String) -> String {
    """
    INSERT INTO \(table) (\(columns))
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
    """
  }

  static func puttingRewritten(into target: Target) -> [String] {
    [
      """
      DELETE FROM \(target.photos) AS p
      WHERE sha256 IN (SELECT u.sha256 FROM temp.replaced AS r
          JOIN \(target.photoUses) AS u ON u.version = r.id)
        AND NOT EXISTS (SELECT 1 FROM \(target.photoUses) AS u
          WHERE u.sha256 = p.sha256 AND u.version NOT IN (SELECT id FROM temp.replaced))
      """, "DELETE FROM \(target.photoUses) WHERE version IN (SELECT id FROM temp.replaced)",
      "DELETE FROM \(target.versions) WHERE id IN (SELECT id FROM temp.replaced)",
      "INSERT INTO \(target.versions) (\(columns)) SELECT \(columns) FROM temp.rewritten",
      "DELETE FROM temp.rewritten", "DELETE FROM temp.replaced",
    ]
  }

  /// The state that the document of a version had before the run.
  static func before(in target: Target) -> String {
    Set(["main.version", target.versions]).sorted().map {
      """
      SELECT b.id, b.path, b.data FROM \(target.versions) AS v JOIN \($0) AS b ON b.id = v.before
      WHERE v.id = ?1
      """
    }.joined(separator: " UNION ALL ")
  }
}
