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
      let documents = try SQLiteStatement(
        """
        SELECT DISTINCT coalesce(document, id) FROM version
        WHERE path = ?1 AND arrived IS NOT NULL ORDER BY 1
        """, database)
      documents.bind(copy: path, at: 1)
      return try documents.map { $0.integer(0) }.map { document in
        DocumentHistory(
          versions: try versions(of: document, runs: runs, database),
          findings: try findings(of: document, database))
      }
    }
  }

  /// The runs that had added or changed the document of a path, and that can no longer give it back, for
  /// it was archived.
  package func runsErased(at path: String) throws -> [Run] {
    let identifiers = try access { database in
      // Run by run, for the table is sorted by run.
      let runs = try SQLiteStatement(
        "SELECT r.id FROM run AS r CROSS JOIN erased AS e ON e.run = r.id AND e.path = ?1", database
      )
      runs.bind(copy: path, at: 1)
      return Set(try runs.map { $0.integer(0) })
    }
    return identifiers.isEmpty ? [] : try runs().filter { identifiers.contains($0.id) }
  }

  /// The paths nearest to one that is unknown: the next and the one before it in order, of the store's
  /// documents and of those in the archive.
  package func paths(around path: String) throws -> [String] {
    try access { database in
      try [
        "version WHERE path >= ?1 AND arrived IS NOT NULL ORDER BY path",
        "version WHERE path < ?1 AND arrived IS NOT NULL ORDER BY path DESC",
        "archived_photo WHERE path >= ?1 ORDER BY path",
        "archived_photo WHERE path < ?1 ORDER BY path DESC",
      ].flatMap { source in
        let paths = try SQLiteStatement("SELECT path FROM \(source) LIMIT 1", database)
        paths.bind(copy: path, at: 1)
        return try paths.map { $0.text(0) ?? "" }
      }
    }
  }

  private func versions(
    of document: Int64, runs: [Int64: Run], _ database: Database
  ) throws -> [DocumentHistory.Version] {
    let rows = try SQLiteStatement(
      """
      SELECT id, run, path, removed, data, origin FROM version WHERE id = ?1
      UNION ALL SELECT id, run, path, removed, data, origin FROM version WHERE document = ?1
      ORDER BY id
      """, database)
    rows.bind(document, at: 1)
    return try rows.map { row in
      try runs[row.integer(1)].map { run in
        DocumentHistory.Version(
          run: run, path: row.text(2) ?? "", data: row.isNull(3) ? row.text(4) : nil,
          origin: row.isNull(5)
            ? nil : try source(of: row.integer(0), database)?.fullPlace(row.integer(5)))
      }
    }.compactMap(\.self)
  }

  private func source(of version: Int64, _ database: Database) throws -> DocumentSource? {
    let row = try Row.fetchOne(
      database,
      sql:
        "SELECT name, file, unit FROM source WHERE first_version <= ? ORDER BY first_version DESC LIMIT 1",
      arguments: [version])
    return row.map { row in
      DocumentSource(
        name: row["name"], file: row["file"],
        unit: (row["unit"] as String?).flatMap(DocumentSource.Unit.init))
    }
  }

  private func findings(
    of document: Int64, _ database: Database
  ) throws -> [(run: Int64, finding: Finding)] {
    let rows = try SQLiteStatement(
      """
      SELECT f.run, f.path, f.code, f.detail
      FROM run AS r CROSS JOIN finding AS f ON f.run = r.id AND f.path IN (
        SELECT path FROM version WHERE id = ?1 UNION SELECT path FROM version WHERE document = ?1)
      ORDER BY f.run, f.code, f.path
      """, database)
    rows.bind(document, at: 1)
    return try rows.map { ($0.integer(0), Finding($0, from: 1)) }
  }
}
