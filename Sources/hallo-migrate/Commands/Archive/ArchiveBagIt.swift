internal import ArgumentParser
internal import HalloReport
internal import PhotoArchive

struct ArchiveBagItCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "bagit", abstract: "Copy the archive as a bag (RFC 8493), with SHA-512 manifests.",
    discussion: discussion(examples: "archive bagit bag"))

  @Argument(help: "A directory that is empty, or not there.")
  var directory: String

  @OptionGroup var place: ArchivePlace
  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let archive = try place.open(in: context)
    let outcome = try withExtendedLifetime(try ArchiveLock(archive, for: .reading)) {
      try Bag.write(
        archive, to: try ArchiveDirectory.open(directory, as: .output, isCreated: true),
        date: String(context.now.prefix(10)))
    }
    let value = BagValue(outcome, directory)
    try context.output.result(value, value.page)
    return nil
  }
}

/// What `archive bagit` reports.
private struct BagValue: Encodable {
  let command = "archive bagit"
  let directory: String
  let bundles: Int
  let files: Int
  let bytes: Int

  init(_ outcome: Bag.Outcome, _ directory: String) {
    (bundles, files, bytes) = (outcome.bundles, outcome.files, outcome.bytes)
    self.directory = directory
  }

  var page: Page {
    var page = Page()
    page.heading("Copied \(count(bundles, "bundle")), \(byteCount(bytes)), as a bag: \(directory).")
    return page
  }
}
