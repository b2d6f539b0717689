-- What migration 0002 would do, worked out as it does it.
--
-- legacy_finding (id, code, detail): what it would leave alone, and why.
-- move (id, is_first): what it would move; `is_first` is NULL where something is in the way.

CREATE TEMP TABLE legacy_finding (
  code TEXT, id INTEGER, detail TEXT, PRIMARY KEY (code, id) ON CONFLICT IGNORE
) WITHOUT ROWID;

INSERT INTO legacy_finding (id, code)
SELECT p.id,
  CASE
    WHEN p.legacy_number IS NULL THEN 'invalid-legacy-profile-id'
    WHEN p.owner IS NULL THEN 'unknown-owner'
    ELSE coalesce(m.code, 'superseded-profile')
  END
FROM profile AS p LEFT JOIN meaning AS m ON m.owner = p.owner AND m.number = p.legacy_number
WHERE p.is_legacy AND (m.owner IS NULL OR m.code IS NOT NULL OR m.is_current);

-- Documents below profiles keyed by a number, nearest first. They belong to the owner of that profile,
-- or where it is missing to their own.
CREATE TEMP TABLE below AS
WITH RECURSIVE profile_above (id, path, owner, above, level) AS (
  SELECT id, path, owner, legacy_profile_above(path), 1
  FROM document
  WHERE legacy_profile IS NOT NULL AND fault IS NULL
  UNION ALL
  SELECT id, path, owner, legacy_profile_above(above), level + 1
  FROM profile_above
  WHERE legacy_profile_above(above) IS NOT NULL)
SELECT a.id, a.path, a.above, a.level, coalesce(p.owner, a.owner) AS owner,
  e164(doc_id(a.above)) AS number
FROM profile_above AS a LEFT JOIN profile AS p ON p.path = a.above AND p.is_legacy;

INSERT INTO legacy_finding (id, code)
SELECT b.id,
  CASE
    WHEN b.number IS NULL THEN 'invalid-legacy-profile-id'
    WHEN b.owner IS NULL THEN 'unknown-owner'
    ELSE coalesce(m.code, 'orphan-profile-id')
  END
FROM below AS b LEFT JOIN meaning AS m ON m.owner = b.owner AND m.number = b.number
WHERE m.profile IS NULL;

INSERT INTO legacy_finding (id, code, detail)
SELECT d.id, u.code, u.text
FROM suspect AS d JOIN unresolved AS u ON u.legacy_ids = d.legacy_ids AND u.owner IS d.owner
WHERE d.fault IS NULL;

CREATE TEMP TABLE move (
  id INTEGER PRIMARY KEY, path TEXT, destination TEXT, above TEXT, above_profile TEXT,
  is_first INTEGER
);

INSERT INTO move (id, path, destination)
SELECT p.id, p.path, replace_id(p.path, p.path, m.profile)
FROM profile AS p JOIN meaning AS m ON m.owner = p.owner AND m.number = p.legacy_number
WHERE NOT m.is_current AND m.profile IS NOT NULL;

INSERT INTO move (id, path, destination, above, above_profile)
SELECT b.id, b.path, replace_id(b.path, b.above, m.profile), b.above, m.profile
FROM below AS b JOIN meaning AS m ON m.owner = b.owner AND m.number = b.number
WHERE m.profile IS NOT NULL
ORDER BY b.level
ON CONFLICT (id) DO UPDATE SET
  destination = replace_id(destination, excluded.above, excluded.above_profile);

CREATE INDEX temp.move_destination ON move (destination, path);

UPDATE move SET is_first = 1
WHERE NOT document_exists(destination)
  AND path = (SELECT min(m.path) FROM move AS m WHERE m.destination = move.destination);

INSERT INTO legacy_finding (id, code, detail)
SELECT id, 'destination-exists', destination FROM move WHERE is_first IS NULL;
