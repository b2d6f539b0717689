internal import ArgumentParser
internal import DocumentStore
internal import Foundation
internal import PhotoArchive

struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive",
    abstract: "Move old photos into verified tar bundles, and get them back.",
    discussion: discussion(examples: "archive run --as-of 2025-11-01 --dry-run"),
    subcommands: [
      ArchiveRunCommand.self, ArchiveExportCommand.self, ArchiveListCommand.self,
      ArchiveVerifyCommand.self, ArchiveUnpackCommand.self, ArchiveRestoreCommand.self,
      ArchiveSealCommand.self, ArchiveAlbumCommand.self, ArchiveBagItCommand.self,
    ])
}

/// `archive run` and `archive export`, which select and write the same.
struct ArchiveJobOptions: ParsableArguments {
  @OptionGroup var place: ArchivePlace

  @Option(
    help: ArgumentHelp(
      "Records are due when they are older than this: 90d, 12h, 2w. (default: 90d)",
      valueName: "age"))
  var olderThan: Age?

  @Option(
    help: ArgumentHelp(
      "Date records against this instant or day (RFC 3339); default: now.", valueName: "instant"))
  var asOf: Moment?

  @Option(
    help: ArgumentHelp(
      "A copy of the storage bucket, for records that only have a URL.", valueName: "directory"),
    completion: .directory)
  var mirror: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Keep whole documents beside their photos, so that a restore is exact.")
  var keepDocument: Bool?

  @Flag(inversion: .prefixedNo, help: "Leave records alone that have an isFavorite.")
  var keepFavorites: Bool?

  @Flag(help: "Show what would be done; leave the store and the archive alone.")
  var dryRun = false

  @Option(help: ArgumentHelp("How many records at most.", valueName: "number"))
  var limit: Int?

  @Option(help: ArgumentHelp("How many bytes of photos at most: 500MB, 20GB.", valueName: "size"))
  var maxBytes: Size?

  @Option(
    help: ArgumentHelp(
      "Begin no bundle after this time of day (HH:MM, local time).", valueName: "time"))
  var until: TimeOfDay?

  @Option(
    help: ArgumentHelp(
      "The largest part of all events that may leave the store without --force.",
      valueName: "fraction"))
  var maxFraction = 0.5

  @Flag(help: "Do it although the run, or an option, looks like a mistake.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Pack bundles: none or zstd (default: none). Photos do not shrink.", valueName: "form"))
  var compress: Compression?

  @Option(
    help: ArgumentHelp(
      "A JSON file of Firestore's prices, to reckon what is saved.", valueName: "file"),
    completion: .file())
  var prices: String?

  @Option(
    help: ArgumentHelp("Write figures for Prometheus to a file.", valueName: "file"),
    completion: .file())
  var metrics: String?

  @OptionGroup var reports: ReportOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit takes 1 or more.") }
    if !(0...1).contains(maxFraction) { throw ValidationError("--max-fraction takes 0 to 1.") }
  }
}

extension Compression: ExpressibleByArgument {}
