internal import CSQLiteSettings
internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Glibc

/// How a store's file is opened, and with what settings.
enum StoreConnection {
  enum Access {
    /// Leaves the file's bytes alone; works without permission to write.
    case reading
    /// As `reading`, with temporary tables for a dry run.
    case rehearsing
    case writing
    /// A new file that nobody else sees yet, and that is thrown away if anything fails: it needs no
    /// journal, and is synced once, when it is whole.
    case building
  }

  static func open(_ path: String, for access: Access) throws -> DatabaseQueue {
    _ = memoryIsNotCounted
    if access != .building { try checkFile(path) }
    var configuration = Configuration()
    let leavesAlone = access == .reading || access == .rehearsing
    configuration.readonly = leavesAlone && !canHouseKeep(path)
    // Transactions span the statements of a run; whoever begins one ends it.
    configuration.allowsUnsafeTransactions = true
    let keepsLog = leavesAlone && hasLog(path)
    configuration.prepareDatabase { try configure($0, for: access, keepsLog: keepsLog) }
    do {
      let queue = try DatabaseQueue(
        path: leavesAlone ? readingLocation(path) : path, configuration: configuration)
      if access == .building { chmod(path, 0o600) }
      return queue
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private static func configure(_ database: Database, for access: Access, keepsLog: Bool) throws {
    if let connection = database.sqliteConnection {
      CSQLiteSetDefensive(UnsafeMutableRawPointer(connection))
      if keepsLog { CSQLiteSetNoCheckpointOnClose(UnsafeMutableRawPointer(connection)) }
    }
    let settings =
      switch access {
      case .reading: ["query_only = ON"]
      case .rehearsing: []
      // The log is merged into the file once, when the store is closed.
      case .writing: ["synchronous = FULL", "wal_autocheckpoint = 0"]
      case .building:
        [
          "page_size = 16384", "journal_mode = OFF", "synchronous = OFF",
          "locking_mode = EXCLUSIVE",
        ]
      }
    let common = [
      // Whoever made the file, its views and triggers may call nothing that does harm.
      "trusted_schema = OFF", "cell_size_check = ON",
      // What is sorted may take as much again. A dry run keeps its versions in the temporary cache too.
      "cache_size = -\(access == .rehearsing ? cacheKilobytes / 2 : cacheKilobytes)",
      "temp.cache_size = -\(cacheKilobytes / 2)",
      // A build may overwrite what it frees with zeros by default. What `down` frees is still in
      // the baselines; only archiving must leave no trace.
      "secure_delete = OFF",
    ]
    for setting in settings + common { try database.execute(sql: "PRAGMA \(setting)") }
  }

  private static let memoryIsNotCounted = CSQLiteStopCountingMemory()

  static let cacheKilobytes = 16_000

  /// Refuses what SQLite would take for an empty database, or report as something else.
  private static func checkFile(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw errno == ENOENT ? StoreError.absent(path) : .readOnly(path: path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw StoreError.notSQLite(path: path) }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw StoreError.readOnly(path: path)
    }
    defer { try? file.close() }
    guard try file.read(upToCount: 16) == Data("SQLite format 3\0".utf8) else {
      throw StoreError.notSQLite(path: path)
    }
  }

  /// Removes a store's file and those that SQLite keeps beside it, as far as they are there.
  static func remove(_ path: String) throws {
    for file in [path, path + "-wal", path + "-shm", path + "-journal"] {
      if unlink(file) != 0, errno != ENOENT {
        throw StoreError.failed(path: file, detail: String(cString: strerror(errno)))
      }
    }
  }

  /// Whether this process may make and remove the files that SQLite keeps beside a store.
  private static func canHouseKeep(_ path: String) -> Bool {
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return access(path, W_OK) == 0 && access(directory, W_OK) == 0
  }

  /// Whether there is a log that is not in the file yet; one that a killed writer left, a reader must not
  /// put there.
  static func hasLog(_ path: String) -> Bool { DocumentStore.logSize(of: path) > 0 }

  /// A store that nobody can write to, and that has no log beside it, is read as it lies.
  private static func readingLocation(_ path: String) -> String {
    guard !canHouseKeep(path), !FileManager.default.fileExists(atPath: path + "-wal") else {
      return path
    }
    let allowed = CharacterSet.urlPathAllowed.subtracting(["?", "#", "%"])
    let encoded = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    return "file:\(encoded)?immutable=1"
  }
}

extension StoreError {
  /// What a failure of SQLite means for the store.
  init(_ error: any Error, path: String) {
    if let known = error as? StoreError {
      self = known
      return
    }
    let (status, detail) =
      if let error = error as? DatabaseError {
        (error.extendedResultCode.rawValue, error.message ?? error.description)
      } else if let error = error as? SQLiteFailure {
        (error.status, error.description)
      } else {
        (SQLITE_ERROR, "\(error)")
      }
    switch status & 0xFF {
    case SQLITE_FULL: self = .full(path: path)
    case SQLITE_IOERR where !Self.hasRoom(path): self = .full(path: path)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN: self = .readOnly(path: path)
    case SQLITE_NOTADB: self = .notSQLite(path: path)
    case SQLITE_CORRUPT: self = .damaged(path: path, detail: detail)
    case SQLITE_INTERRUPT: self = .stopped
    case SQLITE_BUSY: self = .inUse(path: path, holder: nil)
    default: self = .failed(path: path, detail: detail)
    }
  }

  /// Whether the disk has room for what SQLite asks for at once.
  ///
  /// It takes a disk that is full for one that fails where it makes the index of its log.
  private static func hasRoom(_ path: String) -> Bool {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return true }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) >= 1 << 16
  }
}
