import DocumentStore
import Documents
import HalloMigration
import StoreTesting
import Testing

extension TestStore {
  /// Asks every check, as `audit` does, as of 2025-11-01T07:00:00Z.
  func audit(checks directory: String? = nil) throws -> AuditReport {
    let asOf = try #require(Instant(microseconds: 1_761_980_400_000_000))
    let runner = AuditRunner(
      catalog: try AuditCatalog(directory: directory), region: "US", asOf: asOf,
      retention: 90 * 86_400_000_000)
    return try reading(rehearses: true) { try runner.run(on: $0) }
  }
}

extension AuditReport {
  subscript(code: String) -> Entry? { entries.first { $0.check.code == code } }

  /// How many documents each check returns, without those that return none.
  var counts: [String: Int] {
    Dictionary(
      uniqueKeysWithValues: entries.filter { $0.count > 0 }.map { ($0.check.code, $0.count) })
  }
}

extension AuditReport.Entry {
  /// Each example as its path, and its detail where it has one.
  var lines: [Text] {
    examples.map { Text($0.path + ($0.detail.map { ": \($0)" } ?? "")) }
  }
}
