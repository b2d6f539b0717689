internal import ArgumentParser
internal import DocumentStore
internal import Documents
internal import HalloMigration
internal import HalloReport

struct Audit: ReportingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look for what is wrong in the data; leave the store alone.",
    discussion: discussion(
      """
      Every check has a code, a severity, and where there is one the command that repairs what it \
      finds. Checks are SQL files: those in the folder `audit` of --migrations are added, or used \
      instead of those of the same name.
      """,
      examples: "audit --as-of 2025-11-01 --report audit.md"))

  @Option(
    help: ArgumentHelp(
      "Photos are past retention when they are older than this: 90d, 12h, 2w. (default: 90d)",
      valueName: "age"))
  var olderThan: Age?

  @Option(
    help: ArgumentHelp(
      "Date photos against this instant or day (RFC 3339); default: now.", valueName: "instant"))
  var asOf: Moment?

  @OptionGroup var reports: ReportOptions

  @Flag(help: "Exit with 2 if there are errors or warnings.")
  var exitCode = false

  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let asOf = asOf?.instant ?? context.clock()
    let olderThan = context.settings.parsed(.olderThan, flag: olderThan, default: .default)
    let runner = AuditRunner(
      catalog: try AuditCatalog(directory: context.migrations), region: context.region,
      asOf: asOf, retention: olderThan.microseconds)
    let store = try context.reading(rehearses: true)
    let value = AuditValue(
      try runner.run(on: store, onDone: progress(in: context, of: runner.catalog.checks.count)),
      isMigrated: try context.runner().state(of: store).pending.isEmpty,
      personalData: context.personalData)
    let months = MonthsSection(
      reports.hasPage ? try store.eventMonths() : [], line: olderThan.before(asOf))
    try store.close()
    try reports.write(value, value.page, web: value.webPage(months: months), in: context)
    try context.output.result(value, value.page)
    return exitCode && value.hasFindings ? .pending : nil
  }

  private func progress(in context: CommandContext, of total: Int) -> (AuditCheck) -> Void {
    var done = 0
    return { check in
      done += 1
      context.log("asked \(check.code)")
      context.output.progress.show(done, "checks", fraction: Double(done) / Double(total))
    }
  }
}
