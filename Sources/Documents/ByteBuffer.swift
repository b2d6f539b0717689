internal import Glibc

/// Bytes that grow at their end: what the readers write documents into.
///
/// An array would do, at twice the cost: its every append checks for a shared buffer.
package struct ByteBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  package private(set) var count = 0

  package init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  /// Everything written so far; valid until the next change.
  package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  package subscript(range: ByteRange) -> UnsafeBufferPointer<UInt8> {
    precondition(range.start + range.count <= count)
    return UnsafeBufferPointer(start: base + range.start, count: range.count)
  }

  package mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    base[count] = byte
    count += 1
  }

  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if count + bytes.count > capacity { grow(by: bytes.count) }
    (base + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  package mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Makes room for bytes, and appends as many as `write` puts there and returns.
  mutating func append(atMost extra: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) {
    if count + extra > capacity { grow(by: extra) }
    let written = write(base + count)
    precondition(written <= extra)
    count += written
  }

  /// Forgets everything after the first `newCount` bytes.
  package mutating func truncate(to newCount: Int) {
    precondition(newCount <= count)
    count = newCount
  }

  /// The range of everything written since `start`.
  package func range(since start: Int) -> ByteRange {
    ByteRange(start: start, count: count - start)
  }

  private mutating func grow(by extra: Int) {
    let wider = max(capacity * 2, count + extra)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: wider)
    moved.update(from: base, count: count)
    base.deallocate()
    (base, capacity) = (moved, wider)
  }
}

/// A part of a ``ByteBuffer``.
package struct ByteRange: Sendable {
  package let start: Int
  package let count: Int
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether these are the bytes of `text`.
  package func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount, let baseAddress else {
      return count == 0 && text.utf8CodeUnitCount == 0
    }
    for index in 0..<count where baseAddress[index] != text.utf8Start[index] { return false }
    return true
  }

  /// Whether these are the same bytes as others.
  package func equals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard let baseAddress, let start = other.baseAddress else { return true }
    return memcmp(baseAddress, start, count) == 0
  }

  /// Whether these begin with the bytes of `text`.
  package func starts(with text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount
      && UnsafeBufferPointer(rebasing: self[0..<text.utf8CodeUnitCount]).equals(text)
  }

  /// The index of the next such byte.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let base = baseAddress, start < count,
      let found = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Where other bytes, of which there are some, are next found; quick if their first is rare.
  package func firstIndex(of other: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let first = other.first else { return nil }
    var start = start
    while let found = firstIndex(of: first, from: start), found + other.count <= count {
      if slice(found..<(found + other.count)).equals(other) { return found }
      start = found + 1
    }
    return nil
  }

  package func firstIndex(of text: StaticString, from start: Int) -> Int? {
    firstIndex(
      of: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), from: start)
  }

  /// A part of these bytes, as a buffer that begins at 0.
  package func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: self[range])
  }

  /// The text that these bytes are, with U+FFFD for what is not UTF-8.
  package var text: String { String(decoding: self, as: UTF8.self) }

  /// Whether these bytes sort before others, compared one by one as unsigned numbers.
  package func precedes(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let baseAddress, let start = other.baseAddress else { return count < other.count }
    let order = memcmp(baseAddress, start, Swift.min(count, other.count))
    return order == 0 ? count < other.count : order < 0
  }
}
