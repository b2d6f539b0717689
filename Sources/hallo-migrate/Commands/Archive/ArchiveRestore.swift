internal import ArgumentParser
internal import DocumentStore
internal import HalloReport
internal import PhotoArchive

struct ArchiveRestoreCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring archived photos back into the store.",
    discussion: discussion(
      """
      What was archived with --keep-document comes back to the byte; of the rest, the photo with its \
      ids, task and moment. Documents that the store has are left alone. The archive keeps its copies: \
      the next `archive run` removes from the store what is due, and writes no new bundle for it. \
      `undo` takes a restore back.
      """,
      examples: "archive restore --user photos --month 2025-06"))

  @OptionGroup var selection: ArchivedSelection
  @OptionGroup var place: ArchivePlace
  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let archive = try place.open(in: context)
    // Checks that there is a store, and that it can be changed.
    try context.writing().close()
    let (outcome, damages) = try withExtendedLifetime(try ArchiveLock(archive, for: .reading)) {
      try restore(from: archive, context)
    }
    let total = outcome.imported + outcome.unchanged + outcome.kept
    if total == 0, damages.isEmpty { throw try selection.nothing(in: archive) }
    let value = RestoreValue(outcome, damages, context.personalData)
    try context.output.result(value, value.page)
    return damages.isEmpty ? nil : .damaged
  }

  private func restore(
    from archive: ArchiveDirectory, _ context: CommandContext
  ) throws -> (StoreImport.Outcome, [Damage]) {
    let progress = try ReadingProgress(archive, selection.selection, in: context)
    let restoration = try Restoration(archive, selection: selection.selection) {
      try progress.advance(to: $0.photos, tarBytes: $0.tarBytes)
    }
    var options = StoreImport.Options(replaces: false, skipsDuplicates: true)
    options.keepsPresent = true
    options.kind = .restore
    let outcome = try StoreImport.run(
      path: context.storePath, lock: try context.lock(), name: archive.path,
      startedAt: context.now, options: options, shouldStop: context.listening(),
      finishedAt: { context.now },
      restored: { restoration.restored }, onDuplicate: { _, _ in }, next: restoration.next)
    return (outcome, restoration.damages)
  }
}

/// What `archive restore` reports.
private struct RestoreValue: Encodable {
  let command = "archive restore"
  let run: Int64
  let restored: Int
  /// Documents that the store had, the same or others.
  let present: Int
  let damaged: [DamageValue]

  init(_ outcome: StoreImport.Outcome, _ damages: [Damage], _ personalData: PersonalData) {
    (run, restored) = (outcome.run, outcome.imported)
    present = outcome.unchanged + outcome.kept
    damaged = damages.map { DamageValue($0, personalData) }
  }

  var page: Page {
    var page = Page()
    page.heading(
      restored == 0
        ? "Nothing was restored." : "Restored \(count(restored, "photo")) into the store.")
    if present > 0 {
      page.paragraph("Left alone: \(count(present, "document")) that the store has already.")
    }
    if restored > 0 { page.paragraph("`hallo-migrate undo \(run)` takes this back.") }
    page.table(DamageValue.table(damaged))
    return page
  }
}
