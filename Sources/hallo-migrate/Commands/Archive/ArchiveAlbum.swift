internal import ArgumentParser
internal import DocumentStore
internal import Foundation
internal import HalloReport
internal import PhotoArchive

struct ArchiveAlbumCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "album", abstract: "Make a family's download: a zip of photos with an album page.",
    discussion: discussion(
      """
      The page, index.html, opens in any browser without a network. If the store has the profiles' names \
      and time zones, the album has them too; else it names nobody, and days are those of UTC.
      """,
      examples: "archive album album.zip --user photos"))

  @Argument(help: "The zip to write.")
  var file: String

  @Option(help: ArgumentHelp("Whose photos.", valueName: "id"))
  var user: String

  @Option(help: ArgumentHelp("Only photos of this profile.", valueName: "id"))
  var profile: String?

  @OptionGroup var place: ArchivePlace
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if !file.hasSuffix(".zip") { throw ValidationError("The album is a zip: name it FILE.zip.") }
  }

  func run(in context: CommandContext) throws -> ExitStatus? {
    let archive = try place.open(in: context)
    let url = URL(fileURLWithPath: file)
    let selection = ArchiveSelection(owner: user, profile: profile)
    let outcome = try withExtendedLifetime(try ArchiveLock(archive, for: .reading)) {
      let progress = try ReadingProgress(archive, selection, in: context)
      return try Album.write(
        archive, selection: selection,
        to: try ArchiveDirectory.open(url.deletingLastPathComponent().path, as: .output),
        name: url.lastPathComponent, options: try options(context)
      ) { try progress.advance(to: $0.photos, tarBytes: $0.tarBytes) }
    }
    if outcome.photos == 0, outcome.damages.isEmpty {
      throw try NothingSelected(
        user: user, profile: profile, users: archive.owners,
        profiles: { try archive.profiles(of: user) })
    }
    let value = AlbumValue(outcome, file, context.personalData)
    try context.output.result(value, value.page)
    return outcome.damages.isEmpty ? nil : .damaged
  }

  /// An album can be made without the store that its archive came from.
  private func options(_ context: CommandContext) throws -> Album.Options {
    let people =
      try context.readingIfPossible { try $0.people(of: user) }?
      .filter { profile == nil || $0.profile == profile } ?? []
    return Album.Options(
      timeZone: people.lazy.compactMap { $0.timeZone.flatMap { TimeZone(identifier: $0) } }.first
        ?? .gmt,
      names: Dictionary(people.map { ($0.profile, $0.name ?? "") }) { first, _ in first })
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
