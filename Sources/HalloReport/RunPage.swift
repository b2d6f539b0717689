extension RunValue {
  /// The report as people read it.
  package var page: Page {
    var page = Page()
    page.heading(headline)
    var table = Table(
      .text("migration"), .number("scanned"), .number("changed"), .number("moved"),
      .number("removed"), .number("untouched"))
    for migration in migrations {
      table.row(
        migration.label, grouped(migration.scanned), grouped(migration.changed),
        grouped(migration.moved), grouped(migration.removed), grouped(migration.untouched))
    }
    page.table(table)
    for migration in migrations { migration.add(to: &page) }
    addMalformedEvents(to: &page)
    if !migrations.isEmpty { page.paragraph("Change set \(changeSet)") }
    for step in next { page.paragraph("Next: \(step)") }
    return page
  }

  private var headline: String {
    if migrations.isEmpty { return "Nothing to do: every migration is applied." }
    let documents = count(documents, "document")
    return dryRun ? "Dry run on \(documents): nothing was changed." : "Done, on \(documents)."
  }

  private func addMalformedEvents(to page: inout Page) {
    if malformedEvents.isEmpty { return }
    page.heading("Malformed events, which nothing changes")
    var table = Table(.text("fault"), .number("events"))
    for (fault, number) in malformedEvents.sorted(by: { $0.key < $1.key }) {
      table.row(fault, grouped(number))
    }
    page.table(table)
  }
}

extension RunValue.MigrationValue {
  fileprivate var label: String { [version, name].compactMap(\.self).joined(separator: " ") }

  fileprivate func add(to page: inout Page) {
    if changeExamples.isEmpty, findings.isEmpty { return }
    page.heading("\(label): \(title)")
    addChanges(to: &page)
    addFindings(to: &page)
  }

  private func addChanges(to page: inout Page) {
    var table = Table(
      .text("for example"), .text("document"), .text("field"), .text("before → after"))
    for example in changeExamples {
      if let newPath = example.newPath { table.row("moved", example.path, "path", "→ \(newPath)") }
      if example.action == "removed" { table.row("removed", example.path, "", "") }
      for field in example.fields {
        table.row(example.action, example.path, field.field, "\(field.before) → \(field.after)")
      }
    }
    page.table(table)
  }

  private func addFindings(to page: inout Page) {
    var table = Table(.text("finding"), .number("documents"), .text("for example"), .text("detail"))
    for (code, number) in findings.sorted(by: { $0.key < $1.key }) {
      let examples = findingExamples[code] ?? []
      for (position, example) in examples.enumerated() {
        let isFirst = position == 0
        table.row(
          isFirst ? code : "", isFirst ? grouped(number) : "", example.path, example.detail ?? "")
      }
    }
    page.table(table)
  }
}
