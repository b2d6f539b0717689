import CommandTesting
import Foundation
import Glibc
import Testing

/// Runs that are killed at their system calls, one after the other.
@Suite(.enabled(if: Strace.isUsable, "\(Strace.skip)")) struct SystemCallKillTests {
  private let judge: Judge

  init() throws { judge = try Judge.standard() }

  @Test("Killed at any call that changes the disk, a run loses nothing", arguments: Strace.changes)
  func kills(call: String) throws {
    for number in Program.sweeps ? Array(1...10_000) : [1, 4] {
      if try !kill(at: call, number) { break }
    }
  }

  @Test("Killed while it creates a file, a run loses nothing")
  func creations() throws {
    let numbers = try numbersOfCreations()
    #expect(numbers.count >= 15)
    for number in Program.sweeps ? numbers : [numbers[0], numbers[numbers.count / 2]] {
      _ = try kill(at: "openat", number)
    }
  }

  /// - Returns: Whether the run made so many of the calls.
  private func kill(at call: String, _ number: Int) throws -> Bool {
    let site = try ArchiveSite.standard()
    let injection = "\(call):signal=SIGKILL:when=\(number)"
    let outcome = try site.trace([call], inject: injection).wait()
    if outcome.signal != SIGKILL {
      #expect(outcome.code == 0)
      return false
    }
    try judge.judge(site, "killed at \(call) \(number)", of: "kill at a system call")
    return true
  }

  /// Which of a thread's calls of `openat` create a file.
  private func numbersOfCreations() throws -> [Int] {
    let site = try ArchiveSite.standard()
    #expect(try site.trace(["openat"]).wait().code == 0)
    var (counts, numbers) = ([Int: Int](), Set<Int>())
    for call in try site.calls() {
      counts[call.thread, default: 0] += 1
      if call.has("O_CREAT") { numbers.insert(counts[call.thread, default: 0]) }
    }
    return numbers.sorted()
  }
}
