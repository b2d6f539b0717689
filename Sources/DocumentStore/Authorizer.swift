internal import GRDB
internal import GRDBSQLite

/// Refuses statements by what SQLite says, when it compiles them, that they would do.
final class Authorizer {
  /// One of the things that a statement does.
  struct Action {
    /// `SQLITE_INSERT`, for example.
    let code: Int32
    let first: String
    let second: String
    let schema: String

    /// Whether a statement that does this and no more changes nothing.
    var isReading: Bool {
      switch code {
      case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: true
      case SQLITE_FUNCTION: second.lowercased() != "load_extension"
      default: false
      }
    }

    /// `inserts into "version"`, for example.
    var verb: String {
      switch code {
      case SQLITE_INSERT: "inserts into `\(first)`"
      case SQLITE_DELETE: "deletes from `\(first)`"
      case SQLITE_UPDATE: "updates `\(first)`"
      case SQLITE_FUNCTION: "calls `\(second)`"
      case SQLITE_REINDEX: "rebuilds the index `\(first)`"
      default: "does something else than reading and changing documents"
      }
    }
  }

  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// Why the last statement was refused.
  private(set) var refusal: Refusal?
  private let connection: OpaquePointer?
  private let rule: (Action) -> String?

  /// Makes one whose `rule` tells why something may not be done; nil if it may.
  init(_ database: Database, rule: @escaping (Action) -> String?) {
    (connection, self.rule) = (database.sqliteConnection, rule)
  }

  /// Calls `body`, during which what the rule refuses fails.
  func supervise(_ body: () throws -> Void) throws {
    refusal = nil
    sqlite3_set_authorizer(
      connection,
      { pointer, code, first, second, schema, _ in
        guard let pointer else { return SQLITE_DENY }
        let authorizer = Unmanaged<Authorizer>.fromOpaque(pointer).takeUnretainedValue()
        let action = Action(
          code: code, first: first.map { String(cString: $0) } ?? "",
          second: second.map { String(cString: $0) } ?? "",
          schema: schema.map { String(cString: $0) } ?? "")
        return authorizer.allows(action) ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(self).toOpaque())
    defer { sqlite3_set_authorizer(connection, nil, nil) }
    try body()
  }

  private func allows(_ action: Action) -> Bool {
    guard let reason = rule(action) else { return true }
    refusal = Refusal(description: reason)
    return false
  }
}
