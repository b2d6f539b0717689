import CommandTesting
import Foundation
import Glibc
import Testing

/// What `doctor` finds, and what it says to do.
@Suite struct DoctorTests {
  struct Report: Decodable {
    struct Check: Decodable {
      let name: String
      let state: String
      let found: String
      let advice: String?
    }

    let failed: Int
    let warnings: Int
    let checks: [Check]
  }

  private func check(_ name: String, in scratch: Scratch) throws -> (Report.Check, code: Int32?) {
    let outcome = try scratch.run("doctor", "--json")
    let report = try outcome.json(Report.self)
    let bad = report.checks.filter { $0.state != "ok" }
    #expect(bad.count == report.failed + report.warnings)
    #expect(bad.allSatisfy { $0.advice != nil })
    return (try #require(report.checks.first { $0.name == name }), outcome.code)
  }

  @Test("All is in order with a store that is migrated and archived, and stays as it is")
  func healthy() throws {
    let scratch = try Scratch.withSample()
    try scratch.succeed("up")
    try scratch.succeed(
      "archive", "run", "--as-of", "2025-11-01", "--mirror", Program.samples + "/mirror")
    let (before, names) = (try scratch.contents("hallo.sqlite"), try scratch.names())
    let outcome = try scratch.run("doctor")
    #expect(outcome.code == 0)
    #expect(outcome.text.contains("checks: everything is in order."), "\(outcome.text)")
    #expect(outcome.text.contains("  ok     SQLite "))
    #expect(try scratch.contents("hallo.sqlite") == before)
    #expect(try scratch.names() == names)
  }

  @Test("No store yet is a warning, with the way to make one")
  func noStore() throws {
    let (check, code) = try check("store", in: Scratch())
    #expect(code == 0 && check.state == "warning")
    #expect(check.advice?.contains("hallo-migrate import") == true)
  }

  @Test("Pending migrations are a warning")
  func pending() throws {
    let (check, code) = try check("migrations", in: .withSample())
    #expect(code == 0 && check.state == "warning" && check.found == "3 pending")
  }

  @Test("A store that other users can read is a warning")
  func permissions() throws {
    let scratch = try Scratch.withSample()
    chmod(scratch.file("hallo.sqlite"), 0o644)
    let (check, code) = try check("permissions", in: scratch)
    #expect(code == 0 && check.state == "warning" && check.found.contains("0644"))
    #expect(check.advice?.contains("chmod 600 hallo.sqlite") == true)
  }

  @Test("A damaged page fails, and so does a file that is no store")
  func damage() throws {
    let scratch = try Scratch.withSample()
    var bytes = try scratch.contents("hallo.sqlite")
    for offset in stride(from: 16_384 * 2, to: bytes.count, by: 16_384) {
      bytes.replaceSubrange(offset..<offset + 64, with: Data(repeating: 0xAA, count: 64))
    }
    try scratch.write(bytes, to: "hallo.sqlite")
    let outcome = try scratch.run("doctor")
    #expect(outcome.code == 1)
    #expect(outcome.everything.contains("damaged"), "\(outcome.everything)")
    try scratch.write("no database", to: "hallo.sqlite")
    let (check, code) = try check("store", in: scratch)
    #expect(code == 1 && check.found.contains("is not an SQLite database"))
  }

  @Test("A migration file that was changed after it ran fails")
  func changedMigration() throws {
    let scratch = try Scratch.withSample()
    let sql = "-- Nothing\nUPDATE document SET data = data WHERE path = 'none';\n"
    try scratch.write(sql, to: "m/0004_nothing.sql")
    try scratch.succeed("up", "--migrations", "m", "--quiet")
    try scratch.write(sql + "-- changed\n", to: "m/0004_nothing.sql")
    try scratch.write("migrations: m", to: "hallo-migrate.yaml")
    let (check, code) = try check("migrations", in: scratch)
    #expect(code == 1 && check.state == "failed" && check.found.contains("checksum"))
  }

  @Test("An archive that others can write to fails, one that others can read is a warning")
  func archive() throws {
    let scratch = try Scratch.withSample()
    try FileManager.default.createDirectory(
      atPath: scratch.file("gallery-archive"), withIntermediateDirectories: true)
    chmod(scratch.file("gallery-archive"), 0o777)
    let (open, openCode) = try check("archive", in: scratch)
    #expect(openCode == 1 && open.state == "failed")
    chmod(scratch.file("gallery-archive"), 0o755)
    let (readable, readableCode) = try check("archive", in: scratch)
    #expect(readableCode == 0 && readable.state == "warning")
    #expect(readable.advice?.contains("chmod go= ") == true)
  }

  @Test("A log that a killed command left is a warning, and stays")
  func log() throws {
    let scratch = try Scratch.withSample()
    try scratch.write(Data(count: 4096), to: "hallo.sqlite-wal")
    let (check, code) = try check("log", in: scratch)
    #expect(code == 0 && check.state == "warning" && check.found.contains("4.1 kB"))
    #expect(try scratch.contents("hallo.sqlite-wal").count == 4096)
  }

  @Test("What a killed import left is a warning")
  func unfinished() throws {
    let scratch = try Scratch.withSample()
    try scratch.write("half a store", to: "hallo.sqlite.importing")
    let (check, code) = try check("import", in: scratch)
    #expect(code == 0 && check.state == "warning")
    #expect(check.advice?.contains("rm hallo.sqlite.importing") == true)
  }

  @Test("A locale that is not UTF-8 is a warning")
  func locale() throws {
    let outcome = try Scratch().run("doctor", environment: ["LC_ALL": "C"])
    #expect(outcome.code == 0)
    #expect(outcome.text.contains("locale: reports are UTF-8 all the same"), "\(outcome.text)")
  }

  @Test(
    "A disk without room for the store is a warning",
    .enabled(if: Mount.isAllowed, "\(Mount.skip)"))
  func fullDisk() throws {
    let scratch = try Scratch.withSample()
    let mount = try Mount.small(scratch.file("small"), kilobytes: 64)
    defer { mount.unmount() }
    let outcome = try scratch.run("doctor", environment: ["SQLITE_TMPDIR": scratch.file("small")])
    #expect(outcome.code == 0)
    #expect(outcome.text.contains("temporary disk: free "), "\(outcome.text)")
  }
}
