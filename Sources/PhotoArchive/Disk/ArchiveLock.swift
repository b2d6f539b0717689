internal import Glibc

/// The right to change an archive, or to read it while nobody changes it: an advisory lock on the file
/// `.lock` in it, which the system releases when its holder ends, however it ends.
package final class ArchiveLock {
  package enum Purpose: Sendable { case reading, writing }

  package static let fileName = ".lock"

  private let descriptor: Int32?

  /// Takes the lock of an archive.
  ///
  /// An archive that nobody can write to, such as one on a read-only disk, can be read without a lock.
  ///
  /// - Throws: ``ArchiveError/inUse(path:)`` if another process holds it for a purpose that excludes this.
  package init(_ archive: ArchiveDirectory, for purpose: Purpose) throws {
    let flags = O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let opened = openat(archive.descriptor, Self.fileName, flags | O_RDWR, 0o600)
    if opened < 0 {
      guard purpose == .reading, errno == EROFS || errno == EACCES else {
        throw archive.failure("lock", Self.fileName)
      }
      descriptor = nil
      return
    }
    descriptor = opened
    let operation = purpose == .writing ? LOCK_EX : LOCK_SH
    while flock(opened, operation | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      if errno == EWOULDBLOCK { throw ArchiveError.inUse(path: archive.path) }
      throw archive.failure("lock", Self.fileName)
    }
  }

  deinit {
    if let descriptor { close(descriptor) }
  }
}
