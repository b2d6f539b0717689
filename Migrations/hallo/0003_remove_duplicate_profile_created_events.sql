-- Remove duplicate profile-created events
--
-- Why: the app replayed the moment in which a profile was made, and families saw it again and again.
--
-- Changes: of the profile-created events of one owner and profile, the earliest stays (of several at
-- one instant, the first by path), and the others are removed.
--
-- Leaves alone: malformed events.

DELETE FROM document
WHERE id IN (
  SELECT id
  FROM (
    SELECT id, row_number() OVER (PARTITION BY owner, profile_id ORDER BY instant, path) AS place
    FROM document
    WHERE event_type = 'profileCreated' AND fault IS NULL)
  WHERE place > 1);
