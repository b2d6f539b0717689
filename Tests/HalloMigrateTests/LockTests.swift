import CommandTesting
import Foundation
import Glibc
import Testing

/// Commands that want one store at once.
@Suite struct LockTests {
  @Test("Of 16 runners one applies each migration, and the others say who it is")
  func losers() throws {
    let scratch = try Scratch.withSample()
    let outcomes = try runners(16, ["up", "--json"], in: scratch)
    let runs = try outcomes.filter { $0.code == 0 }.map { try $0.json(Shape.Run.self) }
    #expect(
      runs.flatMap(\.migrations).map(\.version).sorted { $0 ?? "" < $1 ?? "" }
        == ["0001", "0002", "0003"])
    for loser in outcomes where loser.code != 0 {
      #expect(loser.code == 5)
      let error = try loser.json(Shape.Failure.self).error
      #expect(error.code == "store-in-use")
      let message = /process \d+ on \S+ \(`\S*hallo-migrate up --json`, since [-\d]+T[:.\d]+Z\)/
      #expect(error.message.contains(message), "\(error.message)")
      #expect(error.message.contains("--wait"))
    }
    #expect(try applied(scratch) == ["0001", "0002", "0003"])
  }

  @Test("Of 16 runners that wait, each succeeds, and each migration is applied once")
  func waiting() throws {
    let scratch = try Scratch.withSample()
    let outcomes = try runners(16, ["up", "--json", "--wait", "60"], in: scratch)
    let runs = try outcomes.map { try $0.json(Shape.Run.self) }
    #expect(outcomes.allSatisfy { $0.code == 0 })
    #expect(runs.count { $0.migrations.isEmpty } == 15)
    #expect(runs.flatMap(\.migrations).map(\.version) == ["0001", "0002", "0003"])
    #expect(try applied(scratch) == ["0001", "0002", "0003"])
  }

  @Test("The holder that a loser names is the one that has the lock")
  func holder() throws {
    let scratch = try Scratch()
    try scratch.succeed("import", Program.legacy)
    let lines = try Pipe(scratch.file("lines"))
    defer { withExtendedLifetime(lines) {} }
    let holder = try scratch.start(["import", "-"], input: scratch.file("lines"))
    try waitFor { try scratch.text("hallo.sqlite.lock").contains("\"pid\":\(holder.pid)") }
    let loser = try scratch.run("up")
    #expect(loser.code == 5)
    #expect(loser.errors.contains("process \(holder.pid) on "), "\(loser.errors)")
    #expect(loser.errors.contains("import -"))
    // Whoever only reads needs no lock.
    #expect(try scratch.run("status").code == 0)
    #expect(try scratch.run("digest").code == 0)
    #expect(try scratch.run("up", "--dry-run").code == 0)
    // One that was killed is in nobody's way.
    holder.kill()
    #expect(try holder.wait().signal == SIGKILL)
    #expect(try scratch.run("up").code == 0)
  }

  @Test("--wait takes over when the holder ends")
  func takesOver() throws {
    let scratch = try Scratch.withSample()
    let lines = try Pipe(scratch.file("lines"))
    let holder = try scratch.start(["import", "-"], input: scratch.file("lines"))
    try waitFor { try scratch.text("hallo.sqlite.lock").contains("\"pid\":\(holder.pid)") }
    let waiter = try scratch.start(["up", "--wait", "60"])
    usleep(100_000)
    #expect(kill(waiter.pid, 0) == 0)
    try lines.write(documents("a/new"))
    #expect(try holder.wait().code == 0)
    #expect(try waiter.wait().code == 0)
    #expect(try applied(scratch) == ["0001", "0002", "0003"])
  }

  @Test("Two imports that make one store do not harm each other")
  func imports() throws {
    let scratch = try Scratch()
    let outcomes = try runners(
      8, ["import", Program.legacy, "--json", "--wait", "60"], in: scratch)
    let counts = try outcomes.map { try $0.json(Shape.Import.self) }
    #expect(counts.map(\.imported).sorted() == [0, 0, 0, 0, 0, 0, 0, 359])
    #expect(try scratch.names() == ["hallo.sqlite", "hallo.sqlite.lock"])
  }

  private func runners(
    _ count: Int, _ arguments: [String], in scratch: Scratch
  ) throws -> [Outcome] {
    let running = try (0..<count).map { _ in try scratch.start(arguments) }
    return try running.map { try $0.wait() }
  }

  private func applied(_ scratch: Scratch) throws -> [String] {
    try scratch.succeed("status", "--json").json(Shape.Status.self).applied.map(\.version)
  }
}

/// A named pipe, through which a test feeds a command as slowly as it likes.
private final class Pipe {
  private var descriptor: Int32

  init(_ path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw CommandFailure(description: "no pipe") }
    // Opened to write alone, it would wait for a reader.
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandFailure(description: "no pipe") }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Writes a text, and ends the input.
  func write(_ text: String) throws {
    let written = Array(text.utf8).withUnsafeBytes {
      Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    guard written == text.utf8.count else { throw CommandFailure(description: "not written") }
    close(descriptor)
    descriptor = -1
  }
}
