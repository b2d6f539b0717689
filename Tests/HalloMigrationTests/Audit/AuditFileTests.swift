import DocumentStore
import Foundation
import HalloMigration
import StoreTesting
import Testing

/// The files of checks: what is in them, and what is refused.
@Suite struct AuditFileTests {
  private func check(_ text: String, file: String = "audit/a-check.sql") throws -> AuditCheck {
    try AuditCheck(file: file, text: Data(text.utf8), isShipped: false)
  }

  @Test("Code, reason and header are read from the file")
  func header() throws {
    let check = try check(
      "\u{FEFF}--  What is wrong \r\n-- repair: hallo-migrate up --to 0001\r\n--severity:  warning\r\n"
        + "-- detail: open\r\n--\r\n-- Why: it is.\r\n\r\nSELECT path FROM document;\r\n")
    #expect(check.code == "a-check" && check.reason == "What is wrong")
    #expect(check.severity == .warning && check.repair == "hallo-migrate up --to 0001")
    #expect(check.isDetailOpen)
    let least = try self.check("-- T\n-- severity: info\nSELECT path FROM document")
    #expect(least.repair == nil && !least.isDetailOpen)
  }

  @Test(
    "A header that is not as it must be is refused, with its line",
    arguments: [
      ("", 1, "what it finds"), ("SELECT path FROM document;", 1, "what it finds"),
      ("--\n-- severity: info", 1, "what it finds"), ("/* T */", 1, "what it finds"),
      ("-- T\nSELECT path FROM document;", 1, "severity"),
      ("-- T\n--\n-- severity: error", 1, "severity"),
      ("-- T\n-- severity: bad", 2, "`bad` is none of error, warning and info"),
      ("-- T\n-- severity: Error", 2, "none of"), ("-- T\n-- severity:", 2, "no value"),
      ("-- T\n-- repair: x\n-- severty: info", 3, "did you mean `severity`"),
      ("-- T\n-- severity: info\n-- and more", 3, "`-- severity: error`"),
      ("-- T\n-- severity: info\n-- severity: error", 3, "twice"),
      ("-- T\n-- severity: info\n-- detail: shown", 3, "`open` or `masked`"),
    ])
  func badHeader(text: String, line: Int, reason: String) {
    let error = #expect(throws: AuditError.self) { try check(text) }
    #expect(error?.code == "check-unusable")
    #expect(error?.description.contains("audit/a-check.sql, line \(line): ") == true)
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test(
    "A name that is no code is refused",
    arguments: ["A.sql", "a_b.sql", ".sql", "é.sql", "a b.sql"])
  func badName(file: String) {
    let error = #expect(throws: AuditError.self) {
      try check("-- T\n-- severity: info\nSELECT path FROM document", file: "audit/" + file)
    }
    #expect(error?.description.hasPrefix("audit/" + file) == true)
  }

  @Test("What is no text is refused")
  func notText() {
    let bytes = Data("-- T\n-- severity: info\n".utf8) + [0xFF, 0xFE]
    #expect(throws: AuditError.self) {
      try AuditCheck(file: "a.sql", text: bytes, isShipped: false)
    }
  }

  @Test("The program has every check of its folder")
  func shipped() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Migrations/hallo/audit").standardized
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let checks = try AuditCatalog(directory: nil).checks
    #expect(checks.map { $0.code + ".sql" } == names.filter { $0.hasSuffix(".sql") }.sorted())
    for check in checks {
      let file = folder.appendingPathComponent(check.code + ".sql")
      #expect(try String(contentsOf: file, encoding: .utf8) == check.script + "\n")
      #expect(check.reason.count <= 75 && !check.reason.hasSuffix("."), "\(check.code)")
    }
    let shared = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/shared")
    #expect(shared.count == 5, "add new ones to ShippedMigrations.auditTables")
  }

  @Test("A directory that is not there is refused; one without a folder of checks adds none")
  func directories() throws {
    let error = #expect(throws: MigrationError.self) { try AuditCatalog(directory: "/no/such") }
    #expect(error?.code == "migrations-unreadable")
    let scratch = try Scratch()
    try scratch.write("", to: "migrations/README.md")
    let catalog = try AuditCatalog(directory: scratch.path("migrations"))
    #expect(try catalog.checks.count == AuditCatalog(directory: nil).checks.count)
  }
}
