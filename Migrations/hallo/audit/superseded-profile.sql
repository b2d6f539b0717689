-- Profiles keyed by a number that another profile of their owner has
-- severity: warning
--
-- Migration 0002 leaves them alone: which of the two is right has to be decided by someone who
-- knows.

SELECT d.path, f.detail
FROM legacy_finding AS f JOIN document AS d ON d.id = f.id
WHERE f.code = 'superseded-profile';
