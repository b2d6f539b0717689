import CommandTesting
import Foundation
import Glibc

/// A run that stands still at a system call until it may go on.
final class StoppedRun {
  let pid: pid_t
  private let tracer: RunningCommand
  private var isStopped = true

  /// Starts a run, and waits until a thread of it has made its n-th call of a kind.
  init(_ site: ArchiveSite, after call: String, _ number: Int, more: [String] = []) throws {
    let injection = "\(call):signal=SIGSTOP:when=\(number)"
    tracer = try site.trace([call], inject: injection, more: more)
    try waitFor { try site.log().contains("--- stopped by SIGSTOP ---") }
    guard let holder = try site.holder() else {
      throw CommandFailure(description: "nobody holds the store")
    }
    pid = holder
  }

  deinit { if isStopped { Glibc.kill(pid, SIGKILL) } }

  /// Lets it go on, to its end.
  func resume() throws -> Outcome {
    isStopped = false
    Glibc.kill(pid, SIGCONT)
    return try tracer.wait()
  }
}
