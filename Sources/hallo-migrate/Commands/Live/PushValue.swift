#if LiveFirestore
  internal import Documents
  internal import FirestoreClient
  internal import FirestoreSync
  internal import HalloReport

  /// What `push` reports.
  struct PushValue: Encodable {
    struct Difference: Encodable {
      let field: String
      let live: String
      let store: String
    }

    struct ConflictValue: Encodable {
      let path: String
      let reason: String
      let differences: [Difference]
    }

    let command = "push"
    let dryRun: Bool
    let project: String
    let database: String
    let created: Int
    let updated: Int
    let moved: Int
    let deleted: Int
    /// Changes that the database had already.
    let alreadyThere: Int
    let conflicts: Int
    let conflictExamples: [ConflictValue]
    let reads: Int
    let writes: Int
    let deletes: Int

    init(
      _ report: Push.Report, isDryRun: Bool, database name: DatabaseName,
      _ personalData: PersonalData
    ) {
      dryRun = isDryRun
      (project, database) = (name.project, name.database)
      let counts = report.counts
      (created, updated) = (counts[.created] ?? 0, counts[.updated] ?? 0)
      (moved, deleted) = (counts[.moved] ?? 0, counts[.deleted] ?? 0)
      (alreadyThere, conflicts) = (report.alreadyThere, report.conflictCount)
      conflictExamples = report.conflicts.map { ConflictValue($0, personalData) }
      (reads, writes, deletes) = (report.reads, report.writes, report.deletes)
    }

    private var changes: Int { created + updated + moved + deleted }

    private var headline: String {
      let documents = count(changes, "document")
      let left =
        conflicts == 0
        ? ""
        : " \(count(conflicts, "document")) changed there meanwhile, and \(conflicts == 1 ? "is" : "are") left alone."
      if changes + alreadyThere + conflicts == 0 {
        return "Nothing to push: \(project) has everything as it is here."
      }
      return
        (dryRun
        ? "Would push \(documents) to \(project); nothing was sent."
        : "Pushed \(documents) to \(project).") + left
    }

    var page: Page {
      var page = Page()
      page.heading(headline)
      page.table(table)
      addConflicts(to: &page)
      addNext(to: &page)
      return page
    }

    /// The report as a reviewer reads it, who signs it.
    var webPage: Page {
      var page = Page()
      page.heading(headline)
      page.mark = dryRun ? "Dry run" : "Pushed"
      page.isForReview = true
      var figures = Facts(.figures)
      for (name, number) in kinds { figures.add(name, grouped(number)) }
      figures.add(conflicts == 1 ? "conflict" : "conflicts", grouped(conflicts))
      page.facts(figures)
      var table = table
      table.chart = chart
      page.table(table)
      addConflicts(to: &page)
      addNext(to: &page)
      return page
    }

    private var kinds: [(String, Int)] {
      [("created", created), ("updated", updated), ("moved", moved), ("deleted", deleted)]
    }

    private var table: Table {
      var table = Table(.text("documents"), .number(""))
      for (name, number) in kinds { table.row(name, grouped(number)) }
      table.row("there already", grouped(alreadyThere))
      table.row("in conflict", grouped(conflicts))
      table.row("reads, writes and deletions, billed", billed)
      return table
    }

    private var billed: String {
      [reads, writes, deletes].map(grouped).joined(separator: ", ")
        + " (\(FirestorePrices.default.cost(reads: reads, writes: writes, deletes: deletes)))"
    }

    private var chart: Chart {
      var chart = Chart(
        dryRun ? "Documents that would be sent" : "Documents that were sent", .lines,
        .init("documents", .changed))
      for (name, number) in kinds { chart.bar(name, number) }
      return chart
    }

    private func addConflicts(to page: inout Page) {
      if conflictExamples.isEmpty { return }
      page.heading("Changed there meanwhile, and left alone")
      var changes = Changes(from: "there", to: "here")
      for conflict in conflictExamples {
        changes.add(
          conflict.reason, conflict.path,
          conflict.differences.map {
            Changes.Field(name: $0.field, before: $0.live, after: $0.store)
          })
      }
      page.changes(changes)
      if conflicts > conflictExamples.count {
        page.paragraph("and \(grouped(conflicts - conflictExamples.count)) more")
      }
    }

    private func addNext(to page: inout Page) {
      if conflicts > 0 {
        page.next("`hallo-migrate pull --conflicts`, then `up`, then `push` again settles them.")
      } else if dryRun, changes > 0 {
        page.next("`hallo-migrate push` sends them.")
      }
    }
  }

  extension PushValue.ConflictValue {
    fileprivate init(_ conflict: Push.Conflict, _ personalData: PersonalData) {
      path = personalData.path(conflict.path)
      reason = conflict.reason
      guard let theirs = conflict.theirs, let ours = conflict.ours else {
        differences = [
          PushValue.Difference(
            field: "(document)", live: Self.size(conflict.theirs), store: Self.size(conflict.ours))
        ]
        return
      }
      differences = FieldDifference.list(from: theirs.fields, to: ours.fields).map {
        PushValue.Difference(
          field: $0.field.joined(separator: "."),
          live: personalData.value($0.before, of: $0.field),
          store: personalData.value($0.after, of: $0.field))
      }
    }

    private static func size(_ document: Document?) -> String {
      document.map { count($0.fields.count, "field") } ?? "none"
    }
  }
#endif
