-- Documents below a document that does not exist
-- severity: info
--
-- Firestore allows it, and its console shows the parent in italics. What lies below a profile keyed
-- by a number is not counted here: legacy-profile-id, or the reason why it stays, is about it.

SELECT path
FROM suspect
WHERE legacy_profile IS NULL AND parent_path(path) IN (SELECT path FROM missing_parent);
