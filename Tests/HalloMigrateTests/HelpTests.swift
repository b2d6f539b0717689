import CommandTesting
import Foundation
import Testing

/// Help that leaves nothing out.
@Suite struct HelpTests {
  static let commands = [
    "import", "status", "up", "down", "run", "undo", "explain", "digest", "audit", "export",
    "new", "pull", "push", "shards", "archive", "doctor",
  ]
  static let archiveCommands = [
    "run", "export", "list", "verify", "unpack", "restore", "seal", "album", "bagit",
  ]

  @Test(
    "Help screens are as they were",
    arguments: [[]] + commands.map { [$0] } + archiveCommands.map { ["archive", $0] })
  func golden(command: [String]) throws {
    let scratch = try Scratch()
    let outcome = try scratch.start(command + ["--help"], environment: ["COLUMNS": "100"]).wait()
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    try expectGolden(outcome.text, (["help"] + command).joined(separator: "-") + ".txt")
  }

  @Test("Every command, and nothing else, is known here")
  func complete() throws {
    let commands = try Tool.read().command.subcommands?.filter { $0.commandName != "help" }
    #expect(commands?.map(\.commandName) == Self.commands)
    let archive = commands?.first { $0.commandName == "archive" }
    #expect(archive?.subcommands?.map(\.commandName) == Self.archiveCommands)
  }

  @Test("Every command, argument and option says what it does")
  func documented() throws {
    let root = try Tool.read().command
    for command in root.family where command.commandName != "help" {
      #expect(command.abstract?.isEmpty == false, "\(command.commandName)")
      for argument in command.arguments ?? [] {
        let name = argument.valueName ?? argument.names?.first?.name ?? "?"
        #expect(argument.abstract?.isEmpty == false, "\(command.commandName) \(name)")
      }
    }
  }

  @Test(
    "README mentions every command",
    arguments: commands + archiveCommands.map { "archive \($0)" })
  func readme(command: String) throws {
    let url = URL(fileURLWithPath: Program.package + "/README.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let name = command.split(separator: " ").last.map(String.init) ?? command
    let forms = ["hallo-migrate \(command)", "`\(command)", "`\(name)"]
    #expect(forms.contains { text.contains($0) })
  }

  /// What the program tells of itself to those who make completions.
  private struct Tool: Decodable {
    let command: Command

    struct Command: Decodable {
      let commandName: String
      let abstract: String?
      let subcommands: [Command]?
      let arguments: [Argument]?

      /// The command, and all below it.
      var family: [Command] { [self] + (subcommands ?? []).flatMap(\.family) }
    }

    struct Argument: Decodable {
      let abstract: String?
      let valueName: String?
      let names: [Name]?
    }

    struct Name: Decodable { let name: String }

    static func read() throws -> Tool {
      try Scratch().run("--experimental-dump-help").json()
    }
  }
}

/// Compares a text with a file of the folder Golden; with RECORD_GOLDEN=1 it is written there.
func expectGolden(_ text: String, _ name: String) throws {
  let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden/\(name)")
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
    try Data(text.utf8).write(to: url)
    return
  }
  let golden = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  #expect(text == golden, "record it again with RECORD_GOLDEN=1 if \(name) is meant to change")
}
