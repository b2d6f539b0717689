internal import GRDB
internal import GRDBSQLite

/// The SQLite of this machine, which is not built with this program.
package enum SQLiteLibrary {
  /// As in `3.40.1`.
  package static var version: String { String(cString: sqlite3_libversion()) }

  /// What stores and migrations need, and this SQLite cannot do.
  package static func missingFeatures() throws -> [String] {
    let queue = try DatabaseQueue()
    defer { try? queue.close() }
    return queue.inDatabase { database in
      features.filter { (try? Row.fetchAll(database, sql: $0.query)) == nil }.map(\.name)
    }
  }

  private static let features: [(name: String, query: String)] = [
    ("window functions", "SELECT row_number() OVER (ORDER BY 1)"),
    ("the JSON operator ->>", "SELECT '{}' ->> 'a'"),
    ("json_each", "SELECT value FROM json_each('[1]')"),
    ("iif", "SELECT iif(1, 2, 3)"),
  ]
}
