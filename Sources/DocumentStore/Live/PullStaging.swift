package import Documents
internal import Foundation
internal import GRDB
internal import Glibc

/// A store that is filled from a live database, beside the place where it will be.
///
/// It survives whoever fills it: what was stored stays, with how far each part of the pull is, and the
/// next one goes on there.
package final class PullStaging {
  /// What is pulled: a staging of another pull is of no use.
  package struct Pull: Codable, Equatable, Sendable {
    package let project: String
    package let database: String
    /// What of the database, in words that differ where the documents do.
    package let selection: String
    /// The instant whose state is pulled.
    package let readTime: Instant
    /// The queries that together give every document once, as the puller writes them.
    package let parts: [String]
    /// Whether the database had no collections when the pull began.
    package let isEmpty: Bool
    /// What the store keeps as settings besides.
    package let settings: [String: String]

    package init(
      project: String, database: String, selection: String, readTime: Instant, parts: [String],
      isEmpty: Bool = false, settings: [String: String] = [:]
    ) {
      (self.project, self.database, self.selection) = (project, database, selection)
      (self.readTime, self.parts, self.isEmpty) = (readTime, parts, isEmpty)
      self.settings = settings
    }

    package var source: String { "projects/\(project)/databases/\(database)" }
  }

  /// How far a part of a pull is.
  package struct Progress: Sendable {
    /// Where the query goes on, as the puller writes it; nil at its beginning.
    package let cursor: String?
    package let isDone: Bool
  }

  package let pull: Pull
  /// Whether everything is there, so that it has only to be taken into the store.
  package let isFinished: Bool
  /// The documents that the parts give together, once the database has counted them: what it counted at
  /// first counts, lest another database take its place meanwhile.
  package private(set) var expected: Int?
  package private(set) var documents: Int
  /// What the parts gave that was not stored, because another part or nobody wants it.
  package private(set) var skipped: Int
  private let store: DocumentStore
  private var writer: BaselineWriter?
  private var remote: SQLiteStatement?
  /// The setting that a store has while it is a staging.
  static let state = "pull"
  static let count = "pull.count"
  /// The setting that says which documents all pulls into a store were of, if it is known.
  package static let selection = "selection"

  private init(
    _ store: DocumentStore, _ pull: Pull, documents: Int, skipped: Int, isFinished: Bool = false
  ) {
    (self.store, self.pull, self.isFinished) = (store, pull, isFinished)
    (self.documents, self.skipped) = (documents, skipped)
  }

  /// Where the staging of a store is.
  package static func path(for store: String) -> String { store + ".pulling" }

  /// What an unfinished pull left, if it can be gone on with.
  package static func unfinished(for store: String, lock: StoreLock) throws -> PullStaging? {
    let path = path(for: store)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let staging = try? DocumentStore.writing(path, lock: lock),
      let text = try? staging.setting(state),
      let pull = try? JSONDecoder().decode(Pull.self, from: Data(text.utf8))
    else { return nil }
    let expected = try staging.setting(count)
    let left = try staging.access { database in
      PullStaging(
        staging, pull,
        documents: try Int.fetchOne(database, sql: "SELECT count(*) FROM version") ?? 0,
        skipped: try Int.fetchOne(database, sql: "SELECT sum(skipped) FROM pull_part") ?? 0,
        isFinished: try Bool.fetchOne(database, sql: "SELECT finished_at IS NOT NULL FROM run")
          ?? false)
    }
    left.expected = expected.flatMap { Int($0) }
    return left
  }

  /// Begins anew; what an earlier pull left is removed.
  package static func begin(
    _ pull: Pull, for store: String, lock: StoreLock, startedAt: Instant
  ) throws -> PullStaging {
    let path = path(for: store)
    try StoreConnection.remove(path)
    let made = try DocumentStore.building(path)
    try made.access { database in
      let run = try Run.begin(
        .pull, name: pull.source, startedAt: startedAt.description, database)
      try database.execute(
        sql: """
          CREATE TABLE pull_part (
            id INTEGER PRIMARY KEY, cursor TEXT, done INTEGER NOT NULL DEFAULT 0,
            skipped INTEGER NOT NULL DEFAULT 0);
          UPDATE run SET first_version = 1, documents = 0 WHERE id = \(run);
          """)
      try database.execute(
        sql: "INSERT INTO source (first_version, run, name, unit) VALUES (1, ?, ?, ?)",
        arguments: [run, pull.source, DocumentSource.Unit.written.rawValue])
      for part in pull.parts.indices {
        try database.execute(sql: "INSERT INTO pull_part (id) VALUES (?)", arguments: [part])
      }
      let text = String(decoding: try JSONEncoder().encode(pull), as: UTF8.self)
      let settings = [
        state: text, "project": pull.project, "database": pull.database,
        "readTime": pull.readTime.description, selection: pull.selection,
      ]
      for (name, value) in settings.merging(pull.settings, uniquingKeysWith: { $1 }) {
        try database.execute(
          sql: "INSERT INTO setting (name, value) VALUES (?, ?)", arguments: [name, value])
      }
      try database.execute(sql: "PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL")
    }
    try made.close()
    try DurableFile.sync(path)
    return PullStaging(
      try DocumentStore.writing(path, lock: lock), pull, documents: 0, skipped: 0)
  }

  /// Removes what an unfinished pull left.
  package static func discard(for store: String) throws {
    try StoreConnection.remove(path(for: store))
  }

  /// How far each part is, in their order.
  package func progress() throws -> [Progress] {
    try store.access { database in
      try Row.fetchAll(database, sql: "SELECT cursor, done FROM pull_part ORDER BY id").map {
        Progress(cursor: $0["cursor"], isDone: $0["done"])
      }
    }
  }

  /// Stores documents, and how far their part is with them, in one transaction.
  ///
  /// - Parameters:
  ///   - batch: Documents of one part, in its order; the origin of each is when it was last written.
  ///   - part: The part's place among those of the pull.
  ///   - cursor: Where the part goes on after them.
  ///   - skipped: Documents among them that are not in the batch, for nobody wants them from this part.
  /// - Throws: ``StoreError``, with nothing of them stored.
  package func append(
    _ batch: DocumentBatch, part: Int, cursor: String?, skipped: Int
  ) throws {
    try store.transaction { database in
      let writer = try writer(database)
      try writer.appendPhotos(of: batch)
      let remote = try remote ?? Self.remoteStatement(database)
      self.remote = remote
      for record in batch.records {
        remote.bind(writer.nextVersion, at: 1)
        remote.bind(batch.bytes[record.path], at: 2)
        remote.bind(record.origin, at: 3)
        try remote.run()
        try writer.append(record, of: batch)
      }
      try database.execute(
        sql: """
          UPDATE pull_part SET cursor = coalesce(?, cursor), skipped = skipped + ? WHERE id = ?
          """, arguments: [cursor, skipped, part])
    }
    documents += batch.records.count
    self.skipped += skipped
    try keepLogSmall()
  }

  /// Notes how many documents the parts give together.
  package func note(expected: Int) throws {
    try store.transaction { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
        arguments: [Self.count, String(expected)])
    }
    self.expected = expected
  }

  /// Notes that a part has nothing more.
  package func finish(part: Int) throws {
    try store.transaction { database in
      try database.execute(sql: "UPDATE pull_part SET done = 1 WHERE id = ?", arguments: [part])
    }
  }

  /// Makes it a store like any other, still in its place.
  ///
  /// - Throws: ``DuplicatePath``-like failures of SQLite if two parts gave one document.
  package func finish(at instant: Instant) throws {
    (writer, remote) = (nil, nil)
    try store.transaction { database in
      try database.execute(sql: Schema.pathIndex)
      try database.execute(sql: Schema.remotePathIndex)
      try database.execute(
        sql: "UPDATE run SET finished_at = ?, documents = (SELECT count(*) FROM version)",
        arguments: [instant.description])
    }
    try store.access { try $0.execute(sql: "PRAGMA analysis_limit = 1000; ANALYZE main") }
    try close()
  }

  /// Gives it the place of a store that does not exist yet.
  package static func settle(as store: String, lock: StoreLock) throws {
    let staging = path(for: store)
    let made = try DocumentStore.writing(staging, lock: lock)
    try made.access {
      try $0.execute(
        sql:
          "DROP TABLE IF EXISTS pull_part; DELETE FROM setting WHERE name IN ('\(state)', '\(count)')"
      )
    }
    try made.close()
    try DurableFile.sync(staging)
    try DurableFile.rename(staging, to: store)
    try StoreConnection.remove(staging)
  }

  /// Leaves it as it is, to be gone on with.
  package func close() throws {
    (writer, remote) = (nil, nil)
    try store.close()
  }

  private static func remoteStatement(_ database: Database) throws -> SQLiteStatement {
    try SQLiteStatement(
      "INSERT INTO remote (document, version, path, update_time) VALUES (?1, ?1, ?2, ?3)", database)
  }

  private func writer(_ database: Database) throws -> BaselineWriter {
    if let writer { return writer }
    let last = try Int64.fetchOne(database, sql: "SELECT max(id) FROM version") ?? 0
    let run = try Int64.fetchOne(database, sql: "SELECT max(id) FROM run") ?? 1
    let writer = try BaselineWriter(database, run: run, firstVersion: last + 1)
    self.writer = writer
    return writer
  }

  /// Merges the log now and then, so that it does not grow as the store does.
  private func keepLogSmall() throws {
    guard DocumentStore.logSize(of: store.path) > 64 << 20 else { return }
    try store.access { try $0.execute(sql: "PRAGMA wal_checkpoint(RESTART)") }
  }
}
