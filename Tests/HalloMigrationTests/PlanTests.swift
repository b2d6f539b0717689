import DocumentStore
import Documents
import Foundation
import HalloMigration
import StoreTesting
import Testing

/// A reviewed plan is carried out, or nothing is.
@Suite struct PlanTests {
  private static let documents: KeyValuePairs = [
    "users/u1": #"{"phoneNumber":"(778) 814-3739"}"#, "users/u1/profiles/7788143739": "{}",
  ]

  private func plan(_ site: MigrationSite, to version: String? = nil) throws -> Plan {
    let plan = Plan(try site.up(to: version, isDryRun: true))
    let file = site.scratch.directory.appendingPathComponent("plan.json")
    try plan.encoded().write(to: file)
    return try Plan(file: file.path)
  }

  private func refusal(_ body: () throws -> Void) -> String? {
    let error = #expect(throws: MigrationError.self, performing: body)
    #expect(error?.isRefusal == true)
    return error?.code
  }

  @Test("The change set of the plan is kept")
  func same() throws {
    let site = try MigrationSite(Self.documents)
    let plan = try plan(site)
    let report = try site.up(plan: plan)
    #expect(report.changeSet.description == plan.changeSet)
    #expect(plan.migrations.map(\.version) == ["0001", "0002", "0003"])
    #expect(try site.store.pending().isEmpty)
  }

  @Test("Another change set is refused, and nothing is kept")
  func otherChanges() throws {
    let site = try MigrationSite(Self.documents)
    let plan = try plan(site)
    try site.store.add([(path: "users/u2", data: #"{"phoneNumber":"604 555 1234"}"#)])
    let digest = try site.store.digest()
    let runs = try site.store.runs().count
    #expect(refusal { try site.up(plan: plan) } == "plan-differs")
    #expect(try site.store.digest() == digest)
    #expect(try site.store.runs().count == runs)
    #expect(try site.store.pending() == ["0001", "0002", "0003"])
  }

  @Test("A refusal tells what is no longer as it was reviewed")
  func differences() throws {
    let site = try MigrationSite(Self.documents)
    let plan = try plan(site)
    try site.up(to: "0001")
    _ = try site.store.undo([2])
    try site.store.add(
      [(path: "users/u1", data: #"{"phoneNumber":"604 555 9999"}"#)],
      options: StoreImport.Options(replaces: true))
    let error = #expect(throws: MigrationError.self) { try site.up(plan: plan) }
    let lines = try #require(error).message { $0 }.split(separator: "\n").dropFirst()
    #expect(
      lines == [
        "  0001 normalize_phone_numbers: as many documents, but others, or other values",
        "  since the plan was made: run 2, migration 0001 normalize_phone_numbers, changed 1, undone",
        "  since the plan was made: run 3, import test.ndjson, changed 1",
      ])
  }

  @Test("Other migrations than the plan's are refused before they run")
  func otherMigrations() throws {
    let site = try MigrationSite(Self.documents)
    let plan = try plan(site)
    #expect(refusal { try site.up(to: "0002", plan: plan) } == "plan-differs")
    try site.write("SELECT 1;", to: "0005_new.sql")
    #expect(refusal { try site.up(plan: plan) } == "plan-differs")
    let longer = try self.plan(site)
    try site.write("SELECT 2;", to: "0005_new.sql")
    #expect(refusal { try site.up(plan: longer) } == "plan-differs")
    try site.up(to: "0003", plan: plan)
  }

  @Test("A document that does not change makes no other change set")
  func unrelated() throws {
    let site = try MigrationSite(Self.documents)
    let plan = try plan(site)
    try site.store.add([(path: "notes/n", data: "{}")])
    try site.up(plan: plan)
  }

  @Test("A file that is no plan is refused", arguments: ["", "{}", "[1]", "{\"changeSet\":1}"])
  func noPlan(text: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(text, to: "plan.json")
    let error = #expect(throws: MigrationError.self) { try Plan(file: file) }
    #expect(error?.code == "plan-unreadable")
    #expect(throws: MigrationError.self) { try Plan(file: file + ".missing") }
  }
}
