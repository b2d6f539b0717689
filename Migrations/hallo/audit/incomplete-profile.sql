-- Profiles without a field that they need
-- severity: error
-- detail: open
--
-- Absent, null or empty: `name`, `phoneNumber`, `timeZone` or `status`, without which no SMS can be
-- sent: whom to greet, where to, at what hour, and whether they agreed.

SELECT path, substr(missing, 3) AS detail
FROM (
  SELECT d.path,
    iif(coalesce(d.data -> 'name', 'null') IN ('null', '""'), ', name', '') ||
    iif(d.phone_number IS NULL, ', phoneNumber', '') ||
    iif(coalesce(d.data -> 'timeZone', 'null') IN ('null', '""'), ', timeZone', '') ||
    iif(coalesce(d.data -> 'status', 'null') IN ('null', '""'), ', status', '') AS missing
  FROM profile AS k JOIN document AS d ON d.id = k.id)
WHERE missing <> '';
