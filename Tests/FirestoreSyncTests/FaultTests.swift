import CommandTesting
import Documents
import FirestoreTesting
import Testing

import struct StoreTesting.SplitMix64

/// A database and a network that fail, in every way that a client can tell.
@Suite
struct FaultTests {
  private static let codes = [
    "UNAVAILABLE", "ABORTED", "RESOURCE_EXHAUSTED", "DEADLINE_EXCEEDED", "INTERNAL",
  ]
  private static let seeds = Array(1...UInt64(Program.sweeps ? 100 : 4))

  @Test("However a database fails, a pull and a push end as undisturbed", arguments: seeds)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let fake = try FakeFirestore()
    defer { fake.close() }
    let site = try LiveSite(endpoint: fake.endpoint, address: fake.address)
    try site.database.create(try Sample.legacy.get())
    let original = try site.database.digest()
    for procedure in ["RunQuery", "ListCollectionIds", "PartitionQuery", "BatchGetDocuments"] {
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        fake.inject(Self.fault(ofReading: procedure, &random), into: procedure)
      }
    }
    try Self.repeatUntilDone(site, ["pull"])
    #expect(try site.digest() == original)
    try site.succeed("up")
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      fake.inject(Self.faultOfWriting(&random), into: "Commit")
    }
    try Self.repeatUntilDone(site, ["push"])
    #expect(try site.push("--dry-run").sent == 0)
    #expect(try site.database.digest() == site.digest())
  }

  /// Gives a command again, as its error says, until it has done.
  private static func repeatUntilDone(_ site: LiveSite, _ command: [String]) throws {
    for _ in 1...6 {
      let outcome = try site.start(command).wait()
      if outcome.code == 0 { return }
      #expect(outcome.code == 1, "\(outcome.everything)")
      #expect(outcome.errors.contains("Firestore"), "\(outcome.everything)")
    }
    Issue.record("\(command) never ends")
  }

  private static func fault(ofReading procedure: String, _ random: inout SplitMix64) -> Fault {
    let code = codes[Int.random(in: 0..<codes.count, using: &random)]
    let place = procedure == "RunQuery" ? Int.random(in: 0...60, using: &random) : 0
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .refuse(code)
    case 1: return .cut(after: place)
    default: return .refuseAfter(place, code)
    }
  }

  private static func faultOfWriting(_ random: inout SplitMix64) -> Fault {
    let code = codes[Int.random(in: 0..<codes.count, using: &random)]
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .refuse(code)
    // These say that nothing was written, and so they are believed.
    case 1 where code != "ABORTED" && code != "RESOURCE_EXHAUSTED": return .doAndRefuse(code)
    default: return .cut(after: 0)
    }
  }

  @Test("An answer that was lost after a write is settled by reading, and nothing is sent twice")
  func lostAnswer() throws {
    let fake = try FakeFirestore()
    defer { fake.close() }
    let site = try LiveSite(endpoint: fake.endpoint, address: fake.address)
    try site.database.create(try Sample.legacy.get())
    try site.pull()
    try site.succeed("up")
    fake.inject(.cut(after: 0), into: "Commit")
    let before = fake.requests(to: "Commit")
    let push = try site.push()
    #expect(push.alreadyThere == 118 && push.sent == 0 && push.conflicts == 0, "\(push)")
    #expect(fake.requests(to: "Commit") == before + 1)
    #expect(try site.database.digest() == site.digest())
  }

  @Test(
    "What will not go better is told at once, and changes nothing",
    arguments: [
      ("PERMISSION_DENIED", "permission-denied"), ("UNAUTHENTICATED", "not-authenticated"),
      ("INVALID_ARGUMENT", "database-refused"),
    ])
  func hopeless(code: String, name: String) throws {
    let fake = try FakeFirestore()
    defer { fake.close() }
    let site = try LiveSite(endpoint: fake.endpoint, address: fake.address)
    try site.database.put("users/u1", #"{"phoneNumber":"778 555 0101"}"#)
    fake.inject(.refuse(code), into: "RunQuery")
    let refused = try site.run("pull", "--json")
    #expect(refused.code == 1)
    #expect(try refused.json(Shape.Failure.self).error.code == name)
    #expect(!site.scratch.exists("hallo.sqlite"))
    try site.pull()
    try site.succeed("up")
    let original = try site.database.digest()
    fake.inject(.refuse(code), into: "Commit")
    let push = try site.run("push", "--json")
    #expect(push.code == 1)
    #expect(try push.json(Shape.Failure.self).error.code == name)
    #expect(try site.database.digest() == original)
    #expect(try site.push().updated == 1)
  }
}
