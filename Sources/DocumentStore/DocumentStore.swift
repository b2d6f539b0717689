internal import Documents
internal import GRDB
internal import Glibc

/// A database of documents in one SQLite file, in which nothing is overwritten.
///
/// Not for two threads.
package final class DocumentStore {
  package let path: String
  /// Called now and then while a long piece of work goes on.
  package var onProgress: (StoreProgress) -> Void = { _ in }
  /// Asked now and then, from the connection's thread; when it is true, work that has not been
  /// committed is given up with ``StoreError/stopped``.
  package var shouldStop: () -> Bool = { false } { didSet { installInterruption() } }
  private var interruption: Interruption?
  let queue: DatabaseQueue
  /// Held while the store may be changed.
  private let lock: StoreLock?

  private init(path: String, queue: DatabaseQueue, lock: StoreLock?) {
    (self.path, self.queue, self.lock) = (path, queue, lock)
  }

  /// Opens a store to read it, or to rehearse runs whose changes go into temporary tables.
  ///
  /// Its files' bytes stay as they are.
  ///
  /// - Throws: ``StoreError``; ``StoreError/older(path:)`` if opening it to change it would help.
  package static func reading(_ path: String, rehearses: Bool = false) throws -> DocumentStore {
    let access: StoreConnection.Access = rehearses ? .rehearsing : .reading
    let store = DocumentStore(
      path: path, queue: try StoreConnection.open(path, for: access), lock: nil)
    try store.checkFormat(mayUpgrade: false)
    return store
  }

  /// Opens a store to change it, and brings it to the newest format.
  package static func writing(_ path: String, lock: StoreLock) throws -> DocumentStore {
    let store = DocumentStore(
      path: path, queue: try StoreConnection.open(path, for: .writing), lock: lock)
    try store.checkFormat(mayUpgrade: true)
    return store
  }

  /// Makes a store in a file that will be renamed when it is whole.
  static func building(_ path: String) throws -> DocumentStore {
    let store = DocumentStore(
      path: path, queue: try StoreConnection.open(path, for: .building), lock: nil)
    try store.access { database in
      try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
      try Self.upgrade(database, from: 0)
    }
    return store
  }

  /// Makes an empty store in memory, on which migrations are tried before they run.
  package static func inMemory() throws -> DocumentStore {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let store = DocumentStore(
      path: ":memory:", queue: try DatabaseQueue(configuration: configuration), lock: nil)
    try store.access { database in
      try Self.upgrade(database, from: 0)
      try database.execute(sql: Schema.pathIndex)
    }
    return store
  }

  private func installInterruption() {
    let interruption = Interruption(shouldStop)
    queue.inDatabase { interruption.install(on: $0) }
    // Not before: SQLite may still ask the one that was there.
    self.interruption = interruption
  }

  /// Runs `body` on the connection, with SQLite's failures told as the store's.
  func access<Result>(_ body: (Database) throws -> Result) throws -> Result {
    do {
      return try queue.inDatabase(body)
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    } catch let error as SQLiteFailure {
      throw StoreError(error, path: path)
    }
  }

  /// Does `body` in one transaction that is durable when this returns.
  func transaction<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try access { database in
      var result: Result?
      try database.inTransaction(.immediate) {
        result = try body(database)
        return .commit
      }
      guard let result else { throw SQLiteFailure.closed }
      return result
    }
  }

  /// The number of current documents.
  ///
  /// What every run added or removed is known; to count the documents would be to read them all.
  static func documentCount(_ database: Database) throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT coalesce(sum(CASE kind
          WHEN 'import' THEN documents - archived
          WHEN 'restore' THEN documents - archived
          WHEN 'pull' THEN documents - archived - removed
          WHEN 'archive' THEN 0 ELSE -removed END), 0)
        FROM run WHERE undone_at IS NULL AND finished_at IS NOT NULL
        """) ?? 0
  }

  /// The size of the file, in bytes, without its log.
  package func fileSize() throws -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw StoreError.failed(path: path, detail: String(cString: strerror(errno)))
    }
    return Int(status.st_size)
  }

  /// Closes the file, its log merged into it, so that it can be copied or renamed.
  package func close() throws {
    if lock != nil, StoreConnection.hasLog(path) { _ = try access(Self.settleLog) }
    do { try queue.close() } catch { throw StoreError(error, path: path) }
  }

  /// Merges the log into the file, and leaves a log of a single commit.
  ///
  /// A log is safe to remove only then. File systems that write data when they like, such as ext4 with
  /// `data=writeback`, give away the blocks of a file that was removed before its removal is on the
  /// disk. After a power cut the log is there again, its end overwritten by others; SQLite would take
  /// the commits of its beginning for newer than the file. Of a single commit there is no beginning.
  ///
  /// - Returns: Whether it could be done; not while another process is reading.
  static func settleLog(_ database: Database) throws -> Bool {
    if try Bool.fetchOne(database, sql: "PRAGMA wal_checkpoint(RESTART)") ?? true { return false }
    try database.execute(sql: "PRAGMA user_version = \(Schema.version)")
    return true
  }

  private func checkFormat(mayUpgrade: Bool) throws {
    let (application, version) = try access { database in
      (
        try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0,
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      )
    }
    guard application == Schema.applicationID else { throw StoreError.notAStore(path: path) }
    if version > Schema.version {
      throw StoreError.newer(path: path, version: version, known: Schema.version)
    }
    if version == Schema.version { return }
    if !mayUpgrade { throw StoreError.older(path: path) }
    try transaction { try Self.upgrade($0, from: version) }
  }

  private static func upgrade(_ database: Database, from version: Int) throws {
    for step in Schema.steps.dropFirst(version) { try database.execute(sql: step) }
    try database.execute(sql: "PRAGMA user_version = \(Schema.version)")
  }
}

/// How far a long piece of work is.
package struct StoreProgress: Sendable {
  package let count: Int
  /// What is counted, in the plural.
  package let noun: String
  /// The part that is done; nil if that is not known.
  package let fraction: Double?
}
