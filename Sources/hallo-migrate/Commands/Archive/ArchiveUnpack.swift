internal import ArgumentParser
internal import HalloReport
internal import PhotoArchive

struct ArchiveUnpackCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpack", abstract: "Put photos of the archive into a directory.",
    discussion: discussion(
      """
      They get the paths that they had in the storage bucket, gallery-archive/USER/PROFILE/YYYY/MM. \
      `tar xf` of the bundles gives the same.
      """,
      examples: "archive unpack --to photos --month 2025-06"))

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The directory; made if it is not there.", valueName: "directory"),
    completion: .directory)
  var destination: String

  @OptionGroup var selection: ArchivedSelection
  @OptionGroup var place: ArchivePlace
  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let archive = try place.open(in: context)
    let outcome = try withExtendedLifetime(try ArchiveLock(archive, for: .reading)) {
      let progress = try ReadingProgress(archive, selection.selection, in: context)
      return try Unpacking.run(
        archive, selection: selection.selection,
        to: try ArchiveDirectory.open(destination, as: .output, isCreated: true)
      ) { try progress.advance(to: $0.photos, tarBytes: $0.tarBytes) }
    }
    if outcome.photos == 0, outcome.damages.isEmpty { throw try selection.nothing(in: archive) }
    let value = UnpackValue(outcome, destination, context.personalData)
    try context.output.result(value, value.page)
    return outcome.damages.isEmpty ? nil : .damaged
  }
}

/// What `archive unpack` reports.
private struct UnpackValue: Encodable {
  let command = "archive unpack"
  let directory: String
  let photos: Int
  let bytes: Int
  let damaged: [DamageValue]

  init(_ outcome: Unpacking.Outcome, _ directory: String, _ personalData: PersonalData) {
    (photos, bytes, self.directory) = (outcome.photos, outcome.photoBytes, directory)
    damaged = outcome.damages.map { DamageValue($0, personalData) }
  }

  var page: Page {
    var page = Page()
    page.heading("Unpacked \(count(photos, "photo")), \(byteCount(bytes)), into \(directory).")
    page.table(DamageValue.table(damaged))
    return page
  }
}
