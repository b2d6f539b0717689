internal import Foundation
internal import Migrations

/// The checks of an audit: those inside the program, and those of a directory.
package struct AuditCatalog: Sendable {
  /// In the order of their codes.
  package let checks: [AuditCheck]
  /// What makes the tables that the shipped checks share, in order.
  let tables: [(file: String, script: String)]

  /// Takes the shipped checks, and those of a directory's folder `audit`, which replace shipped ones of
  /// the same code.
  package init(directory: String?) throws {
    var checks = try ShippedMigrations.checks.map {
      try AuditCheck(file: $0.file, text: Data($0.text), isShipped: true)
    }
    if let directory {
      let added = try Self.files(in: directory).map {
        try AuditCheck(file: $0.path, text: $0.text, isShipped: false)
      }
      checks.removeAll { shipped in added.contains { $0.code == shipped.code } }
      checks += added
    }
    self.checks = checks.sorted { $0.code < $1.code }
    tables = ShippedMigrations.auditTables.map {
      ($0.file, String(decoding: $0.text, as: UTF8.self))
    }
  }

  private static func files(in directory: String) throws -> [(path: String, text: Data)] {
    let folder = directory + "/audit"
    if FileManager.default.fileExists(atPath: folder) { return try SQLFiles.list(in: folder) }
    // It may have migrations only, but it has to be there.
    _ = try SQLFiles.list(in: directory)
    return []
  }
}
