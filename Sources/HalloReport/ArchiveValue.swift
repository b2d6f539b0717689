package import PhotoArchive

/// What `archive run` and `archive export` report.
package struct ArchiveValue: Encodable, Sendable {
  package struct FindingExamples: Encodable, Sendable {
    package let code: String
    package let count: Int
    package let paths: [String]
  }

  package struct Month: Encodable, Sendable {
    package let user: String
    package let month: String
    package let photos: Int
    package let bytes: Int
  }

  /// What the store and the database need less of.
  package struct Saving: Encodable, Sendable {
    package let documents: Int
    /// Bytes of the store's file, before and after; in a dry run the second is not known.
    package let storeBytesBefore: Int
    package let storeBytesAfter: Int?
    /// What the documents take in Firestore, by its rules for sizes.
    package let firestoreBytes: Int
    package let currency: String
    package let perMonth: Double
    /// What deleting the documents from Firestore costs, once.
    package let once: Double

    package init(
      documents: Int, storeBytesBefore: Int, storeBytesAfter: Int?, firestoreBytes: Int,
      currency: String, perMonth: Double, once: Double
    ) {
      (self.documents, self.firestoreBytes) = (documents, firestoreBytes)
      (self.storeBytesBefore, self.storeBytesAfter) = (storeBytesBefore, storeBytesAfter)
      (self.currency, self.perMonth, self.once) = (currency, perMonth, once)
    }
  }

  package let command: String
  package let dryRun: Bool
  package let due: Int
  package let archived: Int
  package let alreadyArchived: Int
  package let bundles: Int
  package let bytes: Int
  package let removed: Int
  package let left: Int
  package let findings: [String: Int]
  package let findingExamples: [FindingExamples]
  package let months: [Month]
  package let saving: Saving?
  package let warnings: [String]

  package init(
    command: String, isDryRun: Bool, _ outcome: ArchiveOutcome, saving: Saving?, warnings: [String],
    personalData: PersonalData
  ) {
    (self.command, dryRun) = (command, isDryRun)
    (due, archived, alreadyArchived) = (outcome.due, outcome.archived, outcome.alreadyArchived)
    (bundles, bytes) = (outcome.bundles, outcome.bytes)
    (removed, left) = (outcome.removed, outcome.left)
    findings = outcome.findings.mapValues(\.count)
    findingExamples = outcome.findings.sorted { $0.key < $1.key }.map { code, finding in
      FindingExamples(
        code: code, count: finding.count, paths: finding.examples.map(personalData.path))
    }
    months = outcome.months.map {
      Month(user: personalData.path($0.owner), month: $0.month, photos: $0.photos, bytes: $0.bytes)
    }
    (self.saving, self.warnings) = (saving, warnings)
  }
}

extension ArchiveValue {
  /// Months that a page shows; the rest is in the JSON.
  private static let shownMonths = 40

  package var page: Page {
    var page = Page()
    page.heading(headline)
    page.table(table)
    addMonths(to: &page)
    addFindings(to: &page)
    addSaving(to: &page)
    for warning in warnings { page.paragraph("Warning: \(warning)") }
    return page
  }

  var table: Table {
    var table = Table(.text("photo records"), .number(""))
    table.row("due", grouped(due))
    table.row(dryRun ? "would be archived" : "archived", grouped(archived))
    table.row("archived before", grouped(alreadyArchived))
    table.row("stay, for a reason", grouped(findings.values.reduce(0, +)))
    table.row("left for another run", grouped(left))
    table.row(dryRun ? "would leave the store" : "left the store", grouped(removed))
    return table
  }

  /// The report in one line.
  package var summary: String {
    let stay = findings.values.reduce(0, +)
    return
      "\(command): \(due) due, \(archived) archived (\(byteCount(bytes)) in \(bundles) bundles), "
      + "\(alreadyArchived) archived before, \(removed) removed, \(stay) stay, \(left) left"
  }

  var headline: String {
    if due == 0 { return "Nothing is due." }
    let photos = "\(count(archived, "photo")) of \(byteCount(bytes))"
    let place = "\(count(bundles, "bundle"))"
    return dryRun
      ? "Dry run: \(photos) would go into \(place); nothing was changed."
      : "Archived \(photos) in \(place)."
  }

  func addMonths(to page: inout Page) {
    var table = Table(.text("user"), .text("month"), .number("photos"), .number("size"))
    for month in months.prefix(Self.shownMonths) {
      table.row(month.user, month.month, grouped(month.photos), byteCount(month.bytes))
    }
    page.table(table)
    let more = months.count - Self.shownMonths
    if more > 0 { page.paragraph("and \(count(more, "month")) more, in a --report FILE.json.") }
  }

  func addFindings(to page: inout Page) {
    var table = Table(.text("stays because"), .number("records"), .code("for example"))
    for finding in findingExamples {
      for (position, path) in finding.paths.enumerated() {
        let isFirst = position == 0
        table.row(isFirst ? finding.code : "", isFirst ? grouped(finding.count) : "", path)
      }
    }
    page.table(table)
  }

  private func addSaving(to page: inout Page) {
    guard let saving, saving.documents > 0 else { return }
    let after = saving.storeBytesAfter.map { " → \(byteCount($0))" } ?? ""
    page.paragraph(
      "The store: \(byteCount(saving.storeBytesBefore))\(after). In Firestore, "
        + "\(count(saving.documents, "document")) of \(byteCount(saving.firestoreBytes)): "
        + "\(money(saving.perMonth)) \(saving.currency) a month less, "
        + "\(money(saving.once)) \(saving.currency) once to delete them.")
  }
}

/// A size as people read it: `1.4 MB`, in powers of 1,000.
package func byteCount(_ bytes: Int) -> String {
  let units = ["kB", "MB", "GB", "TB"]
  var (size, unit) = (Double(bytes) / 1000, 0)
  if bytes < 1000 { return "\(bytes) bytes" }
  while size >= 999.95, unit < units.count - 1 { (size, unit) = (size / 1000, unit + 1) }
  let tenths = Int((size * 10).rounded())
  return "\(grouped(tenths / 10)).\(tenths % 10) \(units[unit])"
}
