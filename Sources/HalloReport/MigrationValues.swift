internal import DocumentStore
internal import Documents
package import HalloMigration

/// What `up` and `run` report, in any form.
package struct RunValue: Encodable, Sendable {
  package struct MigrationValue: Encodable, Sendable {
    package let version: String?
    package let name: String
    package let title: String
    package let checksum: String
    package let run: Int64
    package let changeSet: String
    package let scanned: Int
    package let changed: Int
    package let moved: Int
    package let removed: Int
    package let untouched: Int
    package let findings: [String: Int]
    package let findingExamples: [String: [FindingValue]]
    package let changeExamples: [ChangeValue]
  }

  package struct FindingValue: Encodable, Sendable {
    package let path: String
    package let detail: String?
  }

  package struct ChangeValue: Encodable, Sendable {
    package let action: String
    package let path: String
    /// Where the document moved to.
    package let newPath: String?
    package let fields: [FieldValue]
  }

  package struct FieldValue: Encodable, Sendable {
    package let field: String
    package let before: String
    package let after: String
  }

  package let command: String
  package let dryRun: Bool
  package let changeSet: String
  package let documents: Int
  package let migrations: [MigrationValue]
  package let malformedEvents: [String: Int]
  /// What there is to do now.
  package let next: [String]

  package init(
    command: String, isDryRun: Bool, report: RunReport, next: [String], personalData: PersonalData
  ) throws {
    self.command = command
    dryRun = isDryRun
    changeSet = report.changeSet.description
    documents = report.documents
    malformedEvents = report.malformedEvents
    migrations = try report.migrations.map { try MigrationValue($0, personalData) }
    self.next = next
  }
}

extension RunValue.MigrationValue {
  init(_ entry: RunReport.Entry, _ personalData: PersonalData) throws {
    let (migration, outcome) = (entry.migration, entry.outcome)
    (version, name, title) = (migration.version, migration.name, migration.title)
    checksum = migration.checksum.description
    (run, changeSet) = (outcome.run, outcome.changeSet.description)
    (scanned, untouched) = (outcome.scanned, outcome.untouched)
    (changed, moved, removed) = (outcome.changed, outcome.moved, outcome.removed)
    findings = Dictionary(uniqueKeysWithValues: outcome.findings.map { ($0.code, $0.count) })
    findingExamples = Dictionary(
      uniqueKeysWithValues: outcome.findings.map { summary in
        (
          summary.code,
          summary.examples.map {
            RunValue.FindingValue(
              path: personalData.path($0.path), detail: $0.detail.map(personalData.text))
          }
        )
      })
    changeExamples = try outcome.examples.map { try RunValue.ChangeValue($0, personalData) }
  }
}

extension RunValue.ChangeValue {
  init(_ example: ChangeExample, _ personalData: PersonalData) throws {
    action = example.action.rawValue
    path = personalData.path(example.before.path)
    newPath = example.action == .moved ? example.after.map { personalData.path($0.path) } : nil
    fields =
      try example.after.map { after in
        try fieldValues(from: example.before.data, to: after.data, personalData)
      } ?? []
  }
}

/// The fields in which two states of a document differ, ready to be shown.
func fieldValues(
  from before: String, to after: String, _ personalData: PersonalData
) throws -> [RunValue.FieldValue] {
  try FieldDifference.list(from: fields(of: before), to: fields(of: after)).map {
    RunValue.FieldValue(
      field: $0.field.joined(separator: "."),
      before: personalData.value($0.before, of: $0.field),
      after: personalData.value($0.after, of: $0.field))
  }
}

/// The fields of a stored document's text.
func fields(of data: String) throws -> [Field] {
  var data = data
  return try data.withUTF8 { try DocumentReader.fields(of: $0, parser: JSONParser()) }
}
