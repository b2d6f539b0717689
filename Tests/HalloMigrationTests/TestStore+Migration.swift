import DocumentStore
import Documents
import Foundation
import HalloMigration
import StoreTesting
import Testing

extension TestStore {
  /// Runs the pending migrations, as `up` does.
  @discardableResult
  func up(
    to version: String? = nil, migrations directory: String? = nil, isDryRun: Bool = false,
    plan: Plan? = nil
  ) throws -> RunReport {
    let runner = try MigrationRunner.testing(directory)
    return try opened(isDryRun: isDryRun) { store in
      let pending = try runner.pending(on: store, to: version)
      return try runner.run(pending, on: store, isDryRun: isDryRun, plan: plan)
    }
  }

  /// Runs a task, as `run` does.
  @discardableResult
  func run(
    task name: String, migrations directory: String? = nil, isDryRun: Bool = false
  ) throws -> RunReport {
    let runner = try MigrationRunner.testing(directory)
    return try opened(isDryRun: isDryRun) { store in
      try runner.run([try runner.catalog.task(name)], on: store, isDryRun: isDryRun)
    }
  }

  private func opened<Result>(
    isDryRun: Bool, _ body: (DocumentStore) throws -> Result
  ) throws -> Result {
    isDryRun ? try reading(rehearses: true, body) : try writing(body)
  }

  /// The versions of the migrations that `up` would run.
  func pending(migrations directory: String? = nil) throws -> [String] {
    let runner = try MigrationRunner.testing(directory)
    return try reading { try runner.pending(on: $0, to: nil).compactMap(\.version) }
  }

  /// The migrations' runs that are not undone.
  func applied() throws -> [Int64] {
    try runs().filter { $0.kind == .migration && $0.undoneAt == nil }.map(\.id)
  }

  /// What a run found, read from the file.
  func findings(run: Int64) throws -> Set<Model.Finding> {
    let rows = try SQLiteFile(path).rows("SELECT path, code FROM finding WHERE run = \(run)")
    return Set(rows.map { Model.Finding(path: Text($0[0] ?? ""), code: $0[1] ?? "") })
  }
}

extension MigrationRunner {
  static func testing(_ directory: String? = nil) throws -> MigrationRunner {
    let now = try #require(Instant(microseconds: 1_761_980_400_000_000))
    return MigrationRunner(catalog: try MigrationCatalog(directory: directory), region: "US") {
      now
    }
  }
}

extension RunReport {
  /// Everything in a report, to be compared.
  var summary: [String] {
    ["\(documents) \(malformedEvents.sorted { $0.key < $1.key }) \(changeSet)"]
      + migrations.flatMap { entry in
        let outcome = entry.outcome
        return [
          "\(entry.migration.name) \(outcome.run) \(outcome.scanned) \(outcome.changed)",
          "\(outcome.moved) \(outcome.removed) \(outcome.changeSet)",
          "\(outcome.findings)", "\(outcome.examples)",
        ]
      }
  }
}
