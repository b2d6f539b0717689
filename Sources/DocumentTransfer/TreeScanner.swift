internal import Documents
internal import Glibc

/// Goes through a JSON text of any size, holding no more of it than a buffer.
///
/// It finds where values begin and end by their strings and brackets alone; whether what is between
/// is JSON, the parser tells.
final class TreeScanner {
  /// Why the text cannot be gone through any further.
  struct Fault: Error {
    let offset: Int
    let reason: String
  }

  private static let capacity = 1 << 20

  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private var start = 0
  private var end = 0
  private var bytesBefore = 0
  private var size = 0

  /// Something since ``beginCopy(limit:)`` was left out of a copy.
  private(set) var hasOverflowed = false
  private var limit = 0
  private let path: String

  /// How far into the file the next byte is.
  var offset: Int { bytesBefore + start }

  /// The part of the file that is read; nil if its size is not known.
  var fraction: Double? { size > 0 ? Double(offset) / Double(size) : nil }

  /// - Parameter path: A file, or `-` for standard input.
  /// - Throws: ``TransferError/unreadable(path:reason:)``.
  init(path: String) throws {
    self.path = path == "-" ? "standard input" : path
    ownsDescriptor = path != "-"
    descriptor = ownsDescriptor ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
    if descriptor < 0 { throw TransferError.unreadable(path: path, reason: systemError()) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      size = Int(status.st_size)
    }
  }

  deinit {
    buffer.deallocate()
    if ownsDescriptor { close(descriptor) }
  }

  func fault(_ reason: String) -> Fault { Fault(offset: offset, reason: reason) }
}

extension TreeScanner {
  /// Goes past a byte order mark at the beginning.
  func skipByteOrderMark() throws {
    guard try peek() == 0xEF, end - start >= 3, buffer[1] == 0xBB, buffer[2] == 0xBF else { return }
    start = 3
  }

  /// Enters an object; goes nowhere if the next value is none.
  func enterObject() throws -> Bool {
    guard try token() == UInt8(ascii: "{") else { return false }
    start += 1
    return true
  }

  /// Goes to the name of an object's next member, or leaves the object.
  ///
  /// - Returns: False if there are no more members.
  func nextMember(isFirst: Bool) throws -> Bool {
    var byte = try token()
    if byte == UInt8(ascii: "}") {
      start += 1
      return false
    }
    if !isFirst {
      try skip(UInt8(ascii: ","), orFault: "expected `,` or `}` after a member")
      byte = try token()
    }
    guard byte == UInt8(ascii: "\"") else { throw fault("expected a member's name in quotes") }
    return true
  }

  func skipColon() throws { try skip(UInt8(ascii: ":"), orFault: "expected `:` after a name") }

  /// - Throws: ``Fault`` if anything but white space is left.
  func expectEnd() throws {
    if try skipSpace() != nil { throw fault("there is something after the end of the object") }
  }

  private func skip(_ byte: UInt8, orFault reason: String) throws {
    guard try token() == byte else { throw fault(reason) }
    start += 1
  }

  /// The next byte that is no white space, still to be read.
  private func token() throws -> UInt8 {
    guard let byte = try skipSpace() else { throw fault("the text ends too early") }
    return byte
  }

  private func skipSpace() throws -> UInt8? {
    while let byte = try peek() {
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      start += 1
    }
    return nil
  }

  private func peek() throws -> UInt8? {
    if start == end, try !fill() { return nil }
    return buffer[start]
  }

  /// - Returns: False at the end of the file.
  private func fill() throws -> Bool {
    bytesBefore += end
    (start, end) = (0, 0)
    while true {
      let count = read(descriptor, buffer, Self.capacity)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw TransferError.unreadable(path: path, reason: systemError()) }
      end = count
      return count > 0
    }
  }
}

extension TreeScanner {
  /// Begins copies into a buffer that is not to grow beyond `limit` bytes: the rest is left out.
  func beginCopy(limit: Int) { (self.limit, hasOverflowed) = (limit, false) }

  /// Copies the value that comes next, as it is written.
  func copyValue(to output: inout ByteBuffer) throws {
    switch try token() {
    case UInt8(ascii: "\""): try copyString(to: &output)
    case UInt8(ascii: "{"), UInt8(ascii: "["): try copyNested(to: &output)
    default: try copyPlain(to: &output)
    }
  }

  /// Copies the string that comes next, with its quotes.
  func copyString(to output: inout ByteBuffer) throws {
    copy(1, to: &output)
    while true {
      try expectMore()
      var index = start
      let end = end
      while index < end, buffer[index] != UInt8(ascii: "\""), buffer[index] != UInt8(ascii: "\\") {
        index += 1
      }
      copy(index - start, to: &output)
      if index == end { continue }
      let isEnd = buffer[index] == UInt8(ascii: "\"")
      copy(1, to: &output)
      if isEnd { return }
      try expectMore()
      copy(1, to: &output)  // what is escaped
    }
  }

  /// Copies an object or an array up to the bracket that closes it.
  private func copyNested(to output: inout ByteBuffer) throws {
    var depth = 0
    repeat {
      try expectMore()
      var index = start
      let end = end
      while index < end, !Self.isStructural(buffer[index]) { index += 1 }
      copy(index - start, to: &output)
      if index == end { continue }
      if buffer[index] == UInt8(ascii: "\"") {
        try copyString(to: &output)
        continue
      }
      depth += buffer[index] == UInt8(ascii: "{") || buffer[index] == UInt8(ascii: "[") ? 1 : -1
      copy(1, to: &output)
    } while depth > 0
  }

  /// Copies a number or a word.
  private func copyPlain(to output: inout ByteBuffer) throws {
    while let byte = try peek(), byte > 0x20, byte != UInt8(ascii: ","), !Self.isStructural(byte) {
      copy(1, to: &output)
    }
  }

  private static func isStructural(_ byte: UInt8) -> Bool {
    // A bracket and its brace differ in the bit 0x20.
    byte == 0x22 || byte | 0x20 == 0x7B || byte | 0x20 == 0x7D
  }

  private func expectMore() throws {
    if try peek() == nil { throw fault("the text ends within a value") }
  }

  private func copy(_ count: Int, to output: inout ByteBuffer) {
    if hasOverflowed || output.count + count > limit {
      hasOverflowed = true
    } else {
      output.append(UnsafeBufferPointer(start: buffer + start, count: count))
    }
    start += count
  }
}
