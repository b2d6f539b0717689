internal import ArgumentParser
internal import DocumentStore
internal import Documents
internal import Foundation
internal import HalloReport
internal import PhotoArchive

/// What `archive run` and `archive export` do.
struct ArchiveJob {
  let selection: ArchiveJobOptions
  let context: CommandContext
  let command: String
  let removes: Bool

  private var settings: EffectiveSettings { context.settings }

  func run() throws -> ExitStatus? {
    let started = context.clock()
    let prices =
      try (selection.prices ?? settings.text(.prices))
      .map(FirestorePrices.init(file:)) ?? .default
    let request = try request(at: started)
    context.stop.listen(saying: "stopping after the bundles in hand; asked again, at once")
    let store = selection.dryRun ? try context.reading() : try context.writing()
    // What is in hand is ended, and traces are removed.
    store.shouldStop = { false }
    let bytesBefore = try store.fileSize()
    let eventMonths = selection.reports.hasPage ? try store.eventMonths() : []
    let outcome = try archive(request, store)
    var warnings = outcome.damages.map {
      "\($0.describe(context.personalData.archivePath)); it was archived again if the store had it"
    }
    if !selection.dryRun, removes { try removeTraces(from: store, &warnings) }
    let bytesAfter = selection.dryRun ? nil : try store.fileSize()
    try store.close()
    let value = ArchiveValue(
      command: command, isDryRun: selection.dryRun, outcome,
      saving: removes ? prices.saving(outcome, bytesBefore, bytesAfter) : nil, warnings: warnings,
      personalData: context.personalData)
    if !selection.dryRun, let file = selection.metrics ?? settings.text(.metrics) {
      try ArchiveMetrics(outcome, started: started, ended: context.clock()).write(to: file)
    }
    let details = details(request, outcome, eventMonths, prices)
    try selection.reports.write(value, value.page, web: value.webPage(details), in: context)
    context.step(value.summary)
    if context.options.json || !context.options.quiet {
      try context.output.result(value, value.page)
    }
    return outcome.damages.isEmpty ? nil : .damaged
  }

  private func details(
    _ request: ArchiveRequest, _ outcome: ArchiveOutcome, _ months: [EventMonth],
    _ prices: FirestorePrices
  ) -> ArchiveValue.Details {
    let archived = outcome.months.reduce(into: [String: Int]()) {
      $0[$1.month, default: 0] += $1.photos
    }
    return ArchiveValue.Details(
      months: MonthsSection(
        months, line: request.cutoff ?? request.asOf, archived: archived,
        archivedName: selection.dryRun ? "would be archived" : "archived"),
      asOf: request.asOf.description,
      archive: context.personalData.archivePath(
        selection.place.path(in: context)), priceSource: prices.source)
  }

  private func request(at now: Instant) throws -> ArchiveRequest {
    let asOf = selection.asOf?.instant ?? now
    if asOf > now, !selection.force {
      throw ValidationError(
        "--as-of is in the future, so that photos would be archived too early; give --force if that "
          + "is right.")
    }
    let age = settings.parsed(.olderThan, flag: selection.olderThan, default: .default)
    if age.microseconds == 0, !selection.force {
      throw ValidationError(
        "--older-than 0 would archive every photo; give --force if that is right.")
    }
    var request = ArchiveRequest(asOf: asOf, retention: age.microseconds)
    request.removes = removes
    request.isDryRun = selection.dryRun
    request.keepsDocument = settings.parsed(
      .keepDocument, flag: selection.keepDocument, default: false)
    request.keepsFavorites = settings.parsed(
      .keepFavorites, flag: selection.keepFavorites, default: false)
    request.compression = settings.parsed(.compress, flag: selection.compress, default: .none)
    request.limit = selection.limit ?? .max
    request.maximumBytes = selection.maxBytes?.bytes ?? .max
    request.maximumFraction = selection.maxFraction
    request.isForced = selection.force
    return request
  }

  private func archive(
    _ request: ArchiveRequest, _ store: DocumentStore
  ) throws -> ArchiveOutcome {
    let mirror = try (selection.mirror ?? settings.text(.mirror)).map { try PhotoMirror($0) }
    let path = selection.place.path(in: context)
    let archive = try open(path)
    let lock = try archive.map { try ArchiveLock($0, for: selection.dryRun ? .reading : .writing) }
    return try withExtendedLifetime(lock) {
      try store.archiving(isDryRun: request.isDryRun) { session in
        let run = ArchiveRun(
          session, request, archive: archive, mirror: mirror, observer: observer,
          clock: context.clock)
        return try run.run()
      }
    }
  }

  /// - Returns: nil in a dry run if there is no archive yet.
  private func open(_ path: String) throws -> ArchiveDirectory? {
    if !selection.dryRun { return try ArchiveDirectory.open(path, isCreated: true) }
    return FileManager.default.fileExists(atPath: path) ? try ArchiveDirectory.open(path) : nil
  }

  private var observer: ArchiveObserver {
    let (progress, stop) = (context.output.progress, context.stop)
    let end = selection.until?.next(after: Date())
    return ArchiveObserver(
      onProgress: { progress.show($0.archived, "photos", fraction: $0.fraction) },
      onStep: { context.step($0) },
      shouldStop: { stop.isRaised || end.map { Date() >= $0 } ?? false })
  }

  private func removeTraces(from store: DocumentStore, _ warnings: inout [String]) throws {
    if try store.removeTraces() { return }
    warnings.append(
      "another process is reading the store, so that traces of what was archived are still in its "
        + "file; the next run removes them")
  }
}
