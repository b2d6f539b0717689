internal import Foundation
internal import Glibc

/// The right to change a store: an advisory lock on a file beside it, which the system releases when
/// its holder ends, however it ends.
package final class StoreLock {
  /// Who holds a lock.
  package struct Holder: Codable, Sendable, CustomStringConvertible {
    package var pid: Int32
    package var host: String
    package var command: String
    /// RFC 3339.
    package var startedAt: String

    package init(pid: Int32, host: String, command: String, startedAt: String) {
      self.pid = pid
      self.host = host
      self.command = command
      self.startedAt = startedAt
    }

    package var description: String {
      "process \(pid) on \(host) (`\(command)`, since \(startedAt))"
    }
  }

  private let descriptor: Int32

  /// Takes the lock of a store.
  ///
  /// - Parameters:
  ///   - path: The store's path; the lock file's is the same with `.lock` behind it.
  ///   - holder: What others are told.
  ///   - seconds: How long to wait for another holder.
  /// - Throws: ``StoreError/inUse(path:holder:)``.
  package init(store path: String, holder: Holder, wait seconds: Double) throws {
    descriptor = try Self.take(path, wait: seconds)
    Self.write(holder, to: descriptor)
  }

  deinit {
    ftruncate(descriptor, 0)
    close(descriptor)
  }

  /// Who changes a store now; nil if nobody does, or nobody has.
  package static func holder(of store: String) -> Holder? {
    let descriptor = open(store + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if descriptor < 0 { return nil }
    defer { close(descriptor) }
    return readHolder(descriptor)
  }

  private static func take(_ path: String, wait seconds: Double) throws -> Int32 {
    let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor < 0 { throw openError(store: path) }
    let start = ContinuousClock.now
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let waited = ContinuousClock.now - start
      let holder = readHolder(descriptor)
      // One that has just taken the lock has not said who it is yet.
      if waited >= .seconds(seconds), holder != nil || waited >= .seconds(seconds + 1) {
        close(descriptor)
        throw StoreError.inUse(path: path, holder: holder)
      }
      usleep(20_000)
    }
    return descriptor
  }

  private static func openError(store path: String) -> StoreError {
    switch errno {
    case ENOENT: .missingDirectory(path: path)
    case ENOSPC, EDQUOT: .full(path: path)
    case EACCES, EPERM, EROFS: .readOnly(path: path)
    default:
      .failed(path: path, detail: "its lock cannot be opened: \(String(cString: strerror(errno)))")
    }
  }

  /// The lock file is advice for people: the lock itself holds whether or not this succeeds.
  private static func write(_ holder: Holder, to descriptor: Int32) {
    guard let data = try? JSONEncoder().encode(holder), ftruncate(descriptor, 0) == 0 else {
      return
    }
    _ = data.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// Who has the lock; nil if that is not written yet, but who had it before.
  private static func readHolder(_ descriptor: Int32) -> Holder? {
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let holder = try? JSONDecoder().decode(Holder.self, from: Data(bytes[..<count]))
    guard let holder, holder.host == ProcessInfo.processInfo.hostName else { return holder }
    return kill(holder.pid, 0) == 0 || errno == EPERM ? holder : nil
  }
}
