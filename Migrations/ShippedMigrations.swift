/// The SQL files of this folder, inside the program, so that it works from any directory.
package enum ShippedMigrations {
  package struct Script: Sendable {
    package let file: String
    package let text: [UInt8]
  }

  /// In the order of their versions.
  package static var versioned: [Script] {
    [
      Script(
        file: "Migrations/hallo/0001_normalize_phone_numbers.sql",
        text: PackageResources._001_normalize_phone_numbers_sql),
      Script(
        file: "Migrations/hallo/0002_rewrite_legacy_profile_ids.sql",
        text: PackageResources._002_rewrite_legacy_profile_ids_sql),
      Script(
        file: "Migrations/hallo/0003_remove_duplicate_profile_created_events.sql",
        text: PackageResources._003_remove_duplicate_profile_created_events_sql),
    ]
  }

  package static var onDemand: [Script] {
    [
      Script(
        file: "Migrations/hallo/on-demand/delete-orphaned-habits.sql",
        text: PackageResources.delete_orphaned_habits_sql),
      Script(
        file: "Migrations/hallo/on-demand/repair-null-photos.sql",
        text: PackageResources.repair_null_photos_sql),
    ]
  }
}
