-- Rewrite legacy profile ids
--
-- Why: profiles were once keyed by telephone number. Today a profile's id is an upper-case UUID, and
-- an id that is a number is personal data in every path and every reference.
--
-- Changes: a profile whose id is a number moves to a UUID made from its owner and the number, and its
-- `id` becomes the same; what is below such a profile moves with it; every `profileId`, at any depth,
-- that is a number becomes the UUID that the number means for the document's owner.
--
-- A number means the owner's one profile with that `phoneNumber`; without one, the UUID that the
-- profile keyed by the number moves to.
--
-- Leaves alone, with a finding: a profile keyed by a number that another profile of its owner has
-- (superseded-profile); what could mean several profiles (ambiguous-profile) or none
-- (orphan-profile-id); an id that looks like a number and is none (invalid-legacy-profile-id); what
-- nobody owns (unknown-owner); what would move to where something is (destination-exists).
-- Malformed events are skipped.

CREATE TEMP TABLE legacy_profile AS
SELECT id, path, owner, e164(doc_id) AS number
FROM document
WHERE kind = 'profile' AND phone_like(doc_id);

-- What a number means for an owner: one profile, or none because of a code.
CREATE TEMP TABLE meaning (
  owner TEXT, number TEXT, profile TEXT, code TEXT, is_current INTEGER, PRIMARY KEY (owner, number)
) WITHOUT ROWID;

INSERT INTO meaning
SELECT owner, e164(json_text(phone_number)) AS number,
  iif(count(DISTINCT doc_id) = 1, min(doc_id), NULL),
  iif(count(DISTINCT doc_id) = 1, NULL, 'ambiguous-profile'), 1
FROM document
WHERE kind = 'profile' AND NOT phone_like(doc_id) AND owner IS NOT NULL
  AND e164(json_text(phone_number)) IS NOT NULL
GROUP BY owner, number;

INSERT OR IGNORE INTO meaning
SELECT owner, number,
  iif(count(*) = 1, uuid5('8f0b6c1e-52a7-4f53-9d2c-6a1f6d0f7c11', owner || '/' || number), NULL),
  iif(count(*) = 1, NULL, 'ambiguous-profile'), 0
FROM legacy_profile
WHERE owner IS NOT NULL AND number IS NOT NULL
GROUP BY owner, number;

INSERT INTO finding (path, code)
SELECT l.path,
  CASE
    WHEN l.number IS NULL THEN 'invalid-legacy-profile-id'
    WHEN l.owner IS NULL THEN 'unknown-owner'
    ELSE coalesce(m.code, 'superseded-profile')
  END
FROM legacy_profile AS l LEFT JOIN meaning AS m ON m.owner = l.owner AND m.number = l.number
WHERE m.owner IS NULL OR m.code IS NOT NULL OR m.is_current;

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
FROM profile_above AS a LEFT JOIN legacy_profile AS p ON p.path = a.above;

INSERT INTO finding (path, code)
SELECT b.path,
  CASE
    WHEN b.number IS NULL THEN 'invalid-legacy-profile-id'
    WHEN b.owner IS NULL THEN 'unknown-owner'
    ELSE coalesce(m.code, 'orphan-profile-id')
  END
FROM below AS b LEFT JOIN meaning AS m ON m.owner = b.owner AND m.number = b.number
WHERE m.profile IS NULL;

-- Profiles that move, and what moves with them: every number in its path is replaced.
CREATE TEMP TABLE move (
  id INTEGER PRIMARY KEY, path TEXT, destination TEXT, profile TEXT, above TEXT, above_profile TEXT,
  is_first INTEGER
);

INSERT INTO move (id, path, destination, profile)
SELECT l.id, l.path, replace_id(l.path, l.path, m.profile), m.profile
FROM legacy_profile AS l JOIN meaning AS m ON m.owner = l.owner AND m.number = l.number
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

INSERT INTO finding (path, code, detail)
SELECT path, 'destination-exists', destination FROM move WHERE is_first IS NULL;

-- Documents that refer to a profile by number, and each distinct set of numbers taken apart once.
CREATE TEMP TABLE referrer (id INTEGER PRIMARY KEY, owner TEXT, legacy_ids TEXT);

INSERT INTO referrer
SELECT id, owner, legacy_ids FROM document WHERE legacy_ids IS NOT NULL AND fault IS NULL;

CREATE TEMP TABLE reference AS
SELECT r.owner, r.legacy_ids, id.value AS text, m.profile,
  CASE
    WHEN e164(id.value) IS NULL THEN 'invalid-legacy-profile-id'
    WHEN r.owner IS NULL THEN 'unknown-owner'
    WHEN m.owner IS NULL THEN 'orphan-profile-id'
    ELSE m.code
  END AS code
FROM (SELECT DISTINCT owner, legacy_ids FROM referrer) AS r
  JOIN json_each(r.legacy_ids) AS id
  LEFT JOIN meaning AS m ON m.owner = r.owner AND m.number = e164(id.value);

CREATE TEMP TABLE unresolved AS SELECT * FROM reference WHERE code IS NOT NULL ORDER BY text;

CREATE INDEX temp.unresolved_ids ON unresolved (legacy_ids, owner);

INSERT INTO finding (path, code, detail)
SELECT d.path, u.code, u.text
FROM referrer AS r
  JOIN unresolved AS u ON u.legacy_ids = r.legacy_ids AND u.owner IS r.owner
  JOIN document AS d ON d.id = r.id;

CREATE TEMP TABLE replacement AS
SELECT owner, legacy_ids, json_group_object(text, profile) AS profiles
FROM reference
WHERE profile IS NOT NULL
GROUP BY owner, legacy_ids;

CREATE INDEX temp.replacement_ids ON replacement (legacy_ids, owner);

DELETE FROM move WHERE is_first IS NULL;

UPDATE document
SET data = replace_everywhere(document.data, 'profileId', p.profiles)
FROM referrer AS r JOIN replacement AS p ON p.legacy_ids = r.legacy_ids AND p.owner = r.owner
WHERE document.id = r.id AND r.id NOT IN (SELECT id FROM move);

-- What moves may also refer to profiles.
UPDATE document
SET path = m.destination,
  data = iif(
    m.profile IS NULL,
    replace_everywhere(document.data, 'profileId', p.profiles),
    json_replace(replace_everywhere(document.data, 'profileId', p.profiles), '$.id', m.profile))
FROM move AS m
  LEFT JOIN referrer AS r ON r.id = m.id
  LEFT JOIN replacement AS p ON p.legacy_ids = r.legacy_ids AND p.owner = r.owner
WHERE document.id = m.id;
