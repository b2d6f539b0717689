internal import Documents
internal import GRDB
internal import GRDBSQLite

/// Asks queries of the current documents, all of one state of the store; nothing can be changed.
///
/// A query sees the view that migrations see, and the temporary tables that scripts have made.
package final class QuerySession {
  private let database: Database
  private let current: CurrentDocument

  fileprivate init(_ database: Database, functions: [SQLFunction]) throws {
    self.database = database
    for function in functions + [.documentID] { try function.register(on: database) }
    current = try CurrentDocument(database)
    // The connection keeps its functions until it is closed, and cannot be while statements are kept.
    let exists = SQLFunction("document_exists", arguments: 1) { [weak self] arguments in
      guard let path = arguments.text(0), let current = self?.current else { return .null }
      return .boolean(try current.isThere(path, before: .max))
    }
    let versions = try SupersededVersions(database)
    let superseded = SQLFunction("superseded", arguments: 1) { arguments in
      .boolean(versions.contains(arguments.integer(0)))
    }
    for function in [exists, superseded] { try function.register(on: database) }
    try database.execute(sql: "CREATE TEMP VIEW document AS \(RunSchema.readOnlyView)")
    // Temporary tables need only be told small from large.
    try database.execute(sql: "PRAGMA analysis_limit = 1000")
  }

  /// The number of current documents.
  package func documentCount() throws -> Int { try DocumentStore.documentCount(database) }

  /// Makes temporary tables for queries to come.
  package func makeTables(script: String) throws {
    try SQLScript(script).forEachStatement { statement in
      do {
        // Without this SQLite takes every temporary table for a large one, and joins from the wrong end.
        try database.execute(sql: "ANALYZE temp")
        try SQLiteStatement(statement.text, database).run()
      } catch let failure as SQLiteFailure where failure.isOfStore {
        throw failure
      } catch {
        throw RunSession.ScriptFailure(line: statement.line, statement: statement.text, error)
      }
    }
  }

  /// Tells why a script is no query that ``findings(of:isDistinct:)`` takes; nil if it is one.
  package func refusal(of script: String) throws -> RunSession.ScriptFailure? {
    do {
      let query = try Query(script)
      try query.check(database)
      return nil
    } catch let failure as RunSession.ScriptFailure {
      return failure
    }
  }

  /// What a query for `path`, and maybe `detail`, finds: how many documents, and the first by path.
  ///
  /// If it is distinct, each document comes once. Else they are sorted out, which takes time.
  package func findings(
    of script: String, isDistinct: Bool
  ) throws -> (count: Int, examples: [QueryExample]) {
    let query = try Query(script)
    do {
      let plain = try SQLiteStatement(query.text, database)
      let hasDetail = sqlite3_column_count(plain.handle) > 1
      let rows =
        isDistinct
        ? plain : try SQLiteStatement(query.distinct(hasDetail: hasDetail), database)
      var found = FirstByPath<QueryExample>()
      while try rows.step() {
        if rows.isNull(0) { throw Query.Unusable("it returns a row whose `path` is NULL") }
        found.count(
          rows.bytes(0),
          QueryExample(path: rows.text(0) ?? "", detail: hasDetail ? rows.text(1) : nil))
      }
      return (found.total, found.values)
    } catch let failure as SQLiteFailure where failure.isOfStore {
      throw failure
    } catch {
      throw RunSession.ScriptFailure(line: query.line, statement: query.text, error)
    }
  }
}

/// A document that a query has found.
package struct QueryExample: Sendable {
  package let path: String
  package let detail: String?
}

extension DocumentStore {
  /// Calls `body` with a session that sees the store as it is now, whatever others write meanwhile.
  ///
  /// The store was opened to rehearse, so that there can be temporary tables.
  package func querying<Result>(
    functions: [SQLFunction], _ body: (QuerySession) throws -> Result
  ) throws -> Result {
    try access { database in
      try database.execute(sql: "BEGIN")
      defer { if database.isInsideTransaction { try? database.execute(sql: "ROLLBACK") } }
      return try body(try QuerySession(database, functions: functions))
    }
  }
}
