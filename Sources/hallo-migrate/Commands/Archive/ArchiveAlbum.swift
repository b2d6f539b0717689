internal import ArgumentParser
internal import Foundation
internal import HalloReport
internal import PhotoArchive

struct ArchiveAlbumCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "album", abstract: "Make a family's download: a zip of photos with an album page.",
    discussion:
      "The page, index.html, opens in any browser without a network. Days are those of UTC.")

  @Argument(help: "The zip to write.")
  var file: String

  @Option(help: "Whose photos.")
  var user: String

  @Option(help: "Only photos of this profile.")
  var profile: String?

  @OptionGroup var place: ArchivePlace
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if !file.hasSuffix(".zip") { throw ValidationError("The album is a zip: name it FILE.zip.") }
  }

  func run(in context: CommandContext) throws -> ExitStatus? {
    let archive = try place.open(in: context)
    let url = URL(fileURLWithPath: file)
    let progress = context.output.progress
    let outcome = try withExtendedLifetime(try ArchiveLock(archive, for: .reading)) {
      try Album.write(
        archive, selection: ArchiveSelection(owner: user, profile: profile),
        to: try ArchiveDirectory.open(url.deletingLastPathComponent().path, as: .output),
        name: url.lastPathComponent
      ) { progress.show($0.photos, "photos", fraction: nil) }
    }
    if outcome.photos == 0, outcome.damages.isEmpty { throw NothingSelected() }
    let value = AlbumValue(outcome, file, context.personalData)
    try context.output.result(value, value.page)
    return outcome.damages.isEmpty ? nil : .damaged
  }
}

/// What `archive album` reports.
private struct AlbumValue: Encodable {
  let command = "archive album"
  let file: String
  let photos: Int
  let bytes: Int
  let damaged: [DamageValue]

  init(_ outcome: Album.Outcome, _ file: String, _ personalData: PersonalData) {
    (photos, bytes, self.file) = (outcome.photos, outcome.photoBytes, file)
    damaged = outcome.damages.map { DamageValue($0, personalData) }
  }

  var page: Page {
    var page = Page()
    page.heading("Made an album of \(count(photos, "photo")), \(byteCount(bytes)): \(file).")
    page.table(DamageValue.table(damaged))
    return page
  }
}
