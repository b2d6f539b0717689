import CommandTesting
import Documents
import FirestoreTesting
import Testing

import struct StoreTesting.SplitMix64

/// An app that writes whatever it likes between a pull and a push.
@Suite(.enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"))
struct MeddlingTests {
  private static let seeds = Array(1...UInt64(Program.sweeps ? 60 : 3))

  /// What a migrated store wants of the live database: of a document that changed, where it was and
  /// what is to become of it.
  private struct Change {
    let base: String
    /// nil: it is removed.
    let target: (path: String, text: String)?

    var isMove: Bool { target.map { $0.path != base } ?? false }
  }

  @Test(
    "After a push every document is what the app or the migration made of it", arguments: seeds)
  func meddling(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let site = try LiveSite()
    try site.database.create(
      try Sample.households(3, documentsPerUser: 40, seed: Int(seed)))
    let original = try site.database.texts()
    try site.pull()
    try site.succeed("up")
    let changes = try Self.changes(of: site, original)
    try Self.meddle(site.database, Array(original.keys.sorted()), changes, &random)
    let live = try site.database.texts()

    let expected = Self.expectation(live, original, changes)
    let push = try site.start(["push", "--json"]).wait()
    #expect(push.code == (expected.conflicts > 0 ? 6 : 0))
    #expect(try push.json(Shape.Push.self).conflicts == expected.conflicts)
    #expect(try site.database.texts() == expected.documents)

    try site.pull("--conflicts")
    try site.succeed("up")
    try site.push()
    try site.pull()
    try site.succeed("up")
    try site.push()
    let settled = try site.database.texts()
    #expect(try site.digest() == site.database.digest())
    let all = settled.values.joined(separator: "\n")
    // A replayed moment is one still, whatever the app wrote into it.
    let kept = live.values.filter { !$0.contains("profileCreated") }
    for mark in kept.compactMap(Self.mark) {
      let isThere = all.contains(mark)
      #expect(isThere, "\(mark)")
    }
    try site.pull("--store", "fresh.sqlite")
    try site.succeed("up", "--store", "fresh.sqlite")
    #expect(try site.push("--store", "fresh.sqlite", "--dry-run").sent == 0)
  }

  /// What the store has made of what was pulled.
  private static func changes(
    of site: LiveSite, _ original: [String: String]
  ) throws -> [Change] {
    let texts = Dictionary(
      uniqueKeysWithValues: try Sample.stored(in: site.scratch.file("hallo.sqlite")).map {
        ($0.path, canonicalText(of: $0))
      })
    let rows = try site.scratch.query(
      """
      SELECT b.path || char(10) || coalesce(iif(n.removed, NULL, n.path), '')
      FROM version AS b JOIN version AS n ON n.id = (
        SELECT max(id) FROM version WHERE document = b.id)
      WHERE b.document IS NULL
      """)
    return rows.map { row in
      let paths = row.dropFirst().dropLast().replacing("\\n", with: "\n").split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
      let target = paths[1].isEmpty ? nil : texts[paths[1]].map { (paths[1], $0) }
      return Change(base: paths[0], target: target)
    }
  }

  private static func meddle(
    _ database: LiveDatabase, _ paths: [String], _ changes: [Change], _ random: inout SplitMix64
  ) throws {
    for number in 0..<30 {
      let mark = "the app's \(number)"
      // Half of what it touches is what the migrations have touched too.
      let path =
        Bool.random(using: &random)
        ? paths.randomElement(using: &random) : changes.randomElement(using: &random)?.base
      guard let path else { continue }
      let isThere = try database.text(at: path) != nil
      switch Int.random(in: 0..<5, using: &random) {
      case 0 where isThere: try database.delete(path)
      case 1:
        let target = changes.filter(\.isMove).randomElement(using: &random)?.target?.path
        try database.put(target ?? "users/new\(number)", #"{"mark":"\#(mark)."}"#)
      case 2: try database.put("\(path)/notes/n\(number)", #"{"mark":"\#(mark)."}"#)
      case 3 where isThere:
        // It writes it anew, without what it had.
        try database.put(path, #"{"mark":"\#(mark)."}"#)
      default: if isThere { try database.set("mark", "\(mark).", of: path) }
      }
    }
  }

  private static func mark(_ text: String) -> String? {
    text.firstMatch(of: /the app's [0-9]+\./).map { String($0.output) }
  }

  /// What a push must make of the live database.
  private static func expectation(
    _ live: [String: String], _ original: [String: String], _ changes: [Change]
  ) -> (documents: [String: String], conflicts: Int) {
    var (documents, conflicts) = (live, 0)
    for change in changes {
      let (base, target) = (live[change.base], change.target)
      let isAsPulled = base == original[change.base]
      let isFree = target.map { !change.isMove || live[$0.path] == nil } ?? true
      if isAsPulled, isFree {
        documents[change.base] = nil
        if let target { documents[target.path] = target.text }
      } else {
        let isInPlace = target.map { live[$0.path] == $0.text } ?? true
        let hasLeft = base == nil || (target != nil && !change.isMove)
        if !isInPlace || !hasLeft { conflicts += 1 }
      }
    }
    return (documents, conflicts)
  }
}
