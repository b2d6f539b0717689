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
      let authorizer = Authorizer(database, rule: MigrationRule.refusal)
      return try session.firstFailure(of: script, authorizer: authorizer)
    }
  }
}

extension RunSession {
  fileprivate func firstFailure(
    of script: String, authorizer: Authorizer
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
private enum MigrationRule {
  /// Why something may not be done; nil if it may.
  static func refusal(of action: Authorizer.Action) -> String? {
    if allows(action) { return nil }
    return "it \(verb(action)); a migration may change `path` and `data` of `document`, delete "
      + "from it, insert into `finding`, and keep temporary tables of its own"
  }

  private static func allows(_ action: Authorizer.Action) -> Bool {
    let (first, isTemporary) = (action.first, action.schema == "temp")
    // SQLite's own notes of what a temporary table or index is; no statement can write them itself.
    if ["sqlite_master", "sqlite_temp_master"].contains(first), action.code != SQLITE_READ {
      return true
    }
    switch action.code {
    case SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_VIEW, SQLITE_DROP_TEMP_TABLE,
      SQLITE_DROP_TEMP_VIEW:
      return isOwn(first)
    case SQLITE_CREATE_TEMP_INDEX, SQLITE_DROP_TEMP_INDEX: return isOwn(action.second)
    case SQLITE_REINDEX: return isTemporary
    case SQLITE_INSERT: return isTemporary && (first == "finding" || isOwn(first))
    case SQLITE_DELETE, SQLITE_UPDATE: return isTemporary && isOwn(first)
    default: return action.isReading
    }
  }

  private static func verb(_ action: Authorizer.Action) -> String {
    switch action.code {
    case SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_VIEW, SQLITE_DROP_TEMP_TABLE,
      SQLITE_DROP_TEMP_VIEW:
      "makes or drops `\(action.first)`, a name that the store needs"
    case SQLITE_CREATE_TEMP_INDEX, SQLITE_DROP_TEMP_INDEX:
      "makes or drops an index of `\(action.second)`"
    default: action.verb
    }
  }

  /// Whether a temporary table is one that the migration keeps for itself.
  private static func isOwn(_ table: String) -> Bool {
    !RunSchema.reserved.contains(table.lowercased())
  }
}
