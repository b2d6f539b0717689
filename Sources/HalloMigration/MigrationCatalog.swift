internal import Foundation
internal import Migrations

/// The migrations and tasks that can be run: those inside the program, and those of a directory.
package struct MigrationCatalog: Sendable {
  /// In the order of their versions.
  package private(set) var migrations: [Migration]
  /// In the order of their names.
  package private(set) var tasks: [Migration]

  /// Takes the shipped migrations, and those of a directory, which replace shipped ones of the same
  /// version or name.
  ///
  /// The directory's folder `on-demand` has tasks.
  package init(directory: String?) throws {
    var (migrations, tasks) = try Self.shipped()
    if let directory {
      let added = try Self.files(in: directory, isOnDemand: false)
      try Self.refuseDuplicates(added, by: \.version) { .duplicateVersion($0, files: $1) }
      migrations.removeAll { shipped in added.contains { $0.version == shipped.version } }
      migrations += added
      let folder = directory + "/on-demand"
      if FileManager.default.fileExists(atPath: folder) {
        let added = try Self.files(in: folder, isOnDemand: true)
        tasks.removeAll { shipped in added.contains { $0.name == shipped.name } }
        tasks += added
      }
    }
    self.migrations = migrations.sorted { ($0.version ?? "") < ($1.version ?? "") }
    self.tasks = tasks.sorted { $0.name < $1.name }
  }

  /// The task with a name.
  package func task(_ name: String) throws -> Migration {
    guard let task = tasks.first(where: { $0.name == name }) else {
      throw MigrationError.unknownTask(name, nearest: nearest(to: name, among: tasks.map(\.name)))
    }
    return task
  }

  /// Checks that a version is one of the migrations', or `0000`.
  package func checkVersion(_ version: String) throws {
    let known = migrations.compactMap(\.version)
    if version == "0000" || known.contains(version) { return }
    // Of versions that are equally near the last one is the likeliest to be meant.
    throw MigrationError.unknownVersion(
      version, nearest: nearest(to: version, among: known.reversed()))
  }

  private static func shipped() throws -> ([Migration], [Migration]) {
    let migrations = try ShippedMigrations.versioned.map {
      try Migration(file: $0.file, text: Data($0.text), isOnDemand: false)
    }
    let tasks = try ShippedMigrations.onDemand.map {
      try Migration(file: $0.file, text: Data($0.text), isOnDemand: true)
    }
    return (migrations, tasks)
  }

  private static func files(in directory: String, isOnDemand: Bool) throws -> [Migration] {
    try SQLFiles.list(in: directory).map {
      try Migration(file: $0.path, text: $0.text, isOnDemand: isOnDemand)
    }
  }

  private static func refuseDuplicates(
    _ migrations: [Migration], by key: (Migration) -> String?,
    _ error: (String, [String]) -> MigrationError
  ) throws {
    let groups = Dictionary(grouping: migrations) { key($0) ?? "" }
    for (key, group) in groups.sorted(by: { $0.key < $1.key }) where group.count > 1 {
      throw error(key, group.map(\.file))
    }
  }
}
