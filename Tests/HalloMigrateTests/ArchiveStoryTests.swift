import CommandTesting
import Foundation
import Testing

/// What `status` and `explain` tell of archived and restored documents.
@Suite struct ArchiveStoryTests {
  private static let events = [
    PhotoEvent("e1", at: "2025-01-05T10:00:00Z"),
    PhotoEvent("e2", user: "u2", at: "2025-02-05T10:00:00Z"),
  ]
  private static let path = "gallery_events/e1"
  private static let bundle = "u1/p1/2025/01/part-000001"

  /// A run as `status` has it.
  private struct RunLine: Decodable, Equatable {
    let kind: String
    let added, removed: Int

    init(_ kind: String, added: Int = 0, removed: Int = 0) {
      (self.kind, self.added, self.removed) = (kind, added, removed)
    }
  }

  private struct Status: Decodable { let runs: [RunLine] }

  private struct Explained: Decodable {
    struct Document: Decodable { let versions: [Version] }
    struct Version: Decodable {
      let by, what: String
      let run: Int
    }
    struct Archive: Decodable {
      let states: [State]
      let runs: [Line]
    }
    struct State: Decodable { let bundle: String }
    struct Line: Decodable {
      let by: String
      let run: Int
    }

    let documents: [Document]
    let archive: Archive?

    var versions: [Version] { documents.flatMap(\.versions) }
  }

  private func explain(_ scratch: Scratch, _ path: String = Self.path) throws -> Explained {
    try scratch.json(["explain", path])
  }

  @Test("status has a line for every archive run and restore, with what it added and removed")
  func status() throws {
    let scratch = try Scratch.archiving(Self.events)
    try scratch.succeed("archive", "restore", "--user", "u2")
    try scratch.archiveRun()
    // A run with nothing to do leaves no trace.
    try scratch.archiveRun()
    #expect(
      try scratch.json(["status"], as: Status.self).runs == [
        RunLine("import", added: 2), RunLine("archive", removed: 2), RunLine("restore", added: 1),
        RunLine("archive", removed: 1),
      ])
    let text = try scratch.succeed("status").text
    #expect(text.contains("restore") && text.contains("gallery-archive") && text.contains("added"))
  }

  @Test("explain of an archived document names its bundle, and the runs that it went through")
  func archived() throws {
    let scratch = try Scratch.archiving(Self.events)
    let value = try explain(scratch)
    #expect(value.documents.isEmpty)
    #expect(value.archive?.states.map(\.bundle) == [Self.bundle])
    #expect(value.archive?.runs.map(\.by) == ["import"])
    let text = try scratch.succeed("explain", Self.path).text
    #expect(text.hasPrefix(Self.path + " (archived)\n"), "\(text)")
    #expect(text.contains(Self.bundle) && text.contains("imported, and archived since"))
    #expect(text.contains("archive restore"))
  }

  @Test("explain of a restored one tells its story from the first import on")
  func restored() throws {
    let scratch = try Scratch.importing(Self.events)
    try scratch.write(
      "-- Edit\nUPDATE document SET data = json_set(data, '$.x', 1);", to: "m/0004_x.sql")
    try scratch.succeed("up", "--migrations", "m")
    try scratch.archiveRun(["--keep-document"])
    try scratch.succeed("archive", "restore", "--event", "e1")
    let value = try explain(scratch)
    #expect(value.archive?.states.map(\.bundle) == [Self.bundle])
    #expect(value.archive?.runs.map(\.by) == ["import", "0004 x"])
    #expect(value.versions.map(\.by) == ["restore"])
    #expect(value.versions.map(\.what) == ["restored from the archive"])
    #expect(value.versions.map(\.run) == [7])
    let text = try scratch.succeed("explain", Self.path).text
    #expect(text.contains("In the archive, too"), "\(text)")
    #expect(!text.contains("archive restore"))
    // And once more, after another run.
    try scratch.archiveRun(["--keep-document"])
    #expect(try explain(scratch).archive?.runs.map(\.by) == ["import", "0004 x", "restore"])
    #expect(try explain(scratch).documents.isEmpty)
  }

  @Test("A document in several states has several bundles")
  func states() throws {
    let scratch = try Scratch.archiving(Self.events)
    let changed = PhotoEvent("e1", at: "2025-01-05T10:00:00Z", message: "another")
    try scratch.write(changed.line, to: "changed.ndjson")
    try scratch.succeed("import", "changed.ndjson")
    try scratch.archiveRun()
    #expect(
      try explain(scratch).archive?.states.map(\.bundle) == [
        Self.bundle, "u1/p1/2025/01/part-000002",
      ])
    try scratch.succeed("archive", "seal")
    #expect(
      try explain(scratch).archive?.states.map(\.bundle)
        == Array(repeating: "u1/p1/2025/01/part-000003", count: 2))
  }

  @Test("Without the index, explain says how to make it; with it alone, it has no runs")
  func index() throws {
    let scratch = try Scratch.archiving(Self.events)
    try scratch.execute("DELETE FROM archived_photo; DELETE FROM bundle")
    let text = try scratch.succeed("explain", Self.path).text
    #expect(text.contains("(archived)") && text.contains("archive list --rebuild"), "\(text)")
    try scratch.remove("hallo.sqlite")
    try scratch.write(#"{"__collections__":{}}"#, to: "empty.json")
    try scratch.succeed("import", "empty.json")
    #expect(try scratch.run("explain", Self.path).code == 1)
    try scratch.succeed("archive", "list", "--rebuild")
    let value = try explain(scratch)
    #expect(value.archive?.runs.isEmpty == true && value.archive?.states.count == 1)
  }

  @Test("A path that is near one in the archive is found, and one that was never there is not")
  func unknown() throws {
    let scratch = try Scratch.archiving(Self.events)
    let outcome = try scratch.run("explain", "gallery_events/e3", "--json")
    #expect(outcome.code == 1)
    let error = try outcome.json(Shape.Failure.self).error
    #expect(
      error.code == "unknown-path" && error.message.contains("did you mean gallery_events/e2?"))
    #expect(try explain(Scratch.importing(Self.events)).archive == nil)
  }

  @Test("Telephone numbers in paths and bundles are masked")
  func masked() throws {
    let number = "+12015550123"
    let scratch = try Scratch.archiving([
      PhotoEvent(number, user: number, at: "2025-01-05T10:00:00Z")
    ])
    for options in [[], ["--json"]] {
      let outcome = try scratch.start(["explain", "gallery_events/" + number] + options).wait()
      #expect(outcome.code == 0 && !outcome.everything.contains("2015550123"), "\(outcome.text)")
    }
  }
}
