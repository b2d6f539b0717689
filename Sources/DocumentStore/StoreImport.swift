package import Documents
internal import Foundation
internal import GRDB
internal import Glibc

/// Takes documents into a store: all of them, or none.
///
/// A new store is built in a file of its own that is renamed when it is whole; an existing one is
/// changed in a single transaction.
package final class StoreImport {
  package struct Options: Sendable {
    /// Documents that the store has with other data get the new one's, as a version that can be undone.
    package var replaces: Bool
    /// What was there before is left alone; otherwise other data at a path is a conflict.
    package var keepsPresent = false
    /// What the run is recorded as.
    package var kind = Run.Kind.import
    /// A document whose path was already imported from these sources is set aside.
    package var skipsDuplicates: Bool

    package init(replaces: Bool = false, skipsDuplicates: Bool = false) {
      self.replaces = replaces
      self.skipsDuplicates = skipsDuplicates
    }
  }

  /// What an import did.
  package struct Outcome: Sendable {
    package var run: Int64 = 0
    package var imported = 0
    package var unchanged = 0
    package var replaced = 0
    /// Documents that were there with other data, and were left alone.
    package var kept = 0
  }

  let options: Options
  let database: Database
  let writer: BaselineWriter
  let run: Int64
  private(set) var outcome = Outcome()
  private let duplicates: ImportDuplicates
  private var source: DocumentSource?
  /// Finds documents that are there already; nil while a new store is built.
  private let current: CurrentDocument?

  /// Imports batches into the store at `path`, made if it does not exist.
  ///
  /// - Parameters:
  ///   - path: The store.
  ///   - lock: Held until this returns.
  ///   - name: What the run is called: the sources' names.
  ///   - startedAt: RFC 3339, as `finishedAt` returns.
  ///   - options: What becomes of documents that are there already.
  ///   - shouldStop: As ``DocumentStore/shouldStop``.
  ///   - finishedAt: Called when every document is stored.
  ///   - settings: What the sources say of themselves, asked for after the last batch.
  ///   - restored: Which of the documents were made from archived records, asked for after the last batch.
  ///   - onDuplicate: Given a document whose path was there before in the sources, as a line of
  ///     NDJSON, if they are skipped.
  ///   - next: Returns the next batch, used up before it is called again; nil at the end.
  /// - Returns: What was stored.
  /// - Throws: ``ImportConflict``, ``DuplicatePath``, or ``StoreError``, with the store as it was.
  package static func run(
    path: String, lock: StoreLock, name: String, startedAt: String, options: Options,
    shouldStop: @escaping () -> Bool = { false }, finishedAt: () -> String,
    settings: () -> [String: String] = { [:] },
    restored: () -> [RestoredRecord] = { [] },
    onDuplicate: @escaping (DuplicatePath, _ line: String) throws -> Void,
    next: () throws -> DocumentBatch?
  ) throws -> Outcome {
    let exists = FileManager.default.fileExists(atPath: path)
    let work = { (database: Database) in
      let run = try Run.begin(options.kind, name: name, startedAt: startedAt, database)
      let task = try StoreImport(
        database, run: run, options: options, isNew: !exists, onDuplicate: onDuplicate)
      while let batch = try next() {
        if shouldStop() { throw StoreError.stopped }
        try task.append(batch)
      }
      for record in restored() { try record.insert(into: database) }
      try task.finish(at: finishedAt(), settings: settings())
      return task.outcome
    }
    if !exists { return try build(path, shouldStop, work) }
    let store = try DocumentStore.writing(path, lock: lock)
    store.shouldStop = shouldStop
    return try store.transaction(work)
  }

  private init(
    _ database: Database, run: Int64, options: Options, isNew: Bool,
    onDuplicate: @escaping (DuplicatePath, _ line: String) throws -> Void
  ) throws {
    let last = try Int64.fetchOne(database, sql: "SELECT max(id) FROM version") ?? 0
    (self.database, self.run, self.options) = (database, run, options)
    duplicates = try ImportDuplicates(
      database, areSetAside: options.skipsDuplicates, onDuplicate: onDuplicate)
    writer = try BaselineWriter(database, run: run, firstVersion: last + 1)
    current = isNew ? nil : try CurrentDocument(database)
    outcome.run = run
    try database.execute(
      sql: "UPDATE run SET first_version = ?, documents = 0 WHERE id = ?",
      arguments: [last + 1, run])
  }

  /// Builds a new store beside its final place, and puts it there when it is whole and synced.
  private static func build(
    _ path: String, _ shouldStop: @escaping () -> Bool, _ work: (Database) throws -> Outcome
  ) throws -> Outcome {
    let temporary = path + ".importing"
    try StoreConnection.remove(temporary)
    do {
      let store = try DocumentStore.building(temporary)
      store.shouldStop = shouldStop
      let outcome = try store.access { database in
        try database.execute(sql: "BEGIN")
        let outcome = try work(database)
        try database.execute(sql: "COMMIT; PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL")
        return outcome
      }
      try store.close()
      try DurableFile.sync(temporary)
      try DurableFile.rename(temporary, to: path)
      return outcome
    } catch {
      try? StoreConnection.remove(temporary)
      throw (error as? StoreError).map { $0.about(path) } ?? error
    }
  }

  private func append(_ batch: DocumentBatch) throws {
    if batch.source !== source { try begin(batch.source) }
    try writer.appendPhotos(of: batch)
    for record in batch.records { try append(record, of: batch) }
  }

  /// Notes where the versions from the next on are from.
  private func begin(_ source: DocumentSource) throws {
    self.source = source
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO source (first_version, run, name, file, unit) VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        writer.nextVersion, run, source.name, source.file, source.unit?.rawValue,
      ])
  }

  private func append(_ record: DocumentRecord, of batch: DocumentBatch) throws {
    guard let current, let found = try current.find(batch.bytes[record.path]) else {
      try writer.append(record, of: batch)
      outcome.imported += 1
      return
    }
    if found.run == run { return try duplicates.add(record, of: batch) }
    if found.data(equals: batch.bytes[record.data]) {
      outcome.unchanged += 1
      return
    }
    if options.keepsPresent {
      outcome.kept += 1
      return
    }
    guard options.replaces else { throw ImportConflict(path: batch.bytes[record.path].text) }
    try writer.append(
      record, of: batch, replacing: (document: found.document, version: found.version))
    outcome.replaced += 1
  }

  private func finish(at instant: String, settings: [String: String]) throws {
    for (name, value) in settings {
      try database.execute(
        sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", arguments: [name, value])
    }
    if current == nil {
      outcome.imported -= try duplicates.remove()
      try makePathIndex()
    }
    try duplicates.forgetPhotos()
    try database.execute(
      sql: "UPDATE run SET finished_at = ?, documents = ?, changed = ? WHERE id = ?",
      arguments: [instant, outcome.imported, outcome.replaced, run])
    // Tells SQLite how few documents the small indexes are for; a sample is enough.
    try database.execute(sql: "PRAGMA analysis_limit = 1000; ANALYZE main")
  }

  private func makePathIndex() throws {
    do {
      // The index is as large as memory allows its sorting to be, on both cores.
      try database.execute(sql: "PRAGMA threads = 2")
      try database.execute(sql: Schema.pathIndex)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw try duplicates.first() ?? error
    }
  }
}
