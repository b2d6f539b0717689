internal import ArgumentParser
internal import DocumentStore
internal import HalloMigration
internal import HalloReport

struct Status: StoreCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show which migrations are applied and pending, and every run.",
    discussion: discussion(examples: "status"))

  @Flag(help: "Exit with 2 if migrations are pending.")
  var exitCode = false

  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let store = try context.reading()
    let state = try context.runner().state(of: store)
    let value = StatusValue(state, runs: try store.runs())
    try context.output.result(value, value.page)
    return exitCode && !state.pending.isEmpty ? .pending : nil
  }
}
