import DocumentStore
import HalloMigration
import StoreTesting
import Testing

/// What a migration may not do is refused, with its file and line, before anything has run.
@Suite struct ForbiddenStatementTests {
  static let others = [
    "INSERT INTO version SELECT * FROM version", "UPDATE run SET name = 'x'", "DELETE FROM photo",
    "REPLACE INTO setting VALUES ('a', 'b')", "WITH x AS (SELECT 1) DELETE FROM version",
    "INSERT INTO main.finding VALUES (1, 'a', 'b', NULL)",
    "INSERT INTO sqlite_sequence VALUES ('run', 9)",
    "INSERT INTO document (path, data) VALUES ('a/b', '{}')",
    "UPDATE main.document SET data = '{}'",
    "UPDATE finding SET code = 'x'", "DELETE FROM finding",
    "INSERT INTO replaced VALUES (1)", "DELETE FROM temp.rewritten",
    "UPDATE rewritten SET data = '{}'",
  ]

  static let definitions = [
    "DROP TABLE version", "DROP VIEW document", "DROP TABLE finding", "DROP INDEX version_document",
    "CREATE TABLE t (a)", "CREATE INDEX i ON version (path)", "CREATE VIEW v AS SELECT 1",
    "CREATE TRIGGER t AFTER INSERT ON run BEGIN SELECT 1; END",
    "CREATE TEMP TRIGGER t AFTER INSERT ON main.run BEGIN SELECT 1; END",
    "CREATE VIRTUAL TABLE temp.t USING fts5(a)", "ALTER TABLE version ADD COLUMN a",
    "ALTER TABLE run RENAME TO walk", "CREATE TEMP TABLE document (a)",
    "DROP INDEX rewritten_document", "CREATE UNIQUE INDEX temp.i ON rewritten (run)",
  ]

  /// Temporary tables that would come before the store's own.
  static let shadows = [
    "CREATE TEMP TABLE version (id)", "CREATE TEMP TABLE run (id)", "CREATE TEMP TABLE photo (a)",
    "CREATE TEMP TABLE photo_use (a)", "CREATE TEMP VIEW source AS SELECT 1",
    "CREATE TEMP TABLE \"Setting\" (a)", "CREATE TEMP TABLE staged_version (a)",
  ]

  static let commands = [
    "PRAGMA user_version = 9", "PRAGMA journal_mode = DELETE", "PRAGMA writable_schema = ON",
    "ATTACH ':memory:' AS other", "DETACH main", "VACUUM", "REINDEX", "REINDEX version", "ANALYZE",
    "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT a", "RELEASE migration",
    "SELECT load_extension('libm.so')",
  ]

  static let documentStatements = [
    "UPDATE document SET kind = 'user'", "UPDATE document SET owner = 'u'",
    "UPDATE document SET (path, data) = ('a/b', '{}')", "UPDATE document SET rowid = 1",
    "UPDATE document SET data = '{}' RETURNING path", "UPDATE document SET data = '{}' LIMIT 1",
    "UPDATE OR IGNORE document SET data = '{}'", "DELETE FROM document LIMIT 1",
    "DELETE FROM document RETURNING path", "UPDATE document",
  ]

  static let notSQL = [
    "SELEC 1", "SELECT * FROM nowhere", "SELECT no_function(1)",
    "UPDATE document SET data = no_column",
    "UPDATE document SET data = json_set(data, '$.x'", "SELECT 'unfinished", "}",
    "SELECT e164(1, 2)",
  ]

  @Test(
    "Statements that may not be run",
    arguments: others + definitions + shadows + commands + documentStatements + notSQL)
  func refused(statement: String) throws {
    let site = try MigrationSite()
    let before = [try site.store.fileDigest(), try site.store.digest()]
    // A semicolon in a comment or a text ends no statement.
    try site.write(
      "-- one; two\nUPDATE document SET data = json_set(data, '$.x', ';');\n\n\(statement);\n",
      to: "0005_bad.sql")
    for isDryRun in [true, false] {
      let error = #expect(throws: MigrationError.self) { try site.up(isDryRun: isDryRun) }
      guard case .unusable(let file, let line, let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(file.hasSuffix("0005_bad.sql"))
      #expect(line == 5, "\(reason)")
    }
    #expect([try site.store.fileDigest(), try site.store.digest()] == before)
    #expect(try site.store.runs().map(\.kind) == [.import])
  }

  @Test(
    "Statements that may be run",
    arguments: [
      "SELECT 1", "CREATE TEMP TABLE t AS SELECT path FROM document", ";", "/* nothing */",
      "CREATE TEMP TABLE t (a); INSERT INTO t VALUES (1); UPDATE t SET a = 2; DELETE FROM t; DROP TABLE t",
      "CREATE TEMP TABLE t (a); CREATE INDEX temp.i ON t (a); DROP INDEX temp.i",
      "CREATE TEMP VIEW v AS SELECT path FROM document; SELECT * FROM v; DROP VIEW v",
      "INSERT INTO finding (path, code) SELECT path, 'a' FROM document",
      "INSERT OR IGNORE INTO finding VALUES ('a/b', 'c', NULL)",
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT * FROM n",
      "VALUES (1)", "EXPLAIN SELECT 1", "SELECT path FROM version",
    ])
  func allowed(statements: String) throws {
    let site = try MigrationSite()
    let outcome = try site.run(statements + ";")
    #expect(outcome?.untouched == 1)
  }
}
