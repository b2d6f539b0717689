import DocumentStore
import HalloMigration
import StoreTesting

/// A store, and a directory with checks for it.
final class AuditSite {
  let scratch: Scratch
  let store: TestStore
  let directory: String

  init(_ documents: KeyValuePairs<String, String> = ["notes/n": "{}"]) throws {
    scratch = try Scratch()
    store = TestStore(scratch.path("store.db"))
    directory = scratch.path("migrations")
    try store.add(documents.map { (path: $0.key, data: $0.value) })
    try scratch.write("Not a check.", to: "migrations/audit/README.md")
  }

  /// Writes a check; a header of two lines is put before its query.
  func write(_ sql: String, to file: String = "a-check.sql") throws {
    try scratch.write("-- Title\n-- severity: warning\n" + sql, to: "migrations/audit/" + file)
  }

  func audit() throws -> AuditReport { try store.audit(checks: directory) }

  /// Writes one check, and asks it.
  func ask(_ sql: String) throws -> AuditReport.Entry? {
    try write(sql)
    return try audit()["a-check"]
  }
}
