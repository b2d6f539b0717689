package import DocumentStore
internal import Documents
package import HalloMigration

/// What `status` reports.
package struct StatusValue: Encodable, Sendable {
  package struct Applied: Encodable, Sendable {
    package let version: String
    package let name: String
    package let checksum: String
    package let run: Int64
    package let appliedAt: String
  }

  package struct Pending: Encodable, Sendable {
    package let version: String
    package let name: String
    package let checksum: String
  }

  /// Anything that has changed the store.
  package struct RunLine: Encodable, Sendable {
    package let run: Int64
    package let kind: String
    package let name: String
    package let finishedAt: String
    package let undoneAt: String?
    package let added: Int
    package let changed: Int
    package let moved: Int
    package let removed: Int
  }

  package let command = "status"
  package let applied: [Applied]
  package let pending: [Pending]
  package let runs: [RunLine]

  package init(_ state: MigrationRunner.State, runs: [Run]) {
    applied = state.newest.map {
      Applied(
        version: $0.version ?? "", name: $0.name, checksum: $0.checksum ?? "", run: $0.id,
        appliedAt: $0.finishedAt ?? "")
    }
    pending = state.pending.map {
      Pending(version: $0.version ?? "", name: $0.name, checksum: $0.checksum.description)
    }
    self.runs = runs.map {
      RunLine(
        run: $0.id, kind: $0.kind.rawValue, name: $0.label, finishedAt: $0.finishedAt ?? "",
        undoneAt: $0.undoneAt, added: $0.added,
        changed: $0.changed, moved: $0.moved, removed: $0.removed)
    }
  }

  /// The report as people read it.
  package var page: Page {
    var page = Page()
    page.heading(
      pending.isEmpty
        ? "Every migration is applied." : "\(count(pending.count, "migration")) pending.")
    var migrations = Table(
      .text("migration"), .text("name"), .text("state"), .number("run"), .text("checksum"))
    for migration in applied {
      migrations.row(
        migration.version, migration.name, "applied \(migration.appliedAt)", "\(migration.run)",
        String(migration.checksum.prefix(12)))
    }
    for migration in pending {
      migrations.row(
        migration.version, migration.name, "pending", "", String(migration.checksum.prefix(12)))
    }
    page.table(migrations)
    addRuns(to: &page)
    return page
  }

  private func addRuns(to page: inout Page) {
    var table = Table(
      .number("run"), .text("kind"), .text("name"), .text("finished"), .number("added"),
      .number("changed"), .number("moved"), .number("removed"), .text(""))
    for run in runs {
      table.row(
        "\(run.run)", run.kind, run.name, run.finishedAt, grouped(run.added), grouped(run.changed),
        grouped(run.moved), grouped(run.removed), run.undoneAt.map { "undone \($0)" } ?? "")
    }
    page.table(table)
  }
}
