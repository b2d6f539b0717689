import CommandTesting
import Foundation
import Testing

/// SQLite reads a page when it needs it: damage shows in the commands that read it, and in no others.
@Suite struct DamagedPageTests {
  private static let commands = [
    ["status"], ["up"], ["explain", "users/ada"], ["export", "out.ndjson"], ["digest"],
  ]

  /// What begins at a page, and the commands that read it.
  private static let pages = [
    ("run", ["status", "up", "explain", "export", "digest"]),
    ("version", ["up", "explain", "export", "digest"]),
    ("version_document", ["up", "explain", "export", "digest"]),
    ("version_path", ["up", "explain"]), ("finding", ["up", "explain"]),
    ("photo", ["up", "export", "digest"]), ("source", ["explain"]),
    ("documents", ["up", "export", "digest"]), ("setting", []),
  ]

  @Test("A damaged page is told of by who reads it, with what to do", arguments: pages)
  func damage(name: String, readers: [String]) throws {
    let scratch = try Scratch.withSample()
    let whole = try scratch.contents("hallo.sqlite")
    let page = try page(name, of: scratch)
    var damaged = whole
    damaged.replaceSubrange(
      (page - 1) * 16_384..<page * 16_384, with: Data(repeating: 0xAA, count: 16_384))
    for command in Self.commands {
      if readers.contains(command[0]) {
        try expectRefusal(of: command, on: damaged, in: scratch)
      } else {
        let expected = try output(of: command, on: whole, in: scratch)
        #expect(try output(of: command, on: damaged, in: scratch) == expected, "\(command)")
      }
    }
  }

  private func page(_ name: String, of scratch: Scratch) throws -> Int {
    // In the second half are the documents, and their paths at the end.
    let sql =
      name == "documents"
      ? "SELECT page_count * 3 / 4 FROM pragma_page_count"
      : "SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'"
    return try #require(Int(try scratch.query(sql).first ?? ""))
  }

  private func expectRefusal(of command: [String], on store: Data, in scratch: Scratch) throws {
    try restore(store, in: scratch)
    let outcome = try scratch.start(command + ["--json"]).wait()
    #expect(outcome.code == 1, "\(command): \(outcome.everything)")
    let error = try outcome.json(Shape.Failure.self).error
    #expect(error.code == "store-damaged", "\(command): \(error.message)")
    for part in ["hallo.sqlite is damaged", "backup", "sqlite3 hallo.sqlite .recover"] {
      #expect(error.message.contains(part), "\(command): \(error.message)")
    }
    #expect(!scratch.exists("out.ndjson"))
    if command[0] != "up" { #expect(try scratch.contents("hallo.sqlite") == store) }
  }

  /// What a command prints, and what it exports.
  private func output(of command: [String], on store: Data, in scratch: Scratch) throws -> String {
    try restore(store, in: scratch)
    let outcome = try scratch.start(command).wait()
    #expect(outcome.code == 0, "\(command): \(outcome.everything)")
    let file = scratch.exists("out.ndjson") ? try scratch.text("out.ndjson") : ""
    return (outcome.text + file).replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z/, with: "")
  }

  private func restore(_ store: Data, in scratch: Scratch) throws {
    for name in ["hallo.sqlite-wal", "hallo.sqlite-shm", "out.ndjson"] where scratch.exists(name) {
      try scratch.remove(name)
    }
    try scratch.write(store, to: "hallo.sqlite")
  }
}
