internal import DocumentStore
internal import Documents
package import Foundation

/// What a reviewer agreed to: the migrations, what each does, and the change set that they make.
///
/// As a file it is a few lines of text, the same for the same changes, made to be kept in a repository:
/// no paths, no personal data, no times.
package struct Plan: Codable, Sendable, Equatable {
  package struct Step: Codable, Sendable, Equatable {
    package let version: String
    package let name: String
    package let checksum: String
    package let changeSet: String
    package let changed: Int
    package let moved: Int
    package let removed: Int
    /// How many documents are left alone, by code.
    package let findings: [String: Int]
  }

  package let changeSet: String
  /// Documents that the migrations find.
  package let documents: Int
  /// The newest run of the store that the plan was made on; what came after it may tell why the
  /// changes are others.
  package let lastRun: Int64
  package let migrations: [Step]

  package init(_ report: RunReport) {
    changeSet = report.changeSet.description
    documents = report.documents
    lastRun = report.lastRun
    migrations = report.migrations.map { Step($0.migration, $0.outcome) }
  }

  package init(file: String) throws {
    do {
      self = try JSONDecoder().decode(Plan.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    } catch let error as CocoaError {
      throw MigrationError.unreadablePlan(path: file, reason: error.localizedDescription)
    } catch {
      throw MigrationError.unreadablePlan(path: file, reason: "it is not a plan's JSON")
    }
  }

  /// The plan as JSON text.
  package func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}

extension Plan.Step {
  fileprivate init(_ migration: Migration, _ outcome: RunOutcome) {
    (version, name) = (migration.version ?? "", migration.name)
    (checksum, changeSet) = (migration.checksum.description, outcome.changeSet.description)
    (changed, moved, removed) = (outcome.changed, outcome.moved, outcome.removed)
    findings = Dictionary(uniqueKeysWithValues: outcome.findings.map { ($0.code, $0.count) })
  }
}
