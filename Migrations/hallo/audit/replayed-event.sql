-- Replays of the moment in which a profile was made
-- severity: warning
-- repair: hallo-migrate up
--
-- Families see it again and again. Migration 0003 keeps the earliest.

SELECT path
FROM (
  SELECT e.path, row_number() OVER (
    PARTITION BY e.owner, coalesce(m.profile, e.profile_id) ORDER BY e.instant, e.path) AS place
  FROM document AS e
    LEFT JOIN meaning AS m ON m.owner = e.owner
      AND m.number = iif(phone_like(e.profile_id), e164(e.profile_id), NULL)
  WHERE e.event_type = 'profileCreated' AND e.fault IS NULL)
WHERE place > 1;
