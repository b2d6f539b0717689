import CommandTesting
import Foundation
import Testing

/// `audit` as operators and scripts see it.
@Suite struct AuditTests {
  private static let asOf = ["--as-of", "2025-11-01T07:00:00Z"]

  @Test("The audit of the sample is as it was, before and after it is migrated")
  func golden() throws {
    let scratch = try Scratch.withSample()
    let reports = ["json", "md", "txt"].flatMap { ["--report", "report.\($0)"] }
    let before = try scratch.start(["audit"] + Self.asOf + reports).wait()
    #expect(before.code == 0 && before.errors.isEmpty)
    try expectGolden(before.text, "audit.txt")
    #expect(try scratch.text("report.txt") == before.text)
    try expectGolden(scratch.text("report.md"), "audit.md")
    try expectGolden(readable(scratch.contents("report.json")), "audit.json")
    try scratch.succeed("up")
    for task in ["delete-orphaned-habits", "repair-null-photos"] {
      try scratch.succeed("run", task)
    }
    try expectGolden(
      try scratch.start(["audit"] + Self.asOf).wait().text, "audit-after-up.txt")
  }

  @Test("What it says the commands repair, they repair")
  func repairs() throws {
    let scratch = try Scratch.withSample()
    let before = try audit(scratch)
    #expect(before.command == "audit" && before.documents == 359)
    #expect(before.counts["phone-not-e164"] == 35 && before.counts["legacy-profile-id"] == 67)
    try scratch.succeed("up")
    let codes = ["phone-not-e164", "legacy-profile-id", "replayed-event"]
    #expect(try codes.allSatisfy { try audit(scratch).counts[$0] == 0 })
    try scratch.succeed("run", "delete-orphaned-habits")
    try scratch.succeed("run", "repair-null-photos")
    let repaired = try audit(scratch)
    #expect(repaired.counts["orphaned-habit"] == 0 && repaired.counts["null-photo"] == 0)
    let outcome = try scratch.succeed(
      "archive", "run", "--as-of", "2025-11-01T07:00:00Z", "--force", "--mirror",
      Program.samples + "/mirror", "--json")
    let archived = try outcome.json(Archived.self)
    let kept = archived.findings.filter { !["null-photo", "bad-photo-data"].contains($0.key) }
    let left = try audit(scratch).counts
    #expect(
      (left["photo-past-retention"] ?? 0) + (left["photo-file-past-retention"] ?? 0)
        == kept.values.reduce(0, +), "\(archived.findings)")
  }

  private struct Archived: Decodable {
    let findings: [String: Int]
  }

  @Test("JSON has every check, errors first, and the totals of the severities")
  func json() throws {
    let scratch = try Scratch.withSample()
    let value = try audit(scratch)
    #expect(value.asOf == "2025-11-01T07:00:00.000000Z")
    let severities = value.checks.map(\.severity)
    let order = ["error", "warning", "info"]
    #expect(severities == order.flatMap { severity in severities.filter { $0 == severity } })
    for severity in order {
      let found = value.checks.filter { $0.severity == severity }.reduce(0) { $0 + $1.count }
      #expect(value.totals[severity] == found)
    }
    for check in value.checks {
      #expect(check.examples.count == min(5, check.count), "\(check.code)")
      #expect(!check.reason.isEmpty)
    }
    #expect(value.checks.contains { $0.repair == "hallo-migrate up" })
    #expect(value.checks.contains { $0.repair == nil })
    let text = try scratch.succeed("audit", "--json").text
    #expect(text.contains(#""repair":null"#))
    #expect(!value.next.isEmpty)
  }

  @Test("2 with --exit-code for errors and warnings, and not for what is only to be known")
  func exitCode() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"path":"notes/a/more/b","data":{}}"# + "\n", to: "info.ndjson")
    try scratch.succeed("import", "info.ndjson")
    let info = try scratch.run("audit", "--exit-code", "--json")
    #expect(info.code == 0)
    #expect(try info.json(Shape.Audit.self).totals == ["error": 0, "warning": 0, "info": 1])
    #expect(try scratch.run("audit").code == 0)
    try scratch.write(
      #"{"path":"notes/c","data":{"phoneNumber":"no"}}"# + "\n", to: "error.ndjson")
    try scratch.succeed("import", "error.ndjson")
    #expect(try scratch.run("audit").code == 0)
    #expect(try scratch.run("audit", "--exit-code").code == 2)
  }

  @Test("A sound database has a headline, and nothing else than what was asked")
  func sound() throws {
    let scratch = try Scratch()
    try scratch.write(documents("notes/a"), to: "a.ndjson")
    try scratch.succeed("import", "a.ndjson")
    let text = try scratch.succeed("audit").text
    #expect(text.hasPrefix("Audit of 1 document: nothing was found.\n\nNothing was found by 4"))
    #expect(!text.contains("Next:"))
  }

  @Test("Checks of --migrations are added, their files refused with file and line")
  func checks() throws {
    let scratch = try Scratch.withSample()
    let check = "-- Users who are very important\n-- severity: warning\n-- repair: call them\n\n"
    try scratch.write(
      check + "SELECT path FROM document WHERE kind = 'user' AND doc_id = 'ada';\n",
      to: "more/audit/very-important.sql")
    let text = try scratch.succeed("audit", "--migrations", "more").text
    #expect(text.contains("Users who are very important"))
    #expect(text.contains("Next: `call them` repairs very-important."))
    try scratch.write(check + "DELETE FROM document;\n", to: "more/audit/bad.sql")
    let outcome = try scratch.run("audit", "--migrations", "more", "--json")
    #expect(outcome.code == 1)
    let error = try outcome.json(Shape.Failure.self).error
    #expect(error.code == "check-unusable")
    #expect(error.message.hasPrefix("more/audit/bad.sql, line 5: "), "\(error.message)")
    #expect(try scratch.run("up", "--dry-run", "--migrations", "more").code == 0)
  }

  @Test("Photos are past retention as of a day, and by how old they may be")
  func retention() throws {
    let scratch = try Scratch.withSample()
    #expect(try audit(scratch, asOf: "2024-01-01").counts["photo-past-retention"] == 0)
    #expect(try audit(scratch, asOf: "2030-01-01").counts["photo-past-retention"] ?? 0 > 40)
    for (age, count) in [("90d", 39), ("12w", 40), ("480h", 41), ("5000d", 0)] {
      let value: Shape.Audit = try scratch.succeed(
        "audit", "--json", "--as-of", "2025-11-01T07:00:00Z", "--older-than", age
      ).json()
      #expect(value.counts["photo-past-retention"] == count, "\(age)")
    }
    for option in [["--as-of", "yesterday"], ["--older-than", "90"]] {
      #expect(try scratch.start(["audit"] + option).wait().code == 64)
    }
  }

  @Test("What comes after the migrations is repaired by running them again, and it says so")
  func again() throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("up")
    try scratch.write(
      #"{"path":"users/z/profiles/P-1","data":{"phoneNumber":"7788143733"}}"# + "\n",
      to: "late.ndjson")
    try scratch.succeed("import", "late.ndjson")
    let late = try audit(scratch)
    #expect(late.counts["phone-not-e164"] == 1)
    let repair = late.checks.first { $0.code == "phone-not-e164" }?.repair
    #expect(repair == "hallo-migrate down --to 0000 && hallo-migrate up")
    try scratch.succeed("down", "--to", "0000")
    try scratch.succeed("up")
    #expect(try audit(scratch).counts["phone-not-e164"] == 0)
  }

  private func audit(
    _ scratch: Scratch, asOf: String = "2025-11-01T07:00:00Z"
  ) throws -> Shape.Audit {
    try scratch.succeed("audit", "--json", "--as-of", asOf).json()
  }

  private func readable(_ json: Data) throws -> String {
    let value = try JSONSerialization.jsonObject(with: json)
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

extension Shape {
  struct Audit: Decodable {
    let command: String
    let asOf: String
    let documents: Int
    let totals: [String: Int]
    let checks: [Check]
    let next: [String]

    struct Check: Decodable {
      let code: String
      let reason: String
      let severity: String
      let count: Int
      let examples: [Example]
      let repair: String?
    }

    struct Example: Decodable {
      let path: String
      let detail: String?
    }

    var counts: [String: Int] {
      Dictionary(uniqueKeysWithValues: checks.map { ($0.code, $0.count) })
    }
  }
}
