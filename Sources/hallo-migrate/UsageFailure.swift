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
    message = Self.unknownCommand(arguments.first) ?? HalloMigrate.fullMessage(for: error)
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

  /// What the parser would take for an argument too many.
  private static func unknownCommand(_ name: String?) -> String? {
    let known = HalloMigrate.configuration.subcommands.map { $0._commandName } + ["help"]
    guard let name, !name.hasPrefix("-"), !known.contains(name) else { return nil }
    let hint = nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
    return "Error: There is no command '\(name)'\(hint)\n"
      + "  See 'hallo-migrate --help' for all commands."
  }
}
