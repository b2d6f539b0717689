import CommandTesting
import FirestoreTesting
import Testing

/// What was pushed and then taken back here, when the app goes on writing.
@Suite(.enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"))
struct UndoneTests {
  /// A store of documents whose text is their name, and in which a task has moved some.
  private static func site(_ names: [String], _ statement: String) throws -> LiveSite {
    let site = try LiveSite()
    for name in names { try site.database.put("c/\(name)", #"{"was":"\#(name)"}"#) }
    try site.pull()
    try site.scratch.write("-- A task\n\(statement);\n", to: "own/on-demand/a-task.sql")
    try site.succeed("run", "a-task", "--migrations", "own")
    return site
  }

  private static func app(_ name: String, in site: LiveSite) throws {
    try site.database.put("c/\(name)", #"{"was":"written by the app"}"#)
  }

  /// Pushes and pulls until nothing is left to do, and sees that nothing is lost on the way.
  private static func settle(_ site: LiveSite) throws {
    let texts = try site.database.texts()
    try site.pull()
    for _ in 1...2 {
      #expect(try site.push().conflicts == 0)
      try site.pull()
    }
    #expect(try site.push("--dry-run").sent == 0)
    #expect(try site.database.digest() == site.digest())
    #expect(try Set(site.database.texts().values) == Set(texts.values))
  }

  @Test("A move that was undone gives way to what the app made, however they are ordered")
  func moved() throws {
    for (from, to) in [("z", "a"), ("a", "z")] {
      for isPushed in [false, true] {
        let site = try Self.site([from], "UPDATE document SET path = 'c/\(to)'")
        try site.push()
        try site.succeed("undo", "2")
        try Self.app(from, in: site)
        if isPushed { #expect(try site.push(expecting: 6).conflicts == 1) }
        try site.pull(options: isPushed ? ["--conflicts"] : [])
        #expect(try site.digest() == site.database.digest())
        try Self.settle(site)
        #expect(try site.database.texts().keys.sorted() == ["c/a", "c/z"])
      }
    }
  }

  @Test("Documents that were to change back give way too", arguments: ["a", "b"])
  func swapped(written: String) throws {
    let site = try Self.site(
      ["a", "b"], "UPDATE document SET path = iif(path = 'c/a', 'c/b', 'c/a')")
    try site.push()
    try site.succeed("undo", "2")
    try Self.app(written, in: site)
    try Self.settle(site)
    #expect(try site.database.texts().count == 2)
  }

  @Test("A deletion that was undone gives way to the document that went there, and was changed")
  func replaced() throws {
    let site = try Self.site(
      ["a", "b"],
      """
      DELETE FROM document WHERE doc_id = 'a';
      UPDATE document SET path = 'c/a' WHERE doc_id = 'b'
      """)
    try site.push()
    try site.succeed("undo", "2")
    try Self.app("a", in: site)
    try Self.settle(site)
    #expect(try site.database.texts() == ["c/a": #"{"was":"written by the app"}"#])
  }

  @Test("What the app wrote where a document had moved to is found there after undoing the move")
  func found() throws {
    let site = try Self.site(["a"], "UPDATE document SET path = 'c/p'")
    try site.push()
    try Self.app("p", in: site)
    try site.pull()
    try site.succeed("undo", "2")
    #expect(try site.succeed("explain", "c/p").text.contains("c/p"))
    try Self.settle(site)
  }

  @Test("An undo that would bring two documents to one path is refused")
  func refused() throws {
    let site = try Self.site(
      ["a", "b"], "UPDATE document SET path = iif(path = 'c/a', 'c/b', 'c/a')")
    try site.push()
    try Self.app("b", in: site)
    try site.pull()
    #expect(try site.run("undo", "2").code == 6)
    try Self.settle(site)
  }

  @Test("What the app deleted too does not come back with an undo")
  func deleted() throws {
    let site = try Self.site(["a", "b"], "DELETE FROM document WHERE doc_id = 'a'")
    try site.database.delete("c/a")
    try site.pull()
    try site.succeed("undo", "2")
    #expect(try site.push().sent == 0)
    #expect(try site.database.texts().keys.sorted() == ["c/b"])
  }

  @Test("A pull that was ended before a push is not gone on with")
  func ended() throws {
    let fake = try FakeFirestore()
    defer { fake.close() }
    let site = try LiveSite(endpoint: fake.endpoint, address: fake.address)
    for name in ["a", "b"] { try site.database.put("c/\(name)", #"{"was":"\#(name)"}"#) }
    try site.pull()
    fake.inject(.refuseAfter(1, "PERMISSION_DENIED"), into: "RunQuery")
    try site.run("pull", expecting: 1)
    #expect(site.scratch.exists("hallo.sqlite.pulling"))
    try site.scratch.write(
      "-- A task\nUPDATE document SET data = '{}' WHERE doc_id = 'a';\n",
      to: "own/on-demand/a-task.sql")
    try site.succeed("run", "a-task", "--migrations", "own")
    #expect(try site.push().updated == 1)
    try Self.app("b", in: site)
    #expect(try !site.pull().resumed)
    #expect(try site.digest() == site.database.digest())
    try site.succeed("undo", "2")
    #expect(try site.push().updated == 1)
    #expect(try site.database.text(at: "c/a") == #"{"was":"a"}"#)
  }
}
