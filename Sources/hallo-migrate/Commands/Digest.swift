internal import ArgumentParser
internal import Documents
internal import DocumentStore
internal import HalloReport

struct DigestCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Print the SHA-256 of the store's documents: equal for equal documents.",
    discussion: discussion(examples: "digest"))

  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let (documents, digest) = try context.reading().digest()
    let value = DigestValue(documents: documents, digest: digest.description)
    try context.output.result(value, value.page)
    return nil
  }
}

/// What `digest` reports.
private struct DigestValue: Encodable {
  let command = "digest"
  let documents: Int
  let digest: String

  var page: Page {
    var page = Page()
    page.paragraph("\(digest)  \(count(documents, "document"))")
    return page
  }
}
