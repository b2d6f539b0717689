internal import GRDB
internal import GRDBSQLite

extension DocumentStore {
  /// Runs a script on this store, which is empty and will be thrown away, under supervision.
  ///
  /// - Returns: The first statement that is not SQL, or may not be run; nil if all may.
  package func check(
    script: String, functions: [SQLFunction]
  ) throws -> RunSession.ScriptFailure? {
    try access { database in
      let session = try RunSession(database, isDryRun: false, functions: functions)
      let authorizer = ScriptAuthorizer(database)
      return try session.firstFailure(of: script, authorizer: authorizer)
    }
  }
}

extension RunSession {
  fileprivate func firstFailure(
    of script: String, authorizer: ScriptAuthorizer
  ) throws -> ScriptFailure? {
    do {
      try execute(script) { statement in
        do { try authorizer.supervise(statement) } catch { throw authorizer.refusal ?? error }
      }
      return nil
    } catch let failure as ScriptFailure {
      return failure
    }
  }
}

/// What a migration may do: read, change `document`, report findings, and keep temporary tables.
private final class ScriptAuthorizer {
  /// Why the last statement was refused.
  private(set) var refusal: Refusal?
  private let connection: OpaquePointer?

  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  init(_ database: Database) { connection = database.sqliteConnection }

  func supervise(_ body: () throws -> Void) throws {
    refusal = nil
    sqlite3_set_authorizer(
      connection,
      { pointer, action, first, second, schema, _ in
        guard let pointer else { return SQLITE_DENY }
        let authorizer = Unmanaged<ScriptAuthorizer>.fromOpaque(pointer).takeUnretainedValue()
        return authorizer.allows(
          action, first.map { String(cString: $0) } ?? "", second.map { String(cString: $0) } ?? "",
          schema: schema.map { String(cString: $0) } ?? "")
          ? SQLITE_OK : SQLITE_DENY
      }, Unmanaged.passUnretained(self).toOpaque())
    defer { sqlite3_set_authorizer(connection, nil, nil) }
    try body()
  }

  private func allows(
    _ action: Int32, _ first: String, _ second: String, schema: String
  ) -> Bool {
    // SQLite's own notes of what a temporary table or index is; no statement can write them itself.
    if ["sqlite_master", "sqlite_temp_master"].contains(first), action != SQLITE_READ {
      return true
    }
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return true
    case SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_VIEW, SQLITE_DROP_TEMP_TABLE,
      SQLITE_DROP_TEMP_VIEW:
      return isOwn(first) || refuse("makes or drops `\(first)`, a name that the store needs")
    case SQLITE_CREATE_TEMP_INDEX, SQLITE_DROP_TEMP_INDEX:
      return isOwn(second) || refuse("makes or drops an index of `\(second)`")
    case SQLITE_REINDEX: return schema == "temp" || refuse("rebuilds the index `\(first)`")
    case SQLITE_FUNCTION:
      return second.lowercased() != "load_extension" || refuse("calls `\(second)`")
    case SQLITE_INSERT:
      return schema == "temp" && (first == "finding" || isOwn(first))
        || refuse("inserts into `\(first)`")
    case SQLITE_DELETE: return schema == "temp" && isOwn(first) || refuse("deletes from `\(first)`")
    case SQLITE_UPDATE: return schema == "temp" && isOwn(first) || refuse("updates `\(first)`")
    default: return refuse("does something else than reading and changing documents")
    }
  }

  /// Whether a temporary table is one that the migration keeps for itself.
  private func isOwn(_ table: String) -> Bool { !RunSchema.reserved.contains(table.lowercased()) }

  private func refuse(_ what: String) -> Bool {
    refusal = Refusal(
      description:
        "it \(what); a migration may change `path` and `data` of `document`, delete from "
        + "it, insert into `finding`, and keep temporary tables of its own")
    return false
  }
}
