import CommandTesting
import Foundation
import Glibc

/// An ext4 file system in a file, whose power can be cut.
final class LoopDisk {
  private let scratch: Scratch
  private let image: String
  private let path: String
  private let options: String

  /// Whether this process may mount one, and the system can cut its power.
  static let isUsable: Bool = {
    guard geteuid() == 0, let scratch = try? Scratch(),
      let disk = try? LoopDisk(scratch, at: "disk", options: "data=ordered")
    else { return false }
    return disk.cut()
  }()

  static let skip = "needs root, and the right to mount an ext4 image"

  /// Makes one, and mounts it on a directory.
  init(_ scratch: Scratch, at name: String, options: String) throws {
    (self.scratch, self.options, path) = (scratch, options, scratch.file(name))
    image = scratch.file("\(UUID().uuidString).image")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Self.run(scratch, "truncate", ["-s", "16M", image])
    try Self.run(scratch, "/usr/sbin/mkfs.ext4", ["-q", "-F", image])
    try mount()
    chmod(path, 0o700)
  }

  deinit {
    let detach: Int32 = 2  // MNT_DETACH: also while something is open there
    umount2(path, detach)
  }

  /// Drops at once all that is not on the disk yet, and lets nothing more there: what xfstests takes for
  /// a power cut.
  ///
  /// - Returns: Whether the file system could do it.
  @discardableResult
  func cut() -> Bool {
    // Inherited by another test's command, it would keep the file system busy.
    let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(directory) }
    // EXT4_IOC_SHUTDOWN, EXT4_GOING_FLAGS_NOLOGFLUSH
    var flags: UInt32 = 2
    return ioctl(directory, 0x8004_587D, &flags) == 0
  }

  /// What follows a power cut: the file system is mounted again, and replays its journal.
  func restart() throws {
    try waitFor { umount2(path, 0) == 0 }
    try mount()
  }

  private func mount() throws {
    try Self.run(scratch, "mount", ["-t", "ext4", "-o", "loop,\(options)", image, path])
  }

  private static func run(_ scratch: Scratch, _ program: String, _ arguments: [String]) throws {
    let outcome = try scratch.start(arguments, program: program).wait()
    guard outcome.code == 0 else { throw CommandFailure(description: outcome.everything) }
  }
}
