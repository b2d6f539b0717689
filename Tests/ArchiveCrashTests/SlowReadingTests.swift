import CommandTesting
import Foundation
import Glibc
import Testing

/// Commands that read an archive, on a slow disk: what a terminal shows, and what is left of one that
/// does not come to its end.
@Suite(.enabled(if: Strace.isUsable, "\(Strace.skip)")) struct SlowReadingTests {
  static let commands: [(command: [String], microseconds: Int)] = [
    (["verify"], 15_000), (["verify", "--sample", "1/2"], 30_000),
    (["unpack", "--to", "out"], 8_000), (["restore"], 8_000),
    (["album", "album.zip", "--user", "owner-0"], 25_000),
    (["bagit", "bag"], 15_000),
  ]

  @Test(
    "A terminal shows the rate, the share done and the time left",
    arguments: commands)
  func progress(command: [String], microseconds: Int) throws {
    let site = try ArchiveSite(Reference.many.get())
    #expect(try site.archive().code == 0)
    let words =
      ["strace", "-f", "-qq", "-o", "log", "--trace", "pread64"]
      + ["--inject", "pread64:delay_enter=\(microseconds)", Program.path, "archive"] + command
      + ArchiveSite.places
    let script = words.map { "'\($0)'" }.joined(separator: " ")
    let shown = try site.scratch.start(
      ["-qec", script, "/dev/null"], program: "/usr/bin/script"
    ).wait()
    #expect(shown.code == 0)
    let lines = shown.text.components(separatedBy: "\r\u{1B}[K")
    let form = /[0-9]+ (photos|bundles), [0-9]+\/s, (?<share>[0-9]+) %, [0-9]+ s left/
    let shares = lines.compactMap { $0.wholeMatch(of: form).flatMap { Int($0.share) } }
    #expect(shares.contains { (1..<100).contains($0) } && shares == shares.sorted(), "\(lines)")
  }

  @Test("A bag that is asked to stop is taken away again", arguments: [SIGTERM, SIGINT])
  func stopped(signal: Int32) throws {
    let site = try ArchiveSite.standard()
    #expect(try site.archive().code == 0)
    let running = try bag(site, inject: "write:delay_enter=100000")
    try waitFor { site.scratch.exists("bag/data") }
    let pid = try #require(pid_t(site.log().prefix { $0.isNumber }))
    Glibc.kill(pid, signal)
    let outcome = try running.wait()
    #expect(outcome.code == 130)
    #expect(outcome.errors.contains("stopped, as asked; nothing is half done"))
    #expect(!site.scratch.exists("bag"))
  }

  /// The first write of all wakes the thread that hears of signals.
  static let faults =
    (2...7).map { "write:error=EIO:when=\($0)" } + (1...4).map { "mkdirat:error=ENOSPC:when=\($0)" }
    + ["syncfs:error=EIO", "fsync:error=EIO:when=1", "fsync:error=EIO:when=3"]

  @Test("A bag whose disk fails is taken away again")
  func failing() throws {
    let site = try ArchiveSite.standard()
    #expect(try site.archive().code == 0)
    var missed = 0
    for fault in Self.faults {
      let outcome = try bag(site, inject: fault).wait()
      if outcome.code == 0, fault.hasPrefix("write") {
        // The write that failed was one that wakes a thread, of which there may be several.
        missed += 1
        try FileManager.default.removeItem(atPath: site.scratch.file("bag"))
        continue
      }
      #expect(outcome.code == 1, "\(fault): \(outcome.everything)")
      #expect(outcome.errors.contains("bag"), "\(fault): \(outcome.errors)")
      #expect(!site.scratch.exists("bag"), "\(fault)")
    }
    #expect(missed <= 2)
  }

  private func bag(_ site: ArchiveSite, inject injection: String) throws -> RunningCommand {
    let arguments = ["-f", "-qq", "-o", site.scratch.file("log"), "--inject", injection]
    return try site.scratch.start(
      arguments + [Program.path, "archive", "bagit", "bag"] + ArchiveSite.places,
      program: "strace")
  }
}
