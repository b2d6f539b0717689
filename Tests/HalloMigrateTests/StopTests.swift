import CommandTesting
import Foundation
import Glibc
import Testing

/// Ctrl-C, and what a terminal shows meanwhile.
@Suite struct StopTests {
  /// A migration that counts if there is any document; to a trillion, it never ends.
  private func counting(to end: Int, _ scratch: Scratch) throws {
    try scratch.write(
      """
      -- Count
      CREATE TEMP TABLE counted AS
      WITH RECURSIVE c (n) AS (
        SELECT 1 WHERE EXISTS (SELECT 1 FROM document)
        UNION ALL SELECT n + 1 FROM c WHERE n < \(end))
      SELECT count(*) FROM c;
      """, to: "migrations/0004_count.sql")
  }

  @Test(
    "A migration that is asked to stop is taken back, and those before it stay",
    .timeLimit(.minutes(2)))
  func migrations() throws {
    let scratch = try Scratch.withSample()
    let running = try startEndless(scratch)
    kill(running.pid, SIGINT)
    let outcome = try running.wait()
    #expect(outcome.code == 130)
    #expect(outcome.errors.contains("hallo-migrate: stopping; Ctrl-C again"))
    #expect(outcome.errors.contains("stopped, as asked; what was begun is taken back"))
    #expect(outcome.text == "")
    #expect(try applied(scratch) == 3)
  }

  @Test(
    "One who asks twice is obeyed at once",
    .timeLimit(.minutes(2)))
  func twice() throws {
    let scratch = try Scratch.withSample()
    let running = try startEndless(scratch)
    // The first cannot be heeded while the process stands still.
    for number in [SIGSTOP, SIGINT, SIGTERM, SIGCONT] { kill(running.pid, number) }
    #expect([130, 143].contains(try running.wait().code))
    #expect(try applied(scratch) == 3)
    #expect(try scratch.integrity() == ["\"ok\""])
  }

  @Test(
    "An import that waits for standard input can be stopped",
    .timeLimit(.minutes(2)))
  func input() throws {
    let scratch = try Scratch()
    #expect(mkfifo(scratch.file("pipe"), 0o600) == 0)
    let script = "exec \"$0\" import - <> pipe"
    let running = try scratch.start(["-c", script, Program.path], program: "/bin/sh")
    try waitFor { scratch.exists("hallo.sqlite.importing") }
    kill(running.pid, SIGINT)
    #expect(try running.wait().code == 130)
    #expect(try scratch.names() == ["hallo.sqlite.lock", "pipe"])
  }

  @Test(
    "A terminal shows how far the work is, and a pipe nothing",
    .timeLimit(.minutes(2)))
  func progress() throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("up")
    try counting(to: 20_000_000, scratch)
    let up = "up --dry-run --migrations migrations"
    let shown = try scratch.start(
      ["-qec", "'\(Program.path)' \(up)", "/dev/null"], program: "/usr/bin/script"
    ).wait()
    #expect(shown.code == 0)
    let lines = shown.text.components(separatedBy: "\r\u{1B}[K").filter {
      $0.hasPrefix("0004 count (1 of 1): ")
    }
    #expect(lines.count >= 2, "\(shown.text)")
    #expect(try scratch.start(up.split(separator: " ").map(String.init)).wait().errors == "")
  }

  /// Starts an `up` that is in its fourth migration for ever.
  private func startEndless(_ scratch: Scratch) throws -> RunningCommand {
    try counting(to: 1_000_000_000_000, scratch)
    let running = try scratch.start(["up", "--migrations", "migrations"])
    do {
      try waitFor { try applied(scratch) == 3 }
    } catch {
      running.kill()
      throw error
    }
    return running
  }

  private func applied(_ scratch: Scratch) throws -> Int {
    try scratch.succeed("status", "--json").json(Shape.Status.self).applied.count
  }
}
