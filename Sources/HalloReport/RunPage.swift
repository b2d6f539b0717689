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
    if !migrations.isEmpty {
      var record = Facts(.record)
      record.add("Change set", changeSet, isCode: true)
      page.facts(record)
    }
    for step in next { page.next(step) }
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
    var changes = Changes()
    for example in changeExamples {
      let move = example.newPath.map { Changes.Field(name: "path", before: nil, after: $0) }
      let fields = example.fields.map {
        Changes.Field(name: $0.field, before: $0.before, after: $0.after)
      }
      changes.add(example.action, example.path, (move.map { [$0] } ?? []) + fields)
    }
    page.changes(changes)
  }

  private func addFindings(to page: inout Page) {
    var table = Table(.text("finding"), .number("documents"), .code("for example"), .code("detail"))
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
