import CommandTesting
import Foundation
import Testing

/// What the process ends with, and what it says.
@Suite struct ExitCodeTests {
  @Test("0 is also for nothing to do")
  func nothingToDo() throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("up")
    #expect(try scratch.succeed("up").text.contains("Nothing to do"))
    try scratch.succeed("down", "--to", "0000")
    #expect(try scratch.succeed("down").text.contains("Nothing to take back"))
  }

  @Test("2 with --exit-code while migrations are pending")
  func pending() throws {
    let scratch = try Scratch.withSample()
    #expect(try scratch.run("status").code == 0)
    #expect(try scratch.run("status", "--exit-code").code == 2)
    #expect(try scratch.run("up", "--dry-run", "--exit-code").code == 2)
    #expect(try scratch.run("up", "--to", "0002", "--exit-code").code == 2)
    #expect(try scratch.run("up", "--exit-code").code == 0)
    #expect(try scratch.run("status", "--exit-code").code == 0)
  }

  @Test("4 for another change set than the plan's, and nothing is kept")
  func otherPlan() throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("up", "--dry-run", "--save-plan", "plan.json")
    try scratch.write(
      #"{"path":"users/late","data":{"phoneNumber":"778-555-0101"}}"#, to: "more.ndjson")
    try scratch.succeed("import", "more.ndjson")
    let before = try scratch.digest()
    let outcome = try scratch.run("up", "--plan", "plan.json", "--json")
    #expect(outcome.code == 4)
    let error = try outcome.json(Shape.Failure.self).error
    #expect(error.code == "plan-differs")
    for part in [
      "0001 normalize_phone_numbers: changed 35 → 36", "the store has 359 → 360 documents",
      "since the plan was made: run 2, import more.ndjson, added 1", "--save-plan",
    ] { #expect(error.message.contains(part), "\(error.message)") }
    #expect(try scratch.digest() == before)
    #expect(try scratch.succeed("status", "--json").json(Shape.Status.self).applied.isEmpty)
  }

  @Test("A plan that was agreed to runs")
  func samePlan() throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("up", "--dry-run", "--save-plan", "plan.json")
    try scratch.succeed("up", "--plan", "plan.json")
    let again = try scratch.run("up", "--plan", "plan.json")
    #expect(again.code == 4)
    #expect(
      again.errors.contains("0001 normalize_phone_numbers is in the plan, and is not pending"))
  }

  @Test("6 where undo would lose later changes, which are named")
  func conflict() throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("up")
    let before = try scratch.digest()
    let outcome = try scratch.run("undo", "2", "--json")
    #expect(outcome.code == 6)
    let error = try outcome.json(Shape.Failure.self).error
    #expect(error.code == "undo-conflict")
    #expect(error.message.contains("by run 3"))
    #expect(try scratch.digest() == before)
  }

  @Test(
    "64 for usage, with a way on",
    arguments: [
      (["stats"], "did you mean 'status'?"),
      (["verify"], "did you mean 'archive verify'?"),
      (["archive", "lst"], "did you mean 'list'?"),
      (["stats", "--store", "x"], "did you mean 'status'?"),
      (["up", "--stor", "x"], "Did you mean '--store'?"),
      (["up", "--plan", "a", "--save-plan", "b"], "exclude each other"),
      (["up", "--report", "x.pdf"], ".html, .json, .md or .txt"),
      (["audit", "--report", "x.pdf"], ".html, .json, .md or .txt"),
      (["audit", "--as-of", "2025"], "2025"),
      (["up", "--region", "XX"], "such as US"),
      (["up", "--wait=-1"], "0 to 86400"),
      (["down", "--steps", "0"], "1 or more"),
      (["down", "--steps", "1", "--to", "0001"], "exclude each other"),
      (["explain"], "<path>"),
      (["import"], "<sources>"),
      (["import", "x", "--format", "tre"], "'tree'"),
      (["export", "x", "--kind", "evnt"], "event"),
      (["new", "Add time zones"], "add_time_zones"),
    ])
  func usage(arguments: [String], message: String) throws {
    let scratch = try Scratch()
    let outcome = try scratch.start(arguments).wait()
    #expect(outcome.code == 64)
    #expect(outcome.text.isEmpty)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.errors.contains("--help"))
    let json = try scratch.start(arguments + ["--json"]).wait()
    #expect(json.code == 64)
    let error = try json.json(Shape.Failure.self).error
    #expect(error.code == "usage" && error.message.contains(message), "\(error.message)")
    #expect(try scratch.names().isEmpty)
  }

  @Test(
    "1 for what is not there, with the nearest",
    arguments: [
      (["up", "--to", "0005"], "unknown-version", "0003"),
      (["down", "--to", "2"], "unknown-version", "0002"),
      (["run", "repair-null-photo"], "unknown-task", "repair-null-photos"),
      (["run", "zzz"], "unknown-task", "`run` alone lists them"),
      (["undo", "9"], "unknown-run", "did you mean 1"),
      (
        ["explain", "users/phones/profiles/spelling-99"], "unknown-path",
        "users/phones/profiles/spelling-9"
      ),
    ])
  func unknown(arguments: [String], code: String, nearest: String) throws {
    let scratch = try Scratch.withSample()
    let before = try scratch.contents("hallo.sqlite")
    let outcome = try scratch.start(arguments + ["--json"]).wait()
    #expect(outcome.code == 1)
    let error = try outcome.json(Shape.Failure.self).error
    #expect(error.code == code)
    #expect(error.message.contains(nearest), "\(error.message)")
    #expect(try scratch.contents("hallo.sqlite") == before)
  }

  @Test("Results that cannot be printed are an error", arguments: [["digest"], ["export", "-"]])
  func fullOutput(arguments: [String]) throws {
    let scratch = try Scratch.withSample()
    let outcome = try scratch.start(arguments, output: "/dev/full").wait()
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("standard output"), "\(outcome.errors)")
    #expect(outcome.errors.contains("No space left on device"))
    #expect(!outcome.errors.contains("Domain"))
  }
}
