internal import GRDB

extension Undo {
  /// Refuses what would lose later changes, or bring two documents to one path.
  func refuseLosses() throws {
    try refuseLaterChanges()
    try refuseTakenPaths()
  }

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

  /// A state that was pulled later is of the live database, not of what goes: nothing is lost.
  private func refuseLaterChanges() throws {
    guard try hasLaterRuns() else { return }
    try refuse(
      """
      SELECT v.path, n.run FROM version AS v
        JOIN version AS n ON n.document = coalesce(v.document, v.id) AND n.id > v.id
      WHERE v.id >= ?1 AND v.run IN \(list) AND n.run NOT IN \(list)
        AND (v.document IS NULL OR NOT EXISTS (SELECT 1 FROM version AS p
          WHERE p.document = v.document AND p.id > v.id AND p.id <= n.id
            AND p.run IN (SELECT id FROM run WHERE kind = 'pull')))
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
