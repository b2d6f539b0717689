internal import Documents

/// Changes that a statement asks for: documents as they are, and as they are to be.
///
/// - Important: `@unchecked Sendable` because a batch is handed from the connection's thread to the one
///   that prepares it and back, and never used by both.
final class ChangeBatch: @unchecked Sendable {
  struct Row {
    let version: Int64
    let document: Int64
    let run: Int64
    let path: ByteRange
    let data: ByteRange
    let wanted: Wanted
  }

  enum Wanted {
    case removal
    /// The values that a statement computed; nil for NULL.
    case state(path: ByteRange?, data: ByteRange?)
  }

  /// What is to be written for a row.
  enum Prepared {
    /// The document is as the statement wants it.
    case nothing
    case removal(SHA256Digest)
    /// The index of the new state's record among `documents`, and the markers of photos that the
    /// document had not before.
    case state(record: Int, SHA256Digest, newMarkers: [String])
  }

  private(set) var rows: [Row] = []
  private(set) var prepared: [Prepared] = []
  /// What is wrong with one of the rows; those before it are prepared.
  private(set) var failure: (path: String, error: any Error)?
  /// The new states.
  let documents = DocumentBatch()
  private var bytes = ByteBuffer(capacity: 2 << 20)
  private let reader = DocumentReader(isStored: true)
  private var hashed = ByteBuffer()

  var isFull: Bool { bytes.count > 1 << 20 }

  func removeAll() {
    rows.removeAll(keepingCapacity: true)
    prepared.removeAll(keepingCapacity: true)
    bytes.truncate(to: 0)
    documents.removeAll()
    failure = nil
  }

  subscript(range: ByteRange) -> UnsafeBufferPointer<UInt8> { bytes[range] }

  /// Adds a row of a ``DocumentStatement``.
  func append(_ row: SQLiteStatement, isRemoval: Bool) {
    let path = append(row.bytes(3))
    let data = append(row.bytes(4))
    let wanted: Wanted =
      isRemoval
      ? .removal
      : .state(path: row.optionalBytes(5).map(append), data: row.optionalBytes(6).map(append))
    rows.append(
      Row(
        version: row.integer(0), document: row.integer(1), run: row.integer(2), path: path,
        data: data, wanted: wanted))
  }

  /// Reads the new states and hashes the changes.
  ///
  /// This is the work that needs no database.
  func prepare() {
    for row in rows {
      do {
        prepared.append(try prepare(row))
      } catch {
        failure = (bytes[row.path].text, error)
        return
      }
    }
  }

  private func prepare(_ row: Row) throws -> Prepared {
    let (oldPath, oldData) = (bytes[row.path], bytes[row.data])
    guard case .state(let path, let data) = row.wanted else {
      return .removal(digest(path: oldPath, data: oldData, newPath: nil, newData: nil))
    }
    guard let path else { throw MissingValue(column: "path") }
    guard let data else { throw MissingValue(column: "data") }
    let isSamePath = bytes[path].equals(oldPath)
    if isSamePath, bytes[data].equals(oldData) { return .nothing }
    try reader.read(path: bytes[path], data: bytes[data], into: documents)
    let index = documents.records.count - 1
    let record = documents.records[index]
    if isSamePath, documents.bytes[record.data].equals(oldData) { return .nothing }
    let digest = digest(
      path: oldPath, data: oldData, newPath: documents.bytes[record.path],
      newData: documents.bytes[record.data])
    return .state(
      record: index, digest, newMarkers: newMarkers(of: record, oldData: oldData))
  }

  private func newMarkers(
    of record: DocumentRecord, oldData: UnsafeBufferPointer<UInt8>
  ) -> [String] {
    // A string in the text cannot look like a marker, for its quotes would be escaped.
    documents.photos.uses[record.photoUses].compactMap(\.marker).filter { marker in
      var marker = marker
      return marker.withUTF8 { oldData.firstIndex(of: $0, from: 0) == nil }
    }
  }

  /// The SHA-256 of one change: each part with its length before it, so that none runs into the next.
  func digest(
    path: UnsafeBufferPointer<UInt8>, data: UnsafeBufferPointer<UInt8>,
    newPath: UnsafeBufferPointer<UInt8>?, newData: UnsafeBufferPointer<UInt8>?
  ) -> SHA256Digest {
    hashed.truncate(to: 0)
    for part in [path, data, newPath, newData] {
      guard let part else { continue }
      hashed.appendJSON(integer: Int64(part.count))
      hashed.append(UInt8(ascii: ":"))
      hashed.append(part)
    }
    return SHA256Digest(of: hashed.bytes)
  }

  private func append(_ text: UnsafeBufferPointer<UInt8>) -> ByteRange {
    let start = bytes.count
    bytes.append(text)
    return bytes.range(since: start)
  }

  struct MissingValue: Error, CustomStringConvertible {
    let column: String
    var description: String { "`\(column)` was set to NULL" }
  }
}
