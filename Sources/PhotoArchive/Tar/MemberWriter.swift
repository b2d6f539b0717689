internal import CArchive
internal import Documents
internal import Glibc

/// Writes a tar or a zip of regular files.
///
/// A tar is the same for the same members, whenever and wherever it is written: libarchive's
/// `pax_restricted`, which is POSIX ustar with extended headers only for what does not fit. A member has
/// a path, a size and a time of whole seconds; owner and mode are always the same.
package final class MemberWriter {
  package enum Format: Sendable {
    case tar(Compression)
    /// Members are stored as they are, but those that compress well.
    case zip
  }

  private let handle: OpaquePointer
  private let entry: OpaquePointer
  private let format: Format
  private let sink: MemberSink
  private var member = (path: "", size: 0, written: 0)

  /// Begins a file that is empty and open for writing; it stays the caller's.
  package init(descriptor: Int32, format: Format) throws(TarError) {
    guard let handle = archive_write_new(), let entry = archive_entry_new() else {
      throw .library("out of memory")
    }
    (self.handle, self.entry, self.format) = (handle, entry, format)
    sink = MemberSink(descriptor: descriptor)
    try setFormat()
    try check(archive_write_set_bytes_per_block(handle, 1 << 20))
    try check(archive_write_set_bytes_in_last_block(handle, 1))
    let target = Unmanaged.passUnretained(sink).toOpaque()
    try check(
      archive_write_open(
        handle, target, nil,
        { _, target, bytes, count in
          guard let target, let bytes else { return -1 }
          return Unmanaged<MemberSink>.fromOpaque(target).takeUnretainedValue().write(bytes, count)
        }, nil))
  }

  private func setFormat() throws(TarError) {
    switch format {
    case .tar(let compression):
      try check(archive_write_set_format_pax_restricted(handle))
      if compression == .zstd { try check(archive_write_add_filter_zstd(handle)) }
    case .zip: try check(archive_write_set_format_zip(handle))
    }
  }

  deinit {
    // Without this, freeing would write the end of a file that was given up.
    archive_write_fail(handle)
    archive_write_free(handle)
    archive_entry_free(entry)
  }

  /// Begins a member.
  ///
  /// - Parameters:
  ///   - path: ASCII, without a leading slash.
  ///   - size: How many bytes will be written.
  ///   - seconds: Its time, in seconds since 1970.
  /// - Throws: ``TarError``.
  /// - Returns: Where its bytes begin, in bytes from the beginning of the tar before compression.
  @discardableResult
  package func begin(path: String, size: Int, seconds: Int64) throws(TarError) -> Int {
    member = (path, size, 0)
    try setPacking()
    archive_entry_clear(entry)
    archive_entry_set_pathname(entry, path)
    archive_entry_set_size(entry, Int64(size))
    archive_entry_set_mtime(entry, time_t(seconds), 0)
    archive_entry_set_filetype(entry, CArchiveRegularFile)
    archive_entry_set_perm(entry, mode)
    archive_entry_set_uid(entry, 0)
    archive_entry_set_gid(entry, 0)
    try check(archive_write_header(handle, entry))
    return Int(archive_filter_bytes(handle, 0))
  }

  /// Photos are compressed already.
  private func setPacking() throws(TarError) {
    guard case .zip = format else { return }
    let status =
      member.path.hasSuffix(".html")
      ? archive_write_zip_set_compression_deflate(handle)
      : archive_write_zip_set_compression_store(handle)
    try check(status)
  }

  /// An archive's members are their owner's alone; a zip is a download, like any other.
  private var mode: mode_t {
    if case .zip = format { return 0o644 }
    return 0o600
  }

  /// Writes bytes of the member that was begun last; a large one may come in pieces.
  package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(TarError) {
    member.written += bytes.count
    if member.written > member.size { throw wrongSize() }
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let written = archive_write_data(handle, start, rest.count)
      if written <= 0 { throw failure() }
      rest = rest.slice(written..<rest.count)
    }
  }

  /// Ends the member that was begun last.
  package func end() throws(TarError) {
    // The library would fill it up with zeros.
    if member.written != member.size { throw wrongSize() }
    try check(archive_write_finish_entry(handle))
  }

  /// Ends the file, and tells its size.
  package func close() throws(TarError) -> Int {
    if sink.errno != nil { throw failure() }
    if member.written != member.size { throw wrongSize() }
    try check(archive_write_close(handle))
    return sink.count
  }

  private func wrongSize() -> TarError {
    .wrongSize(member: member.path, announced: member.size, written: member.written)
  }

  /// Anything but success is an error: a warning is of a member that was not written as asked.
  private func check(_ status: Int32) throws(TarError) {
    if status != ARCHIVE_OK { throw failure() }
  }

  private func failure() -> TarError {
    if let code = sink.errno { return .system(errno: code) }
    return .library(archive_error_string(handle).map { String(cString: $0) } ?? "no reason given")
  }
}

/// Where the bytes go.
private final class MemberSink {
  private let descriptor: Int32
  private(set) var count = 0
  /// Why the file could not be written.
  private(set) var errno: Int32?

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes everything, or nothing more ever after.
  func write(_ bytes: UnsafeRawPointer, _ size: Int) -> Int {
    if errno != nil { return -1 }
    var done = 0
    while done < size {
      let written = Glibc.write(descriptor, bytes + done, size - done)
      if written < 0, Glibc.errno == EINTR { continue }
      if written <= 0 {
        errno = written < 0 ? Glibc.errno : EIO
        return -1
      }
      done += written
    }
    count += size
    return size
  }
}
