internal import ArgumentParser
internal import DocumentStore
internal import Documents
internal import Foundation
internal import HalloReport
internal import PhotoArchive

struct ArchiveSealCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "seal", abstract: "Merge the parts of finished months, one tar a month.",
    discussion: discussion(
      """
      Old parts are removed only when the new one was written, synced, read back and committed. What \
      killed runs left is removed.
      """,
      examples: "archive seal --before 2025-12"))

  @Option(
    help: ArgumentHelp(
      "Seal months before this one (YYYY-MM); default: the current month.", valueName: "month"))
  var before: ArchivedSelection.Month?

  @OptionGroup var place: ArchivePlace
  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let archive = try place.open(in: context)
    let end = before?.month ?? CalendarMonth(of: context.clock())
    // An archive can be sealed without the store that it came from.
    let hasStore = FileManager.default.fileExists(atPath: context.storePath)
    let store = try hasStore ? context.writing() : nil
    var value = SealValue()
    try withExtendedLifetime(try ArchiveLock(archive, for: .writing)) {
      try MonthSeal.run(archive, before: end) { directory, outcome in
        value.add(outcome, context.personalData)
        try store?.catalogue(monthOf: directory, in: archive)
        try context.advance(to: value.months, "months")
      }
    }
    try store?.close()
    try context.output.result(value, value.page)
    return value.damaged.isEmpty ? nil : .damaged
  }
}

/// What `archive seal` reports.
private struct SealValue: Encodable {
  let command = "archive seal"
  var months = 0
  var merged = 0
  var damaged: [DamageValue] = []

  mutating func add(_ outcome: MonthSeal.Outcome, _ personalData: PersonalData) {
    if outcome.merged > 0 { months += 1 }
    merged += outcome.merged
    damaged += outcome.damages.map { DamageValue($0, personalData) }
  }

  var page: Page {
    var page = Page()
    page.heading(
      months == 0 && damaged.isEmpty
        ? "Nothing to merge."
        : "Merged \(count(merged, "part")) of \(count(months, "month")), one tar each.")
    page.table(DamageValue.table(damaged))
    return page
  }
}

extension DocumentStore {
  /// Brings the store's index up to date with a month's directory, which may have been sealed before
  /// by a process that was killed.
  fileprivate func catalogue(monthOf directory: String, in archive: ArchiveDirectory) throws {
    let names = directory.split(separator: "/").map(String.init)
    guard let month = try archive.directory(names) else { return }
    let parts = try MonthParts(in: month).committed.map { "\(directory)/\(PartName.stem($0))" }
    if try bundles(in: directory) == parts { return }
    let bundles = try ArchivedMonth(month).manifests.map(CataloguedBundle.init)
    try updateCatalogue(of: directory, to: bundles)
  }
}
