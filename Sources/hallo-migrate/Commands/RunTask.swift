internal import ArgumentParser
internal import DocumentStore
internal import HalloMigration
internal import HalloReport

struct RunTask: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a task on demand; without a task, list them.",
    discussion: discussion(examples: "run", "run repair-null-photos"))

  @Argument(help: "The task's name.", completion: .taskNames)
  var task: String?

  @Flag(help: "Show what would be done; leave the store alone.")
  var dryRun = false

  @OptionGroup var reports: ReportOptions
  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let runner = try context.runner()
    guard let task else {
      let value = TasksValue(runner.catalog)
      try context.output.result(value, value.page)
      return nil
    }
    let migration = try runner.catalog.task(task)
    let store = dryRun ? try context.reading(rehearses: true) : try context.writing()
    let months = reports.hasPage ? try store.eventMonths() : []
    let report = try runner.run(
      [migration], on: store, isDryRun: dryRun, measures: reports.hasPage)
    let run = report.migrations.first?.outcome.run ?? 0
    let value = try RunValue(
      command: "run", isDryRun: dryRun, report: report,
      next: dryRun
        ? ["`hallo-migrate run \(task)` does this for real."]
        : ["`hallo-migrate undo \(run)` takes it back."],
      personalData: context.personalData)
    try reports.write(value, months: months, of: report, in: context)
    try context.output.result(value, value.page)
    try store.close()
    return nil
  }
}

/// What `run` alone reports.
private struct TasksValue: Encodable {
  struct Task: Encodable {
    let name: String
    let title: String
    let checksum: String
  }

  let command = "run"
  let tasks: [Task]

  init(_ catalog: MigrationCatalog) {
    tasks = catalog.tasks.map {
      Task(name: $0.name, title: $0.title, checksum: "\($0.checksum)")
    }
  }

  var page: Page {
    var page = Page()
    page.heading("Tasks that run on demand")
    var table = Table(.text("task"), .text("what it does"))
    for task in tasks { table.row(task.name, task.title) }
    page.table(table)
    return page
  }
}
