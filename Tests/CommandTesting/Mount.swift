internal import Foundation
internal import Glibc

/// A file system for one test, made by root.
package struct Mount {
  private let path: String

  /// An empty one that is soon full.
  package static func small(_ path: String, megabytes: Int) throws -> Mount {
    try small(path, kilobytes: megabytes << 10)
  }

  package static func small(_ path: String, kilobytes: Int) throws -> Mount {
    try make(path) { mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") }
  }

  /// What is in a directory, which nobody can write to while this is mounted.
  package static func readOnly(_ path: String) throws -> Mount {
    try make(path) {
      // MS_BIND, MS_RDONLY, MS_REMOUNT
      let (bind, readOnly, remount): (UInt, UInt, UInt) = (4096, 1, 32)
      let status = mount(path, path, nil, bind, nil)
      return status != 0 ? status : mount(path, path, nil, bind | readOnly | remount, nil)
    }
  }

  private static func make(_ path: String, _ body: () -> Int32) throws -> Mount {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard body() == 0 else {
      throw CommandFailure(description: "mount \(path): \(String(cString: strerror(errno)))")
    }
    return Mount(path: path)
  }

  /// Bytes that can still be written.
  package var free: Int {
    var status = statvfs()
    statvfs(path, &status)
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  package func unmount() {
    let detach: Int32 = 2  // MNT_DETACH: also while something is open there
    umount2(path, detach)
  }
}
