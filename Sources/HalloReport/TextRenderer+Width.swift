/// How reports fit a terminal: what is copied from them, such as a path, is never broken in its middle.
extension TextRenderer {
  /// The columns that rows of a table have room for, and how far they are apart; the others, the widest
  /// first, get lines of their own.
  ///
  /// The first column always stays: it tells what a row is about.
  func layout(_ widths: [Int]) -> (columns: [Int], gap: Int) {
    var columns = Array(widths.indices)
    func size(gap: Int) -> Int { columns.reduce(2 - gap) { $0 + gap + widths[$1] } }
    guard let width, size(gap: 2) > width else { return (columns, gap: 2) }
    if size(gap: 1) <= width { return (columns, gap: 1) }
    while columns.count > 1, size(gap: 2) > width {
      let widest = columns.dropFirst().max { widths[$0] < widths[$1] }
      columns.removeAll { $0 == widest }
    }
    return (columns, gap: 2)
  }

  /// A text in lines that end between words; a word that is too long for a line has one of its own.
  func wrapped(_ text: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    guard let width else { return margin + text }
    var (lines, line) = ([String](), "")
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = String(word)
      } else {
        line += line.isEmpty ? word : " " + word
      }
    }
    return (lines + [line]).map { margin + $0 }.joined(separator: "\n")
  }
}
