internal import Documents
internal import GRDB

/// What the documents that a run changed take in Firestore, before and after it.
package struct ChangedBytes: Sendable {
  package internal(set) var documents = 0
  package internal(set) var before = 0
  package internal(set) var after = 0

  package init() {}

  package static func + (left: ChangedBytes, right: ChangedBytes) -> ChangedBytes {
    var sum = left
    sum.documents += right.documents
    sum.before += right.before
    sum.after += right.after
    return sum
  }
}

extension RunSession {
  /// Measures what the run has changed: both states of every document are read again.
  func changedBytes() throws -> ChangedBytes {
    let rows = try SQLiteStatement(
      tables.map {
        """
        SELECT v.removed, v.path, v.data, b.path, b.data
        FROM \(versions) AS v JOIN \($0) AS b ON b.id = v.before WHERE v.id >= ?1
        """
      }.joined(separator: " UNION ALL "), database)
    rows.bind(firstVersion, at: 1)
    defer { rows.reset() }
    let parser = JSONParser()
    var bytes = ChangedBytes()
    while try rows.step() {
      bytes.documents += 1
      bytes.before += try size(rows, 3, parser)
      if rows.isNull(0) { bytes.after += try size(rows, 1, parser) }
    }
    return bytes
  }

  /// The size of the document whose path and data are in two columns.
  private func size(_ row: SQLiteStatement, _ column: Int32, _ parser: JSONParser) throws -> Int {
    let fields = try DocumentReader.fields(of: row.bytes(column + 1), parser: parser)
    return FirestoreSize.document(path: row.text(column) ?? "", fields: fields)
  }
}
