-- Documents that name a profile by its telephone number
-- severity: warning
-- repair: hallo-migrate up
--
-- In their path, or in a `profileId` at any depth. Migration 0002 gives them the profile's own id.
-- Those that it must leave alone are counted by the reason: ambiguous-profile, destination-exists,
-- invalid-legacy-profile-id, orphan-profile-id, superseded-profile, unknown-owner.

SELECT d.path
FROM document AS d
WHERE d.legacy_ids IS NOT NULL AND d.fault IS NULL AND d.owner IS NOT NULL
  AND NOT EXISTS (
    SELECT 1 FROM unresolvable AS u WHERE u.owner = d.owner AND u.legacy_ids = d.legacy_ids)
UNION ALL
SELECT d.path
FROM move AS m JOIN document AS d ON d.id = m.id
WHERE m.is_first
  AND NOT (d.legacy_ids IS NOT NULL AND d.owner IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM unresolvable AS u WHERE u.owner = d.owner AND u.legacy_ids = d.legacy_ids));
