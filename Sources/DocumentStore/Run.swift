internal import GRDB

/// Something that has changed a store.
package struct Run: Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case `import`, migration
    /// A migration that runs on demand.
    case task
    /// Photo records were archived, and erased.
    case archive
    /// Photo records were brought back from the archive.
    case restore
    /// What the live database has was brought here.
    case pull
  }

  package let id: Int64
  package let kind: Kind
  /// Of a migration, `0001`.
  package let version: String?
  package let name: String
  package let checksum: String?
  /// RFC 3339, UTC.
  package let startedAt: String
  package let finishedAt: String?
  package let undoneAt: String?
  /// Documents that were not in the store before.
  package let added: Int
  package let changed: Int
  package let moved: Int
  package let removed: Int
  package let changeSet: String?

  /// `0002 rewrite_legacy_profile_ids`, or a name alone.
  package var label: String { [version, name].compactMap(\.self).joined(separator: " ") }

  init(_ row: Row) throws {
    guard let kind = Kind(rawValue: row["kind"]) else {
      throw DatabaseError(message: "run \(row["id"] as Int64) is of an unknown kind")
    }
    (id, self.kind, version, name) = (row["id"], kind, row["version"], row["name"])
    (checksum, startedAt) = (row["checksum"], row["started_at"])
    (finishedAt, undoneAt) = (row["finished_at"], row["undone_at"])
    added = [.import, .restore, .pull].contains(kind) ? row["documents"] ?? 0 : 0
    (changed, moved, removed) = (row["changed"], row["moved"], row["removed"])
    changeSet = row["change_set"]
  }

  /// Records that a run begins.
  ///
  /// - Returns: Its id.
  static func begin(
    _ kind: Kind, name: String, version: String? = nil, checksum: String? = nil, startedAt: String,
    _ database: Database
  ) throws -> Int64 {
    try database.execute(
      sql: "INSERT INTO run (kind, version, name, checksum, started_at) VALUES (?, ?, ?, ?, ?)",
      arguments: [kind.rawValue, version, name, checksum, startedAt])
    return database.lastInsertedRowID
  }
}

extension DocumentStore {
  /// Every run, the undone ones too, in the order of their ids.
  package func runs() throws -> [Run] {
    try access { database in
      try Row.fetchAll(database, sql: "SELECT * FROM run ORDER BY id").map(Run.init)
    }
  }
}
