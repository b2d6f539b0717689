internal import GRDB

/// Runs cannot be undone without losing what came after them.
package struct UndoConflict: Error, Sendable {
  package struct Entry: Sendable {
    package let path: String
    /// The run that changed the document later, or put another one in its place.
    package let run: Int64
    package let reason: String
  }

  /// The first of them, by path.
  package let entries: [Entry]
  package let count: Int
}

/// An archive run cannot be undone: what it erased is not in the store any more.
package struct ArchivedForGood: Error, CustomStringConvertible {
  package let run: Int64

  package var description: String {
    "run \(run) moved photos to the archive; `hallo-migrate archive restore` brings them back"
  }
}

/// What undoing a run gave back.
package struct UndoOutcome: Sendable {
  package let run: Run
  /// Versions that were removed: documents that are as they were before the run.
  package let restored: Int
  /// Documents that the run had added or changed, and that were archived since: they stay away.
  package let archived: Int
  /// The first paths of those, in order.
  package let archivedExamples: [String]
}

extension DocumentStore {
  /// Takes runs back: all of them, or none.
  ///
  /// - Parameters:
  ///   - runs: Those that are not undone yet.
  ///   - isDryRun: Leaves the store alone.
  ///   - instant: When they are taken back, as RFC 3339 text.
  /// - Returns: What each gave back, in the order of `runs`.
  /// - Throws: ``UndoConflict``, if a later run that stays has changed the same documents;
  ///   ``ArchivedForGood``.
  package func undo(_ runs: [Run], isDryRun: Bool, at instant: String) throws -> [UndoOutcome] {
    if let run = runs.first(where: { $0.kind == .archive }) { throw ArchivedForGood(run: run.id) }
    let identifiers = Set(runs.map(\.id))
    if isDryRun {
      return try access { try Undo($0, undone: identifiers).plan(runs) }
    }
    return try transaction { database in
      let undo = try Undo(database, undone: identifiers)
      let outcomes = try undo.plan(runs)
      // Newest first, so that what is deleted is always the table's end.
      for run in runs.sorted(by: { $0.id > $1.id }) { try undo.delete(run, at: instant) }
      return outcomes
    }
  }
}

/// One undoing of runs.
private struct Undo {
  let database: Database
  let undone: Set<Int64>
  /// `(1, 2)`: the runs, as SQL.
  private let list: String
  private let firstVersions: [Int64: Int64]
  static let shownConflicts = 20

  init(_ database: Database, undone: Set<Int64>) throws {
    (self.database, self.undone) = (database, undone)
    list = "(" + undone.sorted().map(String.init).joined(separator: ", ") + ")"
    let rows = try Row.fetchAll(
      database, sql: "SELECT id, first_version FROM run WHERE first_version IS NOT NULL")
    firstVersions = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
  }

  /// Checks for conflicts and counts what would be given back.
  func plan(_ runs: [Run]) throws -> [UndoOutcome] {
    try refuseLaterChanges()
    try refuseTakenPaths()
    return try runs.map { run in
      let count = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM version WHERE id >= ? AND run = ?",
        arguments: [firstVersions[run.id] ?? 0, run.id])
      let (archived, examples) = try archived(since: run)
      return UndoOutcome(
        run: run, restored: count ?? 0, archived: archived, archivedExamples: examples)
    }
  }

  private func archived(since run: Run) throws -> (Int, [String]) {
    let count = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM erased WHERE run = ?", arguments: [run.id])
    let paths = try SQLiteStatement(
      "SELECT path FROM erased WHERE run = ?1 ORDER BY path LIMIT \(Self.shownConflicts)", database)
    paths.bind(run.id, at: 1)
    var examples: [String] = []
    while try paths.step() { if let path = paths.text(0) { examples.append(path) } }
    return (count ?? 0, examples)
  }

  func delete(_ run: Run, at instant: String) throws {
    let first = firstVersions[run.id] ?? 0
    try database.execute(
      sql: """
        DELETE FROM photo_use WHERE version IN (SELECT id FROM version WHERE id >= ?1 AND run = ?2)
          AND EXISTS (SELECT 1 FROM photo_use)
        """, arguments: [first, run.id])
    if database.changesCount > 0 {
      try database.execute(
        sql: "DELETE FROM photo WHERE sha256 NOT IN (SELECT sha256 FROM photo_use)")
    }
    try database.execute(
      sql: "DELETE FROM version WHERE id >= ? AND run = ?", arguments: [first, run.id])
    try database.execute(sql: "DELETE FROM finding WHERE run = ?", arguments: [run.id])
    try database.execute(sql: "DELETE FROM erased WHERE run = ?", arguments: [run.id])
    try database.execute(sql: "DELETE FROM source WHERE run = ?", arguments: [run.id])
    try database.execute(
      sql: "UPDATE run SET undone_at = ? WHERE id = ?", arguments: [instant, run.id])
  }

  /// The lowest version of the runs; whatever is below it stays as it is.
  private var firstVersion: Int64 { undone.compactMap { firstVersions[$0] }.min() ?? 0 }

  /// Whether a run that stays has versions above those that go.
  private func hasLaterRuns() throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: """
        SELECT EXISTS (SELECT 1 FROM run WHERE undone_at IS NULL AND id NOT IN \(list)
          AND id > (SELECT min(value) FROM json_each(?)))
        """, arguments: ["[" + undone.sorted().map(String.init).joined(separator: ",") + "]"])
      ?? true
  }

  private func refuseLaterChanges() throws {
    guard try hasLaterRuns() else { return }
    try refuse(
      """
      SELECT v.path, n.run FROM version AS v
        JOIN version AS n ON n.document = coalesce(v.document, v.id) AND n.id > v.id
      WHERE v.id >= ?1 AND v.run IN \(list) AND n.run NOT IN \(list)
      """, reason: "changed later")
  }

  /// Whether a run was undone that came before those that go: it may have given documents back to
  /// paths that they had left.
  private func hasGapsBefore() throws -> Bool {
    try Bool.fetchOne(
      database,
      sql: "SELECT EXISTS (SELECT 1 FROM run WHERE undone_at IS NOT NULL AND id < ?)",
      arguments: [undone.max() ?? 0]) ?? true
  }

  /// A document that is given back must not find another one at its path.
  private func refuseTakenPaths() throws {
    let mayBeTaken = try hasLaterRuns() || hasGapsBefore()
    guard mayBeTaken else { return }
    try refuse(
      """
      SELECT b.path, o.run FROM version AS v
        JOIN version AS b ON b.id = v.before AND b.run NOT IN \(list)
        JOIN version AS o ON o.path = b.path AND o.arrived IS NOT NULL
          AND coalesce(o.document, o.id) <> v.document AND o.run NOT IN \(list)
      WHERE v.id >= ?1 AND v.run IN \(list) AND (v.removed IS NOT NULL OR v.arrived IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM version AS n
          WHERE n.document = coalesce(o.document, o.id) AND n.id > o.id AND n.run NOT IN \(list)
            AND (n.removed IS NOT NULL OR n.path <> b.path))
      """, reason: "another document is at its path")
  }

  private func refuse(_ query: String, reason: String) throws {
    let rows = try SQLiteStatement(
      "\(query) ORDER BY 1 LIMIT \(Self.shownConflicts)", database)
    rows.bind(firstVersion, at: 1)
    let entries = try rows.map {
      UndoConflict.Entry(path: $0.text(0) ?? "", run: $0.integer(1), reason: reason)
    }
    if entries.isEmpty { return }
    let count = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM (\(query))", arguments: [firstVersion])
    throw UndoConflict(entries: entries, count: count ?? entries.count)
  }
}
