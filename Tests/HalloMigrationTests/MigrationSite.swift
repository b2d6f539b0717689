import DocumentStore
import HalloMigration
import StoreTesting

/// A store, and a directory of migrations for it.
final class MigrationSite {
  let scratch: Scratch
  let store: TestStore
  let directory: String

  init(_ documents: KeyValuePairs<String, String> = ["notes/n": "{}"]) throws {
    scratch = try Scratch()
    store = TestStore(scratch.path("store.db"))
    directory = scratch.path("migrations")
    try store.add(documents.map { (path: $0.key, data: $0.value) })
    try scratch.write("Not a migration.", to: "migrations/README.md")
  }

  /// Writes a migration, or a task (`on-demand/name.sql`); a title is put before its statements.
  func write(_ sql: String, to file: String) throws {
    try scratch.write("-- Title\n" + sql, to: "migrations/" + file)
  }

  @discardableResult
  func up(to version: String? = nil, isDryRun: Bool = false, plan: Plan? = nil) throws -> RunReport
  {
    try store.up(to: version, migrations: directory, isDryRun: isDryRun, plan: plan)
  }

  /// Writes one migration after those of the program, and runs it after a dry run that must agree.
  @discardableResult
  func run(_ sql: String) throws -> RunOutcome? {
    try write(sql, to: "0009_change.sql")
    let rehearsal = try up(isDryRun: true)
    let report = try up()
    if report.summary != rehearsal.summary { throw Disagreement() }
    return report.migrations.last?.outcome
  }

  struct Disagreement: Error {}

  /// The documents, each as its path, a space, and its JSON.
  func lines() throws -> [Text] {
    try store.documents().map { Text("\($0.path) \($0.data)") }
  }
}
