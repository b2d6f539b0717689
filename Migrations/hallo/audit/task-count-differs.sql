-- Users whose taskCount is not the number of their tasks
-- severity: warning
-- detail: open
--
-- The app compares it with its limits. A user without the field is not counted.

SELECT d.path, 'says ' || (d.data -> 'taskCount') || ', has ' || coalesce(n.number, 0) AS detail
FROM user AS u JOIN document AS d ON d.id = u.id
  LEFT JOIN (SELECT owner, count(*) AS number FROM task GROUP BY owner) AS n
    ON n.owner = u.doc_id
WHERE d.data ->> 'taskCount' IS NOT NULL
  AND NOT (json_type(d.data, '$.taskCount') IN ('integer', 'real')
    AND d.data ->> 'taskCount' = coalesce(n.number, 0));
