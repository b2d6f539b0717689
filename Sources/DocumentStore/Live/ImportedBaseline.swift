internal import GRDB

extension Database {
  /// The imported document that the live database is taken to have at a path, for it was never pulled.
  func importedBaseline(at path: String) throws -> Int64? {
    try Int64.fetchOne(
      self,
      sql: """
        SELECT v.id FROM main.version AS v JOIN main.run AS r ON r.id = v.run AND r.kind = 'import'
        WHERE v.path = ? AND v.arrived IS NOT NULL AND v.document IS NULL
          AND NOT EXISTS (SELECT 1 FROM main.remote AS m WHERE m.document = v.id)
        """, arguments: [path])
  }
}
