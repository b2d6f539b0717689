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

  /// Begins a page, up to its body.
  ///
  /// - Parameters:
  ///   - title: What its window is called.
  ///   - style: Its style sheet, all that its content security policy allows, by its hash.
  ///   - policy: What the policy allows besides, as `img-src 'self'; `.
  package mutating func appendHead(title: String, style: StaticString, policy: String = "") {
    append(markup: "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    append(markup: "<meta http-equiv=\"Content-Security-Policy\" content=\"")
    append(
      text: "default-src 'none'; \(policy)style-src \(Self.source(ofStyle: style)); "
        + "base-uri 'none'; form-action 'none'")
    append(
      markup: "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    append(markup: "<meta name=\"color-scheme\" content=\"light dark\">\n")
    append(markup: "<meta name=\"referrer\" content=\"no-referrer\">\n<title>")
    append(text: title)
    append(markup: "</title>\n<style>")
    append(markup: style)
    append(markup: "</style>\n</head>\n<body>\n")
  }

  /// How a content security policy names a style sheet: by its hash.
  private static func source(ofStyle sheet: StaticString) -> String {
    let bytes = UnsafeBufferPointer(start: sheet.utf8Start, count: sheet.utf8CodeUnitCount)
    var encoded = ByteBuffer()
    SHA256Digest(of: bytes).bytes.withUnsafeBufferPointer { Base64.encode($0, into: &encoded) }
    return "'sha256-\(encoded.bytes.text)'"
  }
}
