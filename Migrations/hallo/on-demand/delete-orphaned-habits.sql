-- Delete orphaned habits
--
-- Why: a profile that was deleted left its habits behind, and nobody can see or stop them.
--
-- Changes: removes tasks whose `profileId` names no profile of their owner.
--
-- Leaves alone, with a finding: tasks that name no profile at all (missing-profile-id), and tasks that
-- nobody owns (unknown-owner): whether they are orphans cannot be told.

INSERT INTO finding (path, code)
SELECT path, iif(owner IS NULL, 'unknown-owner', 'missing-profile-id')
FROM document
WHERE kind = 'task' AND (owner IS NULL OR profile_id IS NULL);

CREATE TEMP TABLE profile AS
SELECT owner, doc_id FROM document WHERE kind = 'profile' AND owner IS NOT NULL;

CREATE INDEX temp.profile_id ON profile (owner, doc_id);

DELETE FROM document
WHERE kind = 'task' AND owner IS NOT NULL AND profile_id IS NOT NULL
  AND NOT EXISTS (
    SELECT 1 FROM profile AS p WHERE p.owner = document.owner AND p.doc_id = document.profile_id);
