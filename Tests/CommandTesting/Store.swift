internal import Foundation
internal import GRDB

extension Scratch {
  /// Changes a store, or any SQLite file, as another program would.
  package func execute(_ sql: String, on name: String = "hallo.sqlite") throws {
    let queue = try DatabaseQueue(path: file(name))
    try queue.inDatabase { try $0.execute(sql: sql) }
    try queue.close()
  }

  /// The first column of a query's rows.
  package func query(_ sql: String, on name: String = "hallo.sqlite") throws -> [String] {
    let queue = try DatabaseQueue(path: file(name))
    defer { try? queue.close() }
    return try queue.read { try Row.fetchAll($0, sql: sql).map { "\($0[0] as DatabaseValue)" } }
  }

  /// What SQLite says of a copy of a store, so that the store stays as it is.
  package func integrity() throws -> [String] {
    let copy = "copy-\(UUID().uuidString)"
    for end in ["", "-wal"] where exists("hallo.sqlite" + end) {
      try self.copy("hallo.sqlite" + end, to: copy + end)
    }
    defer {
      for end in ["", "-wal", "-shm"] where exists(copy + end) { try? remove(copy + end) }
    }
    return try query("PRAGMA integrity_check", on: copy)
  }
}
