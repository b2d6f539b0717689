internal import ArgumentParser
internal import Documents
internal import Foundation
internal import PhotoArchive

/// Where the archive is.
struct ArchivePlace: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The archive (HALLO_ARCHIVE; default: gallery-archive beside the store).",
      valueName: "directory"),
    completion: .directory)
  var archive: String?

  func path(in context: CommandContext) -> String {
    if let archive = archive ?? context.settings.text(.archive) { return archive }
    return URL(fileURLWithPath: context.storePath).deletingLastPathComponent()
      .appendingPathComponent("gallery-archive").path
  }

  /// Opens an archive that must be there.
  func open(in context: CommandContext) throws -> ArchiveDirectory {
    try ArchiveDirectory.open(path(in: context))
  }
}

/// Which photos of the archive are asked for.
struct ArchivedSelection: ParsableArguments {
  @Option(help: ArgumentHelp("Only photos of this user.", valueName: "id"))
  var user: String?

  @Option(help: ArgumentHelp("Only photos of this profile.", valueName: "id"))
  var profile: String?

  @Option(help: ArgumentHelp("Only the photo of this event.", valueName: "id"))
  var event: String?

  @Option(help: ArgumentHelp("Only photos of this month (YYYY-MM, UTC).", valueName: "month"))
  var month: Month?

  var selection: ArchiveSelection {
    ArchiveSelection(owner: user, profile: profile, eventID: event, month: month?.month)
  }

  struct Month: ExpressibleByArgument {
    let month: CalendarMonth

    init?(argument: String) {
      guard let month = CalendarMonth(argument) else { return nil }
      self.month = month
    }
  }
}
