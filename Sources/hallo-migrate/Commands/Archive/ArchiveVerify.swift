internal import ArgumentParser
internal import DocumentStore
internal import Foundation
internal import HalloReport
internal import PhotoArchive

struct ArchiveVerifyCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Read every bundle, and compare every byte with its manifest.",
    discussion: discussion(
      "Exits with 7 if anything is damaged, and names the bundle, member and offset.",
      examples: "archive verify", "archive verify --sample 1/7"))

  @OptionGroup var place: ArchivePlace

  @Option(
    help: ArgumentHelp(
      "Check one of N equal parts, as 3/7: N nights cover everything.", valueName: "part"))
  var sample: Sample?

  @OptionGroup var common: CommonOptions

  func run(in context: CommandContext) throws -> ExitStatus? {
    let archive = try place.open(in: context)
    let outcome = try withExtendedLifetime(try ArchiveLock(archive, for: .reading)) {
      let progress = try ReadingProgress(archive, sample: sample?.sample, in: context)
      var outcome = try ArchiveCheck.run(
        archive, sample: sample?.sample, workers: ProcessInfo.processInfo.activeProcessorCount
      ) { try progress.advance(to: $0.photos, tarBytes: $0.tarBytes) }
      outcome.damages += try lost(from: archive, besides: outcome.damages, context)
      return outcome
    }
    let value = VerifyValue(outcome, context.personalData)
    try context.output.result(value, value.page)
    return outcome.damages.isEmpty ? nil : .damaged
  }

  /// Bundles that the store's index has, and of which the archive has no trace.
  ///
  /// An archive can be verified without its store, and when that is damaged.
  private func lost(
    from archive: ArchiveDirectory, besides damages: [Damage], _ context: CommandContext
  ) throws -> [Damage] {
    let named = Set(damages.map(\.bundle))
    var lost: [Damage] = []
    try context.readingIfPossible { store in
      try store.forEachBundle { bundle in
        if let damage = try archive.loss(of: bundle), !named.contains(damage.bundle) {
          lost.append(damage)
        }
      }
    }
    return lost
  }

  struct Sample: ExpressibleByArgument {
    let sample: ArchiveCheck.Sample

    init?(argument: String) {
      guard let sample = ArchiveCheck.Sample(argument) else { return nil }
      self.sample = sample
    }
  }
}

/// What `archive verify` reports.
private struct VerifyValue: Encodable {
  let command = "archive verify"
  let bundles: Int
  let photos: Int
  let bytes: Int
  let damaged: [DamageValue]

  init(_ outcome: ArchiveCheck.Outcome, _ personalData: PersonalData) {
    (bundles, photos, bytes) = (outcome.bundles, outcome.photos, outcome.photoBytes)
    damaged = outcome.damages.map { DamageValue($0, personalData) }
  }

  var page: Page {
    var page = Page()
    let read = "\(count(bundles, "bundle")) with \(count(photos, "photo")), \(byteCount(bytes))"
    page.heading(damaged.isEmpty ? "Everything is intact: \(read)." : "DAMAGE in \(read).")
    page.table(DamageValue.table(damaged))
    if !damaged.isEmpty {
      page.paragraph("Bring these files back from a copy of the archive, and verify again.")
    }
    return page
  }
}

/// A damage of an archive, as reports tell it.
struct DamageValue: Encodable {
  let bundle: String
  let member: String?
  let offset: Int?
  let code: String
  let reason: String

  init(_ damage: Damage, _ personalData: PersonalData) {
    bundle = personalData.archivePath(damage.bundle)
    member = damage.member.map(personalData.archivePath)
    (offset, code) = (damage.offset, damage.reason.code)
    reason = damage.reason.describe(personalData.archivePath)
  }

  static func table(_ damages: [DamageValue]) -> Table {
    var table = Table(.text("bundle"), .text("member"), .number("byte"), .text("what is wrong"))
    for damage in damages {
      table.row(
        damage.bundle, damage.member ?? "", damage.offset.map { "\($0)" } ?? "", damage.reason)
    }
    return table
  }
}
