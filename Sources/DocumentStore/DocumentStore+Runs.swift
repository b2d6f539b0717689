internal import GRDB

extension DocumentStore {
  /// Runs migrations one after another, each durable when it is done.
  ///
  /// - Parameters:
  ///   - isDryRun: Leaves the store alone.
  ///   - isOneTransaction: Nothing is kept unless `body` returns; else what was done before it threw.
  ///   - functions: What migrations can call besides SQLite's own.
  ///   - body: Does the runs, and calls `commit` after each.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or ``StoreError``.
  package func runSession<Result>(
    isDryRun: Bool, isOneTransaction: Bool, functions: [SQLFunction],
    _ body: (RunSession, _ commit: () throws -> Void) throws -> Result
  ) throws -> Result {
    try access { database in
      let session = try RunSession(
        database, isDryRun: isDryRun, functions: functions, onProgress: onProgress)
      let begin = isDryRun ? "BEGIN" : "BEGIN IMMEDIATE"
      try database.execute(sql: begin)
      defer { if database.isInsideTransaction { try? database.execute(sql: "ROLLBACK") } }
      let result = try body(session) {
        if isDryRun || isOneTransaction { return }
        try database.execute(sql: "COMMIT")
        try database.execute(sql: begin)
      }
      if !isDryRun { try database.execute(sql: "COMMIT") }
      return result
    }
  }
}
