extension AuditValue {
  /// The report as people read it.
  package var page: Page {
    var page = Page()
    page.heading(headline)
    let found = checks.filter { $0.count > 0 }
    page.table(Self.table(of: found))
    let clean = checks.filter { $0.count == 0 }.map(\.code)
    if !clean.isEmpty {
      page.paragraph(
        "Nothing was found by \(count(clean.count, "check")): \(clean.joined(separator: ", ")).")
    }
    if !found.isEmpty {
      page.heading("For example")
      page.table(Self.examples(of: found))
    }
    for step in next { page.paragraph("Next: \(step)") }
    return page
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
      .text("repaired by"))
    for check in checks {
      table.row(
        check.severity, check.code, grouped(check.count), check.reason, check.repair ?? "")
    }
    return table
  }

  private static func examples(of checks: [CheckValue]) -> Table {
    var table = Table(.text("check"), .text("document"), .text("detail"))
    for check in checks {
      for (position, example) in check.examples.enumerated() {
        table.row(position == 0 ? check.code : "", example.path, example.detail ?? "")
      }
    }
    return table
  }
}
