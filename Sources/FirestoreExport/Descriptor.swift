internal import Glibc

/// An open file or directory, closed when it is let go.
final class Descriptor {
  let path: String
  private let number: Int32

  /// Opens a file that exists, or a directory to sync it.
  ///
  /// - Throws: ``ExportError/system(operation:path:errno:)``.
  init(reading path: String) throws(ExportError) {
    // O_NONBLOCK: a pipe put in the file's place must not stop us here.
    self.number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    self.path = path
    if number < 0 { throw .system(operation: "open", path: path, errno: errno) }
  }

  /// Creates a file that only its owner can read.
  ///
  /// - Throws: ``ExportError/system(operation:path:errno:)``, if it exists, too.
  init(creating path: String) throws(ExportError) {
    self.number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    self.path = path
    if number < 0 { throw .system(operation: "create", path: path, errno: errno) }
  }

  deinit { if number >= 0 { close(number) } }

  /// Fills as much of the buffer as the file has bytes left, and says how much.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ExportError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = Glibc.read(number, rest.baseAddress, rest.count)
      if count == 0 { break }
      if count > 0 { filled += count } else if errno != EINTR { throw failure("read") }
    }
    return filled
  }

  func write(_ bytes: [UInt8]) throws(ExportError) {
    try bytes.span.withUnsafeBytes { bytes throws(ExportError) in try write(bytes) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(ExportError) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = Glibc.write(number, rest.baseAddress, rest.count)
      if count >= 0 { written += count } else if errno != EINTR { throw failure("write") }
    }
  }

  /// Waits until what was written is on the disk.
  func sync() throws(ExportError) {
    if fsync(number) != 0 { throw failure("sync") }
  }

  func size() throws(ExportError) -> Int {
    var status = stat()
    if fstat(number, &status) != 0 { throw failure("look at") }
    return Int(status.st_size)
  }

  private func failure(_ operation: String) -> ExportError {
    .system(operation: operation, path: path, errno: errno)
  }
}

extension Descriptor {
  /// The whole of a small file.
  ///
  /// - Throws: ``ExportError``, for a file that is too large to be what it should be, too.
  static func contents(of path: String) throws(ExportError) -> [UInt8] {
    let file = try Descriptor(reading: path)
    let size = try file.size()
    let limit = LogFormat.largestRecord
    if size > limit { throw .damaged(file: path, offset: 0, .recordTooLarge(limit: limit)) }
    var bytes = [UInt8](repeating: 0, count: size)
    var span = bytes.mutableSpan
    let count = try span.withUnsafeMutableBytes { buffer throws(ExportError) in
      try file.read(into: buffer)
    }
    if count != size { throw .damaged(file: path, offset: count, .truncated) }
    return bytes
  }
}
