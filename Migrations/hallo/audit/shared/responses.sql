-- Responses that are not plainly complete and of a known type, which are few of all.
--
-- odd_response (path, profile_id, received_at, type): the last two as JSON.

CREATE TEMP TABLE odd_response AS
SELECT path, profile_id, data -> 'receivedAt' AS received_at, data -> 'responseType' AS type
FROM document
WHERE kind = 'response'
  AND (coalesce(profile_id, '') = ''
    OR coalesce(data -> 'responseType', '') NOT IN ('"text"', '"photo"', '"both"')
    OR coalesce(data -> 'receivedAt', 'null') IN ('null', '""'));
