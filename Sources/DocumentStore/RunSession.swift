internal import Documents
internal import GRDB
internal import GRDBSQLite

/// Runs migrations on a store, for real or to see what they would do.
///
/// Both are the same work on the same view. For real, versions go into the store; in a dry run they go
/// into a temporary table, and the whole is rolled back.
package final class RunSession {
  /// What identifies a run before it begins.
  package struct Subject: Sendable {
    package let kind: Run.Kind
    package let version: String?
    package let name: String
    package let checksum: String

    package init(kind: Run.Kind, version: String?, name: String, checksum: String) {
      (self.kind, self.version, self.name, self.checksum) = (kind, version, name, checksum)
    }
  }

  let database: Database
  let isDryRun: Bool
  /// Whether what runs change is measured, which takes a second reading.
  package var measures = false
  private let changes: ChangeWriter
  private let pipeline: ChangePipeline
  private let snapshot = Snapshot()
  private var current: CurrentDocument?
  private var run: Int64 = 0
  private(set) var firstVersion: Int64 = 0

  /// The table that changes go to.
  var versions: String { isDryRun ? "temp.staged_version" : "main.version" }

  /// Every table that has versions.
  var tables: [String] { isDryRun ? ["main.version", "temp.staged_version"] : ["main.version"] }

  init(
    _ database: Database, isDryRun: Bool, functions: [SQLFunction],
    onProgress: @escaping (StoreProgress) -> Void = { _ in }
  ) throws {
    (self.database, self.isDryRun) = (database, isDryRun)
    for function in functions { try function.register(on: database) }
    let target: ChangeWriter.Target = isDryRun ? .temporary : .store
    let last = try Int64.fetchOne(database, sql: "SELECT max(id) FROM main.version") ?? 0
    try RunSchema.create(database, target: target)
    changes = try ChangeWriter(database, target: target, nextVersion: last + 1)
    pipeline = ChangePipeline(writer: changes, onProgress: onProgress)
    run =
      try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'run'") ?? 0
    snapshot.nextVersion = last + 1
    current = try CurrentDocument(database, tables: tables)
    try registerFunctions(of: database)
  }

  /// Documents that a run finds.
  package func documentCount() throws -> Int { try DocumentStore.documentCount(database) }

  /// Malformed events by fault.
  package func malformedEvents() throws -> [String: Int] {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT fault, count(*) FROM document WHERE fault IS NOT NULL GROUP BY fault")
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
  }

  /// Runs one migration: all of it, or none.
  ///
  /// - Parameters:
  ///   - subject: What it is recorded as.
  ///   - script: Its SQL.
  ///   - documents: The number of documents that it finds.
  ///   - startedAt: RFC 3339, as `finishedAt` returns.
  ///   - finishedAt: Called when the work is done.
  /// - Returns: What was done.
  /// - Throws: ``ScriptFailure``, with the session as it was before.
  package func perform(
    _ subject: Subject, script: String, documents: Int, startedAt: String, finishedAt: () -> String
  ) throws -> RunOutcome {
    try database.execute(sql: "SAVEPOINT migration")
    let versionBefore = changes.nextVersion
    do {
      run += 1
      if !isDryRun {
        run = try Run.begin(
          subject.kind, name: subject.name, version: subject.version, checksum: subject.checksum,
          startedAt: startedAt, database)
      }
      (changes.run, firstVersion) = (run, versionBefore)
      try execute(script)
      let outcome = try self.outcome(documents: documents)
      try record(outcome, finishedAt: finishedAt())
      try RunSchema.clear(database)
      try database.execute(sql: "RELEASE migration; DELETE FROM temp.finding")
      return outcome
    } catch {
      run -= 1
      changes.nextVersion = versionBefore
      // SQLite has rolled everything back by itself after some failures, such as a full disk.
      if database.isInsideTransaction {
        try database.execute(sql: "ROLLBACK TO migration; RELEASE migration")
      }
      throw error
    }
  }

  /// Runs the statements of a script one after another.
  ///
  /// `supervise` is given each of them to run, and may watch.
  func execute(
    _ script: String, supervise: (() throws -> Void) throws -> Void = { try $0() }
  ) throws {
    try SQLScript(script).forEachStatement { statement in
      do {
        // Without this SQLite takes every temporary table for a large one, and joins from the wrong end.
        try SQLiteStatement("ANALYZE temp", database).run()
        try supervise { try run(statement.text) }
        try checkDestinations()
      } catch let failure as SQLiteFailure where failure.isOfStore {
        throw failure
      } catch {
        throw ScriptFailure(line: statement.line, statement: statement.text, error)
      }
    }
  }

  /// Runs a statement to its end; rows that a query returns are dropped.
  private func run(_ text: String) throws {
    snapshot.nextVersion = changes.nextVersion
    guard let statement = try DocumentStatement(text) else {
      return try SQLiteStatement(text, database).run()
    }
    try pipeline.run(statement, on: database)
    snapshot.nextVersion = changes.nextVersion
  }

  /// Refuses two documents at one path, once all of a statement's moves are made.
  private func checkDestinations() throws {
    guard changes.hasMoves else { return }
    changes.hasMoves = false
    let taken = try SQLiteStatement(
      RunSchema.takenDestination(versions: versions, tables: tables), database)
    taken.bind(firstVersion, at: 1)
    if try taken.step() { throw DestinationTaken(path: taken.text(0) ?? "") }
  }

  private func record(_ outcome: RunOutcome, finishedAt: String) throws {
    if isDryRun { return }
    try database.execute(
      sql: "INSERT INTO main.finding SELECT ?, path, code, detail FROM temp.finding",
      arguments: [run])
    try database.execute(
      sql: """
        UPDATE run SET finished_at = ?, documents = ?, changed = ?, moved = ?, removed = ?,
          change_set = ?, first_version = ? WHERE id = ?
        """,
      arguments: [
        finishedAt, outcome.scanned, outcome.changed, outcome.moved, outcome.removed,
        outcome.changeSet.description, firstVersion, run,
      ])
  }

  private func outcome(documents: Int) throws -> RunOutcome {
    var outcome = RunOutcome(run: run, scanned: documents)
    try countChanges(&outcome)
    outcome.changeSet = try changeSet()
    outcome.findings = try findings()
    if measures { outcome.bytes = try changedBytes() }
    return outcome
  }

  /// The SHA-256 of the SHA-256s of all changes, sorted: what changed, in no order.
  private func changeSet() throws -> SHA256Digest {
    let digests = try SQLiteStatement(
      "SELECT change FROM \(versions) WHERE id >= ?1 ORDER BY change", database)
    digests.bind(firstVersion, at: 1)
    var hasher = SHA256Hasher()
    while try digests.step() { hasher.update(digests.bytes(0)) }
    return hasher.finalize()
  }
}

extension RunSession {
  /// A statement could not be run.
  package struct ScriptFailure: Error {
    package let line: Int
    package let statement: String
    /// The path of the document, if the failure is one document's.
    package let document: String?
    package let reason: String

    init(line: Int, statement: String, _ error: any Error) {
      (self.line, self.statement) = (line, statement)
      let failure = error as? ChangePipeline.Failure
      document = failure?.path ?? (error as? DestinationTaken)?.path
      reason = "\(failure?.reason ?? error)"
    }
  }

  struct DestinationTaken: Error, CustomStringConvertible {
    let path: String
    var description: String { "a document moved to a path where another is" }
  }

  private func registerFunctions(of database: Database) throws {
    let snapshot = snapshot
    let nextVersion = SQLFunction("snapshot", arguments: 0) { _ in
      .integer(snapshot.nextVersion)
    }
    // The connection keeps its functions until it is closed, and cannot be while statements are kept.
    let documentExists = SQLFunction("document_exists", arguments: 1) { [weak self] arguments in
      guard let path = arguments.text(0), let current = self?.current else { return .null }
      return .boolean(try current.isThere(path, before: snapshot.nextVersion))
    }
    for function in [.documentID, nextVersion, documentExists] {
      try function.register(on: database)
    }
  }

  /// What the view shows: the versions before one.
  private final class Snapshot {
    var nextVersion: Int64 = 0
  }
}
