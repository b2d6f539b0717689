internal import Foundation
internal import GRDB

/// What a migration sees: a view of the current documents, and a table for its findings.
enum RunSchema {
  /// What a migration's own temporary tables and views may not be called: what it is given, what is
  /// kept for the statement that runs, and the store's tables, which they would hide.
  static let reserved = [
    "document", "finding", "staged_version", "staged_photo", "staged_photo_use", "rewritten",
    "replaced", "version", "run", "photo", "photo_use", "source", "setting",
  ]

  /// Drops what a migration has made for itself.
  static func clear(_ database: Database) throws {
    let own = try Row.fetchAll(
      database,
      sql: """
        SELECT type, name FROM temp.sqlite_master WHERE type IN ('table', 'view')
          AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        """)
    for row in own where !reserved.contains((row["name"] as String).lowercased()) {
      let name = (row["name"] as String).replacingOccurrences(of: "\"", with: "\"\"")
      try database.execute(sql: "DROP \(row["type"] as String) temp.\"\(name)\"")
    }
  }

  /// Lays out the temporary tables and views of a session.
  static func create(_ database: Database, target: ChangeWriter.Target) throws {
    if target == .temporary {
      try database.execute(sql: "CREATE TEMP TABLE staged_version \(versionColumns)")
      try database.execute(
        sql: """
          CREATE UNIQUE INDEX temp.staged_version_document ON staged_version (document, run);
          CREATE INDEX temp.staged_version_path ON staged_version (path) WHERE arrived IS NOT NULL;
          CREATE TEMP TABLE staged_photo (sha256 BLOB NOT NULL UNIQUE, bytes BLOB NOT NULL);
          CREATE TEMP TABLE staged_photo_use (
            sha256 BLOB, version INTEGER, PRIMARY KEY (sha256, version)) WITHOUT ROWID;
          CREATE INDEX temp.staged_photo_use_version ON staged_photo_use (version);
          """)
    }
    try database.execute(
      sql: """
        CREATE TEMP TABLE rewritten \(versionColumns);
        CREATE UNIQUE INDEX temp.rewritten_document ON rewritten (document);
        CREATE TEMP TABLE replaced (id INTEGER PRIMARY KEY);
        CREATE TEMP TABLE finding (
          path TEXT NOT NULL, code TEXT NOT NULL, detail TEXT,
          PRIMARY KEY (path, code) ON CONFLICT IGNORE) WITHOUT ROWID;
        CREATE TEMP VIEW document AS \(view(target));
        """)
  }

  private static let versionColumns = """
    (id INTEGER PRIMARY KEY, document INTEGER, before INTEGER, run INTEGER, removed INTEGER,
    arrived INTEGER, change BLOB, kind TEXT, event_type TEXT, instant INTEGER, fault TEXT,
    has_photo INTEGER, path TEXT, owner TEXT, profile_id TEXT, phone_number TEXT, legacy_ids TEXT,
    legacy_profile TEXT, data TEXT)
    """

  private static func view(_ target: ChangeWriter.Target) -> String {
    switch target {
    case .store: current(in: "main.version", notIn: ["main.version"])
    case .temporary:
      current(in: "main.version", notIn: ["main.version", "temp.staged_version"])
        + " UNION ALL " + current(in: "temp.staged_version", notIn: ["temp.staged_version"])
    }
  }

  /// The versions of a table that are neither removals nor followed by a newer one, as they were when
  /// the statement began: `snapshot()` is the id that the next version had then.
  private static func current(in table: String, notIn others: [String]) -> String {
    "SELECT \(columns) FROM \(table) AS v WHERE v.removed IS NULL AND v.id < snapshot()"
      + others.map {
        """
         AND NOT EXISTS (SELECT 1 FROM \($0) AS n
        WHERE n.document = coalesce(v.document, v.id) AND n.id > v.id AND n.id < snapshot())
        """
      }.joined()
  }

  private static let columns = """
    v.id, v.path, v.kind, v.owner, doc_id(v.path) AS doc_id, v.profile_id, v.event_type, v.instant,
    v.fault, v.has_photo, v.phone_number, v.legacy_ids, v.legacy_profile, v.data,
    coalesce(v.document, v.id) AS document, v.run
    """

  /// The same documents for those who only read.
  static let readOnlyView = """
    SELECT \(columns) FROM main.version AS v WHERE v.removed IS NULL AND NOT superseded(v.id)
    """

  /// Looks for a path that a document moved to since a version, and where another one is.
  ///
  /// A document that arrived there is there still if no later version of it is elsewhere or gone.
  static func takenDestination(versions: String, tables: [String]) -> String {
    tables.map { other in
      """
      SELECT v.path FROM \(versions) AS v JOIN \(other) AS o
        ON o.path = v.path AND o.arrived IS NOT NULL AND coalesce(o.document, o.id) <> v.document
      WHERE v.id >= ?1 AND v.arrived IS NOT NULL
      """
        + tables.map {
          """
           AND NOT EXISTS (SELECT 1 FROM \($0) AS n
          WHERE n.document = coalesce(o.document, o.id) AND n.id > o.id
            AND (n.removed IS NOT NULL OR n.path <> v.path))
          """
        }.joined()
    }.joined(separator: " UNION ALL ") + " LIMIT 1"
  }
}
