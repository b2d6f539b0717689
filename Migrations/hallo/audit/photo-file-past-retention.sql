-- Photos past retention that are files
-- severity: warning
-- repair: hallo-migrate archive run --mirror DIR
--
-- Events older than --older-than, 90 days by default, with the URL of a photo. They are photo records, and archived, if the
-- file is in the mirror of the bucket.

SELECT path
FROM document
WHERE event_type = 'taskResponse' AND fault IS NULL AND has_photo = 2
  AND instant < due_before();
