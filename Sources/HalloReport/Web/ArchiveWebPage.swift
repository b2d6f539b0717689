extension ArchiveValue {
  /// What only a web page shows, for it takes a reading of the store.
  package struct Details: Sendable {
    let months: MonthsSection
    let asOf: String
    let archive: String
    let priceSource: String

    package init(months: MonthsSection, asOf: String, archive: String, priceSource: String) {
      (self.months, self.asOf, self.archive) = (months, asOf, archive)
      self.priceSource = priceSource
    }
  }

  /// The report as a reviewer reads it, who signs it.
  package func webPage(_ details: Details) -> Page {
    var page = Page()
    page.heading(headline)
    page.mark = dryRun ? "Dry run" : archived > 0 ? "Archived" : nil
    page.isForReview = true
    page.facts(figures)
    for warning in warnings { page.paragraph("Warning: \(warning)") }
    var table = table
    table.chart = chart
    page.table(table)
    if !findingExamples.isEmpty {
      page.heading("Why records stay")
      addFindings(to: &page)
    }
    details.months.add(to: &page)
    addStorage(to: &page, details.priceSource)
    if !months.isEmpty {
      page.heading("By user and month")
      addMonths(to: &page)
    }
    var record = Facts(.record)
    record.add("As of", details.asOf)
    record.add("Archive", details.archive, isCode: true)
    page.facts(record)
    return page
  }

  private var figures: Facts {
    var figures = Facts(.figures)
    figures.add("due", grouped(due))
    figures.add(dryRun ? "would be archived" : "archived", grouped(archived))
    figures.add("of photos", byteCount(bytes))
    figures.add(bundles == 1 ? "bundle" : "bundles", grouped(bundles))
    figures.add("stay", grouped(findings.values.reduce(0, +)))
    return figures
  }

  private var chart: Chart {
    var chart = Chart(
      "Photo records", .lines, .init(dryRun ? "would be archived" : "archived", .changed),
      .init("archived before", .moved), .init("stay, for a reason", .kept),
      .init("left for another run", .removed))
    chart.bar("due", archived, alreadyArchived, findings.values.reduce(0, +), left)
    return chart
  }

  private func addStorage(to page: inout Page, _ source: String) {
    guard let saving, saving.documents > 0 else { return }
    var table = Table(.text(""), .number("before"), .number("after"))
    table.row(
      "the store's file", byteCount(saving.storeBytesBefore),
      saving.storeBytesAfter.map { byteCount($0) } ?? "–")
    table.row(
      "\(count(saving.documents, "document")) that \(dryRun ? "would leave" : "left"), in Firestore",
      byteCount(saving.firestoreBytes), byteCount(0))
    table.row("their storage, \(saving.currency) a month", money(saving.perMonth), money(0))
    let unknown =
      saving.storeBytesAfter == nil ? " A dry run cannot tell the file's size after it." : ""
    StorageSection(
      table,
      notes: [
        "To delete the documents from Firestore costs \(money(saving.once)) \(saving.currency), once."
          + unknown,
        "Not counted: documents that stay, indexes, backups, and what it costs to keep the archive. "
          + source,
      ]
    ).add(to: &page)
  }
}
