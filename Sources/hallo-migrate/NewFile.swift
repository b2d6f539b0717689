internal import Foundation
internal import Glibc

/// A file that is there whole, or as it was before.
enum NewFile {
  struct Unwritable: Error, CustomStringConvertible {
    let path: String
    var description: String { "cannot write \(path); check that its directory exists and is yours" }
  }

  /// Replaces a file at once, so that nobody reads half of it; what is no file, such as a terminal, is
  /// written to.
  static func write(_ data: Data, to path: String, permissions: Int = 0o600) throws {
    let isOther = exists(path) && !isFile(path)
    let target = isOther ? path : "\(path).\(getpid()).tmp"
    let attributes: [FileAttributeKey: Any] = isOther ? [:] : [.posixPermissions: permissions]
    let manager = FileManager.default
    guard manager.createFile(atPath: target, contents: data, attributes: attributes) else {
      if !isOther { unlink(target) }
      throw Unwritable(path: path)
    }
    if !isOther, rename(target, path) != 0 {
      unlink(target)
      throw Unwritable(path: path)
    }
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
