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
      row.bytes(3).elementsEqual(other)
    }

    var data: UnsafeBufferPointer<UInt8> { row.bytes(3) }
  }

  init(_ database: Database) throws {
    arrivals = try SQLiteStatement(
      """
      SELECT coalesce(document, id) FROM version
      WHERE path = ?1 AND arrived IS NOT NULL ORDER BY run DESC
      """, database)
    newest = try SQLiteStatement(
      """
      SELECT id, run, removed, data, path = ?2 FROM version
      WHERE id = coalesce((SELECT max(id) FROM version WHERE document = ?1), ?1)
      """, database)
  }

  func find(_ path: UnsafeBufferPointer<UInt8>) throws -> Found? {
    newest.reset()
    arrivals.bind(path, at: 1)
    defer { arrivals.reset() }
    while try arrivals.step() {
      newest.reset()
      newest.bind(arrivals.integer(0), at: 1)
      newest.bind(path, at: 2)
      if try newest.step(), newest.isNull(2), newest.integer(4) == 1 {
        return Found(
          document: arrivals.integer(0), version: newest.integer(0), run: newest.integer(1),
          row: newest)
      }
    }
    return nil
  }
}
