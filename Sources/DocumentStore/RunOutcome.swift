package import Documents
internal import GRDB

/// What a migration did, or in a dry run would do.
package struct RunOutcome: Sendable {
  package let run: Int64
  /// Current documents as it began: changed, moved, removed, or untouched.
  package let scanned: Int
  /// Documents whose data changed and whose path did not.
  package internal(set) var changed = 0
  /// Documents whose path changed, whether or not their data did.
  package internal(set) var moved = 0
  package internal(set) var removed = 0
  package internal(set) var changeSet = SHA256Digest(bytes: [])
  package internal(set) var findings: [FindingSummary] = []
  package internal(set) var examples: [ChangeExample] = []
  /// nil unless the session measures.
  package internal(set) var bytes: ChangedBytes?

  package var untouched: Int { scanned - changed - moved - removed }

  init(run: Int64, scanned: Int) { (self.run, self.scanned) = (run, scanned) }
}

/// The findings of one code.
package struct FindingSummary: Sendable {
  package let code: String
  package let count: Int
  /// The first five by path.
  package let examples: [Finding]
}

/// Why a document was left alone, or what should be known of it.
package struct Finding: Sendable {
  package let path: String
  package let code: String
  package let detail: String?
}

extension Finding {
  /// Reads `path`, `code`, `detail` from three columns.
  init(_ row: SQLiteStatement, from column: Int32) {
    self.init(
      path: row.text(column) ?? "", code: row.text(column + 1) ?? "", detail: row.text(column + 2))
  }
}

/// One of the first five documents by path that were changed, moved, or removed.
package struct ChangeExample: Sendable {
  package enum Action: String, Sendable, CaseIterable { case changed, moved, removed }

  package let action: Action
  package let before: StoredState
  /// nil if the document was removed.
  package let after: StoredState?
}

/// A state of a document: its path and the canonical JSON that the store keeps.
package struct StoredState: Sendable {
  package let path: String
  package let data: String
}

extension RunSession {
  func findings() throws -> [FindingSummary] {
    let counts = try SQLiteStatement(
      "SELECT code, count(*) FROM temp.finding GROUP BY code ORDER BY code", database)
    let examples = try SQLiteStatement(
      """
      SELECT path, code, detail FROM temp.finding WHERE code = ?1
      ORDER BY path LIMIT \(exampleCount)
      """, database)
    return try counts.map { row in
      let code = row.text(0) ?? ""
      examples.bind(copy: code, at: 1)
      return FindingSummary(
        code: code, count: Int(row.integer(1)),
        examples: try examples.map { Finding($0, from: 0) })
    }
  }

  /// Counts what the run has changed, and keeps the first of each kind of change.
  func countChanges(_ outcome: inout RunOutcome) throws {
    let rows = try SQLiteStatement(
      "SELECT removed, arrived, path, id FROM \(versions) WHERE id >= ?1", database)
    rows.bind(firstVersion, at: 1)
    var changed = FirstByPath<Int64>()
    var moved = FirstByPath<Int64>()
    var removed = FirstByPath<Int64>()
    while try rows.step() {
      let (path, version) = (rows.bytes(2), rows.integer(3))
      if !rows.isNull(0) {
        removed.count(path, version)
      } else if !rows.isNull(1) {
        moved.count(path, version)
      } else {
        changed.count(path, version)
      }
    }
    (outcome.changed, outcome.moved, outcome.removed) = (changed.total, moved.total, removed.total)
    outcome.examples =
      try examples(changed, .changed) + examples(moved, .moved) + examples(removed, .removed)
  }

  private func examples(
    _ first: FirstByPath<Int64>, _ action: ChangeExample.Action
  ) throws -> [ChangeExample] {
    try first.values.compactMap { version in
      guard let after = try state(version), let before = try state(after.before) else { return nil }
      return ChangeExample(
        action: action, before: before.state, after: action == .removed ? nil : after.state)
    }
  }

  private func state(_ version: Int64) throws -> (state: StoredState, before: Int64)? {
    let rows = try SQLiteStatement(
      tables.map { "SELECT path, data, before FROM \($0) WHERE id = ?1" }
        .joined(separator: " UNION ALL "), database)
    rows.bind(version, at: 1)
    return try rows.map { row in
      (StoredState(path: row.text(0) ?? "", data: row.text(1) ?? ""), row.integer(2))
    }.first
  }
}
