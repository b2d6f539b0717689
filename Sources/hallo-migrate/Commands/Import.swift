internal import ArgumentParser
internal import DocumentStore
internal import DocumentTransfer
internal import HalloReport

struct Import: StoreCommand {
  static let configuration = CommandConfiguration(
    abstract: "Take the documents of exports or files into the store: all of them, or none.",
    discussion: """
      A source is a directory that `gcloud firestore export` or `firebase emulators:export` wrote, a \
      file of one document a line ({"path":"users/u1","data":{…}}, or a document of Firestore's REST \
      interface), a JSON tree with `__collections__`, or `-` for lines from standard input.
      """)

  @Argument(help: "Directories, files, or - for standard input.")
  var sources: [String]

  @Option(
    help: "What the sources are: \(SourceFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format: SourceFormat = .auto

  @Flag(help: "Take the new data where the store has other data at a path.")
  var replace = false

  @Flag(help: "Set aside what cannot be read, in SOURCE.rejected.ndjson.")
  var skipInvalid = false

  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let progress = context.output.progress
    let importing = DocumentImport(
      sources: sources, format: format, replaces: replace, skipsInvalid: skipInvalid)
    let report = try importing.run(
      into: common.storePath, lock: try context.lock(), clock: context.clock,
      shouldStop: context.listening()
    ) { progress.show($0.documents, "documents", fraction: $0.fraction) }
    for warning in report.warnings { context.output.note("warning: \(warning)") }
    let value = ImportValue(report)
    try context.output.result(value, value.page(store: common.storePath))
    return nil
  }
}

extension SourceFormat: ExpressibleByArgument {}

/// What `import` reports.
private struct ImportValue: Encodable {
  let command = "import"
  let run: Int64
  let imported: Int
  let unchanged: Int
  let replaced: Int
  let rejected: Int
  let rejectedFiles: [String]
  let warnings: [String]

  init(_ report: DocumentImport.Report) {
    (run, imported) = (report.stored.run, report.stored.imported)
    (unchanged, replaced) = (report.stored.unchanged, report.stored.replaced)
    (rejected, rejectedFiles) = (report.rejected, report.rejectedFiles)
    warnings = report.warnings
  }

  func page(store: String) -> Page {
    var page = Page()
    page.heading("Imported \(count(imported, "document")) into \(store).")
    var table = Table(.text("documents"), .number(""))
    table.row("imported", grouped(imported))
    table.row("unchanged", grouped(unchanged))
    table.row("replaced", grouped(replaced))
    table.row("set aside", grouped(rejected))
    page.table(table)
    for file in rejectedFiles { page.paragraph("What was set aside, and why, is in \(file).") }
    return page
  }
}
