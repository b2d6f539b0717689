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
  /// Their examples need a live database, which the tests of FirestoreSync have.
  private static let live = [["pull"], ["push"], ["shards"]]

  @Test("Every command has an example, and a session of all of them succeeds")
  func session() throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("Samples"), withDestinationPath: Program.samples)
    let all = HelpTests.commands.map { [$0] } + HelpTests.archiveCommands.map { ["archive", $0] }
    #expect(Set(Self.order + Self.live) == Set(all + [[]]))
    for command in Self.order {
      let examples = try scratch.examples(of: command)
      #expect(!examples.isEmpty, "\(command)")
      let own = "hallo-migrate " + command.joined(separator: " ")
      #expect(examples.contains { $0.hasPrefix(own) }, "\(examples)")
      for example in examples {
        let outcome = try scratch.type(example)
        #expect(outcome.code == 0, "\(example): \(outcome.everything)")
      }
    }
  }
}
