internal import Documents
internal import GRDB

/// Finds the document that is at a path now.
final class CurrentDocument {
  private let arrivals: SQLiteStatement
  private let newest: SQLiteStatement

  /// The newest version of a document; its bytes are valid until the next search.
  struct Found {
    let document: Int64
    let version: Int64
    let run: Int64
    fileprivate let row: SQLiteStatement

    func data(equals other: UnsafeBufferPointer<UInt8>) -> Bool {
      row.bytes(3).equals(other)
    }
  }

  /// Prepares to search the tables that have versions.
  init(_ database: Database, tables: [String] = ["main.version"]) throws {
    arrivals = try SQLiteStatement(
      tables.map {
        """
        SELECT coalesce(document, id) FROM \($0)
        WHERE path = ?1 AND arrived IS NOT NULL AND id < ?2
        """
      }.joined(separator: " UNION ALL "), database)
    newest = try SQLiteStatement(Self.newest(in: tables), database)
  }

  private static func newest(in tables: [String]) -> String {
    let columns = "id, run, removed, data, path = ?2"
    let parts = tables.map { "SELECT \(columns) FROM \($0) WHERE document = ?1 AND id < ?3" }
    return (["SELECT \(columns) FROM main.version WHERE id = ?1"] + parts)
      .joined(separator: " UNION ALL ") + " ORDER BY 1 DESC LIMIT 1"
  }

  /// Whether a document was at a path before there was a version.
  func isThere(_ path: UnsafeBufferPointer<UInt8>, before version: Int64) throws -> Bool {
    // A statement in use would keep temporary tables from being dropped.
    defer { newest.reset() }
    return try find(path, before: version) != nil
  }

  /// Finds the document that was at a path before there was a version.
  func find(
    _ path: UnsafeBufferPointer<UInt8>, before version: Int64 = .max
  ) throws -> Found? {
    newest.reset()
    arrivals.bind(path, at: 1)
    arrivals.bind(version, at: 2)
    defer { arrivals.reset() }
    while try arrivals.step() {
      newest.reset()
      newest.bind(arrivals.integer(0), at: 1)
      newest.bind(path, at: 2)
      newest.bind(version, at: 3)
      if try newest.step(), newest.isNull(2), newest.integer(4) == 1 {
        return Found(
          document: arrivals.integer(0), version: newest.integer(0), run: newest.integer(1),
          row: newest)
      }
    }
    return nil
  }
}
