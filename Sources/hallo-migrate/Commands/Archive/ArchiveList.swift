internal import ArgumentParser
internal import DocumentStore
internal import Documents
internal import HalloReport
internal import PhotoArchive

struct ArchiveListCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the photos of the archive.",
    discussion: discussion(
      """
      The list is from an index in the store, which --rebuild makes again from the archive's manifests.
      """,
      examples: "archive list --user photos --limit 5"))

  @Option(help: ArgumentHelp("Only photos of this user.", valueName: "id"))
  var user: String?

  @Option(help: ArgumentHelp("Only photos of this profile.", valueName: "id"))
  var profile: String?

  @Option(help: ArgumentHelp("Only photos at or after this instant or day.", valueName: "instant"))
  var from: Moment?

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "Only photos before this instant, or up to and with this day.", valueName: "instant"))
  var end: Moment?

  @Option(help: ArgumentHelp("How many photos at most.", valueName: "number"))
  var limit = 100

  @Option(
    help: ArgumentHelp(
      "Go on after this token, which the page before ended with.", valueName: "token"))
  var after: Token?

  @Flag(help: "Make the index again from the archive's manifests.")
  var rebuild = false

  @OptionGroup var place: ArchivePlace
  @OptionGroup var reports: ReportOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit takes 1 or more.") }
  }

  func run(in context: CommandContext) throws -> ExitStatus? {
    let damages = rebuild ? try rebuildIndex(context) : []
    let store = try context.reading()
    // One more tells whether there are more.
    let photos = try store.archivedPhotos(
      DocumentStore.PhotoFilter(
        owner: user, profile: profile, from: from?.instant, before: end?.end, after: after?.token,
        limit: limit + 1))
    let isEmpty = try photos.isEmpty && !store.hasArchivedPhotos()
    if photos.isEmpty, !isEmpty { try refuseUnknown(store) }
    let value = ListValue(photos, limit: limit, damages, isEmpty: isEmpty, context.personalData)
    try reports.write(value, value.page, web: value.webPage, in: context)
    try context.output.result(value, value.page)
    try store.close()
    return damages.isEmpty ? nil : .damaged
  }

  private func refuseUnknown(_ store: DocumentStore) throws {
    let nothing = try NothingSelected(
      user: user, profile: profile, users: store.archivedOwners,
      profiles: { try store.archivedProfiles(of: user) })
    if case .other = nothing { return }
    throw nothing
  }

  struct Token: ExpressibleByArgument {
    let token: PhotoToken

    init?(argument: String) {
      guard let token = PhotoToken(argument) else { return nil }
      self.token = token
    }
  }

  private func rebuildIndex(_ context: CommandContext) throws -> [Damage] {
    let archive = try place.open(in: context)
    let store = try context.writing()
    var damages: [Damage] = []
    try withExtendedLifetime(try ArchiveLock(archive, for: .reading)) {
      try store.rebuildCatalogue { add in
        try archive.forEachMonth { directory, _ in
          let month = try ArchivedMonth(directory)
          damages += month.damages
          for manifest in month.manifests { try add(CataloguedBundle(manifest)) }
        }
      }
    }
    try store.close()
    return damages
  }
}
