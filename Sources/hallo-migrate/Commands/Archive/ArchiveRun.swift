internal import ArgumentParser
internal import HalloReport

struct ArchiveRunCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Archive the photos that are due; what is proved to be there leaves the store.",
    discussion: discussion(
      """
      A photo leaves the store only when its bundle was written, synced, read back and compared. \
      Killed at any moment, every photo is in the store, in a bundle, or in both; run it again.
      """,
      examples: "archive run --as-of 2025-11-01 --mirror Samples/mirror"))

  @OptionGroup var selection: ArchiveJobOptions
  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    try ArchiveJob(selection: selection, context: context, command: "archive run", removes: true)
      .run()
  }
}

struct ArchiveExportCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the same bundles as `archive run`; nothing leaves the store.",
    discussion: discussion(examples: "archive export --as-of 2025-11-01 --archive copied-photos"))

  @OptionGroup var selection: ArchiveJobOptions
  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    try ArchiveJob(
      selection: selection, context: context, command: "archive export", removes: false
    ).run()
  }
}
