internal import Documents
internal import Glibc

/// Reads a file line by line into one reused buffer, each line with room behind it for the parser.
final class LineReader {
  /// The longest line that is a document: Firestore's own limit is 1 MiB a document.
  static let maximumLength = 16 << 20

  private let path: String
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity = 2 << 20
  private var start = 0
  private var end = 0
  private var isAtEnd = false

  /// The number of the line that was read last, from 1.
  private(set) var number = 0
  private var bytesRead = 0
  /// The file's size; 0 if it is not a regular file.
  private var size = 0

  /// The part of the file that is read; nil if its size is not known.
  var fraction: Double? { size > 0 ? Double(bytesRead) / Double(size) : nil }

  /// Opens a file, or standard input for `-`.
  init(path: String) throws {
    self.path = path
    ownsDescriptor = path != "-"
    descriptor = ownsDescriptor ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
    if descriptor < 0 { throw TransferError.unreadable(path: path, reason: systemError()) }
    buffer = .allocate(capacity: capacity + JSONParser.padding)
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      size = Int(status.st_size)
    }
  }

  deinit {
    buffer.deallocate()
    if ownsDescriptor { close(descriptor) }
  }

  /// A line without its ending, valid until the next call; nil at the end.
  ///
  /// - Throws: ``DocumentFault/tooLong(limit:)`` for a line that is no document; the next call goes
  ///   on after it.
  func next() throws -> UnsafeBufferPointer<UInt8>? {
    var searched = 0
    while true {
      if let found = memchr(buffer + start + searched, 0x0A, end - start - searched) {
        let length = UnsafeRawPointer(found) - UnsafeRawPointer(buffer + start)
        let line = take(length, ending: 1)
        if length > Self.maximumLength { throw DocumentFault.tooLong(limit: Self.maximumLength) }
        return line
      }
      searched = end - start
      if searched > Self.maximumLength { return try skipLongLine() }
      if isAtEnd { return searched == 0 ? nil : take(searched, ending: 0) }
      try fill()
    }
  }

  private func take(_ length: Int, ending: Int) -> UnsafeBufferPointer<UInt8> {
    var line = UnsafeBufferPointer(start: buffer + start, count: length)
    start += length + ending
    number += 1
    if line.last == 0x0D { line = line.slice(0..<(line.count - 1)) }
    if number == 1, line.count >= 3, line[0] == 0xEF, line[1] == 0xBB, line[2] == 0xBF {
      line = line.slice(3..<line.count)  // a byte order mark
    }
    return line
  }

  private func skipLongLine() throws -> UnsafeBufferPointer<UInt8>? {
    number += 1
    while true {
      if let found = memchr(buffer + start, 0x0A, end - start) {
        start += UnsafeRawPointer(found) - UnsafeRawPointer(buffer + start) + 1
        break
      }
      (start, end) = (0, 0)
      if isAtEnd { break }
      try fill()
    }
    throw DocumentFault.tooLong(limit: Self.maximumLength)
  }

  /// Moves what is left to the front and reads more behind it.
  private func fill() throws {
    if start > 0 {
      memmove(buffer, buffer + start, end - start)
      (start, end) = (0, end - start)
    }
    if end == capacity { grow() }
    let count = read(descriptor, buffer + end, min(capacity - end, 1 << 20))
    if count < 0 {
      if errno == EINTR { return }
      throw TransferError.unreadable(
        path: ownsDescriptor ? path : "standard input", reason: systemError())
    }
    if count == 0 { isAtEnd = true }
    end += count
    bytesRead += count
  }

  private func grow() {
    let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2 + JSONParser.padding)
    wider.update(from: buffer, count: end)
    buffer.deallocate()
    (buffer, capacity) = (wider, capacity * 2)
  }
}

/// What the system says of the call that failed last.
func systemError() -> String { String(cString: strerror(errno)) }
