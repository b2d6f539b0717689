internal import ArgumentParser
internal import HalloMigration

/// What shells offer besides files: those of the directory that the command line or the settings name.
extension CompletionKind {
  static var taskNames: CompletionKind {
    .custom { words, _, _ in catalog(words)?.tasks.map(\.name) ?? [] }
  }

  static var versions: CompletionKind { .custom { words, _, _ in versions(words) } }

  /// The same, and the one before all migrations.
  static var versionsToReturnTo: CompletionKind {
    .custom { words, _, _ in ["0000"] + versions(words) }
  }

  private static func versions(_ words: [String]) -> [String] {
    catalog(words)?.migrations.compactMap(\.version) ?? []
  }

  private static func catalog(_ words: [String]) -> MigrationCatalog? {
    let flag = words.firstIndex(of: "--migrations").map { words[($0 + 1)...].first } ?? nil
    let settings = try? EffectiveSettings(config: nil, flags: [:])
    return try? MigrationCatalog(directory: flag ?? settings?.text(.migrations))
  }
}
