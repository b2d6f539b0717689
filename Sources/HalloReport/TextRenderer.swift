/// Renders pages for terminals and text files.
///
/// The one place through which the text of documents gets to a terminal: control characters and marks
/// that turn the direction of text become visible escapes.
package struct TextRenderer: Sendable {
  /// Whether headings are bold.
  package let usesColor: Bool
  /// The columns of the terminal; nil for a file, whose lines may be of any length.
  package let width: Int?

  package init(usesColor: Bool, width: Int? = nil) {
    (self.usesColor, self.width) = (usesColor, width)
  }

  package func render(_ page: Page) -> String {
    var parts: [String] = []
    for block in page.blocks {
      switch block {
      case .heading(let text): parts.append(emphasized(wrapped(Self.safe(text))))
      case .paragraph(let text): parts.append(wrapped(Self.safe(text)))
      case .table(let table): parts.append(render(table))
      case .next(let step): parts.append(wrapped(Self.safe("Next: \(step)")))
      case .facts(let facts):
        parts.append(
          facts.facts.map { wrapped(Self.safe("\($0.label) \($0.value)")) }
            .joined(separator: "\n"))
      case .changes(let changes): parts.append(render(changes.table))
      }
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func emphasized(_ text: String) -> String {
    usesColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  private func render(_ table: Table) -> String {
    let rows = table.rows.map { $0.map(Self.safe) }
    let widths = table.columns.indices.map { column in
      max(table.columns[column].title.count, rows.map { $0[column].count }.max() ?? 0)
    }
    let (inLine, gap) = layout(widths)
    func line(_ cells: [String]) -> String {
      self.line(
        inLine.map { cells[$0] }, inLine.map { table.columns[$0] }, inLine.map { widths[$0] },
        gap: gap)
    }
    var lines = [dimmed(line(table.columns.map(\.title)))]
    for row in rows {
      lines.append(line(row))
      for index in row.indices where !inLine.contains(index) && !row[index].isEmpty {
        let title = table.columns[index].title
        lines.append(wrapped("\(title.isEmpty ? "" : title + ": ")\(row[index])", indent: 6))
      }
    }
    return lines.joined(separator: "\n")
  }

  private func dimmed(_ text: String) -> String { usesColor ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

  private func line(
    _ cells: [String], _ columns: [Table.Column], _ widths: [Int], gap: Int
  ) -> String {
    let padded = cells.indices.map { index in
      let space = String(repeating: " ", count: widths[index] - cells[index].count)
      return columns[index].isNumber ? space + cells[index] : cells[index] + space
    }
    let line = "  " + padded.joined(separator: String(repeating: " ", count: gap))
    return String(line[...(line.lastIndex { $0 != " " } ?? line.startIndex)])
  }

  /// Text that cannot move the cursor, change colours, or read backwards.
  package static func safe(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        safe += "⏎"
      } else if isSafe(scalar) {
        safe.unicodeScalars.append(scalar)
      } else {
        safe += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return safe
  }

  /// Whether a terminal shows a character as itself, and as nothing else.
  package static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      // A joiner is what families of emoji are made with.
      scalar == "\u{200D}"
    default: true
    }
  }
}
