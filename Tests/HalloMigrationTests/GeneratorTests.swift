import Testing

/// A property that is tried on harmless databases proves nothing.
@Suite struct GeneratorTests {
  @Test("Generated databases have every fault, and lead to every finding and kind of change")
  func coverage() {
    let model = Model()
    var codes: Set<String> = []
    var faults: Set<String> = []
    var changes = [0, 0, 0]
    for seed in UInt64(1)...60 {
      var generator = Generator(seed: seed)
      let pairs = generator.database().map { ($0.path, $0.data) }
      let documents = Model.Documents(uniqueKeysWithValues: pairs)
      faults.formUnion(documents.compactMap { ModelDocument(path: $0.key, data: $0.value).fault })
      let outcomes = model.migrate(documents) + [model.deleteOrphanedHabits(documents)]
      for outcome in outcomes {
        codes.formUnion(outcome.findings.map(\.code))
        let counts = [outcome.changed, outcome.moved, outcome.removed]
        changes = zip(changes, counts).map { $0 + min(1, $1) }
      }
    }
    #expect(codes == Self.codes)
    #expect(faults == Self.faults)
    #expect(changes.allSatisfy { $0 > 30 }, "\(changes)")
  }

  private static let codes: Set = [
    "phone-not-a-string", "phone-has-extension", "invalid-phone", "unassigned-phone",
    "superseded-profile", "ambiguous-profile", "invalid-legacy-profile-id", "unknown-owner",
    "orphan-profile-id", "destination-exists", "missing-profile-id",
  ]

  private static let faults: Set = [
    "missing-event-type", "unknown-event-type", "missing-created-at", "bad-created-at",
    "missing-owner", "missing-profile-id", "null-photo", "bad-photo-data", "unknown-photo-format",
  ]

  @Test("A seed makes the same database every time")
  func same() {
    var (first, second) = (Generator(seed: 7), Generator(seed: 7))
    let lines = [first.database(), second.database()].map { documents in
      documents.map { Text("\($0.path) \($0.data.written(sorted: false))") }
    }
    #expect(lines[0] == lines[1])
  }
}
