internal import CArchive
package import Documents
internal import Glibc

/// Reads a tar of regular files from anyone: whatever else it holds is refused.
///
/// Of libarchive's readers only that of tar is used, and that of Zstandard where asked for. The file's
/// own bytes are hashed as they are read, so that one pass tells both what is in it and what it is.
package final class TarReader {
  /// How much may come out of a tar before it is taken for a trap.
  package struct Limits: Sendable {
    package let members: Int
    /// The sum of the members' sizes.
    package let bytes: Int

    package init(members: Int, bytes: Int) { (self.members, self.bytes) = (members, bytes) }

    /// The size of a whole tar, before compression: headers of at most 4 KiB, and padding.
    fileprivate var total: Int { bytes + members * 5120 + (1 << 20) }
  }

  package struct Member: Sendable {
    package let path: String
    package let size: Int
    /// Its time, in seconds since 1970.
    package let seconds: Int64
    /// Where its bytes begin, in bytes from the beginning of the tar before compression.
    package let offset: Int
  }

  private let handle: OpaquePointer
  private let source: TarSource
  private let limits: Limits
  private var member: Member?
  private var (members, bytes) = (0, 0)

  /// Opens a tar; the file is read from its beginning, wherever it stands, and stays the caller's.
  package init(descriptor: Int32, compression: Compression, limits: Limits) throws(TarError) {
    guard let handle = archive_read_new() else { throw .library("out of memory") }
    self.handle = handle
    self.limits = limits
    // A small read can become a large one by decompression.
    source = TarSource(
      descriptor: descriptor, blockSize: compression == .zstd ? 1 << 16 : 1 << 20,
      limit: limits.total)
    try check(archive_read_support_format_tar(handle))
    if compression == .zstd { try check(archive_read_support_filter_zstd(handle)) }
    try check(
      archive_read_open(
        handle, Unmanaged.passUnretained(source).toOpaque(), nil,
        { handle, source, buffer in
          guard let source, let buffer else { return -1 }
          return Unmanaged<TarSource>.fromOpaque(source).takeUnretainedValue()
            .read(soFar: Int(archive_filter_bytes(handle, 0)), into: buffer)
        }, nil))
  }

  deinit { archive_read_free(handle) }

  /// The next member, or nil after the last one; what was not read of the one before is passed over.
  package func next() throws(TarError) -> Member? {
    member = nil
    var entry: OpaquePointer?
    let status = archive_read_next_header(handle, &entry)
    if status == ARCHIVE_EOF { return nil }
    try check(status)
    guard let entry, let path = archive_entry_pathname(entry) else {
      throw .malformed("a member has no name")
    }
    let found = Member(
      path: String(cString: path), size: Int(archive_entry_size(entry)),
      seconds: Int64(archive_entry_mtime(entry)), offset: Int(archive_filter_bytes(handle, 0)))
    try checkKind(of: found, entry)
    try count(found)
    member = found
    return found
  }

  /// Hands over the bytes of the member that was found last, in pieces of any size.
  package func read(_ body: (UnsafeBufferPointer<UInt8>) -> Void) throws(TarError) {
    guard let member else { return }
    var done = 0
    while true {
      var (start, count, offset) = (UnsafeRawPointer?.none, 0, Int64(0))
      let status = archive_read_data_block(handle, &start, &count, &offset)
      if status == ARCHIVE_EOF { break }
      try check(status)
      guard Int(offset) == done, let start, count <= member.size - done else {
        throw .malformed("\(member.path.debugDescription) has gaps")
      }
      body(UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count))
      done += count
    }
    if done != member.size { throw .malformed("\(member.path.debugDescription) is cut short") }
  }

  /// Reads what is left of the file.
  ///
  /// - Returns: The size and SHA-256 of the whole file.
  package func finish() throws(TarError) -> (bytes: Int, digest: SHA256Digest) {
    while source.readBlock() > 0 {}
    if let code = source.errno { throw .system(errno: code) }
    return (source.position, source.hasher.finalize())
  }

  private func checkKind(of member: Member, _ entry: OpaquePointer) throws(TarError) {
    if archive_entry_hardlink(entry) != nil {
      throw .notAFile(member: member.path, kind: "a hard link")
    }
    if archive_entry_symlink(entry) != nil {
      throw .notAFile(member: member.path, kind: "a symbolic link")
    }
    guard archive_entry_filetype(entry) == CArchiveRegularFile else {
      throw .notAFile(member: member.path, kind: "a directory or a device")
    }
    guard archive_entry_size_is_set(entry) != 0, member.size >= 0,
      archive_entry_sparse_count(entry) == 0
    else { throw .notAFile(member: member.path, kind: "a file with holes") }
  }

  private func count(_ member: Member) throws(TarError) {
    members += 1
    if members > limits.members { throw .tooLarge("it has more than \(limits.members) members") }
    if member.size > limits.bytes - bytes {
      throw .tooLarge("its members have more than \(limits.bytes) bytes")
    }
    bytes += member.size
  }

  private func check(_ status: Int32) throws(TarError) {
    if status == ARCHIVE_OK { return }
    if let code = source.errno { throw .system(errno: code) }
    if source.isOverLimit { throw .tooLarge("more than \(limits.total) bytes come out of it") }
    throw .malformed(
      archive_error_string(handle).map { String(cString: $0) } ?? "no reason given")
  }
}

/// The file that a tar is read from.
private final class TarSource {
  private let descriptor: Int32
  private let block: UnsafeMutableBufferPointer<UInt8>
  private let limit: Int
  var hasher = SHA256Hasher()
  private(set) var position = 0
  private(set) var errno: Int32?
  private(set) var isOverLimit = false

  init(descriptor: Int32, blockSize: Int, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
    block = .allocate(capacity: blockSize)
  }

  deinit { block.deallocate() }

  /// Reads a block for libarchive.
  ///
  /// - Parameters:
  ///   - soFar: How many bytes have come out of the tar, decompressed.
  ///   - buffer: Receives where the bytes are, until the next call.
  /// - Returns: How many there are; 0 at the end, -1 after a failure.
  func read(soFar: Int, into buffer: UnsafeMutablePointer<UnsafeRawPointer?>) -> Int {
    isOverLimit = soFar > limit
    if isOverLimit { return -1 }
    buffer.pointee = UnsafeRawPointer(block.baseAddress)
    return readBlock()
  }

  func readBlock() -> Int {
    while true {
      let count = pread(descriptor, block.baseAddress, block.count, off_t(position))
      if count < 0, Glibc.errno == EINTR { continue }
      if count < 0 {
        errno = Glibc.errno
        return -1
      }
      hasher.update(UnsafeBufferPointer(rebasing: block[..<count]))
      position += count
      return count
    }
  }
}
