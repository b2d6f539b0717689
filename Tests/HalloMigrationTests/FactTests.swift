import DocumentStore
import HalloMigration
import StoreTesting
import Testing

/// The contract's rules, one by one.
@Suite struct FactTests {
  @Test("0001 normalizes phone numbers", arguments: Fact.phoneNumbers)
  func phoneNumbers(_ fact: Fact) throws { try check(fact, "0001") }

  @Test("0002 rewrites legacy profile ids", arguments: Fact.legacyProfiles + Fact.legacyReferences)
  func legacyProfileIDs(_ fact: Fact) throws { try check(fact, "0002") }

  @Test("0003 removes replayed events", arguments: Fact.replayedEvents)
  func replayedEvents(_ fact: Fact) throws { try check(fact, "0003") }

  @Test("delete-orphaned-habits removes tasks of no profile", arguments: Fact.orphanedHabits)
  func orphanedHabits(_ fact: Fact) throws { try check(fact, task: "delete-orphaned-habits") }

  @Test("repair-null-photos makes real nulls", arguments: Fact.nullPhotos)
  func nullPhotos(_ fact: Fact) throws { try check(fact, task: "repair-null-photos") }

  /// Runs all migrations, and looks at what one did; the others must leave a fact's documents alone.
  private func check(_ fact: Fact, _ version: String) throws {
    try check(fact) { store in
      let rehearsal = try store.up(to: version, isDryRun: true)
      let report = try store.up(to: version)
      #expect(report.summary == rehearsal.summary)
      let others = report.migrations.filter { $0.migration.version != version }.map(\.outcome)
      #expect(others.map(\.untouched) == others.map(\.scanned))
      return try #require(report.migrations.last?.outcome.run)
    }
  }

  private func check(_ fact: Fact, task: String) throws {
    try check(fact) { store in
      try #require(store.run(task: task).migrations.first?.outcome.run)
    }
  }

  private func check(_ fact: Fact, _ body: (TestStore) throws -> Int64) throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add(fact.before.map { (path: $0.key, data: $0.value) })
    let digest = try store.digest()
    let run = try body(store)
    let documents = try store.documents().map { Text("\($0.path) \($0.data)") }
    #expect(documents == fact.after.map { Text("\($0.key) \($0.value)") }.sorted())
    let findings = try store.findings(run: run).map { Text("\($0.path.string) \($0.code)") }
    let wanted = fact.findings.flatMap { path, codes in codes.map { Text("\(path) \($0)") } }
    #expect(findings.sorted() == wanted.sorted())
    try store.undo([run])
    #expect(try store.digest() == digest)
  }
}
