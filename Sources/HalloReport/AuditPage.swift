extension AuditValue {
  /// The report as people read it.
  package var page: Page {
    var page = Page()
    page.heading(headline)
    addFindings(Self.table(of: found), to: &page)
    for step in next { page.next(step) }
    return page
  }

  /// The report as a reviewer reads it; `months` takes a reading of the store.
  package func webPage(months: MonthsSection) -> Page {
    var page = Page()
    page.heading(headline)
    page.isForReview = true
    page.facts(figures)
    addFindings(webTable, to: &page)
    months.add(to: &page)
    var record = Facts(.record)
    record.add("As of", asOf)
    page.facts(record)
    for step in next { page.next(step) }
    return page
  }

  /// Checks that a chart shows.
  private static let charted = 12

  private var found: [CheckValue] { checks.filter { $0.count > 0 } }

  private var figures: Facts {
    var figures = Facts(.figures)
    for (severity, name) in [("error", "error"), ("warning", "warning"), ("info", "note")] {
      let number = totals[severity] ?? 0
      figures.add(number == 1 ? name : name + "s", grouped(number))
    }
    figures.add("documents", grouped(documents))
    figures.add("checks", grouped(checks.count))
    return figures
  }

  /// The check comes first: on a telephone it is what the rest stands under.
  private var webTable: Table {
    var table = Table(
      .text("check"), .text("severity"), .number("documents"), .text("what they are"),
      .code("repaired by"))
    for check in found {
      table.row(
        check.code, check.severity, grouped(check.count), check.reason, check.repair ?? "")
    }
    table.chart = chart
    return table
  }

  private var chart: Chart {
    var chart = Chart(
      "What is found most", .lines, .init("errors", .removed), .init("warnings", .moved),
      .init("notes", .kept))
    let most = found.sorted { $0.count > $1.count }.prefix(Self.charted)
    for check in most {
      chart.bar(
        check.code, check.severity == "error" ? check.count : 0,
        check.severity == "warning" ? check.count : 0, check.severity == "info" ? check.count : 0)
    }
    return chart
  }

  private func addFindings(_ table: Table, to page: inout Page) {
    page.table(table)
    let clean = checks.filter { $0.count == 0 }.map(\.code)
    if !clean.isEmpty {
      page.paragraph(
        "Nothing was found by \(count(clean.count, "check")): \(clean.joined(separator: ", ")).")
    }
    if !found.isEmpty {
      page.heading("For example")
      page.table(Self.examples(of: found))
    }
  }

  private var headline: String {
    let documents = count(documents, "document")
    if totals.values.allSatisfy({ $0 == 0 }) { return "Audit of \(documents): nothing was found." }
    let parts = [
      count(totals["error"] ?? 0, "error"), count(totals["warning"] ?? 0, "warning"),
      count(totals["info"] ?? 0, "note"),
    ]
    return "Audit of \(documents): \(parts[0]), \(parts[1]), \(parts[2])."
  }

  private static func table(of checks: [CheckValue]) -> Table {
    var table = Table(
      .text("severity"), .text("check"), .number("documents"), .text("what they are"),
      .code("repaired by"))
    for check in checks {
      table.row(
        check.severity, check.code, grouped(check.count), check.reason, check.repair ?? "")
    }
    return table
  }

  private static func examples(of checks: [CheckValue]) -> Table {
    var table = Table(.text("check"), .code("document"), .code("detail"))
    for check in checks {
      for (position, example) in check.examples.enumerated() {
        table.row(position == 0 ? check.code : "", example.path, example.detail ?? "")
      }
    }
    return table
  }
}
