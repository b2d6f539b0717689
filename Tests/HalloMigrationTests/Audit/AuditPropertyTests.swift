import DocumentStore
import HalloMigration
import StoreTesting
import Testing

/// Audits of generated databases, before and after every migration.
@Suite struct AuditPropertyTests {
  private static let asOf: Int64 = 1_761_980_400_000_000

  @Test("Audits count what the contract says, now and after the migrations")
  func counts() throws {
    let model = Model()
    var seen: Set<String> = []
    var failures = 0
    for seed in PropertyTests.seeds where failures < 3 {
      do {
        try check(seed, model, &seen)
      } catch {
        failures += 1
        Issue.record("seed \(seed): \(error)")
      }
    }
    if PropertyTests.seeds.count >= 70 {
      let codes = try AuditCatalog(directory: nil).checks.map(\.code)
      #expect(Set(codes).subtracting(seen) == ["photo-too-large"], "never came about")
    }
  }

  private struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  private func check(_ seed: UInt64, _ model: Model, _ seen: inout Set<String>) throws {
    var generator = Generator(seed: seed)
    var fields = HouseholdFields(seed: seed)
    let documents = fields.added(to: generator.database())
    let start = Model.Documents(uniqueKeysWithValues: documents.map { ($0.path, $0.data) })
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add(documents.map { ($0.path.string, $0.data.written(sorted: false)) })

    let before = try store.audit()
    try compare(before, to: start, model, "imported")
    seen.formUnion(before.counts.keys)
    let run = try store.up()
    try compare(before, to: run)
    try compare(
      try store.audit(), to: model.migrate(start).last?.documents ?? start, model, "migrated")
    try store.undo(try store.applied())
    let after = try store.audit()
    if "\(after.entries)" != "\(before.entries)" {
      throw Difference(description: "the audit after undoing is another")
    }
  }

  private func compare(
    _ report: AuditReport, to documents: Model.Documents, _ model: Model, _ when: String
  ) throws {
    let wanted = ModelAudit(documents, model: model, asOf: Self.asOf).counts
    for code in Set(wanted.keys).union(report.counts.keys).sorted()
    where wanted[code] != report.counts[code] {
      let (found, right) = (report.counts[code] ?? 0, wanted[code] ?? 0)
      throw Difference(
        description: "\(code), \(when): \(found), and should be \(right), of \(documents.count); "
          + "\(report[code]?.lines ?? [])")
    }
    if report.documents != documents.count {
      throw Difference(description: "documents, \(when): \(report.documents)")
    }
  }

  /// What an audit tells of the migrations is what they then do.
  private func compare(_ audit: AuditReport, to run: RunReport) throws {
    let outcomes = run.migrations.map(\.outcome)
    var wanted = run.malformedEvents
    for summary in outcomes[0].findings { wanted[summary.code] = summary.count }
    for summary in outcomes[1].findings
    where !["orphan-profile-id", "unknown-owner"].contains(summary.code) {
      wanted[summary.code] = summary.count
    }
    wanted["phone-not-e164"] = outcomes[0].changed + outcomes[0].moved
    wanted["legacy-profile-id"] = outcomes[1].changed + outcomes[1].moved
    wanted["replayed-event"] = outcomes[2].removed
    for (code, count) in wanted where audit.counts[code, default: 0] != count {
      throw Difference(description: "\(code): \(audit.counts[code, default: 0]), and up: \(count)")
    }
  }
}
