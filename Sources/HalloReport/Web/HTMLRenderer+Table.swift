internal import PhotoArchive

extension HTMLRenderer {
  private static let shownRows = 1000
  private static let shownFields = 40

  mutating func append(_ table: Table) {
    if let chart = table.chart { append(chart) }
    if table.isFolded { html.append(markup: "<details>\n<summary>The figures</summary>\n") }
    html.append(markup: Self.opening(of: table))
    appendHeadings(table.columns)
    html.append(markup: "<tbody role=\"rowgroup\">\n")
    var shown = 0
    for (position, row) in table.rows.prefix(Self.shownRows).enumerated() where !isFull {
      append(row, at: position, of: table)
      shown += 1
    }
    html.append(markup: "</tbody>\n</table>\n")
    appendMore(table.rows.count - shown, "row")
    if table.isFolded { html.append(markup: "</details>\n") }
  }

  /// Where there is no room for many columns, a row becomes a block of lines.
  private static func opening(of table: Table) -> StaticString {
    let hasCode = table.columns.contains(where: \.isCode)
    let isMixed = table.columns.dropFirst().contains { !$0.isNumber }
    return switch (table.columns.count, isMixed, hasCode) {
    case (4..., true, _), (3, _, true): "<table class=\"stacks mixed\" role=\"table\">\n"
    case (4..., false, _): "<table class=\"stacks\" role=\"table\">\n"
    case (_, _, true): "<table role=\"table\">\n"
    default: "<table class=\"narrow\" role=\"table\">\n"
    }
  }

  /// Says how much has been left out.
  private mutating func appendMore(_ number: Int, _ noun: String) {
    if number <= 0 { return }
    html.append(markup: "<p class=\"more\">and ")
    html.append(text: count(number, noun))
    html.append(markup: " more, in a <code>--report FILE.json</code></p>\n")
  }

  private mutating func appendHeadings(_ columns: [Table.Column]) {
    html.append(markup: "<thead role=\"rowgroup\"><tr role=\"row\">")
    for column in columns {
      html.append(markup: "<th scope=\"col\" role=\"columnheader\"")
      if column.isNumber { html.append(markup: " class=\"number\"") }
      html.append(markup: ">")
      appendWords(column.title)
      html.append(markup: "</th>")
    }
    html.append(markup: "</tr></thead>\n")
  }

  private mutating func append(_ row: [String], at position: Int, of table: Table) {
    let goesOn = row.first?.isEmpty == true && position > 0
    html.append(markup: goesOn ? "<tr role=\"row\" class=\"on\">" : "<tr role=\"row\">")
    for (number, cell) in row.enumerated() {
      let column = table.columns[number]
      // A row that goes on belongs to the heading above.
      let isHeading = number == 0 && !goesOn
      html.append(
        markup: isHeading ? "<th scope=\"row\" role=\"rowheader\"" : "<td role=\"cell\"")
      appendClass(of: cell, column)
      if !column.title.isEmpty, !isHeading || column.isNumber {
        html.append(markup: " data-label=\"")
        html.append(text: shown(column.title))
        html.append(markup: "\"")
      }
      html.append(markup: ">")
      appendCell(cell, column)
      html.append(markup: isHeading ? "</th>" : "</td>")
    }
    html.append(markup: "</tr>\n")
  }

  private mutating func appendClass(of cell: String, _ column: Table.Column) {
    if column.isNumber {
      html.append(markup: " class=\"number\"")
    } else if !column.isCode, cell.count <= 24, !cell.contains(" ") {
      // A date or a code is not broken at its hyphens.
      html.append(markup: " class=\"word\"")
    }
  }

  private mutating func appendCell(_ cell: String, _ column: Table.Column) {
    if cell.isEmpty { return }
    if column.isNumber {
      html.append(text: shown(cell))
    } else if column.isCode {
      appendCode(cell)
    } else {
      appendWords(cell)
    }
  }

  /// A group of rows a document: what it is called, and its fields before and after.
  mutating func append(_ changes: Changes) {
    html.append(markup: "<table class=\"changes\" role=\"table\">\n")
    if changes.documents.contains(where: { !$0.fields.isEmpty }) {
      appendHeadings([.text("field"), .text(changes.old), .text(changes.new)])
    }
    var shown = 0
    for document in changes.documents where !isFull {
      append(document, of: changes)
      shown += 1
    }
    html.append(markup: "</table>\n")
    appendMore(changes.documents.count - shown, "document")
  }

  private mutating func append(_ document: Changes.Document, of changes: Changes) {
    html.append(markup: "<tbody role=\"rowgroup\">\n<tr role=\"row\">")
    html.append(
      markup: "<th colspan=\"3\" scope=\"rowgroup\" role=\"rowheader\"><span class=\"tag ")
    html.append(text: document.action)
    html.append(markup: "\">")
    html.append(text: document.action)
    html.append(markup: "</span> ")
    appendCode(document.path)
    html.append(markup: "</th></tr>\n")
    var shown = 0
    for field in document.fields.prefix(Self.shownFields) where !isFull {
      shown += 1
      html.append(markup: "<tr role=\"row\"><th scope=\"row\" role=\"rowheader\">")
      appendCode(field.name)
      html.append(markup: "</th><td role=\"cell\" data-label=\"")
      html.append(text: changes.old)
      html.append(markup: "\"><del>")
      appendCode(field.before ?? document.path)
      html.append(markup: "</del></td><td role=\"cell\" data-label=\"")
      html.append(text: changes.new)
      html.append(markup: "\"><ins>")
      appendCode(field.after)
      html.append(markup: "</ins></td></tr>\n")
    }
    let more = document.fields.count - shown
    if more > 0 {
      html.append(markup: "<tr role=\"row\"><td role=\"cell\" colspan=\"3\">")
      appendMore(more, "field")
      html.append(markup: "</td></tr>\n")
    }
    html.append(markup: "</tbody>\n")
  }
}
