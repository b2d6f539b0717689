internal import ArgumentParser
internal import Foundation
internal import HalloMigration
internal import HalloReport

struct New: StoreCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make the file of a new migration.",
    discussion: discussion(
      "It gets the next version, in the directory of --migrations (default: migrations).",
      examples: "new add_time_zones", "up --dry-run --migrations migrations"))

  @Argument(help: "What the migration does, in lower-case words: add_time_zones.")
  var name: String

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if !Migration.isName(name, separator: "_") {
      throw ValidationError("A name is made of lower-case words: add_time_zones.")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus? {
    let directory = context.migrations ?? "migrations"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let catalog = try MigrationCatalog(directory: directory)
    let last = catalog.migrations.compactMap(\.version).compactMap { Int($0) }.max() ?? 0
    let digits = String(last + 1)
    let version = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let path = "\(directory)/\(version)_\(name).sql"
    do {
      try Data(Self.template(name).utf8).write(
        to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists {
      throw MigrationError.fileExists(path)
    }
    let value = NewValue(path: path, version: version)
    try context.output.result(value, value.page)
    return nil
  }

  private static func template(_ name: String) -> String {
    let title = name.replacingOccurrences(of: "_", with: " ")
    return """
      -- \(title.prefix(1).uppercased() + title.dropFirst())
      --
      -- Why: …
      --
      -- Changes: …
      --
      -- Leaves alone: …

      -- UPDATE document
      -- SET data = json_set(data, '$.timeZone', 'America/Vancouver')
      -- WHERE kind = 'profile' AND data ->> 'timeZone' IS NULL;

      """
  }
}

/// What `new` reports.
private struct NewValue: Encodable {
  let command = "new"
  let path: String
  let version: String

  var page: Page {
    var page = Page()
    page.paragraph("Made \(path). Try it with `hallo-migrate up --dry-run --migrations DIRECTORY`.")
    return page
  }
}
