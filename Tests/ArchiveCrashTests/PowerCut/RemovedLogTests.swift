import CommandTesting
import Foundation
import Glibc
import Testing

/// SQLite's log, which a power cut can bring back after it was removed, its end overwritten by others.
@Suite(.enabled(if: Strace.isUsable, "\(Strace.skip)")) struct RemovedLogTests {
  private static let log = ArchiveSite.store + "-wal"
  private let judge: Judge

  init() throws { judge = try Judge.standard() }

  @Test(
    "What is left of a removed log is not taken for newer than the store",
    arguments: ["ftruncate", "unlink"])
  func beginnings(call: String) throws {
    let number = try #require(try numberOfRemoval(by: call))
    for share in stride(from: 0.0, through: 1, by: Program.sweeps ? 0.01 : 0.125) {
      let site = try ArchiveSite.standard()
      let injection = "\(call):signal=SIGKILL:when=\(number)"
      #expect(try site.trace([call], inject: injection).wait().signal == SIGKILL)
      var bytes = try site.scratch.contents(Self.log)
      let kept = Int(Double(bytes.count) * share)
      bytes.replaceSubrange(kept..., with: Data(repeating: 0xA5, count: bytes.count - kept))
      try site.scratch.write(bytes, to: Self.log)
      try judge.judge(site, "\(kept) bytes of a removed log", of: "removed log")
    }
  }

  /// Which of a thread's calls takes everything from the log.
  private func numberOfRemoval(by call: String) throws -> Int? {
    let site = try ArchiveSite.standard()
    #expect(try site.trace([call]).wait().code == 0)
    let calls = try site.calls()
    guard
      let last = calls.lastIndex(where: {
        ($0.file() ?? $0.path(0)).hasSuffix("hallo.sqlite-wal")
      })
    else { return nil }
    return calls[...last].count { $0.thread == calls[last].thread }
  }
}
