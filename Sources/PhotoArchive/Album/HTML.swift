package import Documents

/// HTML in the making: text from a document gets in only by being escaped.
package struct HTML: ~Copyable {
  package private(set) var output = ByteBuffer(capacity: 1 << 16)

  package init() {}

  /// Appends what this program wrote itself.
  package mutating func append(markup: StaticString) { output.append(markup) }

  /// Appends anybody's text, for an element or a quoted attribute.
  ///
  /// Control characters, which HTML has no way to write, are left out, as are the marks that turn the
  /// direction of the text around them.
  package mutating func append(text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output.append("&amp;")
      case "<": output.append("&lt;")
      case ">": output.append("&gt;")
      case "\"": output.append("&quot;")
      case "'": output.append("&#39;")
      case "\t", "\n": output.append(UInt8(ascii: " "))
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}",
        "\u{2066}"..."\u{2069}", "\u{FFFE}", "\u{FFFF}":
        break
      default: output.append(String(scalar))
      }
    }
  }

  /// How a content security policy names a style sheet: by its hash.
  package static func source(ofStyle sheet: StaticString) -> String {
    let bytes = UnsafeBufferPointer(start: sheet.utf8Start, count: sheet.utf8CodeUnitCount)
    var encoded = ByteBuffer()
    SHA256Digest(of: bytes).bytes.withUnsafeBufferPointer { Base64.encode($0, into: &encoded) }
    return "'sha256-\(encoded.bytes.text)'"
  }
}
