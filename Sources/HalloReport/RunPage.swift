extension RunValue {
  /// What only a web page shows, for it takes a reading of the store.
  package struct Details: Sendable {
    let months: MonthsSection
    let storage: StorageSection

    package init(months: MonthsSection, storage: StorageSection) {
      (self.months, self.storage) = (months, storage)
    }
  }

  /// The report as people read it.
  package var page: Page {
    var page = Page()
    page.heading(headline)
    page.table(table)
    for migration in migrations { migration.add(to: &page) }
    addMalformedEvents(to: &page)
    addChangeSet(to: &page)
    for step in next { page.next(step) }
    return page
  }

  /// The report as a reviewer reads it, who signs it.
  package func webPage(_ details: Details) -> Page {
    var page = Page()
    page.heading(dryRun || migrations.isEmpty ? headline : done)
    page.mark = dryRun ? "Dry run" : migrations.isEmpty ? nil : "Applied"
    page.isForReview = !migrations.isEmpty
    if !migrations.isEmpty { page.facts(figures) }
    var table = table
    table.chart = chart
    page.table(table)
    for migration in migrations { migration.add(to: &page) }
    addMalformedEvents(to: &page)
    details.months.add(to: &page)
    details.storage.add(to: &page)
    if !migrations.isEmpty {
      page.heading("What was run")
      page.table(checksums)
    }
    addChangeSet(to: &page)
    for step in next { page.next(step) }
    return page
  }

  private var table: Table {
    var table = Table(
      .text("migration"), .number("scanned"), .number("changed"), .number("moved"),
      .number("removed"), .number("untouched"))
    for migration in migrations {
      table.row(
        migration.label, grouped(migration.scanned), grouped(migration.changed),
        grouped(migration.moved), grouped(migration.removed), grouped(migration.untouched))
    }
    return table
  }

  private var chart: Chart {
    var chart = Chart(
      dryRun ? "Documents that would change" : "Documents that changed", .lines,
      .init("changed", .changed), .init("moved", .moved), .init("removed", .removed))
    for migration in migrations {
      chart.bar(migration.label, migration.changed, migration.moved, migration.removed)
    }
    return chart
  }

  private var figures: Facts {
    let findings = migrations.flatMap(\.findings.values).reduce(0, +)
    var figures = Facts(.figures)
    let changed = migrations.map(\.changed).reduce(0, +)
    let moved = migrations.map(\.moved).reduce(0, +)
    let removed = migrations.map(\.removed).reduce(0, +)
    figures.add(dryRun ? "would change" : "changed", grouped(changed))
    figures.add(dryRun ? "would move" : "moved", grouped(moved))
    figures.add(dryRun ? "would be removed" : "removed", grouped(removed))
    figures.add(findings == 1 ? "finding" : "findings", grouped(findings))
    figures.add("malformed events", grouped(malformedEvents.values.reduce(0, +)))
    return figures
  }

  private var checksums: Table {
    var table = Table(.text("migration"), .code("SHA-256 of its file"), .code("change set"))
    for migration in migrations {
      table.row(migration.label, migration.checksum, migration.changeSet)
    }
    return table
  }

  private func addChangeSet(to page: inout Page) {
    if migrations.isEmpty { return }
    var record = Facts(.record)
    record.add("Change set", changeSet, isCode: true)
    page.facts(record)
  }

  private var headline: String {
    if migrations.isEmpty { return "Nothing to do: every migration is applied." }
    let documents = count(documents, "document")
    return dryRun ? "Dry run on \(documents): nothing was changed." : "Done, on \(documents)."
  }

  private var done: String {
    let runs = count(migrations.count, command == "run" ? "task" : "migration")
    return "\(runs) ran on \(count(documents, "document"))."
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
