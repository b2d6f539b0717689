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
  static let exampleCount = 5

  func findings() throws -> [FindingSummary] {
    let counts = try Row.fetchAll(
      database, sql: "SELECT code, count(*) FROM temp.finding GROUP BY code ORDER BY code")
    return try counts.map { row in
      let examples = try Row.fetchAll(
        database,
        sql: "SELECT path, code, detail FROM temp.finding WHERE code = ? ORDER BY path LIMIT ?",
        arguments: [row[0] as String, Self.exampleCount])
      return FindingSummary(
        code: row[0], count: row[1],
        examples: examples.map { Finding(path: $0[0], code: $0[1], detail: $0[2]) })
    }
  }

  func examples() throws -> [ChangeExample] {
    try ChangeExample.Action.allCases.flatMap(examples)
  }

  private func examples(of action: ChangeExample.Action) throws -> [ChangeExample] {
    let condition =
      switch action {
      case .changed: "v.removed IS NULL AND v.arrived IS NULL"
      case .moved: "v.removed IS NULL AND v.arrived IS NOT NULL"
      case .removed: "v.removed IS NOT NULL"
      }
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT v.path, v.data, v.before FROM \(versions) AS v
        WHERE v.id >= ? AND \(condition) ORDER BY v.path LIMIT ?
        """, arguments: [firstVersion, Self.exampleCount])
    return try rows.compactMap { row in
      guard let before = try state(of: row[2]) else { return nil }
      let after = action == .removed ? nil : StoredState(path: row[0], data: row[1])
      return ChangeExample(action: action, before: before, after: after)
    }
  }

  private func state(of version: Int64) throws -> StoredState? {
    for table in tables {
      let row = try Row.fetchOne(
        database, sql: "SELECT path, data FROM \(table) WHERE id = ?", arguments: [version])
      if let row { return StoredState(path: row[0], data: row[1]) }
    }
    return nil
  }
}
