internal import Foundation
internal import Glibc

/// Files whose bytes and names survive a loss of power.
package enum DurableFile {
  /// Waits until a file's bytes are on the disk.
  package static func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(path) }
  }

  /// Gives a file its final name, and waits until the directory knows.
  ///
  /// - Throws: If there is something of that name already.
  package static func rename(_ source: String, to destination: String) throws {
    // A link fails where a rename would replace what another process has made meanwhile.
    guard link(source, destination) == 0 else { throw failure(destination) }
    guard unlink(source) == 0 else { throw failure(source) }
    try syncDirectory(of: destination)
  }

  /// Waits until the names in the directory of a file are on the disk.
  package static func syncDirectory(of path: String) throws {
    try sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  private static func failure(_ path: String) -> StoreError {
    switch errno {
    case ENOSPC, EDQUOT: .full(path: path)
    case EACCES, EPERM, EROFS: .readOnly(path: path)
    default: .failed(path: path, detail: String(cString: strerror(errno)))
    }
  }
}
