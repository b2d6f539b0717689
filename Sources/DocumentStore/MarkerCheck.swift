internal import Documents
internal import GRDB

/// Tells the markers of photos that a statement has found in documents from those that it made up.
///
/// What a made-up marker stands for could never be read again. A marker is a found one if its photo was
/// there when the statement began, and if the value that it stands for would get this very marker.
final class MarkerCheck {
  private let photo: SQLiteStatement
  private let last: SQLiteStatement
  /// The last photo that the run had added when the statement began.
  private var lastPhoto: Int64 = 0
  private let restorer = PhotoRestorer()
  private let reader = DocumentReader()
  private let batch = DocumentBatch()

  /// Prepares to look for photos in the store and, in a dry run, among those that it has added.
  init(_ database: Database, target: ChangeWriter.Target) throws {
    let added = "SELECT bytes FROM \(target.photos) WHERE sha256 = ?1 AND rowid <= ?2"
    let others = " UNION ALL SELECT bytes FROM main.photo WHERE sha256 = ?1"
    photo = try SQLiteStatement(added + (target == .store ? "" : others), database)
    last = try SQLiteStatement("SELECT coalesce(max(rowid), 0) FROM \(target.photos)", database)
  }

  func beginStatement() throws {
    defer { last.reset() }
    if try last.step() { lastPhoto = last.integer(0) }
  }

  /// Whether a statement can have found a marker.
  func isFound(_ marker: String) throws -> Bool {
    var path = ByteBuffer()
    path.append("a/b")
    var stored = ByteBuffer()
    stored.append("{\"photoData\":\(marker)}")
    var inline = ByteBuffer()
    batch.removeAll()
    do {
      try restorer.restore(stored.bytes, to: &inline, photo: bytes)
      try reader.read(path: path.bytes, data: inline.bytes, into: batch)
    } catch is Unknown {
      return false
    } catch is DocumentFault {
      return false
    }
    return batch.bytes[batch.records[0].data].equals(stored.bytes)
  }

  private struct Unknown: Error {}

  private func bytes(of digest: SHA256Digest) throws -> [UInt8] {
    defer { photo.reset() }
    return try digest.bytes.withUnsafeBufferPointer { digest in
      photo.bind(blob: digest, at: 1)
      photo.bind(lastPhoto, at: 2)
      guard try photo.step() else { throw Unknown() }
      return Array(photo.bytes(0))
    }
  }
}
