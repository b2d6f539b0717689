internal import DocumentStore
internal import HalloReport

/// What `down` and `undo` report.
struct UndoValue: Encodable {
  struct RunValue: Encodable {
    let run: Int64
    let version: String?
    let name: String
    /// SHA-256 of a migration's text, and of what it changed.
    let checksum: String?
    let changeSet: String?
    let restored: Int
    let archived: Int
    let archivedExamples: [String]

    var label: String { [version, name].compactMap(\.self).joined(separator: " ") }
  }

  let command: String
  let dryRun: Bool
  let undone: [RunValue]

  init(
    command: String, isDryRun: Bool, _ outcomes: [UndoOutcome], _ personalData: PersonalData
  ) {
    (self.command, dryRun) = (command, isDryRun)
    undone = outcomes.map {
      RunValue(
        run: $0.run.id, version: $0.run.version, name: $0.run.name, checksum: $0.run.checksum,
        changeSet: $0.run.changeSet, restored: $0.restored, archived: $0.archived,
        archivedExamples: $0.archivedExamples.map(personalData.path))
    }
  }

  var page: Page {
    var page = Page()
    page.heading(headline)
    page.table(table)
    for run in undone where run.archived > 0 { addArchived(run, to: &page) }
    return page
  }

  /// The report as a reviewer reads it, who signs it.
  var webPage: Page {
    var page = Page()
    page.heading(headline)
    if undone.isEmpty { return page }
    page.mark = dryRun ? "Dry run" : "Taken back"
    page.isForReview = true
    page.facts(figures)
    var table = table
    table.chart = chart
    page.table(table)
    for run in undone where run.archived > 0 { addArchived(run, to: &page) }
    page.heading(dryRun ? "What would be taken back" : "What was taken back")
    page.table(checksums)
    return page
  }

  private var headline: String {
    if undone.isEmpty { return "Nothing to take back." }
    return dryRun
      ? "Would take back \(count(undone.count, "run")); nothing was changed."
      : "Took back \(count(undone.count, "run"))."
  }

  private var table: Table {
    var table = Table(.number("run"), .text("name"), .number("versions taken back"))
    for run in undone { table.row("\(run.run)", run.label, grouped(run.restored)) }
    return table
  }

  private var chart: Chart {
    var chart = Chart("Documents that get an earlier state", .lines, .init("versions", .changed))
    for run in undone { chart.bar(run.label, run.restored) }
    return chart
  }

  private var figures: Facts {
    let archived = undone.map(\.archived).reduce(0, +)
    var figures = Facts(.figures)
    figures.add(undone.count == 1 ? "run" : "runs", grouped(undone.count))
    figures.add("versions", grouped(undone.map(\.restored).reduce(0, +)))
    if archived > 0 { figures.add("archived since", grouped(archived)) }
    return figures
  }

  private var checksums: Table {
    var table = Table(
      .number("run"), .text("name"), .code("SHA-256 of its file"), .code("change set"))
    for run in undone {
      table.row("\(run.run)", run.label, run.checksum ?? "", run.changeSet ?? "")
    }
    return table
  }

  private func addArchived(_ run: RunValue, to page: inout Page) {
    page.paragraph(
      "Run \(run.run) had also added or changed \(count(run.archived, "document")) that were archived "
        + "since; they are in the archive as they were then, and stay there:")
    var table = Table(.text("document"))
    for path in run.archivedExamples { table.row(path) }
    if run.archived > run.archivedExamples.count {
      table.row("and \(grouped(run.archived - run.archivedExamples.count)) more")
    }
    page.table(table)
  }
}
