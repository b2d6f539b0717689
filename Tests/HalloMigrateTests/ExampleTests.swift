import CommandTesting
import Foundation
import Testing

/// The examples of every help screen work as they are printed.
@Suite struct ExampleTests {
  /// An order in which one prepares the ground for the next.
  private static let order =
    [
      [], ["import"], ["status"], ["digest"], ["audit"], ["up"], ["run"], ["undo"],
      ["explain"], ["export"], ["new"], ["doctor"], ["archive"],
    ]
    + ["run", "export", "list", "verify", "unpack", "restore", "seal", "album", "bagit"].map {
      ["archive", $0]
    } + [["down"]]

  @Test("Every command has an example, and a session of all of them succeeds")
  func session() throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("Samples"), withDestinationPath: Program.samples)
    let all = HelpTests.commands.map { [$0] } + HelpTests.archiveCommands.map { ["archive", $0] }
    #expect(Set(Self.order) == Set(all + [[]]))
    for command in Self.order {
      let examples = try Self.examples(of: command, in: scratch)
      #expect(!examples.isEmpty, "\(command)")
      let own = "hallo-migrate " + command.joined(separator: " ")
      #expect(examples.contains { $0.hasPrefix(own) }, "\(examples)")
      for example in examples {
        let outcome = try scratch.start(
          ["-c", "\"$HALLO\" \(example.dropFirst("hallo-migrate".count))"],
          environment: ["HALLO": Program.path], program: "/bin/sh"
        ).wait()
        #expect(outcome.code == 0, "\(example): \(outcome.everything)")
      }
    }
  }

  /// The lines below `Example:`, as a terminal of 80 columns shows them.
  private static func examples(of command: [String], in scratch: Scratch) throws -> [String] {
    let help = try scratch.start(command + ["--help"], environment: ["COLUMNS": "80"]).wait().text
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    let below = lines.drop { $0 != "Example:" }.dropFirst()
    return below.prefix { !$0.isEmpty }.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
