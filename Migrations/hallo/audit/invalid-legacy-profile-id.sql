-- Documents that name a profile by a number that is none
-- severity: error
--
-- Their profile id looks like a telephone number, and is none.

SELECT d.path, f.detail
FROM legacy_finding AS f JOIN document AS d ON d.id = f.id
WHERE f.code = 'invalid-legacy-profile-id';
