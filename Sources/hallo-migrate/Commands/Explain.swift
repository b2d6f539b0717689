internal import ArgumentParser
internal import DocumentStore
internal import HalloMigration
internal import HalloReport

struct Explain: StoreCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what happened to a document: runs that changed it, why, and its archiving.",
    discussion: discussion(examples: "explain gallery_events/cu9cd9oXhzSXRIDTSNjf"))

  @Argument(help: "A path that the document has or had.")
  var path: String

  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let store = try context.reading()
    let histories = try store.history(of: path)
    let archived = ArchivedDocument(
      photos: try store.archivedPhotos(ofPath: path), runs: try store.runsErased(at: path))
    if histories.isEmpty, archived.isEmpty {
      let around = try store.paths(around: path)
      throw UnknownPath(path: path, nearest: nearest(to: path, among: around) ?? around.first)
    }
    let value = try ExplainValue(
      path: path, histories: histories, archived: archived, personalData: context.personalData)
    try context.output.result(value, value.page)
    return nil
  }
}
