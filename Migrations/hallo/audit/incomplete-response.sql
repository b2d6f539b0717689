-- Responses without a field that they need
-- severity: error
-- detail: open
--
-- Absent, null or empty: `profileId`, `receivedAt` or `responseType`: who answered, when, and how.
-- (A confirmation has no `taskId`. What an event needs is checked by missing-event-type, missing-
-- created-at and so on.)

SELECT path, substr(missing, 3) AS detail
FROM (
  SELECT path,
    iif(coalesce(profile_id, '') = '', ', profileId', '') ||
    iif(coalesce(received_at, 'null') IN ('null', '""'), ', receivedAt', '') ||
    iif(coalesce(type, 'null') IN ('null', '""'), ', responseType', '') AS missing
  FROM odd_response)
WHERE missing <> '';
