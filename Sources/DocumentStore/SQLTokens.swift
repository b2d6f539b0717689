/// The words and signs of an SQL text that are in no parentheses, quotes or comments.
struct SQLTokens {
  /// A word in lower case, a quoted or parenthesised group, or a sign; and where it is in the bytes.
  struct Token {
    let text: String
    let range: Range<Int>
  }

  let bytes: [UInt8]
  private(set) var tokens: [Token] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let end = Self.end(of: bytes, from: index)
      let isSpace = bytes[index] <= 0x20 || Self.endOfComment(bytes, at: index) != nil
      if !isSpace {
        let text = String(decoding: bytes[index..<end], as: UTF8.self).lowercased()
        tokens.append(Token(text: text, range: index..<end))
      }
      index = end
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The index after whatever begins at an index.
  private static func end(of bytes: [UInt8], from index: Int) -> Int {
    if let end = endOfComment(bytes, at: index) { return end }
    switch bytes[index] {
    case UInt8(ascii: "("): return endOfGroup(bytes, from: index)
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
      return endOfQuote(bytes, from: index, mark: bytes[index])
    case UInt8(ascii: "["): return endOfQuote(bytes, from: index, mark: UInt8(ascii: "]"))
    case let byte where isWord(byte):
      return bytes[index...].firstIndex { !isWord($0) } ?? bytes.count
    default: return index + 1
    }
  }

  private static func endOfGroup(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: ")") {
      index = end(of: bytes, from: index)
    }
    return min(index + 1, bytes.count)
  }

  /// A doubled mark stands for itself: what follows is then read as another quote, which is as good.
  private static func endOfQuote(_ bytes: [UInt8], from start: Int, mark: UInt8) -> Int {
    let end = bytes[(start + 1)...].firstIndex(of: mark) ?? bytes.count - 1
    return end + 1
  }

  /// The index after a comment that begins at an index; nil if none does.
  static func endOfComment(_ bytes: [UInt8], at index: Int) -> Int? {
    guard index + 1 < bytes.count else { return nil }
    switch (bytes[index], bytes[index + 1]) {
    case (UInt8(ascii: "-"), UInt8(ascii: "-")):
      return bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
    case (UInt8(ascii: "/"), UInt8(ascii: "*")):
      var end = index + 2
      while end + 1 < bytes.count, bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != slash {
        end += 1
      }
      return min(end + 2, bytes.count)
    default: return nil
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
      0x80...0xFF:
      true
    default: false
    }
  }

  private static let slash = UInt8(ascii: "/")
}
