internal import DocumentStore
internal import Documents
package import Foundation

/// What a reviewer agreed to: the migrations, and the change set that they make.
package struct Plan: Codable, Sendable {
  package struct Step: Codable, Sendable, Equatable {
    package let version: String
    package let name: String
    package let checksum: String
    package let changeSet: String
  }

  package let changeSet: String
  package let migrations: [Step]

  package init(_ report: RunReport) {
    changeSet = report.changeSet.description
    migrations = report.migrations.map { entry in
      Step(
        version: entry.migration.version ?? "", name: entry.migration.name,
        checksum: entry.migration.checksum.description,
        changeSet: entry.outcome.changeSet.description)
    }
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

  /// Refuses to begin with other migrations than the plan's.
  func check(_ pending: [Migration]) throws {
    let planned = migrations.map { [$0.version, $0.name, $0.checksum] }
    let now = pending.map { [$0.version ?? "", $0.name, $0.checksum.description] }
    if planned != now {
      throw MigrationError.otherPlan(
        reason: "it is of \(Self.list(migrations.map(\.version))), and pending is "
          + "\(Self.list(pending.compactMap(\.version))) or a changed text of it")
    }
  }

  /// Refuses to keep other changes than the plan's.
  func check(_ report: RunReport) throws {
    let now = Plan(report)
    if now.changeSet == changeSet { return }
    let different = zip(now.migrations, migrations).filter { $0 != $1 }.map { $0.0.version }
    throw MigrationError.otherPlan(reason: "that of \(Self.list(different)) is another")
  }

  private static func list(_ versions: [String]) -> String {
    versions.isEmpty ? "nothing" : versions.joined(separator: ", ")
  }
}
