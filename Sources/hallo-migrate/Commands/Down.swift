internal import ArgumentParser
internal import DocumentStore
internal import HalloMigration
internal import HalloReport

struct Down: ReportingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take migrations back, to the byte.",
    discussion: discussion(
      "Alone it takes back the newest. What a later run changed is never lost: exit code 6.",
      examples: "down --to 0002 --dry-run", "down --to 0002"))

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("Take back all above this version; 0000 for all.", valueName: "version"),
    completion: .versionsToReturnTo)
  var version: String?

  @Option(help: ArgumentHelp("How many to take back.", valueName: "number"))
  var steps: Int?

  @Flag(help: "Show what would be done; leave the store alone.")
  var dryRun = false

  @OptionGroup var reports: ReportOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if version != nil, steps != nil {
      throw ValidationError("--to and --steps exclude each other.")
    }
    if let steps, steps < 1 { throw ValidationError("--steps takes 1 or more.") }
  }

  func run(in context: CommandContext) throws -> ExitStatus? {
    let runner = try context.runner()
    if let version { try runner.catalog.checkVersion(version) }
    let store = dryRun ? try context.reading() : try context.writing()
    let applied = try runner.state(of: store).applied.sorted { $0.id > $1.id }
    let chosen =
      version.map { version in applied.filter { ($0.version ?? "") > version } }
      ?? Array(applied.prefix(steps ?? 1))
    let outcomes = try store.undo(chosen, isDryRun: dryRun, at: context.now)
    let value = UndoValue(command: "down", isDryRun: dryRun, outcomes, context.personalData)
    try reports.write(value, value.page, web: value.webPage, in: context)
    try context.output.result(value, value.page)
    try store.close()
    return nil
  }
}

struct UndoRun: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take any run back, by its number in `status`.",
    discussion: discussion(examples: "undo 6"))

  @Argument(help: "The run's number.")
  var run: String

  @Flag(help: "Show what would be done; leave the store alone.")
  var dryRun = false

  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let store = dryRun ? try context.reading() : try context.writing()
    let runs = try store.runs()
    guard let chosen = runs.first(where: { String($0.id) == run }) else {
      throw MigrationError.unknownRun(
        run, nearest: nearest(to: run, among: runs.map { String($0.id) }))
    }
    if chosen.undoneAt != nil { throw MigrationError.undoneAlready(run: chosen.id) }
    let outcomes = try store.undo([chosen], isDryRun: dryRun, at: context.now)
    let value = UndoValue(command: "undo", isDryRun: dryRun, outcomes, context.personalData)
    try context.output.result(value, value.page)
    try store.close()
    return nil
  }
}
