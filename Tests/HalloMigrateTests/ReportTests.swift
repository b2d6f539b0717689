import CommandTesting
import Foundation
import Testing

/// Reports as they are read.
@Suite struct ReportTests {
  @Test("The reports of a dry run, and of what was done, are as they were")
  func runs() throws {
    let scratch = try sample()
    let reports = ["json", "md", "txt"].flatMap { ["--report", "report.\($0)"] }
    let outcome = try scratch.start(["up", "--dry-run"] + reports).wait()
    #expect(outcome.code == 0)
    try expectGolden(outcome.text, "up-dry-run.txt")
    #expect(try scratch.text("report.txt") == outcome.text)
    try expectGolden(scratch.text("report.md"), "up-dry-run.md")
    try expectGolden(readable(scratch.contents("report.json")), "up-dry-run.json")
    try expectGolden(scratch.succeed("up").text, "up.txt")
    try expectGolden(scratch.succeed("up").text, "up-nothing.txt")
    try expectGolden(masked(scratch.succeed("status").text), "status.txt")
    try expectGolden(scratch.succeed("run").text, "run.txt")
    try expectGolden(scratch.succeed("run", "repair-null-photos").text, "run-task.txt")
    try expectGolden(scratch.succeed("down", "--to", "0001").text, "down.txt")
  }

  @Test(
    "What explain tells of a document is as it was",
    arguments: [
      ("changed", "users/phones/profiles/spelling-1"), ("moved", "profiles/+16045550118"),
      ("removed", "users/events/gallery_events/created-late"),
      ("finding", "users/phones/profiles/extension"),
      ("hostile", "users/O'Brien & \"Söhne\" 🏠 100%"),
    ])
  func explain(name: String, path: String) throws {
    let scratch = try sample()
    try scratch.succeed("up")
    try expectGolden(masked(scratch.succeed("explain", path).text), "explain-\(name).txt")
    let shown = try scratch.succeed("explain", path, "--show-personal-data").text
    try expectGolden(masked(shown), "explain-\(name)-shown.txt")
  }

  @Test("Reports are their owner's alone, and cannot go where there is no directory")
  func files() throws {
    let scratch = try sample()
    try scratch.succeed("up", "--dry-run", "--report", "report.md", "--save-plan", "plan.json")
    for file in ["report.md", "plan.json"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: scratch.file(file))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
    let outcome = try scratch.run("up", "--dry-run", "--report", "none/report.md")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("none/report.md"))
  }

  /// A store that was imported from a file beside it, so that its name is always the same.
  private func sample() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.copy(Program.legacy, to: "legacy.ndjson")
    try scratch.succeed("import", "legacy.ndjson")
    return scratch
  }

  /// Text without the times of this run.
  private func masked(_ text: String) -> String {
    text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/, with: "0000-00-00T00:00:00.000000Z")
  }

  private func readable(_ json: Data) throws -> String {
    let value = try JSONSerialization.jsonObject(with: json)
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
