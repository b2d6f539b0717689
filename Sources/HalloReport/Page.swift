/// A report as people read it: what a text, a Markdown file, or a web page is made from.
package struct Page: Sendable {
  package enum Block: Sendable {
    case heading(String)
    case paragraph(String)
    case table(Table)
  }

  package var blocks: [Block] = []

  package init() {}

  package mutating func heading(_ text: String) { blocks.append(.heading(text)) }
  package mutating func paragraph(_ text: String) { blocks.append(.paragraph(text)) }

  /// Adds a table, unless it has no rows.
  package mutating func table(_ table: Table) {
    if !table.rows.isEmpty { blocks.append(.table(table)) }
  }
}

/// Rows of cells under headings.
package struct Table: Sendable {
  package struct Column: Sendable {
    let title: String
    let isNumber: Bool

    package static func text(_ title: String) -> Column { Column(title: title, isNumber: false) }
    package static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
  }

  let columns: [Column]
  package private(set) var rows: [[String]] = []

  package init(_ columns: Column...) { self.columns = columns }

  /// - Parameter cells: As many as there are columns.
  package mutating func row(_ cells: String...) { rows.append(cells) }
}

/// A number with its thousands apart: `1,000,000`.
package func grouped(_ number: Int) -> String {
  let digits = Array(String(number.magnitude))
  var text = number < 0 ? "-" : ""
  for (position, digit) in digits.enumerated() {
    if position > 0, (digits.count - position) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return text
}

/// A number of things, with the right form of the word.
package func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? singular : plural ?? singular + "s")"
}
