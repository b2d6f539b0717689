-- Users whose profileCount is not the number of their profiles
-- severity: warning
-- detail: open
--
-- The app compares it with its limits. A user without the field is not counted.

SELECT d.path, 'says ' || (d.data -> 'profileCount') || ', has ' || coalesce(n.number, 0) AS detail
FROM user AS u JOIN document AS d ON d.id = u.id
  LEFT JOIN (SELECT owner, count(*) AS number FROM profile GROUP BY owner) AS n
    ON n.owner = u.doc_id
WHERE d.data ->> 'profileCount' IS NOT NULL
  AND NOT (json_type(d.data, '$.profileCount') IN ('integer', 'real')
    AND d.data ->> 'profileCount' = coalesce(n.number, 0));
