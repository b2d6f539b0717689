internal import DocumentStore
internal import Documents
package import HalloMigration

/// What `audit` reports, in any form.
package struct AuditValue: Encodable, Sendable {
  package struct CheckValue: Encodable, Sendable {
    package let code: String
    /// One line that says what is wrong with what is found.
    package let reason: String
    package let severity: String
    /// Documents.
    package let count: Int
    /// The first five by path.
    package let examples: [ExampleValue]
    /// The command that repairs them; null if none does.
    package let repair: String?

    private enum CodingKeys: CodingKey { case code, reason, severity, count, examples, repair }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(code, forKey: .code)
      try container.encode(reason, forKey: .reason)
      try container.encode(severity, forKey: .severity)
      try container.encode(count, forKey: .count)
      try container.encode(examples, forKey: .examples)
      try container.encode(repair, forKey: .repair)
    }
  }

  package struct ExampleValue: Encodable, Sendable {
    package let path: String
    package let detail: String?
  }

  package let command = "audit"
  package let asOf: String
  package let documents: Int
  /// Findings by severity.
  package let totals: [String: Int]
  /// All of them: errors first, then by code.
  package let checks: [CheckValue]
  /// What there is to do now.
  package let next: [String]

  /// - Parameters:
  ///   - report: What was found.
  ///   - isMigrated: Whether `up` has nothing to run, so that it repairs nothing by itself.
  ///   - personalData: What of documents may be shown.
  package init(_ report: AuditReport, isMigrated: Bool, personalData: PersonalData) {
    asOf = report.asOf.description
    documents = report.documents
    let severities = AuditCheck.Severity.allCases
    totals = Dictionary(
      uniqueKeysWithValues: severities.map { severity in
        let found = report.entries.filter { $0.check.severity == severity }
        return (severity.rawValue, found.reduce(0) { $0 + $1.count })
      })
    checks = severities.flatMap { severity in
      report.entries.filter { $0.check.severity == severity }
        .map { CheckValue($0, isMigrated: isMigrated, personalData) }
    }
    next = Self.next(checks.filter { $0.count > 0 })
  }

  /// Whether there is anything that should not stay as it is.
  package var hasFindings: Bool { totals.contains { $0.key != "info" && $0.value > 0 } }
}

extension AuditValue.CheckValue {
  fileprivate init(_ entry: AuditReport.Entry, isMigrated: Bool, _ personalData: PersonalData) {
    let check = entry.check
    (code, reason, severity) = (check.code, check.reason, check.severity.rawValue)
    count = entry.count
    // What was imported or repaired since is migrated when all migrations are run again.
    repair =
      isMigrated && check.repair == "hallo-migrate up"
      ? "hallo-migrate down --to 0000 && hallo-migrate up" : check.repair
    examples = entry.examples.map { example in
      AuditValue.ExampleValue(
        path: personalData.path(example.path),
        detail: example.detail.map {
          check.isDetailOpen ? personalData.openText($0) : personalData.text($0)
        })
    }
  }
}

extension AuditValue {
  /// One step for each command that repairs something, in the order in which they are best run.
  private static func next(_ found: [CheckValue]) -> [String] {
    let repairs = Dictionary(grouping: found.filter { $0.repair != nil }) { $0.repair ?? "" }
    var steps = repairs.sorted { (place(of: $0.key), $0.key) < (place(of: $1.key), $1.key) }
      .map { repair, checks in
        "`\(repair)` repairs \(checks.map(\.code).joined(separator: ", "))."
      }
    if found.contains(where: { $0.repair == nil }) {
      steps.append(
        "`hallo-migrate explain PATH` tells the history of a document that no command repairs.")
    }
    return steps
  }

  /// Tasks come before migrations, which skip malformed events, and these before the archive.
  private static func place(of repair: String) -> Int {
    if repair.hasPrefix("hallo-migrate run ") { return 0 }
    return repair.hasPrefix("hallo-migrate archive ") ? 2 : 1
  }
}
