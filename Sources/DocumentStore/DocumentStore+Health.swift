internal import Foundation
internal import GRDB

extension DocumentStore {
  /// The version of the store's format.
  package func format() throws -> Int {
    try access { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
  }

  /// What is wrong in the file's structure: it is all read, but for the contents of its indexes.
  package func faults() throws -> [String] {
    let answers = try access { try String.fetchAll($0, sql: "PRAGMA quick_check(10)") }
    return answers.filter { $0 != "ok" }
  }

  /// Whether what was archived can still be found in the file's unused parts.
  package func hasTraces() throws -> Bool { try setting(ArchiveSession.traces) != nil }

  /// The size of the log that waits to be merged into a store's file, in bytes.
  package static func logSize(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    return (attributes?[.size] as? Int) ?? 0
  }
}
