import DocumentStore
import Documents
import Foundation
import HalloMigration
import StoreTesting
import Testing

@Suite struct MigrationRunnerTests {
  private static let addX = "UPDATE document SET data = json_set(data, '$.x', 1);"

  private func code(_ body: () throws -> Void) -> String? {
    #expect(throws: MigrationError.self, performing: body)?.code
  }

  @Test("Migrations run once each, in order, up to the one that is named")
  func order() throws {
    let site = try MigrationSite()
    try site.write(Self.addX, to: "0005_add.sql")
    #expect(try site.up(to: "0000").migrations.isEmpty)
    #expect(try site.up(to: "0002").migrations.compactMap(\.migration.version) == ["0001", "0002"])
    #expect(try site.store.pending(migrations: site.directory) == ["0003", "0005"])
    #expect(try site.up().migrations.count == 2)
    #expect(try site.up().migrations.isEmpty)
  }

  @Test("An applied migration whose text has changed is refused")
  func changed() throws {
    let site = try MigrationSite()
    try site.write(Self.addX, to: "0005_add.sql")
    try site.up()
    try site.write(Self.addX + "\r\n", to: "0005_add.sql")
    #expect(try site.up().migrations.isEmpty)
    try site.write(Self.addX + " ", to: "0005_add.sql")
    #expect(code { try site.up() } == "migration-changed")
    #expect(code { try site.up(isDryRun: true) } == "migration-changed")
    try site.store.undo(try site.store.applied().suffix(1))
    #expect(try site.up().migrations.count == 1)
  }

  @Test("An applied migration that is missing is refused")
  func missing() throws {
    let site = try MigrationSite()
    try site.write(Self.addX, to: "0005_add.sql")
    try site.up()
    #expect(code { try site.store.up() } == "migration-missing")
  }

  @Test("A migration that comes before an applied one is refused")
  func outOfOrder() throws {
    let site = try MigrationSite()
    try site.write(Self.addX, to: "0006_add.sql")
    try site.up()
    try site.write(Self.addX, to: "0005_late.sql")
    #expect(code { try site.up() } == "migration-out-of-order")
    #expect(code { try site.up(to: "0005") } == "migration-out-of-order")
    #expect(code { try site.up(to: "9999") } == "unknown-version")
  }

  @Test("When a migration fails the ones before it are applied, and it has no effect")
  func secondFails() throws {
    let site = try MigrationSite()
    try site.write(Self.addX, to: "0005_good.sql")
    try site.write(
      """
      UPDATE document SET data = json_set(data, '$.y', 1);
      INSERT INTO finding (path, code) VALUES ('a/b', 'c');
      UPDATE document SET data = NULL;
      """, to: "0006_bad.sql")
    #expect(code { try site.up() } == "migration-failed")
    #expect(try site.lines() == [#"notes/n {"x":1}"#])
    #expect(try site.store.runs().compactMap(\.version) == ["0001", "0002", "0003", "0005"])
    #expect(try SQLiteFile(site.store.path).value("SELECT count(*) FROM finding") == "0")
    try site.write("UPDATE document SET data = json_set(data, '$.y', 2);", to: "0006_bad.sql")
    try site.up()
    #expect(try site.lines() == [#"notes/n {"x":1,"y":2}"#])
  }

  @Test("A run's findings are kept with it, and each code once a document")
  func findings() throws {
    let site = try MigrationSite()
    try site.write(
      "INSERT INTO finding (path, code, detail) VALUES ('a/b', 'c', 1), ('a/b', 'c', 2);",
      to: "0005_a.sql")
    try site.write("INSERT INTO finding (path, code) VALUES ('a/b', 'c');", to: "0006_b.sql")
    let report = try site.up()
    #expect(
      report.migrations.map { $0.outcome.findings.map(\.count).reduce(0, +) } == [0, 0, 0, 1, 1])
    for run in try site.store.applied().suffix(2) {
      #expect(try site.store.findings(run: run) == [Model.Finding(path: "a/b", code: "c")])
      try site.store.undo([run])
      #expect(try site.store.findings(run: run).isEmpty)
    }
  }

  @Test("A task runs as often as it is asked for")
  func tasks() throws {
    let site = try MigrationSite()
    try site.write(
      "UPDATE document SET data = json_set(data, '$.n', coalesce(data ->> 'n', 0) + 1);",
      to: "on-demand/count.sql")
    for _ in 1...3 { try site.store.run(task: "count", migrations: site.directory) }
    #expect(try site.lines() == [#"notes/n {"n":3}"#])
    #expect(try site.store.runs().filter { $0.kind == .task }.count == 3)
    #expect(try site.store.pending() == ["0001", "0002", "0003"])
  }

  @Test("Examples are the first five by path")
  func examples() throws {
    let site = try MigrationSite()
    try site.store.add((1...9).map { (path: "x/\($0)", data: "{}") })
    let outcome = try #require(
      try site.run(
        """
        DELETE FROM document WHERE doc_id = '9';
        UPDATE document SET data = '{"a":1}' WHERE path > 'x' AND doc_id <> '9';
        INSERT INTO finding (path, code) SELECT path, 'a' FROM document ORDER BY path DESC;
        """))
    #expect(outcome.examples.map(\.before.path) == (1...5).map { "x/\($0)" } + ["x/9"])
    #expect(outcome.examples.map(\.action.rawValue).suffix(2) == ["changed", "removed"])
    let finding = try #require(outcome.findings.first)
    #expect(finding.examples.map(\.path) == ["notes/n"] + (1...4).map { "x/\($0)" })
    #expect(finding.count == 9)
  }

  @Test("A store without documents can be migrated")
  func noDocuments() throws {
    let site = try MigrationSite([:])
    let report = try site.up()
    #expect(report.documents == 0)
    #expect(report.migrations.map(\.outcome.scanned) == [0, 0, 0])
    try site.store.undo(try site.store.applied())
  }
}
