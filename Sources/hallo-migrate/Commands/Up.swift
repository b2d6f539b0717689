internal import ArgumentParser
internal import DocumentStore
internal import Foundation
internal import HalloMigration
internal import HalloReport

struct Up: ReportingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the pending migrations, in order.",
    discussion: discussion(
      """
      Each migration is applied whole, or not at all. With `--dry-run` the store is left alone, and the \
      report and the change set are those of the real run. `--save-plan` keeps them for a reviewer; \
      with `--plan` anything else than what was reviewed is refused, and nothing is kept.
      """,
      examples: "up --dry-run --save-plan plan.json", "up --plan plan.json"))

  @Option(
    name: .customLong("to"), help: ArgumentHelp("The last migration to run.", valueName: "version"),
    completion: .versions)
  var version: String?

  @Flag(help: "Show what would be done; leave the store alone.")
  var dryRun = false

  @Option(
    help: ArgumentHelp("Run only if the change set is this plan's.", valueName: "file"),
    completion: .file())
  var plan: String?

  @Option(
    help: ArgumentHelp("Write the plan of what is done to a file.", valueName: "file"),
    completion: .file())
  var savePlan: String?

  @OptionGroup var reports: ReportOptions

  @Flag(help: "Exit with 2 if migrations are still pending.")
  var exitCode = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if plan != nil, savePlan != nil {
      throw ValidationError("--plan and --save-plan exclude each other.")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus? {
    let runner = try context.runner()
    let agreed = try plan.map { try Plan(file: $0) }
    let store = dryRun ? try context.reading(rehearses: true) : try context.writing()
    let pending = try runner.pending(on: store, to: version)
    let months = reports.hasPage ? try store.eventMonths() : []
    let report = try runner.run(
      pending, on: store, isDryRun: dryRun, plan: agreed, measures: reports.hasPage,
      onBegin: { migration, number in
        context.output.progress.begin("\(migration.label) (\(number) of \(pending.count))")
      },
      onDone: { migration, _ in
        let did = dryRun ? "tried" : "applied"
        context.log("\(did) \(migration.label)")
      })
    if let savePlan { try NewFile.write(Plan(report).encoded(), to: savePlan) }
    let left = try runner.state(of: store).pending
    let value = try RunValue(
      command: "up", isDryRun: dryRun, report: report, next: next(left.map(\.name), runner),
      personalData: context.personalData)
    try reports.write(value, months: months, of: report, in: context)
    try context.output.result(value, value.page)
    try store.close()
    return exitCode && !left.isEmpty ? .pending : nil
  }

  private func next(_ pending: [String], _ runner: MigrationRunner) -> [String] {
    if dryRun, !pending.isEmpty {
      return ["`hallo-migrate up` does this for real; `--save-plan FILE` keeps it for a reviewer."]
    }
    if !pending.isEmpty { return ["`hallo-migrate up` runs what is still pending."] }
    return [
      "`hallo-migrate run` lists the tasks that run on demand; `down` takes the last run back."
    ]
  }
}
