-- Users with more than four profiles
-- severity: warning
-- detail: open

SELECT u.path, n.profiles || ' profiles' AS detail
FROM (
  SELECT owner, count(*) AS profiles FROM profile WHERE owner IS NOT NULL GROUP BY owner) AS n
  JOIN user AS u ON u.doc_id = n.owner
WHERE n.profiles > 4;
