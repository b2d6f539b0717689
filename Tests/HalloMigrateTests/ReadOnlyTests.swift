import CommandTesting
import Foundation
import Glibc
import Testing

/// Commands that only look.
@Suite struct ReadOnlyTests {
  static let commands = [
    ["status"], ["digest"], ["explain", "users/ada"], ["export", "-"], ["export", "-", "--json"],
    ["up", "--dry-run"], ["run", "repair-null-photos", "--dry-run"], ["down", "--dry-run"],
    ["undo", "1", "--dry-run"], ["run"], ["status", "--exit-code"], ["audit"],
    ["audit", "--exit-code"],
  ]

  @Test("They leave the store's bytes alone, and nothing beside it")
  func leavesAlone() throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("up", "--to", "0002")
    let (bytes, names) = (try scratch.contents("hallo.sqlite"), try scratch.names())
    for command in Self.commands {
      let outcome = try scratch.start(command).wait()
      let expected: [Int32] = command.contains("undo") ? [6] : [0, 2]
      #expect(expected.contains(outcome.code ?? -1), "\(command): \(outcome.everything)")
      #expect(try scratch.contents("hallo.sqlite") == bytes, "\(command)")
      #expect(try scratch.names() == names, "\(command)")
    }
  }

  @Test(
    "They work on a store and a directory that nobody can write to",
    .enabled(if: Program.isRoot, "needs a mount"))
  func readOnlyDirectory() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "disk/a b%20?#/note")
    let store = "disk/a b%20?#/hallo.sqlite"
    try scratch.succeed("import", Program.legacy, "--store", store)
    try scratch.succeed("up", "--to", "0002", "--store", store)
    let digest = try scratch.succeed("digest", "--store", store).text
    let disk = try Mount.readOnly(scratch.file("disk"))
    defer { disk.unmount() }
    for command in Self.commands where command[0] != "undo" {
      let outcome = try scratch.start(command + ["--store", store]).wait()
      #expect([0, 2].contains(outcome.code), "\(command): \(outcome.everything)")
    }
    #expect(try scratch.succeed("digest", "--store", store).text == digest)
    for command in [["up"], ["down"], ["import", Program.legacy], ["undo", "3"]] {
      let outcome = try scratch.start(command + ["--store", store, "--json"]).wait()
      #expect(outcome.code == 1)
      let error = try outcome.json(Shape.Failure.self).error
      #expect(error.code == "store-read-only" && error.message.contains("its owner and mode"))
    }
  }

  @Test("They do so also when a killed writer left its log behind")
  func logLeftBehind() throws {
    let scratch = try Scratch.withSample()
    let (before, original) = (try scratch.digest(), try scratch.contents("hallo.sqlite"))
    try scratch.succeed("up")
    let after = try scratch.digest()
    try scratch.write(original, to: "hallo.sqlite")
    try scratch.commitIntoLog()
    let files = ["hallo.sqlite", "hallo.sqlite-wal"]
    let bytes = try files.map(scratch.contents)
    #expect(bytes[1].count > 0)
    for command in Self.commands {
      let outcome = try scratch.start(command).wait()
      #expect([0, 2].contains(outcome.code), "\(command): \(outcome.everything)")
      #expect(try files.map(scratch.contents) == bytes, "\(command)")
    }
    #expect(try scratch.digest() == before)
    #expect(try scratch.succeed("explain", "users/ada").text.contains("users/ada"))
    try scratch.succeed("up")
    #expect(try scratch.digest() == after)
    #expect(try scratch.names() == ["hallo.sqlite", "hallo.sqlite.lock"])
  }

  @Test(
    "A log is read also where nobody can write", .enabled(if: Program.isRoot, "needs a mount"))
  func readOnlyLog() throws {
    let scratch = try Scratch.withSample()
    let digest = try scratch.digest()
    try scratch.commitIntoLog()
    try scratch.write("", to: "disk/note")
    for end in ["", "-wal"] {
      try scratch.copy("hallo.sqlite" + end, to: "disk/hallo.sqlite" + end)
    }
    let disk = try Mount.readOnly(scratch.file("disk"))
    defer { disk.unmount() }
    let outcome = try scratch.run("digest", "--store", "disk/hallo.sqlite", "--json")
    // SQLite reads a log only where it can make an index of it.
    if outcome.code == 0 {
      #expect(try outcome.json(Shape.Digest.self).digest == digest)
    } else {
      let error = try outcome.json(Shape.Failure.self).error
      #expect(error.code == "store-read-only", "\(error.message)")
    }
  }
}

extension Scratch {
  /// Leaves a transaction in the store's log, as a writer does that is killed after a commit.
  func commitIntoLog() throws {
    let script = """
      import os, sqlite3
      store = sqlite3.connect("hallo.sqlite", isolation_level=None)
      store.execute("PRAGMA wal_autocheckpoint = 0")
      store.execute("INSERT OR REPLACE INTO setting (name, value) VALUES ('note', 'logged')")
      os._exit(0)
      """
    let outcome = try start(["python3", "-c", script], program: "/usr/bin/env").wait()
    guard outcome.code == 0 else { throw CommandFailure(description: outcome.everything) }
  }
}
