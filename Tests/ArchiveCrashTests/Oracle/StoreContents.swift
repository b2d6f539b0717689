import Crypto
import Foundation
import StoreTesting

/// The documents and photos of a store, read with SQLite alone.
struct StoreContents: Equatable, Sendable {
  /// Canonical text by path.
  private(set) var documents: [String: String] = [:]
  /// The SHA-256 of every photo, by what the store says that it is.
  private(set) var photos: [String: String] = [:]
  /// What SQLite's own check says.
  let integrity: String

  /// Reads a copy of a store and its log, so that both stay as they are.
  init(of path: String) throws {
    let copy = FileManager.default.temporaryDirectory.path + "/hallo-migrate-\(UUID().uuidString)"
    defer { for end in ["", "-wal", "-shm"] { unlink(copy + end) } }
    for end in ["", "-wal"] where access(path + end, F_OK) == 0 {
      try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
    }
    let file = try SQLiteFile(copy)
    integrity = try file.value("PRAGMA integrity_check") ?? ""
    for row in try file.rows("SELECT path, data FROM document") {
      if let path = row[0], let data = row[1] { documents[path] = data }
    }
    for row in try file.rows("SELECT lower(hex(sha256)), hex(bytes) FROM photo") {
      if let name = row[0], let bytes = row[1] { photos[name] = Self.digest(hexadecimal: bytes) }
    }
  }

  /// Whether a photo is here: its document, and in that the photo's text, its bytes, or its link.
  func has(_ photo: Photo) -> Bool {
    guard let data = documents[photo.path] else { return false }
    let isStored = data.contains(#""__photo__":["\#(photo.digest)""#)
    return isStored ? photos[photo.digest] == photo.digest : data.contains(photo.member)
  }

  private static func digest(hexadecimal text: String) -> String {
    let digits = Array(text.utf8).map { $0 > 57 ? $0 - 55 : $0 - 48 }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    return ArchiveCrashTests.hexadecimal(SHA256.hash(data: bytes))
  }
}
