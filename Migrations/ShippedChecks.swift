/// The checks of `audit`, inside the program.
extension ShippedMigrations {
  /// In the order of their codes.
  package static var checks: [Script] {
    [
      check("ambiguous-profile", PackageResources.ambiguous_profile_sql),
      check("bad-created-at", PackageResources.bad_created_at_sql),
      check("bad-photo-data", PackageResources.bad_photo_data_sql),
      check("confirmed-without-date", PackageResources.confirmed_without_date_sql),
      check("destination-exists", PackageResources.destination_exists_sql),
      check("duplicate-phone", PackageResources.duplicate_phone_sql),
      check("incomplete-profile", PackageResources.incomplete_profile_sql),
      check("incomplete-response", PackageResources.incomplete_response_sql),
      check("incomplete-task", PackageResources.incomplete_task_sql),
      check("incomplete-user", PackageResources.incomplete_user_sql),
      check("invalid-legacy-profile-id", PackageResources.invalid_legacy_profile_id_sql),
      check("invalid-phone", PackageResources.invalid_phone_sql),
      check("legacy-profile-id", PackageResources.legacy_profile_id_sql),
      check("missing-created-at", PackageResources.missing_created_at_sql),
      check("missing-event-type", PackageResources.missing_event_type_sql),
      check("missing-owner", PackageResources.missing_owner_sql),
      check("missing-parent", PackageResources.missing_parent_sql),
      check("missing-profile-id", PackageResources.missing_profile_id_sql),
      check("missing-user", PackageResources.missing_user_sql),
      check("null-photo", PackageResources.null_photo_sql),
      check("orphan-profile-id", PackageResources.orphan_profile_id_sql),
      check("orphaned-habit", PackageResources.orphaned_habit_sql),
      check("phone-has-extension", PackageResources.phone_has_extension_sql),
      check("phone-not-a-string", PackageResources.phone_not_a_string_sql),
      check("phone-not-e164", PackageResources.phone_not_e164_sql),
      check("photo-file-past-retention", PackageResources.photo_file_past_retention_sql),
      check("photo-past-retention", PackageResources.photo_past_retention_sql),
      check("photo-too-large", PackageResources.photo_too_large_sql),
      check("profile-count-differs", PackageResources.profile_count_differs_sql),
      check("replayed-event", PackageResources.replayed_event_sql),
      check("superseded-profile", PackageResources.superseded_profile_sql),
      check("task-count-differs", PackageResources.task_count_differs_sql),
      check("too-many-profiles", PackageResources.too_many_profiles_sql),
      check("too-many-tasks", PackageResources.too_many_tasks_sql),
      check("unassigned-phone", PackageResources.unassigned_phone_sql),
      check("unknown-event-type", PackageResources.unknown_event_type_sql),
      check("unknown-owner", PackageResources.unknown_owner_sql),
      check("unknown-photo-format", PackageResources.unknown_photo_format_sql),
      check("unknown-profile-status", PackageResources.unknown_profile_status_sql),
      check("unknown-response-type", PackageResources.unknown_response_type_sql),
      check("unknown-subscription-status", PackageResources.unknown_subscription_status_sql),
      check("unknown-task-status", PackageResources.unknown_task_status_sql),
    ]
  }

  /// What makes the tables that several checks share, in order.
  package static var auditTables: [Script] {
    [
      check("shared/phones", PackageResources.phones_sql),
      check("shared/households", PackageResources.households_sql),
      check("shared/references", PackageResources.references_sql),
      check("shared/legacy", PackageResources.legacy_sql),
      check("shared/responses", PackageResources.responses_sql),
    ]
  }

  private static func check(_ name: String, _ text: [UInt8]) -> Script {
    Script(file: "Migrations/hallo/audit/\(name).sql", text: text)
  }
}
