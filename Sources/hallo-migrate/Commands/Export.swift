internal import ArgumentParser
internal import DocumentStore
internal import DocumentTransfer
internal import Documents
internal import HalloMigration
internal import HalloReport

struct Export: StoreCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the current documents to a file or a directory.",
    discussion: discussion(
      """
      A destination that ends in .ndjson, or is -, gets one document a line; one that ends in .json a \
      tree with `__collections__`; any other becomes a directory that `gcloud firestore import` and \
      Google's emulator load. What is there already is replaced only by a whole export.
      """,
      examples: "export migrated", "export events.ndjson --user photos --kind event"))

  @Argument(help: "A directory, a file, or - for standard output.", completion: .file())
  var destination: String

  @Option(help: "What to write: firestore, ndjson or tree.")
  var format: SourceFormat = .auto

  @Option(
    help: ArgumentHelp("Only this user's documents. May be given several times.", valueName: "id"))
  var user: [String] = []

  @Option(
    help: """
      Only documents of this kind: \(DocumentKind.allCases.map(\.rawValue).joined(separator: ", ")). \
      May be given several times.
      """)
  var kind: [DocumentKind] = []

  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let export = DocumentExport(
      destination: destination, format: format,
      filter: DocumentStore.Filter(users: user, kinds: kind))
    let store = try context.reading()
    for user in user where try !store.hasDocuments(of: user) {
      var nearest = NearestText(to: user)
      try store.forEachUser { nearest.consider($0) }
      throw UnknownUser(user: user, nearest: nearest.text)
    }
    let documents = try export.run(from: store, clock: context.clock)
    if destination == "-" {
      context.output.note("exported \(count(documents, "document"))")
      return nil
    }
    let value = ExportValue(
      destination: destination, format: export.format.rawValue, documents: documents)
    try context.output.result(value, value.page)
    return nil
  }
}

extension DocumentKind: ExpressibleByArgument {}

/// What `export` reports.
private struct ExportValue: Encodable {
  let command = "export"
  let destination: String
  let format: String
  let documents: Int

  var page: Page {
    var page = Page()
    page.paragraph("Exported \(count(documents, "document")) to \(destination) as \(format).")
    return page
  }
}
