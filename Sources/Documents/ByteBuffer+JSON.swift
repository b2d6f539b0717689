extension ByteBuffer {
  /// Writes a JSON string as RFC 8785 does: only quotes, backslashes and control characters escaped.
  package mutating func appendJSON(string: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    var start = 0
    while true {
      let end = Self.endOfPlainText(string, from: start)
      append(string.slice(start..<end))
      if end == string.count { break }
      appendEscaped(string[end])
      start = end + 1
    }
    append(UInt8(ascii: "\""))
  }

  package mutating func appendJSON(string: String) {
    var string = string
    string.withUTF8 { appendJSON(string: $0) }
  }

  package mutating func appendJSON(integer: Int64) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    var rest = integer.magnitude
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var position = 20
      repeat {
        position -= 1
        digits[position] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      append(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(digits)[position...]))
    }
  }

  /// Writes a double: the shortest digits that read back as itself, or its single-member object.
  package mutating func appendJSON(double: Double) {
    if double.isNaN {
      append("{\"__double__\":\"NaN\"}")
    } else if double.isInfinite {
      append(double < 0 ? "{\"__double__\":\"-Infinity\"}" : "{\"__double__\":\"Infinity\"}")
    } else if double == 0, double.sign == .minus {
      append("{\"__double__\":\"-0\"}")
    } else {
      append(double.description)
    }
  }

  /// The position of the next byte that must be escaped, looked for eight at a time.
  private static func endOfPlainText(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var index = start
    if let base = text.baseAddress {
      while index + 8 <= text.count {
        let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)
        if hasSpecialByte(word) { break }
        index += 8
      }
    }
    while index < text.count, text[index] >= 0x20, text[index] != 0x22, text[index] != 0x5C {
      index += 1
    }
    return index
  }

  /// Whether any of eight bytes is below 0x20, a quote or a backslash.
  ///
  /// `(x - n·ones) & ~x & highs` has a high bit set if some byte of x is below n (for n up to 128);
  /// a byte above a true one may be set too, so this tells whether, not where.
  private static func hasSpecialByte(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let control = (word &- ones &* 0x20) & ~word
    let quote = (quotes &- ones) & ~quotes
    let backslash = (backslashes &- ones) & ~backslashes
    return (control | quote | backslash) & highs != 0
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case 0x22: append("\\\"")
    case 0x5C: append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    default:
      append(byte < 0x10 ? "\\u000" : "\\u001")
      let digit = byte & 15
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

extension ByteBuffer {
  /// Writes a value that is no object and no array.
  mutating func appendJSON(scalar node: JSONNode) throws(DocumentFault) {
    switch node.tag {
    case .string: appendJSON(string: node.string)
    case .integer: appendJSON(integer: node.integer)
    case .double: appendJSON(double: node.double)
    case .yes: append("true")
    case .no: append("false")
    case .null: append("null")
    case .unsigned, .object, .array, nil: throw .integerOutOfRange
    }
  }
}
