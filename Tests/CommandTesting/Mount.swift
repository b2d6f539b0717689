internal import Foundation
internal import Glibc

/// A file system for one test, made by root.
package struct Mount {
  private let path: String

  /// Whether this process may mount anything: root may, but not in every container.
  package static let isAllowed: Bool = {
    guard geteuid() == 0, let scratch = try? Scratch(),
      let mount = try? small(scratch.file("disk"), kilobytes: 16)
    else { return false }
    mount.unmount()
    return true
  }()

  package static let skip = "needs root, and the right to mount"

  /// An empty one that is soon full.
  package static func small(_ path: String, megabytes: Int) throws -> Mount {
    try small(path, kilobytes: megabytes << 10)
  }

  package static func small(_ path: String, kilobytes: Int) throws -> Mount {
    try make(path) { mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k,mode=700") }
  }

  /// Makes a small one larger.
  package func grow(megabytes: Int) throws {
    let remount: UInt = 32  // MS_REMOUNT
    guard mount("tmpfs", path, "tmpfs", remount, "size=\(megabytes)m") == 0 else {
      throw CommandFailure(description: "remount \(path): \(String(cString: strerror(errno)))")
    }
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
