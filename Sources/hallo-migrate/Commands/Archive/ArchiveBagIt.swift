internal import ArgumentParser
internal import Foundation
internal import Glibc
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
    let isThere = FileManager.default.fileExists(atPath: directory)
    do {
      let outcome = try withExtendedLifetime(try ArchiveLock(archive, for: .reading)) {
        try write(archive, in: context)
      }
      let value = BagValue(outcome, directory)
      try context.output.result(value, value.page)
      return nil
    } catch {
      // This removes no directory that has anything in it.
      if !isThere { rmdir(directory) }
      throw error
    }
  }

  private func write(
    _ archive: ArchiveDirectory, in context: CommandContext
  ) throws -> Bag.Outcome {
    let progress = try ReadingProgress(archive, in: context)
    return try Bag.write(
      archive, to: try ArchiveDirectory.open(directory, as: .output, isCreated: true),
      date: String(context.now.prefix(10))
    ) { try progress.advance(to: $0.bundles, "bundles", tarBytes: $0.tarBytes) }
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
