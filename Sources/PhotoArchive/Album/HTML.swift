internal import Documents

/// HTML in the making: text from a document gets in only by being escaped.
struct HTML: ~Copyable {
  private(set) var output = ByteBuffer(capacity: 1 << 16)

  /// Appends what this program wrote itself.
  mutating func append(markup: StaticString) { output.append(markup) }

  /// Appends anybody's text, for an element or a quoted attribute.
  ///
  /// Control characters, which HTML has no way to write, are left out, as are the marks that turn the
  /// direction of the text around them.
  mutating func append(text: String) {
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
}
