-- Documents that name a profile by a number that several profiles have
-- severity: error
--
-- Nobody can tell which of their owner's profiles is meant.

SELECT d.path, f.detail
FROM legacy_finding AS f JOIN document AS d ON d.id = f.id
WHERE f.code = 'ambiguous-profile';
