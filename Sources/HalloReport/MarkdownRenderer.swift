/// Renders pages as Markdown (CommonMark, with GitHub's tables).
package enum MarkdownRenderer {
  package static func render(_ page: Page) -> String {
    let parts = page.blocks.enumerated().map { position, block in
      switch block {
      case .heading(let text): (position == 0 ? "# " : "## ") + escaped(text)
      case .paragraph(let text): escaped(text)
      case .table(let table): render(table)
      case .next(let step): escaped("Next: \(step)")
      case .facts(let facts):
        facts.facts.map { escaped("\($0.label) \($0.value)") }.joined(separator: "  \n")
      case .changes(let changes): render(changes.table)
      }
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func render(_ table: Table) -> String {
    let header = row(table.columns.map { escaped($0.title) })
    let rule = row(table.columns.map { $0.isNumber ? "---:" : "---" })
    return ([header, rule] + table.rows.map { row($0.map(escaped)) }).joined(separator: "\n")
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  /// Text that is neither markup nor HTML, whatever it holds.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in TextRenderer.safe(text) {
      switch character {
      case "<": escaped += "&lt;"
      case "&": escaped += "&amp;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "!":
        escaped += "\\\(character)"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
