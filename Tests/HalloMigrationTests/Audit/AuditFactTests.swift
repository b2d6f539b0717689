import DocumentStore
import HalloMigration
import StoreTesting
import Testing

/// What each check finds, and what it does not.
@Suite struct AuditFactTests {
  @Test("Checks find what the contract does not allow", arguments: AuditFact.all)
  func finds(_ fact: AuditFact) throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add(fact.documents.map { (path: $0.key, data: $0.value) })
    let entry = try #require(try store.audit()[fact.code])
    let found = fact.found.map { Text($0.key + ($0.value.map { ": \($0)" } ?? "")) }
    #expect(entry.count == found.count)
    #expect(entry.lines == found.sorted().prefix(5).map { $0 })
  }

  @Test("Every check has a fact, or a test of its own")
  func complete() throws {
    let codes = try AuditCatalog(directory: nil).checks.map(\.code)
    #expect(Set(AuditFact.all.map(\.code)).union(["photo-too-large"]) == Set(codes))
  }

  @Test("Photos over 10 MB are found by the bytes that they take, in any document")
  func largePhotos() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add([
      (path: "users/u1/responses/large", data: Self.document(photoOf: 10_000_001)),
      (path: "users/u1/gallery_events/large", data: Self.document(photoOf: 10_000_001)),
      (path: "users/u1/responses/largest", data: Self.document(photoOf: 10_000_000)),
    ])
    let entry = try #require(try store.audit()["photo-too-large"])
    #expect(
      entry.lines == [
        "users/u1/gallery_events/large: 10000001 bytes", "users/u1/responses/large: 10000001 bytes",
      ])
  }

  /// A document with a JPEG of so many bytes, most of them zeros.
  private static func document(photoOf count: Int) -> String {
    let rest = count % 3
    let zeros = String(repeating: "A", count: count / 3 * 4 - 8)
    return #"{"photoData":"/9j/4AAA\#(zeros)\#(rest == 0 ? "" : rest == 1 ? "AA==" : "AAA=")"}"#
  }

  @Test("Only the newest versions are looked at, and those before come back when they are undone")
  func versions() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    let documents: KeyValuePairs = [
      "users/u1": #"{"phoneNumber":"7788143739"}"#, "users/u1/profiles/6045550100": "{}",
      "users/u1/tasks/a": #"{"profileId":"+16045550100"}"#,
      "users/u1/tasks/b": #"{"profileId":"P-9"}"#,
    ]
    try store.add(documents.map { (path: $0.key, data: $0.value) })
    let before = try store.audit().counts
    #expect(before["phone-not-e164"] == 1 && before["legacy-profile-id"] == 2)
    try store.up()
    let run = try #require(
      try store.run(task: "delete-orphaned-habits").migrations.first?.outcome.run)
    let after = try store.audit()
    #expect(after.counts["phone-not-e164"] == nil && after.counts["legacy-profile-id"] == nil)
    #expect(after.counts["orphaned-habit"] == nil && after.documents == 3)
    try store.undo([run])
    try store.undo(try store.applied())
    #expect(try store.audit().counts == before)
  }

  @Test("A file is not touched, and nothing stays in it")
  func leavesAlone() throws {
    let scratch = try Scratch()
    let store = TestStore(scratch.path("store.db"))
    try store.add(AuditFact.legacyIDs[0].documents.map { (path: $0.key, data: $0.value) })
    let digest = try store.fileDigest()
    _ = try store.audit()
    #expect(try store.fileDigest() == digest)
  }
}
