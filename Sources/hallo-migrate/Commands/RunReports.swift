internal import DocumentStore
internal import Documents
internal import HalloMigration
internal import HalloReport

extension ReportOptions {
  /// Writes the reports of migrations; `months` and sizes are those of a web page only.
  func write(
    _ value: RunValue, months: [EventMonth], of report: RunReport, in context: CommandContext
  ) throws {
    let line = Age.default.before(context.clock())
    let details = RunValue.Details(
      months: MonthsSection(months, line: line), storage: FirestorePrices.default.storage(report))
    try write(value, value.page, web: value.webPage(details), in: context)
  }
}

extension FirestorePrices {
  /// What the documents that migrations changed take and cost, before and after.
  fileprivate func storage(_ report: RunReport) -> StorageSection {
    var table = Table(
      .text("migration"), .number("documents"), .number("bytes before"), .number("bytes after"),
      .number("\(currency) a month before"), .number("\(currency) a month after"))
    for entry in report.migrations {
      guard let bytes = entry.outcome.bytes else { continue }
      table.row(
        entry.migration.label, grouped(bytes.documents), grouped(bytes.before),
        grouped(bytes.after), money(perMonth(bytes.before)), money(perMonth(bytes.after)))
    }
    return StorageSection(table, notes: [Self.counted, source])
  }

  private static let counted =
    "Counted are the documents that a migration changes, moves or removes, by Firestore's rules for "
    + "sizes, photos in them included. Not counted: documents that stay as they are, indexes, backups, "
    + "and what the writes cost once."
}
