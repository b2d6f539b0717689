internal import GRDB

/// What the live database has no more, and what has to give way.
extension PullMerge {
  mutating func takeDeletions(_ coverage: PullCoverage) throws {
    let missing = "path NOT IN (SELECT path FROM pulled.remote WHERE path IS NOT NULL)"
    let covered =
      switch coverage {
      case .unknown: "0"
      case .everything: missing
      case .conflicts: "path IN (SELECT path FROM main.conflict) AND \(missing)"
      }
    let rows = try SQLiteStatement(
      """
      SELECT document FROM main.remote WHERE path IS NOT NULL AND \(covered)
      UNION ALL SELECT id FROM main.version AS v
      WHERE document IS NULL AND \(covered) AND id < \(nextVersion)
        AND run IN (SELECT id FROM main.run WHERE kind = 'import')
        AND NOT EXISTS (SELECT 1 FROM main.remote AS r WHERE r.document = v.id)
      """, database)
    let documents = try rows.map { $0.integer(0) }
    if coverage != .conflicts, !documents.isEmpty, try isNothingPulled() { throw NothingPulled() }
    for document in documents { try remove(document) }
    try database.execute(sql: "DELETE FROM main.departed WHERE \(covered)")
  }

  private func isNothingPulled() throws -> Bool {
    try Bool.fetchOne(database, sql: "SELECT NOT EXISTS (SELECT 1 FROM pulled.remote)") ?? true
  }

  private mutating func remove(_ document: Int64) throws {
    guard let newest = try newest(of: document) else { throw SQLiteFailure.closed }
    // Also of a document that was removed here: it stays so when that is undone.
    try appendRemoval(to: document, newest)
    try note(document, version: nextVersion - 1, path: nil, 0)
  }

  private mutating func appendRemoval(to document: Int64, _ newest: Newest) throws {
    try database.execute(
      sql: """
        INSERT INTO main.version (id, document, before, run, removed, kind, path, data)
        VALUES (?, ?, ?, ?, 1, 'other', ?, '')
        """, arguments: [nextVersion, document, newest.version, run, newest.path])
    nextVersion += 1
    if !newest.isRemoved { outcome.removed += 1 }
  }

  /// Gives documents back to where they were, for the live database has another one where they were to
  /// go; but those that it has changed too, or has no more, have come to that already.
  mutating func giveBack() throws {
    while let document = displaced.popLast() {
      guard let newest = try newest(of: document), newest.version < firstVersion else { continue }
      guard let path = try remotePath(of: document) else {
        // It was to come back to where it had been deleted: it stays as the live database has it.
        try remove(document)
        continue
      }
      try displace(from: path, for: document)
      if let base = try baseVersion(of: document) {
        try copy(version: base.version, of: "main", to: document)
        try note(document, version: nextVersion - 1, path: path, base.updateTime)
      } else if let pulled = try pulled(at: path) {
        try copy(version: pulled.version, of: "pulled", to: document)
        try note(document, has: nextVersion - 1, as: pulled)
      } else {
        // What the live database has of it was undone here, and not pulled now: the next pull brings it.
        try appendRemoval(to: document, newest)
        try note(document, version: 0, path: path, 0)
      }
    }
  }
}
