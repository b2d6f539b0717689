package import Documents
internal import GRDB

/// What pushing does with a store: reads what has changed, and notes what the live database has.
package final class PushSession {
  private let database: Database
  private let settings: [String: String]
  private let candidates: SQLiteStatement
  private let departed: SQLiteStatement
  private let rows: SQLiteStatement
  private let stored: SQLiteStatement
  private let current: CurrentDocument
  private let photos: PhotoReader
  private let parser = JSONParser()
  private let reader = DocumentReader()
  private let batch = DocumentBatch()
  private var last: Int64 = 0
  /// Documents that may have to be pushed.
  package let candidateCount: Int

  fileprivate init(_ database: Database, settings: [String: String]) throws {
    (self.database, self.settings) = (database, settings)
    try database.execute(sql: Self.findCandidates)
    candidateCount =
      try Int.fetchOne(
        database,
        sql: """
          SELECT (SELECT count(*) FROM temp.push_candidate) + (SELECT count(*) FROM departed)
          """) ?? 0
    departed = try SQLiteStatement(
      "SELECT path, update_time FROM temp.push_departed ORDER BY path", database)
    candidates = try SQLiteStatement(
      "SELECT document FROM temp.push_candidate WHERE document > ?1 ORDER BY document LIMIT 1",
      database)
    rows = try SQLiteStatement(Self.states, database)
    stored = try SQLiteStatement(
      "SELECT data FROM version WHERE id = ?1 AND removed IS NULL", database)
    current = try CurrentDocument(database)
    photos = try PhotoReader(database)
  }

  /// Documents that have changed since the baseline, that were brought back from the archive, or whose
  /// state in the live database is not the baseline: whether they differ from it, their rows tell.
  private static let findCandidates = """
    DROP TABLE IF EXISTS temp.push_candidate;
    CREATE TEMP TABLE push_candidate (document INTEGER PRIMARY KEY);
    INSERT INTO temp.push_candidate
      SELECT document FROM main.version WHERE document IS NOT NULL
      UNION SELECT v.id FROM main.version AS v
        WHERE v.document IS NULL
          AND v.id >= (SELECT min(first_version) FROM main.run WHERE kind = 'restore')
          AND v.run IN (SELECT id FROM main.run WHERE kind = 'restore')
      UNION SELECT document FROM main.remote WHERE version <> document;
    DROP TABLE IF EXISTS temp.push_departed;
    CREATE TEMP TABLE push_departed AS SELECT path, update_time FROM main.departed;
    """

  /// Of a document: what the live database has, its baseline, and its newest version.
  private static let states = """
    WITH newest AS MATERIALIZED (
      SELECT id, path, removed, data FROM main.version WHERE id = ?1
      UNION ALL SELECT id, path, removed, data FROM main.version WHERE document = ?1
      ORDER BY id DESC LIMIT 1)
    SELECT r.document IS NOT NULL, r.version, r.path, r.update_time,
      b.path, (SELECT kind FROM main.run WHERE id = b.run),
      n.id, n.path, n.removed, n.data
    FROM newest AS n
      JOIN main.version AS b ON b.id = ?1
      LEFT JOIN main.remote AS r ON r.document = ?1
    """

  /// The next document whose newest version is not what the live database has; nil at the end.
  package func next() throws -> PushChange? {
    while let document = try nextCandidate() {
      if let change = try change(of: document) { return change }
    }
    while try departed.step() {
      guard let path = departed.text(0), try !isTaken(path) else { continue }
      return .departure(from: path, since: Instant(microseconds: departed.integer(1)))
    }
    return nil
  }

  private func nextCandidate() throws -> Int64? {
    candidates.bind(last, at: 1)
    defer { candidates.reset() }
    guard try candidates.step() else { return nil }
    last = candidates.integer(0)
    return last
  }

  /// What has become of a document; nil if the live database has it as it is.
  package func change(of document: Int64) throws -> PushChange? {
    rows.bind(document, at: 1)
    defer { rows.reset() }
    guard try rows.step() else { return nil }
    let isKnown = rows.integer(0) == 1
    let isRestored = rows.text(5) == Run.Kind.restore.rawValue
    let newest = rows.integer(6)
    if isKnown ? newest == rows.integer(1) : newest == document && !isRestored { return nil }
    let base = try isKnown ? known() : isRestored ? archived() : imported(document)
    guard rows.isNull(8) else {
      return base.map {
        PushChange(document: document, base: $0, target: nil, size: 0, newest: newest)
      }
    }
    let text = try photos.restore(rows.bytes(9))
    let target = Document(
      path: rows.text(7) ?? "", fields: try DocumentReader.fields(of: text, parser: parser))
    var change = PushChange(
      document: document, base: base, target: target, size: text.count, newest: newest)
    if change.isArrival { change.replaced = try departure(from: target.path) }
    return change
  }

  /// What the live database was given, or gave.
  private func known() -> PushChange.Base? {
    let version = rows.integer(1)
    return rows.text(2).map {
      PushChange.Base(
        path: $0, updateTime: Instant(microseconds: rows.integer(3)),
        version: version == 0 ? nil : version)
    }
  }

  /// What it is taken to have of a document that was imported: the baseline.
  private func imported(_ document: Int64) -> PushChange.Base? {
    rows.text(4).map { PushChange.Base(path: $0, updateTime: nil, version: document) }
  }

  /// What it still has of a document that came back from the archive before it was deleted there.
  private func archived() throws -> PushChange.Base? {
    guard let path = rows.text(4), let time = try departure(from: path) else { return nil }
    return PushChange.Base(path: path, updateTime: time, version: nil)
  }

  /// Since when the live database has a document at a path that was archived; nil if there is none.
  private func departure(from path: String) throws -> Instant? {
    try Int64.fetchOne(
      database, sql: "SELECT update_time FROM departed WHERE path = ?", arguments: [path]
    ).flatMap { Instant(microseconds: $0) }
  }

  /// The document that the live database has at a path, as far as is known.
  package func document(remotelyAt path: String) throws -> Int64? {
    let known = try Int64.fetchOne(
      database, sql: "SELECT document FROM remote WHERE path = ?", arguments: [path])
    return try known ?? database.importedBaseline(at: path)
  }

  /// Whether a document is at a path now.
  private func isTaken(_ path: String) throws -> Bool {
    var path = path
    return try path.withUTF8 { try current.find($0) } != nil
  }

  /// Whether a document of the live database has the state of a version.
  package func isSame(_ remote: Document, asVersion version: Int64) throws -> Bool {
    batch.removeAll()
    do { try reader.read(remote, origin: 0, into: batch) } catch { return false }
    stored.bind(version, at: 1)
    defer { stored.reset() }
    guard try stored.step() else { return false }
    return batch.bytes[batch.records[0].data].equals(stored.bytes(0))
  }

  /// Whether a document that the live database has where a change's target goes is that target.
  package func isDone(_ change: PushChange, _ remote: Document) throws -> Bool {
    try isSame(remote, asVersion: change.newest)
  }

  /// Notes changes that the live database has now, with when it has them since; durable when this
  /// returns.
  package func record(_ changes: [(change: PushChange, updateTime: Instant)]) throws {
    try database.inTransaction(.immediate) {
      try database.execute(sql: Schema.remotePathIndex)
      for (name, value) in settings {
        try database.execute(
          sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
          arguments: [name, value])
      }
      for (change, updateTime) in changes { try record(change, updateTime) }
      return .commit
    }
  }

  private func record(_ change: PushChange, _ updateTime: Instant) throws {
    // A document that came back from the archive is where the one was that had departed.
    for path in change.paths {
      try database.execute(sql: "DELETE FROM departed WHERE path = ?", arguments: [path])
    }
    guard let document = change.document else { return }
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO remote (document, version, path, update_time) VALUES (?, ?, ?, ?)
        """,
      arguments: [document, change.newest, change.target?.path, updateTime.microseconds])
  }

  /// Notes paths that are to be pulled before they can be pushed to.
  package func noteConflicts(at paths: [String], instant: String) throws {
    try database.inTransaction(.immediate) {
      for path in paths {
        try database.execute(
          sql: "INSERT OR REPLACE INTO conflict (path, noted_at) VALUES (?, ?)",
          arguments: [path, instant])
      }
      return .commit
    }
  }
}

extension DocumentStore {
  /// Works with what has changed since a live database had it, which the store is one of from then on.
  package func pushing<Result>(
    to project: String, _ database: String, _ body: (PushSession) throws -> Result
  ) throws -> Result {
    let settings = ["project": project, "database": database]
    return try access { try body(try PushSession($0, settings: settings)) }
  }

  /// Whether any of it was pulled from a live database, or pushed to one.
  package func isPulled() throws -> Bool {
    try access { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM remote)") ?? false }
  }

  /// Where pushes met something unexpected since the last pull, in order.
  package func conflicts() throws -> [String] {
    try access { try String.fetchAll($0, sql: "SELECT path FROM conflict ORDER BY path") }
  }
}
