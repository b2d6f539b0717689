import CommandTesting
import Crypto
import Foundation

extension DiskImage {
  /// Equal for equal contents.
  var digest: String {
    var hasher = SHA256()
    for (path, bytes) in entries {
      hasher.update(data: Data("\(path) \(bytes?.count ?? -1)\n".utf8))
      if let bytes { hasher.update(data: bytes) }
    }
    return hexadecimal(hasher.finalize())
  }
}

extension ArchiveSite {
  /// Puts a store and an archive in the place of those that are here.
  func replace(with image: DiskImage) throws {
    for (path, bytes) in image.entries {
      let file = scratch.file(path)
      if let bytes {
        try bytes.write(to: URL(fileURLWithPath: file))
        chmod(file, 0o600)
      } else {
        try FileManager.default.createDirectory(
          atPath: file, withIntermediateDirectories: false,
          attributes: [.posixPermissions: 0o700])
      }
    }
  }
}
