-- Documents that nobody owns
-- severity: error
--
-- Profiles, tasks, responses, and whatever names a profile by its number, without a user above them
-- and without a `userId`. Events are missing-owner.

SELECT path
FROM suspect
WHERE owner IS NULL AND kind IN ('profile', 'task', 'response')
UNION ALL
SELECT d.path
FROM legacy_finding AS f JOIN document AS d ON d.id = f.id
WHERE f.code = 'unknown-owner'
  AND NOT (d.owner IS NULL AND d.kind IN ('profile', 'task', 'response'));
