import Foundation

/// What a system call did to the files below a directory; paths are from there.
enum DiskOperation {
  case makeDirectory(String)
  case create(String)
  /// At the end of the file if there is no offset.
  case write(String, at: Int?, Data)
  case truncate(String, to: Int)
  case rename(String, to: String)
  case remove(String)
  case read(String, Int)
  /// Its next reader has it from the disk.
  case forget(String)
  /// Of a file's bytes, or of a directory's names.
  case sync(String)
  case syncFileSystem(String)
  /// What was written elsewhere: to people.
  case say(String)

  /// The calls that tell everything.
  static let calls = Strace.changes + ["openat", "pread64", "fadvise64"]

  /// - Returns: nil if the call failed, or changed nothing that outlives a power cut.
  init?(_ call: SystemCall, below root: String) {
    if call.result < 0 { return nil }
    func relative(_ path: String?) -> String? {
      guard let path, !path.hasSuffix("-shm") else { return nil }
      if !path.hasPrefix("/") { return path }
      return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : nil
    }
    let file = relative(call.file())
    switch (call.name, file) {
    case ("mkdir", _):
      guard let path = relative(call.path(0)) else { return nil }
      self = .makeDirectory(path)
    case ("mkdirat", _):
      guard let path = relative(call.path(1, in: 0)) else { return nil }
      self = .makeDirectory(path)
    case ("openat", _):
      guard call.has("O_CREAT"), let path = relative(call.opened) else { return nil }
      self = .create(path)
    case ("unlink", _):
      guard let path = relative(call.path(0)) else { return nil }
      self = .remove(path)
    case ("unlinkat", _):
      guard let path = relative(call.path(1, in: 0)) else { return nil }
      self = .remove(path)
    case ("renameat", _), ("renameat2", _):
      guard let old = relative(call.path(1, in: 0)), let new = relative(call.path(3, in: 2)) else {
        return nil
      }
      self = .rename(old, to: new)
    case ("write", nil): self = .say(String(decoding: call.bytes(1), as: UTF8.self))
    case ("write", let file?): self = .write(file, at: nil, call.bytes(1).prefix(call.result))
    case ("pwrite64", let file?):
      self = .write(file, at: call.integer(3), call.bytes(1).prefix(call.result))
    case ("ftruncate", let file?): self = .truncate(file, to: call.integer(1) ?? 0)
    case ("pread64", let file?): self = .read(file, call.result)
    case ("fadvise64", let file?):
      guard call.has("POSIX_FADV_DONTNEED") else { return nil }
      self = .forget(file)
    case ("fsync", let file?), ("fdatasync", let file?): self = .sync(file)
    case ("syncfs", let file?): self = .syncFileSystem(file)
    default: return nil
    }
  }

  /// Whether it changes the archive.
  var isOfArchive: Bool {
    switch self {
    case .makeDirectory(let path), .create(let path), .write(let path, _, _),
      .truncate(let path, _),
      .rename(let path, _), .remove(let path):
      path.hasPrefix(ArchiveSite.archive + "/")
    case .read, .forget, .sync, .syncFileSystem, .say: false
    }
  }

  var isSync: Bool {
    switch self {
    case .sync, .syncFileSystem: true
    default: false
    }
  }
}
