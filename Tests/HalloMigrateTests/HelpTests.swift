import CommandTesting
import Foundation
import Testing

/// Help that leaves nothing out.
@Suite struct HelpTests {
  static let commands = [
    "import", "status", "up", "down", "run", "undo", "explain", "digest", "audit", "export",
    "new",
  ]

  @Test("Help screens are as they were", arguments: [""] + commands)
  func golden(command: String) throws {
    let scratch = try Scratch()
    let arguments = command.isEmpty ? ["--help"] : [command, "--help"]
    let outcome = try scratch.start(arguments, environment: ["COLUMNS": "100"]).wait()
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    try expectGolden(outcome.text, "help\(command.isEmpty ? "" : "-")\(command).txt")
  }

  @Test("Every command, and nothing else, is known here")
  func complete() throws {
    #expect(
      try Tool.read().command.subcommands?.map(\.commandName).filter { $0 != "help" }
        == Self.commands)
  }

  @Test("Every command, argument and option says what it does")
  func documented() throws {
    let root = try Tool.read().command
    for command in [root] + (root.subcommands ?? []) where command.commandName != "help" {
      #expect(command.abstract?.isEmpty == false, "\(command.commandName)")
      for argument in command.arguments ?? [] {
        let name = argument.valueName ?? argument.names?.first?.name ?? "?"
        #expect(argument.abstract?.isEmpty == false, "\(command.commandName) \(name)")
      }
    }
  }

  @Test("README mentions every command", arguments: commands)
  func readme(command: String) throws {
    let url = URL(fileURLWithPath: Program.package + "/README.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(text.contains("hallo-migrate \(command)") || text.contains("`\(command)"))
  }

  /// What the program tells of itself to those who make completions.
  private struct Tool: Decodable {
    let command: Command

    struct Command: Decodable {
      let commandName: String
      let abstract: String?
      let subcommands: [Command]?
      let arguments: [Argument]?
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
