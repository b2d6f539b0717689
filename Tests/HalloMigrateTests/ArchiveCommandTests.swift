import CommandTesting
import Foundation
import Glibc
import Testing

/// What all commands of `archive` have in common.
@Suite struct ArchiveCommandTests {
  private static let events = [
    PhotoEvent("e1", at: "2025-01-05T10:00:00Z"),
    PhotoEvent("e2", user: "u2", profile: "p2", at: "2025-02-05T10:00:00Z"),
  ]

  /// Every command, and whether it changes the archive.
  private static let commands: [(arguments: [String], writes: Bool)] = [
    (["run", "--as-of", "2025-11-01"], true), (["export", "--as-of", "2025-11-01"], true),
    (["list", "--rebuild"], false), (["verify"], false), (["unpack", "--to", "out"], false),
    (["restore"], false), (["seal"], true), (["album", "a.zip", "--user", "u1"], false),
    (["bagit", "bag"], false),
  ]

  @Test("Every command prints one object, and nothing else on stdout", arguments: commands)
  func json(arguments: [String], writes: Bool) throws {
    let scratch = try Scratch.archiving(Self.events)
    let outcome = try scratch.start(["archive"] + arguments + ["--json"]).wait()
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.everything)")
    let value = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    #expect(value?["command"] as? String == "archive \(arguments[0])")
    #expect(outcome.text.hasSuffix("}\n") && outcome.text.count { $0 == "\n" } == 1)
  }

  @Test(
    "An archive in use ends with 5, for writers while any reads, for readers while one writes",
    arguments: commands)
  func inUse(arguments: [String], writes: Bool) throws {
    let scratch = try Scratch.archiving(Self.events)
    for (operation, isRefused) in [(LOCK_EX, true), (LOCK_SH, writes)] {
      let lock = open(scratch.file("gallery-archive/.lock"), O_RDWR | O_CLOEXEC)
      #expect(flock(lock, operation) == 0)
      let command = ["archive"] + arguments + ["--json"]
      let outcome = try scratch.start(command).wait()
      close(lock)
      #expect(outcome.code == (isRefused ? 5 : 0), "\(outcome.everything)")
      if isRefused {
        #expect(try outcome.json(Shape.Failure.self).error.code == "archive-in-use")
        // What has been begun is not in the way of another time.
        try? scratch.remove("bag")
      }
    }
  }

  @Test("A store in use ends with 5 for who changes it", arguments: commands)
  func storeInUse(arguments: [String], writes: Bool) throws {
    let scratch = try Scratch.archiving(Self.events)
    let lock = open(scratch.file("hallo.sqlite.lock"), O_RDWR | O_CLOEXEC)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    let outcome = try scratch.start(["archive"] + arguments + ["--json"]).wait()
    let changes = ["run", "export", "list", "restore", "seal"].contains(arguments[0])
    #expect(outcome.code == (changes ? 5 : 0), "\(arguments): \(outcome.everything)")
    if changes { #expect(try outcome.json(Shape.Failure.self).error.code == "store-in-use") }
  }

  @Test("An archive that is not there is told, and none is made", arguments: commands)
  func noArchive(arguments: [String], writes: Bool) throws {
    let scratch = try Scratch.importing(Self.events)
    if ["run", "export"].contains(arguments[0]) { return }
    let outcome = try scratch.start(["archive"] + arguments + ["--json"]).wait()
    #expect(outcome.code == 1)
    let error = try outcome.json(Shape.Failure.self).error
    #expect(error.code == "archive-missing" && error.message.contains("--archive"))
    #expect(
      try scratch.names().filter { $0 != "hallo.sqlite.lock" } == ["events.ndjson", "hallo.sqlite"])
  }

  @Test("An archive that others can change is refused", arguments: commands)
  func writable(arguments: [String], writes: Bool) throws {
    let scratch = try Scratch.archiving(Self.events)
    #expect(chmod(scratch.file("gallery-archive"), 0o777) == 0)
    let outcome = try scratch.start(["archive"] + arguments + ["--json"]).wait()
    #expect(outcome.code == 1)
    let error = try outcome.json(Shape.Failure.self).error
    #expect(error.code == "archive-unsafe" && error.message.contains("chmod"))
  }

  @Test("With --quiet nothing but the result is printed", arguments: commands)
  func quiet(arguments: [String], writes: Bool) throws {
    let scratch = try Scratch.archiving(Self.events)
    let outcome = try scratch.start(["archive"] + arguments + ["--quiet"]).wait()
    #expect(outcome.code == 0)
    if arguments[0] != "run", arguments[0] != "export" {
      #expect(outcome.errors.isEmpty && !outcome.text.isEmpty)
    }
  }

  @Test("The archive's place is told by an option, the environment, or the store's place")
  func place() throws {
    let scratch = try Scratch.archiving(Self.events)
    try scratch.bash(
      "mkdir stores; mv hallo.sqlite* stores; cp -rp gallery-archive stores; mv gallery-archive other"
    )
    let store = ["--store", "stores/hallo.sqlite"]
    for (options, environment) in [
      (["--archive", "other"], [:]), (["--archive", "other/"], ["HALLO_ARCHIVE": "none"]),
      ([], ["HALLO_ARCHIVE": "other"]), ([], ["HALLO_ARCHIVE": ""]), ([], [:]),
    ] {
      let command = ["archive", "verify", "--json"] + store + options
      let outcome = try scratch.start(command, environment: environment).wait()
      #expect(try outcome.json(Shape.Verify.self).photos == 2, "\(outcome.everything)")
    }
  }

  static let usage: [(arguments: [String], message: String)] = [
    (["archive", "lst"], "did you mean 'list'?"),
    (["archive", "restor", "--json"], "did you mean 'restore'?"),
    (["archive", "list", "--limit", "0"], "1 or more"),
    (["archive", "list", "--from", "soon"], "--from"),
    (["archive", "list", "--after", "page2"], "--after"),
    (["archive", "verify", "--sample", "8/7"], "--sample"),
    (["archive", "verify", "--sample", "0/7"], "--sample"), (["archive", "unpack"], "--to"),
    (["archive", "unpack", "--to", "out", "--month", "2025-13"], "--month"),
    (["archive", "restore", "--month", "May"], "--month"),
    (["archive", "seal", "--before", "2025"], "--before"),
    (["archive", "album", "a.zip"], "--user"),
    (["archive", "album", "a.tar", "--user", "u"], "FILE.zip"),
    (["archive", "album", "--user", "u"], "<file>"), (["archive", "bagit"], "<directory>"),
    (["archive", "verify", "--usr", "u"], "--usr"),
  ]

  @Test("64 for usage, with a way on", arguments: usage)
  func misused(arguments: [String], message: String) throws {
    let scratch = try Scratch()
    let outcome = try scratch.start(arguments.filter { $0 != "--json" }).wait()
    #expect(outcome.code == 64 && outcome.text.isEmpty, "\(outcome.everything)")
    #expect(
      outcome.errors.contains(message) && outcome.errors.contains("--help"), "\(outcome.errors)")
    let json = try scratch.start(arguments + ["--json"]).wait()
    #expect(json.code == 64)
    let error = try json.json(Shape.Failure.self).error
    #expect(error.code == "usage" && error.message.contains(message), "\(error.message)")
    #expect(try scratch.names().isEmpty)
  }
}
