internal import Foundation
internal import Glibc
internal import PhotoArchive

/// What is wrong with an archive's directory; what is in it is for `archive verify`.
struct ArchiveChecks {
  private let context: CommandContext
  private let path: String

  init(_ context: CommandContext, archive: String) { (self.context, path) = (context, archive) }

  func run() -> [Check] {
    var status = stat()
    guard lstat(path, &status) == 0 else { return [absent] }
    do {
      _ = try ArchiveDirectory.open(path)
    } catch {
      return [.failed("archive", error)]
    }
    return [privacy(status.st_mode), rights, room]
  }

  private var absent: Check {
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return FileManager.default.fileExists(atPath: parent)
      ? .ok("archive", "none yet at \(path)")
      : .failed(
        "archive", "neither \(path) nor its directory is there",
        advice: "mount its disk, create \(parent), or name another with --archive")
  }

  private func privacy(_ mode: mode_t) -> Check {
    mode & 0o077 == 0
      ? .ok("archive", "\(path), private")
      : .warning(
        "archive", "\(path): other users can read people's photos",
        advice: "take that right away with `chmod go= \(path)`")
  }

  private var rights: Check {
    access(path, R_OK | W_OK | X_OK) == 0
      ? .ok("archive's rights", "this user can add to it")
      : .warning(
        "archive's rights", "this user cannot add to it",
        advice: "run `archive run` as the archive's owner, or give this user the right to write")
  }

  /// Everything that is due may be nearly all of the store.
  private var room: Check {
    var store = stat()
    let size = stat(context.storePath, &store) == 0 ? Int(store.st_size) : 0
    return Disk.check("archive's disk", path, needs: size, for: "to archive all of the store")
  }
}
