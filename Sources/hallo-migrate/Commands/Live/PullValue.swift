#if LiveFirestore
  internal import DocumentStore
  internal import Documents
  internal import FirestoreClient
  internal import FirestoreSync
  internal import HalloReport

  /// What `pull` reports.
  struct PullValue: Encodable {
    let command = "pull"
    let run: Int64
    let project: String
    let database: String
    let readTime: String
    let documents: Int
    let reads: Int
    let added: Int
    let changed: Int
    let removed: Int
    let resumed: Bool

    init(_ report: Pull.Report, database name: DatabaseName) {
      (project, database) = (name.project, name.database)
      readTime = report.readTime.description
      (documents, reads) = (report.documents, report.reads)
      (run, added) = (report.stored.run, report.stored.added)
      (changed, removed) = (report.stored.changed, report.stored.removed)
      resumed = report.isResumed
    }

    func page(store: String) -> Page {
      var page = Page()
      page.heading(
        "Pulled \(count(documents, "document")) of \(project) into \(store), as of \(readTime).")
      var table = Table(.text("documents"), .number(""))
      table.row("new here", grouped(added))
      table.row("changed here", grouped(changed))
      table.row("removed here", grouped(removed))
      table.row("read, and so billed", grouped(reads))
      page.table(table)
      if added + changed > 0 {
        page.next("`hallo-migrate up --dry-run` shows what is to be migrated.")
      }
      return page
    }

    static func cost(ofReading documents: Int) -> String {
      "\(count(documents, "document")) to read; \(FirestorePrices.default.cost(reads: documents))"
    }
  }

  /// What `pull --dry-run` reports.
  struct PullEstimate: Encodable {
    let command = "pull"
    let dryRun = true
    /// nil: the database does not count.
    let documents: Int?

    var page: Page {
      var page = Page()
      page.paragraph(
        documents.map { "A pull would be \(PullValue.cost(ofReading: $0))" }
          ?? "The database does not say how many documents it has.")
      return page
    }
  }
#endif
