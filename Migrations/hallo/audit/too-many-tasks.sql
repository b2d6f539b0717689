-- Profiles with more than ten tasks
-- severity: warning
-- detail: open
--
-- A task that names its profile by number counts as one of the profile that the number means.

SELECT p.path, n.tasks || ' tasks' AS detail
FROM (
  SELECT t.owner, coalesce(m.profile, t.profile_id) AS profile, count(*) AS tasks
  FROM task AS t
    LEFT JOIN meaning AS m ON m.owner = t.owner AND
      m.number = iif(phone_like(t.profile_id), e164(t.profile_id), NULL)
  WHERE t.owner IS NOT NULL AND t.profile_id IS NOT NULL
  GROUP BY 1, 2) AS n
  JOIN (SELECT owner, profile, min(path) AS path FROM profile GROUP BY 1, 2) AS p
    ON p.owner = n.owner AND p.profile = n.profile
WHERE n.tasks > 10;
