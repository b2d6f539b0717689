internal import ArgumentParser

/// The commands of `hallo-migrate`.
@main
struct HalloMigrate: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "hallo-migrate",
    abstract: "Migrate and maintain a Hallo database: exact dry runs, and undo to the byte.",
    discussion: discussion(
      """
      Import a Firestore export into a store, see what the migrations would do, run them, ask of any \
      document what happened to it, and take everything back.

      Exit codes:
        0   done, or nothing to do
        1   failed; the store is as it was
        2   with --exit-code: migrations are pending, or the audit has findings
        4   refused: another change set than the plan's, a changed file, a late version
        5   the store is in use
        6   undo would lose later changes, or a push met newer work
        7   an archive is damaged or incomplete
        64  usage
        130 stopped with Ctrl-C or SIGTERM; what was begun is taken back
      """,
      examples: "import Samples/firestore-export", "up --dry-run"),
    version: version,
    subcommands: [
      Import.self, Status.self, Up.self, Down.self, RunTask.self, UndoRun.self, Explain.self,
      DigestCommand.self, Audit.self, Export.self, New.self, PullCommand.self, PushCommand.self,
      ShardsCommand.self, ArchiveCommand.self, Doctor.self,
    ])

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      // One that is only a code has been told of.
      let isTold = error is ExitCode
      if !isTold, exitCode(for: error) == .validationFailure { UsageFailure(error).exit() }
      exit(withError: error)
    }
  }
}
