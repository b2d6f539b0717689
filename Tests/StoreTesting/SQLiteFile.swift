internal import GRDBSQLite

/// An SQLite file opened without this project's code, to see what is in it.
package final class SQLiteFile {
  private var connection: OpaquePointer?

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package init(_ path: String) throws {
    guard sqlite3_open(path, &connection) == SQLITE_OK else { throw failure() }
  }

  deinit { sqlite3_close(connection) }

  /// Runs a statement.
  ///
  /// - Returns: Its rows, as text of which no byte is lost; nil for NULL.
  @discardableResult
  package func rows(_ sql: String) throws -> [[String?]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      throw failure()
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[String?]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        rows.append((0..<sqlite3_column_count(statement)).map { text(statement, $0) })
      case SQLITE_DONE: return rows
      default: throw failure()
      }
    }
  }

  /// The first column of the first row.
  package func value(_ sql: String) throws -> String? { try rows(sql).first?.first ?? nil }

  private func text(_ statement: OpaquePointer?, _ column: Int32) -> String? {
    if sqlite3_column_type(statement, column) == SQLITE_NULL { return nil }
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, column),
      count: Int(sqlite3_column_bytes(statement, column)))
    return String(decoding: bytes, as: UTF8.self)
  }

  private func failure() -> Failure {
    Failure(description: String(cString: sqlite3_errmsg(connection)))
  }
}
