import CommandTesting
import FirestoreTesting
import Foundation
import Glibc
import Testing

import struct StoreTesting.SplitMix64

/// Pulls and pushes that are killed at any moment.
@Suite(.enabled(if: Emulator.isInstalled, "\(Emulator.requirement)"))
struct LiveKillTests {
  private static let moments = Program.sweeps ? 150 : 6
  /// Where the machine is faster at the end than it was at first, the first moments are too late.
  private static let mostMoments = 10 * moments
  private static let files = ["hallo.sqlite", "hallo.sqlite.lock"]

  @Test("A pull that was killed goes on where it was, and pays for nothing twice")
  func pull() throws {
    var random = SplitMix64(seed: 11)
    let site = try LiveSite()
    try site.database.create(try Sample.households(8, documentsPerUser: 50))
    let digest = try site.database.digest()
    let start = ContinuousClock.now
    let undisturbed = try site.pull()
    let duration = (ContinuousClock.now - start) / .seconds(1)
    var resumed = 0
    for moment in 0..<Self.mostMoments where moment < Self.moments || resumed == 0 {
      try site.scratch.remove("hallo.sqlite")
      let stored = try Self.kill(
        try site.start(["pull"]), after: Double.random(in: 0.2...1, using: &random) * duration,
        counting: site)
      let pull = try site.pull()
      #expect(try site.digest() == digest)
      // What was stored was paid for, and was not read again.
      #expect(pull.reads == (pull.documents == 0 ? 0 : undisturbed.reads))
      if let stored, stored > 0 { #expect(pull.resumed) }
      resumed += pull.resumed ? 1 : 0
      #expect(try site.scratch.names() == Self.files)
      #expect(try site.scratch.integrity() == ["\"ok\""])
    }
    #expect(resumed > 0, "no pull was killed while it was reading")
  }

  /// Kills a pull.
  ///
  /// - Returns: How many documents it left to go on with; nil if there is nothing to go on with.
  private static func kill(
    _ running: RunningCommand, after seconds: Double, counting site: LiveSite
  ) throws -> Int? {
    usleep(UInt32(seconds * 1e6))
    running.kill()
    _ = try running.wait()
    if site.scratch.exists("hallo.sqlite") { return nil }
    let count = try? site.scratch.query(
      "SELECT count(*) FROM version WHERE EXISTS (SELECT 1 FROM setting WHERE name = 'pull')",
      on: "hallo.sqlite.pulling")
    return count?.first.flatMap { Int($0) }
  }

  @Test("After a push that was killed the next sends the rest, and nothing twice")
  func push() throws {
    var random = SplitMix64(seed: 12)
    let site = try LiveSite()
    try site.database.create(try Sample.households(8, documentsPerUser: 50))
    let original = try site.database.digest()
    try site.pull()
    try site.succeed("up")
    let migrated = try site.digest()
    let start = ContinuousClock.now
    let all = try site.push()
    let duration = (ContinuousClock.now - start) / .seconds(1)
    var cut = 0
    for moment in 0..<Self.mostMoments where moment < Self.moments || cut == 0 {
      let isUndone = moment % 2 == 0
      try site.succeed(isUndone ? "down" : "up", isUndone ? "--to=0000" : "--quiet")
      let running = try site.start(["push"])
      usleep(UInt32(Double.random(in: 0.2...1, using: &random) * duration * 1e6))
      running.kill()
      _ = try running.wait()
      let rest = try site.push()
      #expect(rest.sent + rest.alreadyThere <= all.sent && rest.conflicts == 0)
      cut += rest.sent > 0 ? 1 : 0
      #expect(try site.push().sent == 0)
      #expect(try site.database.digest() == (isUndone ? original : migrated))
      #expect(try site.scratch.integrity() == ["\"ok\""])
    }
    #expect(cut > 0, "no push was killed before its end")
  }
}
