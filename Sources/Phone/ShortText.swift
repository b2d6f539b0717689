/// The bytes of a text of up to 32 bytes, as a dictionary's key that needs no memory of its own.
///
/// Not a `String`, because strings are equal when they look alike, whatever their bytes.
struct ShortText: Hashable {
  // Zeros follow the text's bytes. The length tells them from the text's own.
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  private let count: UInt8

  /// Copies a text, or returns nil if it is too long.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= 32 else { return nil }
    count = UInt8(text.count)
    withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: UnsafeRawBufferPointer(text)) }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.words == right.words && left.count == right.count
  }

  func hash(into hasher: inout Hasher) {
    withUnsafeBytes(of: words) { hasher.combine(bytes: $0) }
    hasher.combine(count)
  }
}
