-- Photos past retention
-- severity: warning
-- repair: hallo-migrate archive run
--
-- Photo records older than --older-than, 90 days by default, whose photo is in the document. Hallo's privacy rule deletes
-- message text after that. A record that still names its profile by number stays until `up` has
-- run.

SELECT path
FROM document
WHERE event_type = 'taskResponse' AND fault IS NULL AND has_photo = 1
  AND instant < due_before();
