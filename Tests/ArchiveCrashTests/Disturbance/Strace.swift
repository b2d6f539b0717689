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
  ///   - more: More options of the run.
  ///   - bytes: Whether the bytes that are written are in the log, too.
  /// - Throws: If there is no process.
  /// - Returns: The tracer, which ends as the run does.
  func trace(
    _ calls: [String], inject injection: String? = nil, more: [String] = [], bytes: Bool = false
  ) throws -> RunningCommand {
    let length = bytes ? 1_000_000_000 : 200
    var arguments = ["-f", "-qq", "-y", "-xx", "-s", "\(length)", "-o", scratch.file("log")]
    arguments += ["--trace", calls.joined(separator: ",")]
    if let injection { arguments += ["--inject", injection] }
    return try scratch.start(arguments + command + more, program: "strace")
  }

  /// What was traced.
  func calls() throws -> [SystemCall] { SystemCall.all(in: try log()) }

  func log() throws -> String { scratch.exists("log") ? try scratch.text("log") : "" }

  /// Runs the command to its end.
  ///
  /// - Returns: What it did to the store's and the archive's files, byte by byte.
  func recordedRun(_ more: String...) throws -> [DiskOperation] {
    let outcome = try trace(DiskOperation.calls, more: more, bytes: true).wait()
    guard outcome.code == 0 else { throw CommandFailure(description: outcome.everything) }
    return try calls().compactMap { DiskOperation($0, below: scratch.path) }
  }
}
