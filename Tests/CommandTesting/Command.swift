package import Foundation
internal import Glibc

/// What a command ended with.
package struct Outcome {
  /// The exit code; nil if a signal ended the process.
  package let code: Int32?
  package let signal: Int32
  package let output: Data
  package let errors: String
  /// The most memory that the process had, in kilobytes.
  package internal(set) var peakKilobytes: Int

  package var text: String { String(decoding: output, as: UTF8.self) }
  /// Both streams, as a person sees them.
  package var everything: String { text + errors }

  package func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(Value.self, from: output)
  }
}

package struct CommandFailure: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// The built program as a process.
package final class RunningCommand {
  package let pid: pid_t
  private let output: String
  private let errors: String

  /// Starts the program, or another one.
  ///
  /// It does not inherit what tests of other machines may have in their environment.
  package init(
    _ arguments: [String], in directory: String, captures: String, input: String = "/dev/null",
    output: String? = nil, environment: [String: String] = [:], program: String = Program.path
  ) throws {
    let name = captures + "/" + UUID().uuidString
    (self.output, errors) = (output ?? name + ".out", name + ".err")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let create = O_WRONLY | O_CREAT
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, self.output, create, 0o600)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, create, 0o600)
    var variables = ["PATH": "/usr/bin:/bin", "HOME": directory, "LC_ALL": "C.UTF-8"]
    variables.merge(environment) { $1 }
    // It changes the directory, and is then replaced by the program.
    pid = try Self.spawn(
      "/usr/bin/env", ["env", "--chdir=" + directory, program] + arguments,
      variables.map { "\($0)=\($1)" }, &actions)
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String],
    _ actions: inout posix_spawn_file_actions_t
  ) throws -> pid_t {
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var pid: pid_t = 0
    let status = posix_spawn(&pid, program, &actions, nil, &argv, &envp)
    guard status == 0 else {
      throw CommandFailure(description: "\(program): \(String(cString: strerror(status)))")
    }
    return pid
  }

  package func kill() { Glibc.kill(pid, SIGKILL) }

  package func wait() throws -> Outcome {
    var (status, usage): (Int32, rusage) = (0, rusage())
    while wait4(pid, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw CommandFailure(description: "wait4 failed") }
    }
    let signal = status & 0x7F
    let captured = output.hasPrefix("/dev/") ? Data() : try Self.contents(output)
    return Outcome(
      code: signal == 0 ? (status >> 8) & 0xFF : nil, signal: signal, output: captured,
      errors: String(decoding: try Self.contents(errors), as: UTF8.self),
      peakKilobytes: Int(usage.ru_maxrss))
  }

  /// Waits, and reads meanwhile how much memory it has taken at most.
  ///
  /// What the system tells at the end begins with the peak of the process that started it.
  package func waitMeasuring() throws -> Outcome {
    var peak = 0
    while let now = peakSoFar() {
      peak = max(peak, now)
      usleep(5000)
    }
    var outcome = try wait()
    outcome.peakKilobytes = peak
    return outcome
  }

  /// In kilobytes; nil once it has ended.
  private func peakSoFar() -> Int? {
    let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first
  }

  private static func contents(_ path: String) throws -> Data {
    let url = URL(fileURLWithPath: path)
    defer { try? FileManager.default.removeItem(at: url) }
    return try Data(contentsOf: url)
  }
}

/// Where things are.
package enum Program {
  /// The program beside the test bundle, or another build of it.
  package static let path: String =
    ProcessInfo.processInfo.environment["HALLO_BINARY"]
    ?? URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("hallo-migrate").path

  package static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  package static let samples = package + "/Samples"
  package static let legacy = samples + "/legacy.ndjson"
  package static let firestoreExport = samples + "/firestore-export"

  /// Whether the long versions of the tests run.
  package static let sweeps = ProcessInfo.processInfo.environment["HALLO_SWEEP"] == "1"
  package static let isRoot = geteuid() == 0
}
