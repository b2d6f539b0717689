import CommandTesting
import Documents
import FirestoreClient
import FirestoreSync
import FirestoreTesting
import Foundation
import Synchronization
import Testing

/// Many workers on one database.
@Suite(.enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"))
struct ShardTests {
  /// Documents that are easily overlooked when users are divided.
  private static let odd = [
    ("users/__id7__", #"{"phoneNumber":"778 555 0101"}"#),
    ("users/__id-7__/profiles/p", #"{"phoneNumber":"778 555 0102"}"#),
    ("users/nobody/profiles/17785550103", #"{"phoneNumber":"778 555 0103"}"#),
    ("profiles/numeric", #"{"phoneNumber":"778 555 0104","userId":"__id7__"}"#),
    ("profiles/large", #"{"phoneNumber":"778 555 0104","userId":"__id9000000000000000000__"}"#),
    ("profiles/unowned", #"{"phoneNumber":"778 555 0105"}"#),
    ("profiles/nulled", #"{"phoneNumber":"778 555 0106","userId":null}"#),
    ("profiles/empty", #"{"phoneNumber":"778 555 0107","userId":""}"#),
    ("profiles/counted", #"{"phoneNumber":"778 555 0108","userId":7}"#),
    ("profiles/slash", #"{"phoneNumber":"778 555 0109","userId":"m/n"}"#),
    ("profiles/last", #"{"phoneNumber":"778 555 0109","userId":"\#u{10FFFF}z"}"#),
    // To Swift a slash and the mark behind it are one character.
    ("users/\u{301}x", #"{"phoneNumber":"778 555 0111"}"#),
    ("users/\u{301}x/profiles/\u{301}p", #"{"phoneNumber":"778 555 0111"}"#),
    ("settings/\u{301}a/s/\u{301}b", #"{"phoneNumber":"778 555 0111","userId":"u"}"#),
    ("settings/__id3__", #"{"phoneNumber":"778 555 0110"}"#),
    ("settings/a/below/it", #"{"phoneNumber":"778 555 0111"}"#),
  ]

  @Test("Eight workers at once end in the same documents as one", arguments: [false, true])
  func eight(isNumeric: Bool) throws {
    let site = try LiveSite()
    try site.database.create(try Sample.households(isNumeric ? 3 : 12, documentsPerUser: 20))
    for (path, json) in Self.odd { try site.database.put(path, json) }
    for user in 0..<(isNumeric ? 20 : 0) {
      try site.database.put(
        "users/__id\(user * 1000 + 1)__/profiles/p", #"{"phoneNumber":"604 555 01\#(user + 10)"}"#
      )
      try site.database.put("tasks/t\(user)", #"{"userId":"__id\#(user * 1000 + 1)__","a":1}"#)
    }
    try site.pull("--store", "one.sqlite")
    try site.succeed("up", "--store", "one.sqlite")

    for command in [["pull"], ["up"], ["push"]] {
      let running = try (0..<8).map { shard in
        try site.start(
          command + (command == ["pull"] ? ["--shard", "\(shard)/8"] : [])
            + ["--store", "\(shard).sqlite", "--json"])
      }
      for (shard, each) in running.enumerated() {
        let outcome = try each.wait()
        #expect(outcome.code == 0, "\(command) of \(shard): \(outcome.everything)")
      }
    }
    #expect(try site.database.digest() == site.digest("one.sqlite"))
    let all = try (0..<8).flatMap {
      try Sample.stored(in: site.scratch.file("\($0).sqlite")).map(\.path)
    }
    #expect(all.count == Set(all).count)
    let shards = try site.succeed("shards").text
    #expect(shards.contains("8 shards with workers so far."), "\(shards)")
    #expect(shards.components(separatedBy: "pushed").count == 9)
  }

  @Test("A shard that is held is refused to another worker, and not to its own")
  func held() throws {
    let site = try LiveSite()
    for user in ["u1", "u2"] {
      try site.database.put("users/\(user)", #"{"phoneNumber":"778 555 0101"}"#)
    }
    try site.pull("--shard", "0/2")
    let refused = try site.run("pull", "--shard", "0/2", "--store", "other.sqlite", "--json")
    #expect(refused.code == 5)
    #expect(try refused.json(Shape.Failure.self).error.code == "shard-taken")
    try site.pull("--shard", "1/2", "--store", "other.sqlite")
    try site.succeed("up")
    #expect(try site.push().updated == 1)
    // It is done, so that anybody may have it.
    try site.pull("--shard", "0/2", "--store", "third.sqlite")
    #expect(try site.run("pull").code == 5)
  }

  @Test("A shard whose first pull failed is anybody's")
  func failed() throws {
    let fake = try FakeFirestore()
    defer { fake.close() }
    let site = try LiveSite(endpoint: fake.endpoint, address: fake.address)
    try site.database.put("users/u1", #"{"phoneNumber":"778 555 0101"}"#)
    fake.inject(.refuse("PERMISSION_DENIED"), into: "RunQuery")
    #expect(try site.run("pull", "--shard", "0/2", "--store", "a.sqlite").code == 1)
    let pulled = try site.pull("--shard", "0/2", "--store", "b.sqlite").documents
    #expect(pulled + (try site.pull("--shard", "1/2", "--store", "c.sqlite")).documents == 1)
  }

  @Test("A lease that has run out is taken over, and its first holder hears of it")
  func takenOver() throws {
    let connection = try LiveSite().database.connection
    let shard = try #require(Shard("3/8"))
    let clock = Mutex(try Self.now())
    let first = try ShardLease(shard, holder: "first", stage: "pulling", connection) {
      clock.withLock { $0 }
    }
    func second() throws -> ShardLease {
      try ShardLease(shard, holder: "second", stage: "pulling", connection) {
        clock.withLock { $0 }
      }
    }
    #expect(throws: ShardError.self) { try second() }
    // The same worker's next command.
    let again = try ShardLease(shard, holder: "first", stage: "pushing", connection) {
      clock.withLock { $0 }
    }
    try again.end(stage: "pulled", documents: 1, releases: false)
    #expect(throws: ShardError.self) { try second() }
    clock.withLock { $0 = Instant(microseconds: $0.microseconds + 3_600_000_000) ?? $0 }
    let taker = try second()
    #expect(throws: ShardError.self) {
      try first.end(stage: "pulled", documents: 1, releases: false)
    }
    #expect(first.isLost && !taker.isLost)
    try taker.end(stage: "pushed", documents: 1, releases: true)
    let state = try #require(try ShardLease.states(connection, shouldStop: { false }).first)
    #expect(state.holder == "second" && state.stage == "pushed" && !state.isHeld)
  }

  @Test(
    "A lease whose write was answered by nothing is still its holder's",
    arguments: [Fault.doAndRefuse("UNAVAILABLE"), .refuse("DEADLINE_EXCEEDED")])
  func unanswered(fault: Fault) throws {
    let fake = try FakeFirestore()
    defer { fake.close() }
    let connection = try fake.connection()
    fake.inject(fault, into: "Commit")
    let shard = try #require(Shard("0/2"))
    guard case .doAndRefuse = fault else {
      #expect(throws: ShardError.self) { try Self.take(shard, connection) }
      return
    }
    let lease = try Self.take(shard, connection)
    fake.inject(fault, into: "Commit")
    try lease.end(stage: "pulled", documents: 2, releases: false)
    #expect(!lease.isLost)
  }

  private static func take(
    _ shard: Shard, _ connection: FirestoreConnection
  ) throws -> ShardLease {
    let now = try now()
    return try ShardLease(shard, holder: "me", stage: "pulling", connection) { now }
  }

  private static func now() throws -> Instant {
    try #require(Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)))
  }
}
