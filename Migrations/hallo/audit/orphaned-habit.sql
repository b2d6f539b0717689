-- Tasks whose profile does not exist with their owner
-- severity: error
-- repair: hallo-migrate up && hallo-migrate run delete-orphaned-habits
-- detail: open
--
-- Nobody can see or stop them. A number counts as the profile that it means, which is what `up`
-- makes of it; the task that deletes orphans takes ids as they are, so `up` comes first.

SELECT path, profile_id AS detail
FROM task
WHERE (owner, profile_id) IN (SELECT owner, profile_id FROM orphan);
