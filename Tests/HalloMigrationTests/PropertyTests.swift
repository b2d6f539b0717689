import DocumentStore
import Documents
import Foundation
import HalloMigration
import StoreTesting
import Testing

/// Properties of every database, tried on generated ones.
///
/// `HALLO_SWEEP=1` tries many more; `HALLO_SEED=7` only one.
@Suite struct PropertyTests {
  static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["HALLO_SEED"].flatMap(UInt64.init) { return seed..<(seed + 1) }
    return environment["HALLO_SWEEP"] == nil ? 1..<71 : 1..<6001
  }()

  @Test("Migrations do what the contract says, and undoing them gives everything back")
  func migrations() throws {
    let model = Model()
    var failures = 0
    for seed in Self.seeds where failures < 3 {
      do {
        try DatabaseTrial(seed: seed, model: model).run()
      } catch {
        failures += 1
        Issue.record("seed \(seed): \(error)")
      }
    }
  }
}

/// One generated database, put through everything.
private struct DatabaseTrial {
  private let model: Model
  private let start: Model.Documents
  private let expected: [Model.Outcome]
  private let scratch: Scratch
  /// The same documents, imported in different orders.
  private let atOnce: TestStore
  private let stepwise: TestStore
  private let isTaskAfter: Bool

  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  init(seed: UInt64, model: Model) throws {
    self.model = model
    scratch = try Scratch()
    var generator = Generator(seed: seed)
    let documents = generator.database()
    start = Dictionary(uniqueKeysWithValues: documents.map { ($0.path, $0.data) })
    expected = model.migrate(start)
    atOnce = TestStore(scratch.path("at-once.db"))
    stepwise = TestStore(scratch.path("stepwise.db"))
    isTaskAfter = generator.chance(50)
    for store in [atOnce, stepwise] {
      let lines = generator.shuffled(documents)
      try store.add(lines.map { ($0.path.string, $0.data.written(sorted: false)) })
    }
  }

  func run() throws {
    try compare(atOnce, to: start, "imported")
    let digest = try atOnce.digest()
    try check(digest, try stepwise.digest(), "digests of two orders of import")
    if !isTaskAfter { try tasks(from: start) }
    let changeSet = try dryRunThenUp()
    try step(changeSet)
    let last = expected.last?.documents ?? start
    try compare(atOnce, to: last, "migrated")
    try check(try atOnce.digest(), try stepwise.digest(), "digests of two ways of migrating")
    if isTaskAfter { try tasks(from: last) }
    try undo(to: digest)
  }

  private func check<Value: Equatable>(
    _ actual: Value, _ wanted: Value, _ what: @autoclosure () -> String
  ) throws {
    if actual == wanted { return }
    throw Difference(description: "\(what()): \(actual), and should be \(wanted)")
  }

  private func compare(_ store: TestStore, to documents: Model.Documents, _ when: String) throws {
    let wanted = documents.map { (path: $0.key, data: $0.value.canonical) }
      .sorted { $0.path < $1.path }
    let actual = try store.documents()
    let lines = actual.map { "\(Text($0.path)) \($0.data)" }
    let wantedLines = wanted.map { "\($0.path) \($0.data)" }
    for (line, wantedLine) in zip(lines, wantedLines) {
      try check(Text(line), Text(wantedLine), "a document, \(when)")
    }
    try check(actual.count, wanted.count, "documents, \(when)")
  }
}

extension DatabaseTrial {
  /// A dry run leaves the file alone and says what the real run does.
  private func dryRunThenUp() throws -> String {
    let file = try atOnce.fileDigest()
    let rehearsal = try atOnce.up(isDryRun: true)
    try check(try atOnce.fileDigest(), file, "the file after a dry run")
    let report = try atOnce.up()
    try check(report.summary, rehearsal.summary, "the run's report, and the dry run's")
    try check(report.migrations.count, expected.count, "migrations")
    var documents = start.count
    for (entry, outcome) in zip(report.migrations, expected) {
      try compare(entry, to: outcome, scanned: documents, of: atOnce)
      documents -= outcome.removed
    }
    let malformed = start.compactMap { ModelDocument(path: $0.key, data: $0.value).fault }
    let counts = Dictionary(malformed.map { ($0, 1) }, uniquingKeysWith: +)
    try check(report.malformedEvents, counts, "malformed events")
    try check(try atOnce.pending(), [], "pending after `up`")
    try check(try atOnce.up().migrations.count, 0, "runs of a second `up`")
    return report.changeSet.description
  }

  /// Runs one migration after another in the other store, each in a session of its own.
  private func step(_ changeSet: String) throws {
    var hasher = SHA256Hasher()
    for (version, outcome) in zip(["0001", "0002", "0003"], expected) {
      let report = try stepwise.up(to: version)
      for entry in report.migrations {
        entry.outcome.changeSet.bytes.withUnsafeBufferPointer { hasher.update($0) }
      }
      try compare(stepwise, to: outcome.documents, "after \(version)")
    }
    try check(hasher.finalize().description, changeSet, "change sets of two orders of import")
  }

  private func compare(
    _ entry: RunReport.Entry, to wanted: Model.Outcome, scanned: Int, of store: TestStore
  ) throws {
    let (outcome, name) = (entry.outcome, entry.migration.name)
    let counts = [outcome.changed, outcome.moved, outcome.removed]
    let findings = try store.findings(run: outcome.run)
    try check(findings.subtracting(wanted.findings).sorted(), [], "wrong findings of \(name)")
    try check(wanted.findings.subtracting(findings).sorted(), [], "findings missing of \(name)")
    try check(
      counts, [wanted.changed, wanted.moved, wanted.removed], "changed, moved, removed by \(name)")
    try check(outcome.scanned, scanned, "documents scanned by \(name)")
    try check(counts.reduce(outcome.untouched, +), scanned, "the sum of \(name)'s counts")
    let codes = Dictionary(grouping: wanted.findings, by: \.code).mapValues(\.count)
    let summary = Dictionary(
      uniqueKeysWithValues: outcome.findings.map { ($0.code, $0.count) })
    try check(summary, codes, "findings by code of \(name)")
  }

  private func tasks(from documents: Model.Documents) throws {
    let digest = try atOnce.digest()
    let tasks = [
      ("delete-orphaned-habits", model.deleteOrphanedHabits(documents)),
      ("repair-null-photos", model.repairNullPhotos(documents)),
    ]
    for (name, outcome) in tasks {
      let rehearsal = try atOnce.run(task: name, isDryRun: true)
      let report = try atOnce.run(task: name)
      try check(report.summary, rehearsal.summary, "the report of \(name), and the dry run's")
      for entry in report.migrations {
        try compare(entry, to: outcome, scanned: documents.count, of: atOnce)
      }
      try compare(atOnce, to: outcome.documents, "after \(name)")
      try atOnce.undo(report.migrations.map(\.outcome.run))
      try check(try atOnce.digest(), digest, "the digest after undoing \(name)")
    }
  }

  private func undo(to digest: String) throws {
    try atOnce.undo(try atOnce.applied())
    try check(try atOnce.digest(), digest, "the digest after undoing all at once")
    let states = [start] + expected.dropLast().map(\.documents)
    for (run, state) in zip(try stepwise.applied(), states).reversed() {
      try stepwise.undo([run])
      try compare(stepwise, to: state, "after undoing run \(run)")
    }
    try check(try stepwise.digest(), digest, "the digest after undoing one by one")
  }
}
