package import Documents
internal import Glibc

/// An open file of an archive.
package final class ArchiveFile {
  package let descriptor: Int32
  package let name: String
  let directory: ArchiveDirectory

  init(descriptor: Int32, name: String, directory: ArchiveDirectory) {
    (self.descriptor, self.name, self.directory) = (descriptor, name, directory)
  }

  deinit { close(descriptor) }

  /// The path for messages.
  package var path: String { directory.path(of: name) }

  /// The path from the archive's own directory.
  package var relativePath: String { directory.relative(name) }

  package func size() throws -> Int { Int(try status().st_size) }

  func status() throws -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ArchiveError.system("look at", path) }
    return status
  }

  /// Reads bytes from a place of the file, piece by piece; fewer than asked for if it ends before.
  package func read(
    at offset: Int, count: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    let block = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: min(count, 1 << 18))
    defer { block.deallocate() }
    var done = 0
    while done < count {
      let wanted = min(block.count, count - done)
      let found = pread(descriptor, block.baseAddress, wanted, off_t(offset + done))
      if found < 0, errno == EINTR { continue }
      if found < 0 { throw ArchiveError.system("read", path) }
      if found == 0 { return }
      try body(UnsafeBufferPointer(rebasing: block[..<found]))
      done += found
    }
  }

  package func read(at offset: Int, count: Int, into output: inout ByteBuffer) throws {
    try read(at: offset, count: count) { output.append($0) }
  }

  /// The SHA-256 of bytes of the file; of fewer than asked for if it ends before.
  package func digest(at offset: Int, count: Int) throws -> SHA256Digest {
    var hasher = SHA256Hasher()
    try read(at: offset, count: count) { hasher.update($0) }
    return hasher.finalize()
  }

  /// Asks the system to forget what it holds of the file, which was synced: the next reader has it from
  /// the disk.
  package func forgetCached() { posix_fadvise(descriptor, 0, 0, Int32(POSIX_FADV_DONTNEED)) }

  /// Asks the system to read the file, and does not wait for it.
  package func fetch() { posix_fadvise(descriptor, 0, 0, Int32(POSIX_FADV_WILLNEED)) }

  /// Appends bytes to the file.
  package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let written = Glibc.write(descriptor, start, rest.count)
      if written < 0, errno == EINTR { continue }
      if written < 0 { throw ArchiveError.system("write", path) }
      rest = rest.slice(written..<rest.count)
    }
  }
}
