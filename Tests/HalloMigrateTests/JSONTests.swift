import CommandTesting
import Foundation
import Testing

/// What scripts read.
@Suite struct JSONTests {
  @Test("import counts what it took")
  func imports() throws {
    let scratch = try Scratch()
    try scratch.write(documents("a/1", "a/2"), to: "first.ndjson")
    #expect(try scratch.importing("first.ndjson") == counts(imported: 2))
    #expect(try scratch.importing("first.ndjson") == counts(unchanged: 2))
    try scratch.write(documents("a/1", "a/3", value: 2) + "no\n", to: "second.ndjson")
    #expect(
      try scratch.importing("second.ndjson", "--replace", "--skip-invalid")
        == counts(imported: 1, replaced: 1, rejected: 1))
  }

  @Test("up says the same as its dry run")
  func ups() throws {
    let scratch = try Scratch.withSample()
    let dry = try scratch.succeed("up", "--dry-run", "--json").json(Shape.Run.self)
    let real = try scratch.succeed("up", "--json").json(Shape.Run.self)
    #expect(dry.command == "up" && real.command == "up")
    #expect(dry.dryRun && !real.dryRun)
    #expect(dry.changeSet == real.changeSet && isDigest(real.changeSet))
    #expect(dry.migrations == real.migrations)
    #expect(dry.malformedEvents == real.malformedEvents)
    #expect(real.documents == 359)
    #expect(real.migrations.map(\.version) == ["0001", "0002", "0003"])
    #expect(real.migrations.map(\.run) == [2, 3, 4])
    #expect(real.migrations.allSatisfy { isDigest($0.checksum) })
    #expect(real.migrations[0].findings["invalid-phone"] == 7)
    #expect(real.malformedEvents["null-photo"] == 5)
  }

  @Test("A change set depends on what changes, not on runs or times")
  func changeSets() throws {
    let scratch = try Scratch.withSample()
    let first = try scratch.succeed("up", "--json").json(Shape.Run.self)
    try scratch.succeed("down", "--to", "0000")
    let second = try scratch.succeed("up", "--json").json(Shape.Run.self)
    #expect(first.changeSet == second.changeSet)
    #expect(first.migrations.map(\.run) != second.migrations.map(\.run))
  }

  @Test("run says what up says, of a task")
  func runs() throws {
    let scratch = try Scratch.withSample()
    let dry = try scratch.succeed("run", "repair-null-photos", "--dry-run", "--json")
      .json(Shape.Run.self)
    let real = try scratch.succeed("run", "repair-null-photos", "--json").json(Shape.Run.self)
    #expect(dry.command == "run" && dry.dryRun)
    #expect(real.migrations == dry.migrations && real.changeSet == dry.changeSet)
    #expect(real.migrations.map(\.name) == ["repair-null-photos"])
  }

  @Test("digest and status")
  func digestAndStatus() throws {
    let scratch = try Scratch.withSample()
    let digest = try scratch.succeed("digest", "--json").json(Shape.Digest.self)
    #expect(digest.command == "digest" && digest.documents == 359 && isDigest(digest.digest))
    try scratch.succeed("up", "--to", "0001")
    let status = try scratch.succeed("status", "--json").json(Shape.Status.self)
    #expect(status.command == "status")
    #expect(status.applied.map(\.version) == ["0001"])
    #expect(status.applied.map(\.name) == ["normalize_phone_numbers"])
    #expect(status.applied.allSatisfy { isDigest($0.checksum) && $0.appliedAt.hasSuffix("Z") })
    #expect(status.pending.map(\.version) == ["0002", "0003"])
  }

  @Test("Every command prints one object, and nothing else on stdout")
  func oneObject() throws {
    let scratch = try Scratch.withSample()
    let commands = [
      ["import", Program.legacy], ["status"], ["up", "--dry-run"], ["up"], ["run"],
      ["run", "repair-null-photos"], ["undo", "5"], ["explain", "users/ada"], ["digest"], ["audit"],
      ["export", "out"], ["new", "add_time_zones"], ["down"],
    ]
    for command in commands {
      let outcome = try scratch.start(command + ["--json"]).wait()
      #expect(outcome.code == 0, "\(command): \(outcome.everything)")
      let value = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
      #expect(value?["command"] as? String == command[0], "\(command)")
      #expect(outcome.text.hasSuffix("}\n") && outcome.text.count { $0 == "\n" } == 1)
    }
  }

  private func counts(
    imported: Int = 0, unchanged: Int = 0, replaced: Int = 0, rejected: Int = 0
  ) -> Shape.Import {
    Shape.Import(
      command: "import", imported: imported, unchanged: unchanged, replaced: replaced,
      rejected: rejected)
  }
}

/// NDJSON of documents with one field.
func documents(_ paths: String..., value: Int = 1) -> String {
  paths.map { "{\"path\":\"\($0)\",\"data\":{\"v\":\(value)}}\n" }.joined()
}

extension Scratch {
  fileprivate func importing(_ arguments: String...) throws -> Shape.Import {
    let outcome = try start(["import", "--json"] + arguments).wait()
    return try outcome.json()
  }
}
