/// A report as people read it: what a text, a Markdown file, or a web page is made from.
package struct Page: Sendable {
  package enum Block: Sendable {
    case heading(String)
    case paragraph(String)
    case table(Table)
    case facts(Facts)
    case changes(Changes)
    /// What there is to do now.
    case next(String)
  }

  package var blocks: [Block] = []
  /// A word for what became of it, beside the headline of a web page: `Dry run`.
  package var mark: String?
  /// Whether the page is for a reviewer, with room for a name, a date and a signature.
  package var isForReview = false

  package init() {}

  package mutating func heading(_ text: String) { blocks.append(.heading(text)) }
  package mutating func paragraph(_ text: String) { blocks.append(.paragraph(text)) }

  /// Adds a table, unless it has no rows.
  package mutating func table(_ table: Table) {
    if !table.rows.isEmpty { blocks.append(.table(table)) }
  }

  package mutating func next(_ step: String) { blocks.append(.next(step)) }

  package mutating func facts(_ facts: Facts) { blocks.append(.facts(facts)) }

  /// Adds changes, unless there are none.
  package mutating func changes(_ changes: Changes) {
    if !changes.documents.isEmpty { blocks.append(.changes(changes)) }
  }
}

/// Rows of cells under headings; a row whose first cell is empty goes on with the row before it.
package struct Table: Sendable {
  package struct Column: Sendable {
    let title: String
    let isNumber: Bool
    /// Whether its cells are names and numbers of machines: paths, fields, hashes.
    var isCode = false

    package static func text(_ title: String) -> Column { Column(title: title, isNumber: false) }
    package static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
    package static func code(_ title: String) -> Column {
      Column(title: title, isNumber: false, isCode: true)
    }
  }

  let columns: [Column]
  package private(set) var rows: [[String]] = []
  /// A drawing of the numbers, for a web page.
  package var chart: Chart?
  /// Whether a web page shows only the drawing, and the rows to those who ask.
  package var isFolded = false

  package init(_ columns: Column...) { self.columns = columns }

  /// - Parameter cells: As many as there are columns.
  package mutating func row(_ cells: String...) { rows.append(cells) }

  package mutating func row(_ cells: [String]) { rows.append(cells) }
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
