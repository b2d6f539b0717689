/// A text that equals another if their bytes are the same, as in a database.
///
/// Swift's own strings are equal if they look alike: `é` in one scalar, and in two.
struct Text: Hashable, Sendable, Comparable, ExpressibleByStringInterpolation,
  CustomStringConvertible
{
  let string: String

  init(_ string: some StringProtocol) { self.string = String(string) }

  init(stringLiteral value: String) { string = value }

  init(bytes: some Sequence<UInt8>) { string = String(decoding: Array(bytes), as: UTF8.self) }

  var bytes: [UInt8] { Array(string.utf8) }
  var isEmpty: Bool { string.utf8.isEmpty }
  var description: String { string.debugDescription }

  static func == (left: Text, right: Text) -> Bool {
    left.string.utf8.elementsEqual(right.string.utf8)
  }

  static func < (left: Text, right: Text) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
  }

  func hasPrefix(_ prefix: String) -> Bool { string.utf8.starts(with: prefix.utf8) }

  /// The parts between slashes, by bytes: to Swift a slash with an accent after it is no slash.
  var segments: [Text] {
    string.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Text(bytes: $0) }
  }

  init(segments: some Sequence<Text>) { self.init(segments.map(\.string).joined(separator: "/")) }
}
