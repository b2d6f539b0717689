-- Profiles with the telephone number of another profile of their user
-- severity: warning
--
-- A reply cannot be told from the other's, and the person gets every message twice. However the
-- numbers are spelled, they are the same.

SELECT path, number AS detail
FROM (
  SELECT path, number, count(*) OVER (PARTITION BY owner, number) AS profiles
  FROM profile
  WHERE owner IS NOT NULL AND number IS NOT NULL)
WHERE profiles > 1;
