-- The documents that others name: users, profiles and tasks, which are few of all; and the ways in which
-- documents name them, and are below them, each once.
--
-- user (id, path, doc_id), profile (id, path, doc_id, owner, is_legacy, number, legacy_number, profile)
-- and task (id, path, owner, profile_id). Of a profile, `number` is its telephone number and
-- `legacy_number` the number that it is keyed by, both in E.164 form; `profile` is the id that it has
-- once it was migrated.
--
-- reference (owner, profile_id, legacy_ids, parent): `parent` is the path of the document above, but of
-- none that is below a profile keyed by a number.

CREATE TEMP TABLE household AS
SELECT id, kind, path, doc_id, owner, profile_id
FROM document
WHERE kind IN ('user', 'profile', 'task');

CREATE TEMP TABLE reference AS
SELECT DISTINCT owner, profile_id, legacy_ids,
  iif(legacy_profile IS NULL, parent_path(path), NULL) AS parent
FROM document;

CREATE TEMP TABLE user AS SELECT id, path, doc_id FROM household WHERE kind = 'user';

CREATE INDEX temp.user_id ON user (doc_id);

CREATE TEMP TABLE task AS SELECT id, path, owner, profile_id FROM household WHERE kind = 'task';

CREATE TEMP TABLE profile (
  id INTEGER PRIMARY KEY, path TEXT, doc_id TEXT, owner TEXT, is_legacy INTEGER, number TEXT,
  legacy_number TEXT, profile TEXT
);

INSERT INTO profile
SELECT h.id, h.path, h.doc_id, h.owner, phone_like(h.doc_id), p.number,
  iif(phone_like(h.doc_id), e164(h.doc_id), NULL), h.doc_id
FROM household AS h LEFT JOIN phone AS p ON p.id = h.id
WHERE h.kind = 'profile';

CREATE INDEX temp.profile_id ON profile (owner, doc_id);

DROP TABLE household;

-- What a number means for an owner, as in migration 0002: one profile, or none because of a code.
CREATE TEMP TABLE meaning (
  owner TEXT, number TEXT, profile TEXT, code TEXT, is_current INTEGER, PRIMARY KEY (owner, number)
) WITHOUT ROWID;

INSERT INTO meaning
SELECT owner, number,
  iif(count(DISTINCT doc_id) = 1, min(doc_id), NULL),
  iif(count(DISTINCT doc_id) = 1, NULL, 'ambiguous-profile'), 1
FROM profile
WHERE NOT is_legacy AND owner IS NOT NULL AND number IS NOT NULL
GROUP BY owner, number;

INSERT OR IGNORE INTO meaning
SELECT owner, legacy_number,
  iif(count(*) = 1,
    uuid5('8f0b6c1e-52a7-4f53-9d2c-6a1f6d0f7c11', owner || '/' || legacy_number), NULL),
  iif(count(*) = 1, NULL, 'ambiguous-profile'), 0
FROM profile
WHERE is_legacy AND owner IS NOT NULL AND legacy_number IS NOT NULL
GROUP BY owner, legacy_number;

UPDATE profile SET profile = m.profile
FROM meaning AS m
WHERE m.owner = profile.owner AND m.number = profile.legacy_number AND m.profile IS NOT NULL;
