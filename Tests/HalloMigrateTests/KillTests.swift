import CommandTesting
import Foundation
import Glibc
import Testing

/// Commands that are killed, or asked to stop, at any moment.
@Suite(.serialized) struct KillTests {
  static let moments = Program.sweeps ? 100 : 8
  static let signals = [SIGKILL, SIGINT]
  private let large: Large

  init() throws { large = try Large.shared.get() }

  @Test(
    "An import that was killed or stopped has no effect; the next is as if it had not been",
    arguments: signals)
  func imports(signal: Int32) throws {
    try forEachMoment(of: ["import", large.source], signal, prepare: { _ in }) { scratch, wasDone in
      if scratch.exists("hallo.sqlite") {
        #expect(try scratch.digest() == large.imported)
      } else {
        #expect(!wasDone)
        #expect(try scratch.run("digest").code == 1)
      }
      try scratch.succeed("import", large.source)
      #expect(try scratch.digest() == large.imported)
    }
  }

  @Test(
    "An import into a store that was killed or stopped has all of its effect, or none",
    arguments: signals)
  func addingImports(signal: Int32) throws {
    try forEachMoment(of: ["import", large.source], signal, prepare: large.putOther) { scratch, _ in
      #expect([large.other, large.both].contains(try scratch.digest()))
      try scratch.succeed("import", large.source)
      #expect(try scratch.digest() == large.both)
    }
  }

  @Test(
    "After an up that was killed or stopped whole migrations are applied; the next does the rest",
    arguments: signals)
  func ups(signal: Int32) throws {
    try forEachMoment(of: ["up"], signal, prepare: large.putImported) { scratch, _ in
      let applied = try scratch.succeed("status", "--json").json(Shape.Status.self).applied.count
      #expect(try scratch.digest() == large.migrated[applied])
      let rest = try scratch.succeed("up", "--json").json(Shape.Run.self)
      #expect(rest.migrations.count == 3 - applied)
      #expect(try scratch.digest() == large.migrated[3])
    }
  }

  @Test(
    "A down that was killed or stopped has taken everything back, or nothing",
    arguments: signals)
  func downs(signal: Int32) throws {
    let down = ["down", "--to", "0000"]
    try forEachMoment(of: down, signal, prepare: large.putMigrated) { scratch, _ in
      #expect([large.imported, large.migrated[3]].contains(try scratch.digest()))
      try scratch.succeed("down", "--to", "0000")
      #expect(try scratch.digest() == large.imported)
    }
  }

  /// Kills a command at moments spread over the time that it takes, and checks what is left.
  private func forEachMoment(
    of command: [String], _ signal: Int32, prepare: (Scratch) throws -> Void,
    check: (_ scratch: Scratch, _ wasDone: Bool) throws -> Void
  ) throws {
    let duration = try duration(of: command, prepare: prepare)
    for moment in 0..<Self.moments {
      let scratch = try Scratch()
      try prepare(scratch)
      let running = try scratch.start(command)
      usleep(UInt32(duration * 1.05e6 * (Double(moment) + 0.5) / Double(Self.moments)))
      Glibc.kill(running.pid, signal)
      let outcome = try running.wait()
      // Until the command listens, a signal is any process's end.
      #expect(outcome.signal == signal || [0, 130].contains(outcome.code), "\(outcome.everything)")
      if scratch.exists("hallo.sqlite") { #expect(try scratch.integrity() == ["\"ok\""]) }
      try check(scratch, outcome.code == 0)
      #expect(
        try scratch.names() == ["hallo.sqlite", "hallo.sqlite.lock"], "killed at \(moment)")
    }
  }

  private func duration(
    of command: [String], prepare: (Scratch) throws -> Void
  ) throws -> Double {
    let scratch = try Scratch()
    try prepare(scratch)
    let start = ContinuousClock.now
    #expect(try scratch.start(command).wait().code == 0)
    return (ContinuousClock.now - start) / .seconds(1)
  }
}

/// A larger database, and what undisturbed commands make of it.
private struct Large: Sendable {
  static let shared = Result { try Large() }

  let source: String
  /// Digests: imported, after each migration, another store's, and that with this one imported.
  let imported: String
  let migrated: [String]
  let other: String
  let both: String
  private let store: Data
  private let migratedStore: Data
  private let otherStore: Data

  private init() throws {
    let documents = Program.sweeps ? 200 : 20
    let sample = try Sample(users: 100, documentsPerUser: documents)
    source = sample.file
    let scratch = try Scratch()
    try scratch.succeed("import", source)
    store = try scratch.contents("hallo.sqlite")
    imported = try scratch.digest()
    migrated =
      try [imported]
      + ["0001", "0002", "0003"].map {
        try scratch.succeed("up", "--to", $0)
        return try scratch.digest()
      }
    migratedStore = try scratch.contents("hallo.sqlite")
    let another = try Scratch()
    try another.succeed("import", Program.legacy)
    (other, otherStore) = (try another.digest(), try another.contents("hallo.sqlite"))
    try another.succeed("import", source)
    both = try another.digest()
  }

  func putImported(_ scratch: Scratch) throws { try scratch.write(store, to: "hallo.sqlite") }
  func putMigrated(_ scratch: Scratch) throws {
    try scratch.write(migratedStore, to: "hallo.sqlite")
  }
  func putOther(_ scratch: Scratch) throws { try scratch.write(otherStore, to: "hallo.sqlite") }
}

/// A database that the samples' script makes; kept until the tests end.
struct Sample: Sendable {
  let file: String

  init(users: Int, documentsPerUser: Int) throws {
    file =
      FileManager.default.temporaryDirectory.path
      + "/hallo-migrate-\(getpid())-\(users)-\(documentsPerUser).ndjson"
    Self.files.append(file)
    let scratch = try Scratch()
    let outcome = try scratch.start(
      [
        "python3", Program.samples + "/make-sample.py", "--users", "\(users)",
        "--documents-per-user", "\(documentsPerUser)", "--output", file,
      ], program: "/usr/bin/env"
    ).wait()
    guard outcome.code == 0 else { throw CommandFailure(description: outcome.errors) }
  }

  private static let files = Leftovers()
}

/// Files that are removed when the process ends.
private final class Leftovers: @unchecked Sendable {
  private let lock = NSLock()
  private var files: [String] = []
  nonisolated(unsafe) private static var all: Leftovers?

  init() {
    Self.all = self
    atexit { Leftovers.all?.files.forEach { unlink($0) } }
  }

  func append(_ file: String) { lock.withLock { files.append(file) } }
}
