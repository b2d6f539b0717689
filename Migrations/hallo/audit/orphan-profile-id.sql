-- Documents whose profile does not exist with their owner
-- severity: error
-- detail: open
--
-- Responses and events whose `profileId` is no profile of their owner, neither by its id nor by its
-- number; and any document that names such a profile by number at some depth, or lies below one.
-- Tasks are orphaned-habit.

SELECT path, profile_id AS detail
FROM suspect
WHERE kind IN ('response', 'event') AND fault IS NULL
  AND (owner, profile_id) IN (SELECT owner, profile_id FROM orphan)
UNION ALL
SELECT d.path, f.detail
FROM legacy_finding AS f JOIN document AS d ON d.id = f.id
WHERE f.code = 'orphan-profile-id'
  AND (d.kind NOT IN ('task', 'response', 'event') OR d.owner IS NULL OR d.profile_id IS NULL
    OR (d.owner, d.profile_id) NOT IN (SELECT owner, profile_id FROM orphan));
