import CommandTesting
import Foundation
import Testing

/// What an operator installs from Samples/nightly works as it is written.
@Suite struct NightlyTests {
  private static let analyzer = "/usr/bin/systemd-analyze"
  private static let services = ["hallo-archive", "hallo-archive-verify", "hallo-archive-seal"]

  /// The files as they would be installed, in a scratch directory in place of the machine's own.
  private func install() throws -> Scratch {
    let scratch = try Scratch()
    for directory in ["lib/tmp", "srv", "metrics", "bin"] {
      try FileManager.default.createDirectory(
        atPath: scratch.file(directory), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("bin/hallo-migrate"), withDestinationPath: Program.path)
    try scratch.copy(Program.samples + "/nightly", to: "nightly")
    for name in try scratch.names(in: "nightly") {
      let file = "nightly/" + name
      try scratch.write(moved(try scratch.text(file), to: scratch), to: file)
    }
    try scratch.write(Self.events.map(\.line).joined(separator: "\n"), to: "events.ndjson")
    try scratch.succeed("import", "events.ndjson", "--store", "lib/hallo.sqlite")
    return scratch
  }

  private func moved(_ text: String, to scratch: Scratch) -> String {
    let places = [
      ("/var/lib/prometheus/node-exporter", "metrics"), ("/var/lib/hallo", "lib"),
      ("/srv/hallo", "srv"), ("/usr/local/bin", "bin"),
      ("/etc/hallo-archive.env", "nightly/hallo-archive.env"),
    ]
    return places.reduce(text) { $0.replacingOccurrences(of: $1.0, with: scratch.file($1.1)) }
  }

  /// The command line of a service, as a shell has it.
  private func command(_ service: String, in scratch: Scratch) throws -> String {
    let lines = try scratch.text("nightly/\(service).service").split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("ExecStart=") })
    return line.dropFirst("ExecStart=".count)
      .replacingOccurrences(of: "%%", with: "%").replacingOccurrences(of: "$$", with: "$")
  }

  private func start(_ service: String, in scratch: Scratch) throws -> Outcome {
    let command = try command(service, in: scratch)
    return try shell("set -a; . nightly/hallo-archive.env; set +a; \(command)", in: scratch)
  }

  private func shell(
    _ command: String, in scratch: Scratch, environment: [String: String] = [:]
  ) throws -> Outcome {
    try scratch.start(["-c", command], environment: environment, program: "/bin/sh").wait()
  }

  /// The crontab's commands in order, and the environment that it gives them.
  private func crontab(
    in scratch: Scratch
  ) throws -> (commands: [String], environment: [String: String]) {
    var (commands, environment) = ([String](), [String: String]())
    for line in try scratch.text("nightly/crontab").split(separator: "\n") {
      if let match = line.wholeMatch(of: /([A-Z]+)=(.*)/) {
        environment[String(match.1)] = String(match.2)
      } else if !line.hasPrefix("#") {
        let fields = line.split(separator: " ", maxSplits: 5)
        commands.append(fields[5].replacingOccurrences(of: "\\%", with: "%"))
      }
    }
    return (commands, environment)
  }

  /// One photo that is due, and enough events beside it for a night's share.
  private static let events =
    [PhotoEvent("old", at: "2025-01-05T10:00:00Z")]
    + (1...3).map { PhotoEvent("new\($0)", at: "2999-01-05T10:00:00Z") }

  @Test(
    "systemd has nothing to say against the units, and lets them do little",
    .enabled(if: access(analyzer, X_OK) == 0, "systemd-analyze is not installed"))
  func units() throws {
    let scratch = try install()
    let services = Self.services.map { scratch.file("nightly/\($0).service") }
    let timers = Self.services.map { scratch.file("nightly/\($0).timer") }
    let live = scratch.file("nightly/hallo-live@pull.service")
    try FileManager.default.createSymbolicLink(
      atPath: live, withDestinationPath: "hallo-live@.service")
    try FileManager.default.createDirectory(
      atPath: scratch.file("nightly/hallo-archive.service.d"), withIntermediateDirectories: true)
    try scratch.copy(
      Program.samples + "/nightly/live.conf", to: "nightly/hallo-archive.service.d/live.conf")
    let verified = try analyze(["verify", "--man=no"] + services + timers + [live], in: scratch)
    #expect(verified.code == 0 && verified.everything.isEmpty, "\(verified.everything)")
    for service in services {
      let secure = try analyze(
        ["security", "--offline=true", "--threshold=10", service], in: scratch)
      #expect(secure.code == 0, "\(secure.everything)")
    }
  }

  private func analyze(_ arguments: [String], in scratch: Scratch) throws -> Outcome {
    try scratch.start(arguments, program: Self.analyzer).wait()
  }

  @Test("All services may do the same")
  func hardening() throws {
    let blocks = try Self.services.map { service in
      let file = URL(fileURLWithPath: Program.samples + "/nightly/\(service).service")
      let parts = try String(contentsOf: file, encoding: .utf8).components(
        separatedBy: "# From here on the same in all three services")
      #expect(parts.count == 2)
      return parts.last
    }
    #expect(Set(blocks).count == 1)
  }

  @Test("The services' command lines do their work")
  func services() throws {
    let scratch = try install()
    let run = try start("hallo-archive", in: scratch)
    #expect(run.code == 0 && run.text.isEmpty, "\(run.everything)")
    #expect(run.errors.contains("1 due, 1 archived"), "\(run.errors)")
    #expect(scratch.exists("srv/gallery-archive/u1/p1/2025/01/part-000001.tar"))
    #expect(scratch.exists("metrics/hallo-archive.prom"))
    for service in ["hallo-archive-verify", "hallo-archive-seal"] {
      let outcome = try start(service, in: scratch)
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(service): \(outcome.everything)")
    }
  }

  @Test("The crontab's lines do their work, and print only what a person is needed for")
  func cron() throws {
    let scratch = try install()
    var (commands, environment) = try crontab(in: scratch)
    #expect(commands.count == 3)
    for command in commands {
      let outcome = try shell(command, in: scratch, environment: environment)
      #expect(outcome.code == 0 && outcome.everything.isEmpty, "\(outcome.everything)")
    }
    let log = try scratch.text("lib/archive.log")
    #expect(log.contains("1 due, 1 archived") && log.contains("Everything is intact"), "\(log)")

    let busy = "exec flock srv/gallery-archive/.lock /bin/sh -c \"$LINE\""
    environment["LINE"] = commands[0]
    let inUse = try shell(busy, in: scratch, environment: environment)
    #expect(inUse.code == 0 && inUse.everything.isEmpty, "\(inUse.everything)")
    #expect(try scratch.text("lib/archive.log") != log)

    try scratch.write("HALLO_ARCHIVE_OPTIONS=--older-then", to: "nightly/hallo-archive.env")
    let mistaken = try shell(commands[0], in: scratch, environment: environment)
    #expect(mistaken.text.contains("--older-then"), "\(mistaken.everything)")
  }
}
