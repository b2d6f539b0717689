import CommandTesting
import Documents
import FirestoreTesting
import Testing

import struct StoreTesting.SplitMix64

@testable import FirestoreSync

/// Documents that go where others are.
@Suite(.enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"))
struct LinkedMoveTests {
  /// Documents `notes/a` and on, each with its letter, pulled into a store.
  private static func pulled(_ letters: [String], site: LiveSite? = nil) throws -> LiveSite {
    let site = try site ?? LiveSite()
    try site.database.create(
      try letters.map { letter in
        Document(path: "notes/\(letter)", fields: try fields(#"{"was":"\#(letter)"}"#))
      })
    try site.pull()
    return site
  }

  /// Moves each document to another name.
  private static func move(_ moves: KeyValuePairs<String, String>, in site: LiveSite) throws {
    let cases = moves.map { "WHEN '\($0)' THEN 'notes/\($1)'" }.joined(separator: " ")
    try migrate("UPDATE document SET path = CASE doc_id \(cases) ELSE path END", in: site)
  }

  private static func migrate(_ statement: String, in site: LiveSite) throws {
    try site.scratch.write("-- Move\n\(statement);\n", to: "own/0100_move.sql")
    try site.succeed("up", "--migrations", "own", "--to", "0100")
  }

  /// Where each letter is in the live database.
  private static func places(_ site: LiveSite) throws -> String {
    try site.database.texts().sorted { $0.key < $1.key }.map { path, text in
      "\(path.dropFirst(6)):\(text.dropFirst(8).dropLast(2))"
    }.joined(separator: " ")
  }

  @Test(
    "Documents change places, and follow each other",
    arguments: [
      (["a": "b", "b": "a"], "a:b b:a c:c d:d"),
      (["a": "b", "b": "c", "c": "a"], "a:c b:a c:b d:d"),
      (["a": "b", "b": "c", "c": "d", "d": "e"], "b:a c:b d:c e:d"),
      (["d": "c", "c": "b", "b": "a", "a": "0"], "0:a a:b b:c c:d"),
      (["a": "b", "b": "a", "c": "d", "d": "e"], "a:b b:a d:c e:d"),
    ] as [(KeyValuePairs<String, String>, String)])
  func moves(moves: KeyValuePairs<String, String>, wanted: String) throws {
    let site = try Self.pulled(["a", "b", "c", "d"])
    try Self.move(moves, in: site)
    let rehearsal = try site.push("--dry-run")
    let push = try site.push()
    #expect(push.moved == moves.count && push.conflicts == 0)
    #expect(rehearsal.counts == push.counts)
    #expect(try Self.places(site) == wanted)
    #expect(try site.push().sent == 0)
    #expect(try site.pull().changed == 0)
    #expect(try site.database.digest() == site.digest())
  }

  @Test("A document goes where another one was that was removed, or that was changed and left")
  func mixed() throws {
    let site = try Self.pulled(["a", "b", "c", "d"])
    try Self.migrate("DELETE FROM document WHERE doc_id = 'a'", in: site)
    try site.scratch.write(
      """
      -- Move again
      UPDATE document SET path = 'notes/a' WHERE doc_id = 'b';
      UPDATE document SET path = 'notes/b', data = '{"was":"x"}' WHERE doc_id = 'd';

      """, to: "own/0101_move_again.sql")
    try site.succeed("up", "--migrations", "own", "--to", "0101")
    #expect(try site.push("--dry-run").conflicts == 0)
    let push = try site.push()
    #expect(push.conflicts == 0 && push.deleted == 1 && push.moved == 2)
    #expect(try Self.places(site) == "a:b b:x c:c")
  }

  @Test("What was moved in a ring goes back")
  func undone() throws {
    let site = try Self.pulled(["a", "b", "c"])
    try Self.move(["a": "b", "b": "c", "c": "a"], in: site)
    try site.push()
    try site.succeed("down", "--to", "0000", "--migrations", "own")
    #expect(try site.push().moved == 3)
    #expect(try Self.places(site) == "a:a b:b c:c")
  }

  @Test(
    "What the app changed keeps its place, and the others wait until that is settled",
    arguments: [
      (["a": "b", "b": "a"], 2), (["a": "b", "b": "c", "c": "d"], 2),
      (["c": "b", "b": "a", "a": "0"], 2),
    ] as [(KeyValuePairs<String, String>, Int)])
  func changed(moves: KeyValuePairs<String, String>, conflicts: Int) throws {
    let site = try Self.pulled(["a", "b", "c"])
    try Self.move(moves, in: site)
    try site.database.set("was", "z", of: "notes/b")
    let rehearsal = try site.push("--dry-run", expecting: 6)
    let push = try site.push(expecting: 6)
    #expect(push.conflicts == conflicts && rehearsal.counts == push.counts)
    #expect(try site.database.text(at: "notes/b") == #"{"was":"z"}"#)
    try site.pull("--conflicts")
    #expect(try site.push().conflicts == 0)
    try site.pull()
    #expect(try site.push("--dry-run").sent == 0)
    #expect(try site.database.digest() == site.digest())
    let values = try site.database.texts().values.sorted()
    #expect(values == [#"{"was":"a"}"#, #"{"was":"c"}"#, #"{"was":"z"}"#])
  }

  @Test("More documents than a request takes follow each other", arguments: [1, -1])
  func longChain(step: Int) throws {
    let fake = try FakeFirestore()
    defer { fake.close() }
    let site = try LiveSite(endpoint: fake.endpoint, address: fake.address)
    _ = try Self.pulled((1...1300).map { "\(10_000 + $0)" }, site: site)
    try Self.migrate("UPDATE document SET path = 'notes/' || (doc_id + \(step))", in: site)
    #expect(try site.push("--dry-run").moved == 1300)
    #expect(try site.push().moved == 1300)
    #expect(try site.database.digest() == site.digest())
    #expect(fake.requests(to: "Commit") < 30)
  }

  @Test("A ring that no request takes is told, and nothing of it is moved")
  func longRing() throws {
    let fake = try FakeFirestore()
    defer { fake.close() }
    let site = try LiveSite(endpoint: fake.endpoint, address: fake.address)
    _ = try Self.pulled((0..<600).map { "\(10_000 + $0)" }, site: site)
    let original = try site.database.digest()
    try Self.migrate(
      "UPDATE document SET path = 'notes/' || (10000 + (doc_id - 9999) % 600)", in: site)
    let push = try site.run("push", expecting: 1)
    #expect(push.errors.contains("599 others change places"), "\(push.errors)")
    #expect(try site.database.digest() == original)
  }

  @Test("An answer that was lost after documents changed places is settled by reading")
  func lostAnswer() throws {
    let fake = try FakeFirestore()
    defer { fake.close() }
    let site = try LiveSite(endpoint: fake.endpoint, address: fake.address)
    _ = try Self.pulled(["a", "b", "c"], site: site)
    try Self.move(["a": "b", "b": "a"], in: site)
    // As it is without this fault: both places are taken, so that more has to be known.
    fake.inject(.refuse("FAILED_PRECONDITION"), into: "Commit")
    fake.inject(.cut(after: 0), into: "Commit")
    let push = try site.push()
    #expect(push.conflicts == 0 && push.alreadyThere == 2, "\(push)")
    #expect(try Self.places(site) == "a:b b:a c:c")
    #expect(try site.database.digest() == site.digest())
  }

  private static let seeds = Array(1...UInt64(Program.sweeps ? 100 : 6))

  @Test(
    "Whatever goes where, and whatever the app writes meanwhile, nothing is lost",
    arguments: seeds, [false, true])
  func random(seed: UInt64, pullsFirst: Bool) throws {
    var random = SplitMix64(seed: seed)
    let names = (0..<14).map { "n\(10 + $0)" }
    let site = try Self.pulled(Array(names.prefix(10)))
    let original = try site.database.texts()
    var model = Model(original)
    let statements = model.move(names, &random).map { base, target in
      target.map { "WHEN '\(base)' THEN '\($0)'" } ?? "WHEN '\(base)' THEN 'gone/' || doc_id"
    }
    let cases = "CASE path \(statements.joined(separator: " ")) ELSE path END"
    try Self.migrate(
      "UPDATE document SET path = \(cases); DELETE FROM document WHERE path LIKE 'gone/%'",
      in: site)
    for number in 0..<Int.random(in: 0...4, using: &random) {
      let path = "notes/\(names[Int.random(in: 0..<names.count, using: &random)])"
      let isThere = try site.database.text(at: path) != nil
      if isThere, Bool.random(using: &random) {
        try site.database.delete(path)
      } else {
        try site.database.put(path, #"{"was":"app\#(number)"}"#)
      }
    }
    let live = try site.database.texts()
    if pullsFirst {
      try site.pull()
    } else {
      try Self.push(site, expecting: model.push(to: live))
      try site.pull("--conflicts")
      try site.push()
      try site.pull()
    }
    #expect(try site.push().conflicts == 0)
    let settled = try site.database.texts()
    #expect(try site.database.digest() == site.digest())
    #expect(Set(live.values).subtracting(settled.values).isSubset(of: model.removed(live)))
    #expect(settled.values.count == Set(settled.values).count)
  }

  private static func push(
    _ site: LiveSite, expecting expected: (documents: [String: String], conflicts: Int)
  ) throws {
    let code: Int32 = expected.conflicts > 0 ? 6 : 0
    let rehearsal = try site.push("--dry-run", expecting: code)
    let push = try site.push(expecting: code)
    #expect(push.conflicts == expected.conflicts && rehearsal.counts == push.counts)
    #expect(try site.database.texts() == expected.documents)
  }

  /// What is to become of documents, each of which has a text of its own.
  private struct Model {
    let original: [String: String]
    /// nil: it is removed.
    private(set) var targets: [String: String?] = [:]

    init(_ original: [String: String]) { self.original = original }

    /// Moves some documents, to where nothing is or stays, and removes others.
    mutating func move(
      _ names: [String], _ random: inout SplitMix64
    ) -> [(base: String, target: String?)] {
      let moving = original.keys.sorted().filter { _ in Int.random(in: 0..<3, using: &random) > 0
      }
      let staying = Set(original.keys).subtracting(moving)
      var free = names.map { "notes/\($0)" }.filter { !staying.contains($0) }
      free.shuffle(using: &random)
      for base in moving {
        let isRemoved = Int.random(in: 0..<6, using: &random) == 0
        let target = free.removeLast()
        if target != base { targets[base] = .some(isRemoved ? nil : target) }
      }
      return targets.map { ($0, $1) }
    }

    func push(to live: [String: String]) -> (documents: [String: String], conflicts: Int) {
      let done = targets.filter { $1 == nil && live[$0] == nil }
      var sent = targets.filter { live[$0.key] != nil && live[$0.key] == original[$0.key] }
      while let blocked = sent.first(where: { _, target in
        guard let target, sent[target] == nil, done[target] == nil else { return false }
        return live[target] != nil || targets[target] != nil
      }) {
        sent[blocked.key] = nil
      }
      var documents = live.filter { sent[$0.key] == nil }
      for case let (base, target?) in sent { documents[target] = live[base] }
      return (documents, targets.count - sent.count - done.count)
    }

    /// Texts that may be gone in the end.
    func removed(_ live: [String: String]) -> Set<String> {
      Set(
        targets.filter { $1 == nil }.keys.compactMap { live[$0] }.filter {
          original.values.contains($0)
        })
    }
  }

  @Test("Chains and rings are found in what goes where")
  func chains() {
    let others: [Int64: Int64] = [1: 2, 2: 3, 4: 5, 5: 4, 7: 6]
    #expect(
      PushChain.all(of: [1, 2, 3, 4, 5, 6, 7, 8], others) == [
        PushChain(documents: [3, 2, 1], isRing: false),
        PushChain(documents: [6, 7], isRing: false),
        PushChain(documents: [8], isRing: false),
        PushChain(documents: [5, 4], isRing: true),
      ])
  }
}
