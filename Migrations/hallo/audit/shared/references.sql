-- What is wrong with the ways in which documents name their owner and profiles.
--
-- missing_user (owner): owners without a user document.
-- missing_parent (path): documents that do not exist, and others are below.
-- unresolved (owner, legacy_ids, text, code): numbers that mean no profile, and why.
-- unresolvable (owner, legacy_ids): none of whose numbers means a profile.
-- orphan (owner, profile_id): top-level `profileId`s that are no profile of the owner.
-- suspect (id, kind, path, owner, profile_id, fault, legacy_ids, legacy_profile): the documents that one
-- of these is about, that nobody owns, or that are below one that does not exist.

CREATE TEMP TABLE missing_user AS
SELECT DISTINCT owner
FROM reference
WHERE owner IS NOT NULL AND owner NOT IN (SELECT doc_id FROM user);

CREATE TEMP TABLE missing_parent (path TEXT PRIMARY KEY) WITHOUT ROWID;

INSERT INTO missing_parent
SELECT parent
FROM (SELECT DISTINCT parent FROM reference WHERE parent IS NOT NULL)
WHERE NOT document_exists(parent);

CREATE TEMP TABLE named AS
SELECT r.owner, r.legacy_ids, id.value AS text,
  CASE
    WHEN e164(id.value) IS NULL THEN 'invalid-legacy-profile-id'
    WHEN r.owner IS NULL THEN 'unknown-owner'
    WHEN m.owner IS NULL THEN 'orphan-profile-id'
    ELSE m.code
  END AS code
FROM (SELECT DISTINCT owner, legacy_ids FROM reference WHERE legacy_ids IS NOT NULL) AS r
  JOIN json_each(r.legacy_ids) AS id
  LEFT JOIN meaning AS m ON m.owner = r.owner AND m.number = e164(id.value);

CREATE TEMP TABLE unresolved AS SELECT * FROM named WHERE code IS NOT NULL ORDER BY text;

CREATE INDEX temp.unresolved_ids ON unresolved (legacy_ids, owner);

CREATE TEMP TABLE unresolvable (
  owner TEXT NOT NULL, legacy_ids TEXT NOT NULL, PRIMARY KEY (owner, legacy_ids)
) WITHOUT ROWID;

INSERT INTO unresolvable
SELECT owner, legacy_ids
FROM named
WHERE owner IS NOT NULL
GROUP BY owner, legacy_ids
HAVING count(code) = count(*);

DROP TABLE named;

CREATE TEMP TABLE orphan (
  owner TEXT NOT NULL, profile_id TEXT NOT NULL, PRIMARY KEY (owner, profile_id)
) WITHOUT ROWID;

INSERT INTO orphan
SELECT DISTINCT r.owner, r.profile_id
FROM reference AS r
WHERE r.owner IS NOT NULL AND r.profile_id <> '' AND NOT phone_like(r.profile_id)
  AND NOT EXISTS (
    SELECT 1 FROM profile AS p WHERE p.owner = r.owner AND p.doc_id = r.profile_id)
UNION
SELECT r.owner, r.profile_id
FROM reference AS r JOIN unresolved AS u ON u.legacy_ids = r.legacy_ids AND u.owner = r.owner
WHERE u.text = r.profile_id AND u.code = 'orphan-profile-id';

CREATE TEMP TABLE doubtful (
  owner TEXT, profile_id TEXT, legacy_ids TEXT, PRIMARY KEY (owner, profile_id, legacy_ids)
) WITHOUT ROWID;

INSERT INTO doubtful
SELECT DISTINCT r.owner, coalesce(r.profile_id, ''), coalesce(r.legacy_ids, '')
FROM reference AS r
WHERE r.owner IN (SELECT owner FROM missing_user)
  OR EXISTS (SELECT 1 FROM orphan AS o WHERE o.owner = r.owner AND o.profile_id = r.profile_id)
  OR r.owner IS NOT NULL AND EXISTS (
    SELECT 1 FROM unresolved AS u WHERE u.legacy_ids = r.legacy_ids AND u.owner = r.owner);

CREATE TEMP TABLE suspect AS
SELECT id, kind, path, owner, profile_id, fault, legacy_ids, legacy_profile
FROM document AS d
WHERE d.owner IS NULL
    AND (d.kind IN ('profile', 'task', 'response') OR d.legacy_ids IS NOT NULL)
  OR EXISTS (
    SELECT 1 FROM doubtful AS r
    WHERE r.owner = d.owner AND r.profile_id = coalesce(d.profile_id, '')
      AND r.legacy_ids = coalesce(d.legacy_ids, ''))
  OR d.legacy_profile IS NULL AND parent_path(d.path) IN (SELECT path FROM missing_parent);

DROP TABLE reference;

DROP TABLE doubtful;
