-- Users without a field that they need
-- severity: error
-- detail: open
--
-- Absent, null or empty: `subscriptionStatus`, without which nobody knows what the family may use,
-- or `createdAt`, from which a trial is counted.

SELECT path, substr(missing, 3) AS detail
FROM (
  SELECT d.path,
    iif(coalesce(d.data -> 'subscriptionStatus', 'null') IN ('null', '""'), ', subscriptionStatus', '') ||
    iif(coalesce(d.data -> 'createdAt', 'null') IN ('null', '""'), ', createdAt', '') AS missing
  FROM user AS k JOIN document AS d ON d.id = k.id)
WHERE missing <> '';
