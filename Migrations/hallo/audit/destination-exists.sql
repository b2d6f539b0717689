-- Documents keyed by a number that cannot move to the profile's own id
-- severity: warning
--
-- Something is already where migration 0002 would move them.

SELECT d.path, f.detail
FROM legacy_finding AS f JOIN document AS d ON d.id = f.id
WHERE f.code = 'destination-exists';
