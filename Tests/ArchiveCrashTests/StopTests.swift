import CommandTesting
import Foundation
import Glibc
import Testing

/// Runs that are asked to stop.
@Suite(.enabled(if: Strace.isUsable, "\(Strace.skip)")) struct StopTests {
  private let judge: Judge

  init() throws { judge = try Judge.standard() }

  @Test("Asked to stop, a run ends with the bundles in hand", arguments: [SIGTERM, SIGINT])
  func once(signal: Int32) throws {
    let site = try ArchiveSite.standard()
    let run = try SlowRun(site, slow: "write", until: ".tar.tmp-")
    try run.send(signal)
    let outcome = try run.wait()
    #expect(outcome.code == 0, "\(outcome.everything)")
    #expect(outcome.errors.contains("stopping after the bundles in hand"))
    let report = try outcome.json(ArchiveReport.self)
    #expect(report.archived > 0 && report.left > 0)
    #expect(report.archived + report.left == site.album.photos.count)
    #expect(report.removed == report.archived)
    try judge.judge(site, "signal \(signal)", of: "signal")
  }

  @Test("Asked twice, it stops at once", arguments: [SIGTERM, SIGINT])
  func twice(signal: Int32) throws {
    let site = try ArchiveSite.standard()
    let run = try SlowRun(site, slow: "write", until: ".tar.tmp-")
    try run.send(signal)
    try run.send(signal)
    #expect(try run.wait().code == 128 + signal)
    try judge.judge(site, "signal \(signal) twice", of: "signal")
  }

  @Test("Asked while traces are removed, it ends that; asked twice, it stops at once")
  func whileRemovingTraces() throws {
    for times in 1...2 {
      let site = try ArchiveSite.standard()
      let run = try SlowRun(site, slow: "pwrite64", until: "removed 10 documents")
      for _ in 1...times { try run.send(SIGTERM) }
      #expect(try run.wait().code == (times == 1 ? 0 : 128 + SIGTERM))
      try judge.judge(site, "SIGTERM while traces are removed", of: "signal")
    }
  }
}

/// A run each of whose system calls of a kind takes a while.
private final class SlowRun {
  private let site: ArchiveSite
  private let tracer: RunningCommand
  private let pid: pid_t
  private var signals = 0

  /// Starts a run, and waits until it has written to a file of some name, or written some text.
  init(_ site: ArchiveSite, slow call: String, until text: String) throws {
    self.site = site
    tracer = try site.trace(
      ["write", call], inject: "\(call):delay_enter=30000", more: ["--json", "--verbose"])
    try waitFor {
      try site.calls().contains {
        $0.name == "write" && ($0.file() ?? "").contains(text) || $0.says(text)
      }
    }
    guard let holder = try site.holder() else {
      throw CommandFailure(description: "nobody holds the store")
    }
    pid = holder
  }

  /// Sends a signal, and waits until it is heard.
  func send(_ signal: Int32) throws {
    Glibc.kill(pid, signal)
    signals += 1
    if signals == 1 { try waitFor { try site.calls().contains { $0.says("stopping after") } } }
  }

  func wait() throws -> Outcome { try tracer.wait() }
}

extension SystemCall {
  fileprivate func says(_ text: String) -> Bool {
    name == "write" && String(decoding: bytes(1), as: UTF8.self).contains(text)
  }
}
