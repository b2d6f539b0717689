internal import Documents
internal import GRDB

/// A document's states, from the first to the one that it has.
package struct DocumentHistory: Sendable {
  package struct Version: Sendable {
    package let run: Run
    package let path: String
    /// The stored JSON, photos as markers; nil if the document was removed.
    package let data: String?
    /// Of what was imported, where it is from: `documents.ndjson, line 7`.
    package let origin: String?
  }

  package let versions: [Version]
  /// What runs found of the document, in the order of the runs.
  package let findings: [(run: Int64, finding: Finding)]
}

extension DocumentStore {
  /// The histories of every document that is or was at a path.
  package func history(of path: String) throws -> [DocumentHistory] {
    let runs = Dictionary(uniqueKeysWithValues: try self.runs().map { ($0.id, $0) })
    return try access { database in
      let documents = try Int64.fetchAll(
        database,
        sql: """
          SELECT DISTINCT coalesce(document, id) FROM version
          WHERE path = ? AND arrived IS NOT NULL ORDER BY 1
          """, arguments: [path])
      return try documents.map { document in
        let rows = try Row.fetchAll(
          database,
          sql: """
            SELECT id, run, path, removed, data, origin FROM version WHERE id = ?1
            UNION ALL SELECT id, run, path, removed, data, origin FROM version WHERE document = ?1
            ORDER BY id
            """, arguments: [document])
        let versions = try rows.compactMap { try version($0, runs: runs, database) }
        return DocumentHistory(
          versions: versions, findings: try findings(of: versions.map(\.path), database))
      }
    }
  }

  /// The path nearest to one that is unknown: the next and the one before it in order.
  package func paths(around path: String) throws -> [String] {
    try access { database in
      let next = try String.fetchAll(
        database,
        sql: """
          SELECT path FROM version WHERE path >= ? AND arrived IS NOT NULL ORDER BY path LIMIT 1
          """, arguments: [path])
      let previous = try String.fetchAll(
        database,
        sql: """
          SELECT path FROM version WHERE path < ? AND arrived IS NOT NULL ORDER BY path DESC LIMIT 1
          """, arguments: [path])
      return next + previous
    }
  }

  private func version(
    _ row: Row, runs: [Int64: Run], _ database: Database
  ) throws -> DocumentHistory.Version? {
    guard let run = runs[row["run"]] else { return nil }
    let isRemoved = row["removed"] != nil
    let position: Int64? = row["origin"]
    return DocumentHistory.Version(
      run: run, path: row["path"], data: isRemoved ? nil : row["data"],
      origin: try position.flatMap { try source(of: row["id"], database)?.fullPlace($0) })
  }

  private func source(of version: Int64, _ database: Database) throws -> DocumentSource? {
    // All columns: a store of an older format that is only read has not got the last ones.
    let row = try Row.fetchOne(
      database,
      sql: "SELECT * FROM source WHERE first_version <= ? ORDER BY first_version DESC LIMIT 1",
      arguments: [version])
    return row.map { row in
      DocumentSource(
        name: row["name"], file: row["file"],
        unit: (row["unit"] as String?).flatMap(DocumentSource.Unit.init))
    }
  }

  private func findings(
    of paths: [String], _ database: Database
  ) throws -> [(run: Int64, finding: Finding)] {
    var rows: [Row] = []
    // Compared by SQLite, not by Swift, for which texts that look alike are equal.
    for path in paths {
      rows += try Row.fetchAll(
        database, sql: "SELECT run, path, code, detail FROM finding WHERE path = ?",
        arguments: [path])
    }
    let unique = Set(rows)
    return unique.sorted { ($0["run"] as Int64, $0["code"] as String) < ($1["run"], $1["code"]) }
      .map { ($0["run"], Finding(path: $0["path"], code: $0["code"], detail: $0["detail"])) }
  }
}
