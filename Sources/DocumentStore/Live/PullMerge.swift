internal import Documents
internal import GRDB

/// What a pull did to a store.
package struct PullOutcome: Sendable {
  package internal(set) var run: Int64 = 0
  /// Documents that were not in the store, or no more.
  package internal(set) var added = 0
  /// Documents that have the live database's state now instead of another one.
  package internal(set) var changed = 0
  /// Documents that are not in the live database any more, and so not here.
  package internal(set) var removed = 0

  /// Of a pull that made a store: its first run brought all.
  package init(first documents: Int) { (run, added) = (1, documents) }

  init() {}
}

/// A database that has none of the documents which a store has of it: not taken for their deletion.
package struct NothingPulled: Error {}

/// Which of a store's documents a pull would have found in the live database, were they there.
package enum PullCoverage: Sendable {
  case everything
  /// Those at the paths that a push noted as conflicts.
  case conflicts
  /// What is missing says nothing.
  case unknown
}

extension DocumentStore {
  /// Takes what a finished pull brought: all of it, or nothing.
  ///
  /// What is the same as when it was pulled or pushed last stays as it is here, with its changes. What
  /// has changed in the live database gets that state as a new version, and counts as unchanged since.
  ///
  /// - Parameters:
  ///   - path: The finished staging.
  ///   - coverage: What is deleted here, if the pull did not find it.
  ///   - instant: When, as RFC 3339 text.
  /// - Returns: What was changed.
  /// - Throws: ``NothingPulled`` or ``StoreError``, with nothing changed.
  package func merge(
    staging path: String, coverage: PullCoverage, at instant: String
  ) throws -> PullOutcome {
    try access { try $0.execute(sql: "ATTACH DATABASE ? AS pulled", arguments: [path]) }
    defer { try? access { try $0.execute(sql: "DETACH DATABASE pulled") } }
    return try transaction { database in
      try database.execute(sql: Schema.remotePathIndex)
      var merge = try PullMerge(database, startedAt: instant)
      try merge.takeDocuments()
      try merge.takeDeletions(coverage)
      try merge.giveBack()
      return try merge.finish(coverage, at: instant)
    }
  }
}

/// One merging of a pull into a store.
struct PullMerge {
  let database: Database
  let run: Int64
  let firstVersion: Int64
  var nextVersion: Int64
  /// Documents that are where the live database has another one.
  var displaced: [Int64] = []
  var outcome = PullOutcome()
  let current: CurrentDocument
  let newest: SQLiteStatement

  /// A document as the live database has it: in the staging.
  struct Pulled {
    let version: Int64
    let path: String
    let updateTime: Int64
  }

  /// The newest version of a document here.
  struct Newest {
    let version: Int64
    let path: String
    let isRemoved: Bool
  }

  init(_ database: Database, startedAt: String) throws {
    self.database = database
    let source = try String.fetchOne(database, sql: "SELECT name FROM pulled.source") ?? ""
    run = try Run.begin(.pull, name: source, startedAt: startedAt, database)
    firstVersion = (try Int64.fetchOne(database, sql: "SELECT max(id) FROM main.version") ?? 0) + 1
    nextVersion = firstVersion
    current = try CurrentDocument(database)
    newest = try SQLiteStatement(
      """
      SELECT id, path, removed FROM main.version WHERE id = ?1
      UNION ALL SELECT id, path, removed FROM main.version WHERE document = ?1
      ORDER BY id DESC LIMIT 1
      """, database)
    outcome.run = run
    try database.execute(
      sql: "UPDATE main.run SET first_version = ?, documents = 0 WHERE id = ?",
      arguments: [nextVersion, run])
    try database.execute(
      sql:
        "INSERT OR REPLACE INTO main.source (first_version, run, name, unit) VALUES (?, ?, ?, ?)",
      arguments: [nextVersion, run, source, DocumentSource.Unit.written.rawValue])
  }

  // MARK: What the live database has

  mutating func takeDocuments() throws {
    let rows = try SQLiteStatement(
      """
      SELECT p.document, p.path, p.update_time, r.document, r.version
      FROM pulled.remote AS p
        LEFT JOIN main.remote AS r ON r.path = p.path
        LEFT JOIN main.departed AS d ON d.path = p.path
      WHERE coalesce(r.update_time, d.update_time) IS NOT p.update_time
      """, database)
    while try rows.step() {
      let pulled = Pulled(
        version: rows.integer(0), path: rows.text(1) ?? "", updateTime: rows.integer(2))
      if rows.isNull(3) {
        try takeUnknown(pulled)
      } else {
        try take(pulled, as: rows.integer(3), known: rows.integer(4))
      }
    }
    // What was archived, but has been written since, is another document now.
    try database.execute(
      sql: """
        DELETE FROM main.departed WHERE path IN (SELECT p.path FROM pulled.remote AS p
          WHERE p.path = departed.path AND p.update_time <> departed.update_time)
        """)
  }

  /// Takes a document that was not known to be in the live database.
  private mutating func takeUnknown(_ pulled: Pulled) throws {
    if let document = try database.importedBaseline(at: pulled.path) {
      return try take(pulled, as: document, known: document)
    }
    guard let here = try document(at: pulled.path) else { return try add(pulled) }
    let elsewhere = try remotePath(of: here.document)
    // It has come here, if it is not where it was any more.
    if try isSame(pulled, here.version), try elsewhere.flatMap({ try self.pulled(at: $0) }) == nil {
      return try note(here.document, has: here.version, as: pulled)
    }
    if elsewhere == nil { return try append(pulled, to: here.document) }
    displaced.append(here.document)
    try add(pulled)
  }

  /// Takes the state of a document whose state `known` the live database had.
  private mutating func take(_ pulled: Pulled, as document: Int64, known: Int64) throws {
    guard let newest = try newest(of: document) else { throw SQLiteFailure.closed }
    if !newest.isRemoved, newest.path.utf8.elementsEqual(pulled.path.utf8),
      try isSame(pulled, newest.version)
    {
      return try note(document, has: newest.version, as: pulled)
    }
    if try isSame(pulled, known) { return try note(document, has: known, as: pulled) }
    try append(pulled, to: document)
  }

  private mutating func add(_ pulled: Pulled) throws {
    try copy(version: pulled.version, of: "pulled", to: nil)
    try note(nextVersion - 1, has: nextVersion - 1, as: pulled)
    outcome.added += 1
  }

  private mutating func append(_ pulled: Pulled, to document: Int64) throws {
    try displace(from: pulled.path, for: document)
    try copy(version: pulled.version, of: "pulled", to: document)
    try note(document, has: nextVersion - 1, as: pulled)
  }

  /// Notes that the document at a path has to give way to another one.
  mutating func displace(from path: String, for document: Int64) throws {
    guard let here = try self.document(at: path), here.document != document else { return }
    displaced.append(here.document)
  }

  /// Appends a version's state, to a document or as a new one.
  mutating func copy(version: Int64, of schema: String, to document: Int64?) throws {
    let before = try document.flatMap { try newest(of: $0) }
    let columns = """
      origin, kind, event_type, instant, fault, has_photo, path, owner, profile_id, phone_number,
      legacy_ids, legacy_profile, data
      """
    try database.execute(
      sql: """
        INSERT INTO main.version (id, document, before, run, arrived, \(columns))
        SELECT ?1, ?2, ?3, ?4, 1, \(columns) FROM \(schema).version WHERE id = ?5
        """,
      // It has arrived, wherever it was before: the version before may be undone.
      arguments: [nextVersion, document, before?.version, run, version])
    for statement in [
      """
      INSERT OR IGNORE INTO main.photo (sha256, bytes) SELECT sha256, bytes FROM \(schema).photo
      WHERE sha256 IN (SELECT sha256 FROM \(schema).photo_use WHERE version = ?2 AND ?1)
      """,
      """
      INSERT OR IGNORE INTO main.photo_use (sha256, version)
      SELECT sha256, ?1 FROM \(schema).photo_use WHERE version = ?2
      """,
    ] {
      try database.execute(sql: statement, arguments: [nextVersion, version])
    }
    nextVersion += 1
    guard let before else { return }
    if before.isRemoved { outcome.added += 1 } else { outcome.changed += 1 }
  }

  func finish(_ coverage: PullCoverage, at instant: String) throws -> PullOutcome {
    if coverage != .unknown { try database.execute(sql: "DELETE FROM main.conflict") }
    if coverage != .conflicts {
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO main.setting (name, value)
          SELECT name, iif(?, value, 'several') FROM pulled.setting WHERE name = ?
          """, arguments: [coverage == .everything, PullStaging.selection])
    }
    try database.execute(
      sql: """
        UPDATE main.run SET finished_at = ?, documents = ?, changed = ?, removed = ? WHERE id = ?;
        """, arguments: [instant, outcome.added, outcome.changed, outcome.removed, run])
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO main.setting (name, value)
        SELECT name, value FROM pulled.setting WHERE name NOT IN (?, ?, ?)
        """, arguments: [PullStaging.state, PullStaging.count, PullStaging.selection])
    return outcome
  }
}
