import Documents
import Foundation
import HalloMigration
import StoreTesting
import Testing

@Suite struct MigrationFileTests {
  private func migration(
    _ text: String, file: String = "x/0004_add_a_field.sql", isOnDemand: Bool = false
  ) throws -> Migration {
    try Migration(file: file, text: Data(text.utf8), isOnDemand: isOnDemand)
  }

  @Test("Version, name and title are read from the file")
  func identity() throws {
    let migration = try migration("--  Add a field \n\nSELECT 1;")
    #expect(migration.version == "0004")
    #expect(migration.name == "add_a_field")
    #expect(migration.title == "Add a field")
    let task = try self.migration("-- T\n", file: "on-demand/a-task.sql", isOnDemand: true)
    #expect(task.version == nil)
    #expect(task.name == "a-task")
  }

  @Test(
    "A file that is not named like a migration is refused",
    arguments: [
      "4_x.sql", "00004_x.sql", "0000_x.sql", "0004.sql", "0004_.sql", "0004-x.sql", "0004_X.sql",
      "0004_é.sql", "abcd_x.sql", "٠٠٠٤_x.sql", "0004_a b.sql", " 0004_x.sql",
    ])
  func badName(file: String) {
    let error = #expect(throws: MigrationError.self) { try migration("-- T", file: file) }
    #expect(error?.code == "migration-unusable")
    #expect(error?.description.hasPrefix(file) == true)
  }

  @Test("A task that is not named like one is refused", arguments: ["A.sql", "a_b.sql", ".sql"])
  func badTaskName(file: String) {
    #expect(throws: MigrationError.self) { try migration("-- T", file: file, isOnDemand: true) }
  }

  @Test(
    "A file without a title is refused", arguments: ["", "SELECT 1;", "--\n", "\n-- T", "/* T */"])
  func noTitle(text: String) {
    let error = #expect(throws: MigrationError.self) { try migration(text) }
    #expect(error?.description.contains("line 1") == true)
  }

  @Test("A file that is not UTF-8 is refused")
  func notText() {
    let bytes = Data("-- T\n".utf8) + [0xFF, 0xFE]
    #expect(throws: MigrationError.self) {
      try Migration(file: "0004_x.sql", text: bytes, isOnDemand: false)
    }
  }

  @Test(
    "The checksum ignores line endings, a byte order mark and a final newline",
    arguments: [
      "-- T\r\nSELECT 1;\r\n", "-- T\nSELECT 1;", "\u{FEFF}-- T\nSELECT 1;\n", "-- T\rSELECT 1;\r",
    ])
  func sameChecksum(text: String) throws {
    #expect(try migration(text).checksum == migration("-- T\nSELECT 1;\n").checksum)
    #expect(try migration(text).title == "T")
  }

  @Test(
    "The checksum ignores nothing else",
    arguments: [
      "-- T\nSELECT 1; ", "-- T \nSELECT 1;", "-- T\n\nSELECT 1;", "-- T\nselect 1;",
      "-- T\nSELECT 1;\n\n", "-- T\n\u{FEFF}SELECT 1;", "-- T\nSELECT '\u{E9}';",
    ])
  func otherChecksum(text: String) throws {
    #expect(try migration(text).checksum != migration("-- T\nSELECT 1;").checksum)
    let composed = try migration("-- T\nSELECT '\u{E9}';").checksum
    #expect(try migration("-- T\nSELECT 'e\u{301}';").checksum != composed)
  }

  @Test("The program has every migration of its folder")
  func shipped() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Migrations/hallo").standardized
    let catalog = try MigrationCatalog(directory: nil)
    for (migrations, name) in [(catalog.migrations, "."), (catalog.tasks, "on-demand")] {
      let directory = folder.appendingPathComponent(name)
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .filter { $0.hasSuffix(".sql") }.sorted()
      let shipped = migrations.map { URL(fileURLWithPath: $0.file).lastPathComponent }
      #expect(shipped == files)
      for migration in migrations {
        let file = directory.appendingPathComponent(
          URL(fileURLWithPath: migration.file).lastPathComponent)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text == migration.script + "\n")
      }
    }
  }

  @Test("A directory adds migrations and tasks, and replaces those of a version or name")
  func directory() throws {
    let site = try MigrationSite()
    try site.write("SELECT 1;", to: "0002_other.sql")
    try site.write("SELECT 1;", to: "0005_new.sql")
    try site.write("SELECT 1;", to: "on-demand/repair-null-photos.sql")
    try site.write("SELECT 1;", to: "on-demand/a-task.sql")
    let catalog = try MigrationCatalog(directory: site.directory)
    #expect(catalog.migrations.compactMap(\.version) == ["0001", "0002", "0003", "0005"])
    #expect(catalog.migrations[1].name == "other")
    let tasks = ["a-task", "delete-orphaned-habits", "repair-null-photos"]
    #expect(catalog.tasks.map(\.name) == tasks)
    #expect(catalog.tasks[2].title == "Title")
  }

  @Test("One version twice is refused")
  func duplicateVersion() throws {
    let site = try MigrationSite()
    try site.write("SELECT 1;", to: "0005_a.sql")
    try site.write("SELECT 1;", to: "0005_b.sql")
    let error = #expect(throws: MigrationError.self) {
      try MigrationCatalog(directory: site.directory)
    }
    #expect(error?.code == "migration-duplicate")
    #expect(error?.description.contains("0005_a.sql") == true)
  }

  @Test("A directory that is not there is refused")
  func noDirectory() {
    let error = #expect(throws: MigrationError.self) { try MigrationCatalog(directory: "/no/such") }
    #expect(error?.code == "migrations-unreadable")
  }

  @Test("An unknown name is told with the nearest one")
  func unknown() throws {
    let catalog = try MigrationCatalog(directory: nil)
    let task = #expect(throws: MigrationError.self) { try catalog.task("repair-null-photo") }
    #expect(task?.description.contains("repair-null-photos") == true)
    let version = #expect(throws: MigrationError.self) { try catalog.checkVersion("0004") }
    #expect(version?.code == "unknown-version")
    try catalog.checkVersion("0000")
  }
}
