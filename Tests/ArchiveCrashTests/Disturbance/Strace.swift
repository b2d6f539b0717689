import CommandTesting
import Foundation

/// The program under `strace`, which can kill it or stop it at a system call, or have the call fail.
///
/// It counts calls thread by thread: the first thread that makes its n-th is hit.
enum Strace {
  /// Whether `strace` is there, and may do its work.
  static let isUsable: Bool = {
    guard let scratch = try? Scratch() else { return false }
    let arguments = ["-f", "-qq", "-o", scratch.file("log"), "true"]
    return (try? scratch.start(arguments, program: "strace").wait().code) == 0
  }()

  static let skip = "needs strace, and the right to trace a process"

  /// Everything that can change a disk, or waits for it.
  static let changes = [
    "write", "pwrite64", "fsync", "fdatasync", "syncfs", "rename", "renameat", "renameat2",
    "unlink", "unlinkat", "mkdir", "mkdirat", "ftruncate",
  ]
}

extension ArchiveSite {
  /// Starts the run under `strace`.
  ///
  /// - Parameters:
  ///   - calls: The calls to write to the log.
  ///   - injection: As `--inject` has it, such as `syncfs:error=EIO:when=2`.
  func trace(
    _ calls: [String], inject injection: String? = nil, more: [String] = []
  ) throws -> RunningCommand {
    var arguments = ["-f", "-qq", "-y", "-xx", "-s", "1000000000", "-o", scratch.file("log")]
    arguments += ["--trace", calls.joined(separator: ",")]
    if let injection { arguments += ["--inject", injection] }
    return try scratch.start(
      arguments + [Program.path] + Self.run + more, program: "strace")
  }

  /// What was traced.
  func calls() throws -> [SystemCall] { SystemCall.all(in: try scratch.text("log")) }
}
