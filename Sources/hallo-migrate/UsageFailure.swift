internal import ArgumentParser
internal import Foundation
internal import HalloMigration
internal import HalloReport

/// A command line that cannot be understood.
struct UsageFailure {
  private let message: String
  private let isJSON: Bool

  init(_ error: any Error, arguments: [String] = Array(CommandLine.arguments.dropFirst())) {
    isJSON = arguments.contains("--json")
    message = Self.unknownCommand(arguments) ?? HalloMigrate.fullMessage(for: error)
  }

  func exit() -> Never {
    if isJSON, let data = try? Output.json(["error": ["code": "usage", "message": message]]) {
      try? Output.toStandardOutput(data)
    } else {
      let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      let safe = lines.map { TextRenderer.safe(String($0)) }
      Output.toStandardError(safe.joined(separator: "\n") + "\n")
    }
    HalloMigrate.exit(withError: ExitCode.validationFailure)
  }

  /// A command of a group, whose name was given alone: `archive verify`.
  private static func commandBelow(
    _ groups: [any ParsableCommand.Type], named name: String
  ) -> String? {
    groups.first { $0.configuration.subcommands.contains { $0._commandName == name } }
      .map { "\($0._commandName) \(name)" }
  }

  /// What the parser would take for an argument too many.
  private static func unknownCommand(_ arguments: [String]) -> String? {
    var (commands, place) = (HalloMigrate.configuration.subcommands, "hallo-migrate")
    var help = ["help"]
    for name in arguments {
      if commands.isEmpty || name.hasPrefix("-") || help.contains(name) { return nil }
      guard let command = commands.first(where: { $0._commandName == name }) else {
        let hint =
          commandBelow(commands, named: name)
          ?? nearest(to: name, among: commands.map { $0._commandName } + help)
        return
          "Error: There is no command '\(name)'\(hint.map { "; did you mean '\($0)'?" } ?? "")\n"
          + "  See '\(place) --help' for all commands."
      }
      (commands, help, place) = (command.configuration.subcommands, [], "\(place) \(name)")
    }
    return nil
  }
}
