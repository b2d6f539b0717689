-- Tasks without a field that they need
-- severity: error
-- detail: open
--
-- Absent, null or empty: `profileId`, `title`, `frequency`, `scheduledTime` or `status`, without
-- which no reminder can be sent: to whom, of what, how often, when, and whether at all.

SELECT path, substr(missing, 3) AS detail
FROM (
  SELECT d.path,
    iif(coalesce(d.profile_id, '') = '', ', profileId', '') ||
    iif(coalesce(d.data -> 'title', 'null') IN ('null', '""'), ', title', '') ||
    iif(coalesce(d.data -> 'frequency', 'null') IN ('null', '""'), ', frequency', '') ||
    iif(coalesce(d.data -> 'scheduledTime', 'null') IN ('null', '""'), ', scheduledTime', '') ||
    iif(coalesce(d.data -> 'status', 'null') IN ('null', '""'), ', status', '') AS missing
  FROM task AS k JOIN document AS d ON d.id = k.id)
WHERE missing <> '';
