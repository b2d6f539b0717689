internal import Foundation
internal import Glibc
internal import HalloReport

/// How much room there is.
enum Disk {
  /// Where SQLite puts its temporary files: it asks in this order.
  static var temporaryDirectory: String {
    let named = ["SQLITE_TMPDIR", "TMPDIR"].compactMap(CommonOptions.environment)
    let candidates = named + ["/var/tmp", "/usr/tmp", "/tmp"]
    return candidates.first { isDirectory($0) && access($0, W_OK | X_OK) == 0 } ?? "."
  }

  /// Checks that a directory's disk has room for a number of bytes.
  static func check(_ name: String, _ directory: String, needs bytes: Int, for purpose: String)
    -> Check
  {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else {
      return .failed(
        name, "cannot look at \(directory): \(String(cString: strerror(errno)))",
        advice: "check that it is there, and yours")
    }
    let free = Int(status.f_bavail) * Int(status.f_frsize)
    let found = "\(byteCount(free)) free in \(directory)"
    return free >= bytes
      ? .ok(name, found)
      : .warning(name, found, advice: "free \(byteCount(bytes - free)) more \(purpose)")
  }

  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
