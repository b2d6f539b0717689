import CommandTesting
import FirestoreTesting
import Foundation
import Glibc
import Testing

/// A database that goes away in the middle of the work, and comes back as it was once.
@Suite(
  .enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"))
struct RestartTests {
  private static let seed =
    Program.firestoreExport + "/firestore_export/firestore_export.overall_export_metadata"

  @Test("Nothing is taken for the whole that is not, and nothing that was not sent for sent")
  func restarts() throws {
    let emulator = try Emulator(seededFrom: Self.seed)
    defer { emulator.stop() }
    let site = try LiveSite(
      endpoint: emulator.endpoint, address: "127.0.0.1:\(emulator.port)", project: "demo-hallo")
    let original = try site.database.digest()
    let pull = try Self.restart(emulator, during: try site.start(["pull", "--json"])) {
      site.scratch.exists("hallo.sqlite.pulling")
    }
    if pull.code == 0 {
      #expect(try site.digest() == original)
    } else {
      #expect(pull.code == 1 && !site.scratch.exists("hallo.sqlite"), "\(pull.everything)")
      #expect(try site.pull().documents == 359)
    }
    #expect(try site.digest() == original)

    try site.succeed("up")
    let migrated = try site.digest()
    let push = try Self.restart(emulator, during: try site.start(["push", "--json"])) {
      usleep(400_000)
      return true
    }
    #expect(push.code == 0 || push.code == 1, "\(push.everything)")
    // What the database lost, a pull finds lost.
    try site.pull()
    try site.succeed("up")
    try site.push()
    #expect(try site.database.digest() == migrated)
    #expect(try site.digest() == migrated)
  }

  /// Stops a command once something is so, restarts the database, and lets the command go on.
  private static func restart(
    _ emulator: Emulator, during running: RunningCommand, once condition: () -> Bool
  ) throws -> Outcome {
    let end = ContinuousClock.now + .seconds(20)
    while !condition(), ContinuousClock.now < end { usleep(1000) }
    Glibc.kill(running.pid, SIGSTOP)
    emulator.stop()
    let restarted = Result { try emulator.start() }
    Glibc.kill(running.pid, SIGCONT)
    let outcome = try running.wait()
    try restarted.get()
    return outcome
  }
}
