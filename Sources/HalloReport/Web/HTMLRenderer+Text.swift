internal import PhotoArchive

extension HTMLRenderer {
  /// As many characters of a text as are shown.
  private static let shownCharacters = 1000

  /// Anybody's text, as much of it as there is room for, with nothing in it that cannot be seen.
  func shown(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let left = scalars.count - Self.shownCharacters
    if left <= 0 { return TextRenderer.safe(text) }
    var beginning = String.UnicodeScalarView()
    beginning.append(contentsOf: scalars.prefix(Self.shownCharacters))
    return TextRenderer.safe(String(beginning)) + "… and \(count(left, "character")) more"
  }

  /// Appends words in which nothing has a meaning.
  mutating func appendWords(_ text: String) {
    html.append(markup: "<bdi>")
    append(words: shown(text))
    html.append(markup: "</bdi>")
  }

  /// Appends a sentence of this program's, in which what is between backquotes is to be typed.
  mutating func appendProse(_ text: String) {
    html.append(markup: "<bdi>")
    let parts = shown(text).split(separator: "`", omittingEmptySubsequences: false)
    for (position, part) in parts.enumerated() {
      let isCode = position % 2 == 1 && position < parts.count - 1
      if isCode {
        html.append(markup: "<code>")
      } else if position % 2 == 1 {
        html.append(markup: "`")
      }
      append(words: String(part), breaksAll: isCode)
      if isCode { html.append(markup: "</code>") }
    }
    html.append(markup: "</bdi>")
  }

  /// Appends a path, a field, a hash or a command, which may be broken between its parts only.
  mutating func appendCode(_ text: String) {
    let text = shown(text)
    html.append(markup: "<code><bdi>")
    if Self.isHash(text) { appendHash(text) } else { append(words: text, breaksAll: true) }
    html.append(markup: "</bdi></code>")
  }

  /// Appends words, of which those that are longer than a line of a telephone may be broken.
  private mutating func append(words text: String, breaksAll: Bool = false) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    for (position, word) in words.enumerated() {
      if position > 0 { html.append(markup: " ") }
      if breaksAll || word.count > 30 {
        html.append(markup: "<span class=\"long\">")
        appendParts(of: word)
        html.append(markup: "</span>")
      } else {
        html.append(text: String(word))
      }
    }
  }

  /// Appends a word that may be broken between its parts.
  private mutating func appendParts(of word: Substring) {
    var start = word.startIndex
    while start < word.endIndex {
      let end = word[start...].firstIndex { "/_.=,".contains($0) }
      let next = end.map { word.index(after: $0) } ?? word.endIndex
      appendPart(String(word[start..<next]))
      if next < word.endIndex { html.append(markup: "<wbr>") }
      start = next
    }
  }

  /// Browsers would break an id at its hyphens, and an option behind them.
  private mutating func appendPart(_ part: String) {
    let isKept = part.utf8.count <= 37 && part.contains("-")
    if isKept { html.append(markup: "<span class=\"word\">") }
    html.append(text: part)
    if isKept { html.append(markup: "</span>") }
  }

  /// In groups that the eye can follow; what is copied has no spaces.
  private mutating func appendHash(_ text: String) {
    var rest = text[...]
    while !rest.isEmpty {
      html.append(markup: "<span class=\"group\">")
      html.append(text: String(rest.prefix(8)))
      html.append(markup: "</span><wbr>")
      rest = rest.dropFirst(8)
    }
  }

  private static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }
}
