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
    let files = ["report.html", "report.md", "plan.json"]
    for file in files {
      try scratch.write("older", to: file)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o644], ofItemAtPath: scratch.file(file))
    }
    try scratch.succeed(
      "up", "--dry-run", "--report", files[0], "--report", files[1], "--save-plan", files[2])
    #expect(try scratch.names().filter { $0.contains("tmp") } == [])
    for file in files {
      let attributes = try FileManager.default.attributesOfItem(atPath: scratch.file(file))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
    }
    let outcome = try scratch.run("up", "--dry-run", "--report", "none/report.md")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("none/report.md"))
  }

  @Test(
    "There is a report too when the command exits with 2, 4 or 6",
    arguments: ["html", "json", "md"])
  func refusals(kind: String) throws {
    let scratch = try sample()
    func report(_ command: [String], code: Int32) throws -> String {
      let outcome = try scratch.start(command + ["--report", "report.\(kind)"]).wait()
      #expect(outcome.code == code, "\(outcome.everything)")
      defer { try? scratch.remove("report.\(kind)") }
      return try scratch.text("report.\(kind)")
    }
    try scratch.succeed("up", "--dry-run", "--save-plan", "plan.json")
    #expect(try report(["up", "--to", "0001", "--exit-code"], code: 2).contains("0001"))
    #expect(try report(["up", "--plan", "plan.json"], code: 4).contains("review a new plan"))
    try scratch.succeed("up")
    try scratch.succeed("run", "repair-null-photos")
    try scratch.write(
      #"{"path":"profiles/50188CD3-1D80-40BE-9D24-5AA41B96ACE6","data":{}}"#, to: "later.ndjson")
    try scratch.succeed("import", "later.ndjson", "--replace")
    #expect(try report(["down", "--to", "0000"], code: 6).contains("lose later changes"))
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
