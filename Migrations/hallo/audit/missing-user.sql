-- Documents whose owner does not exist
-- severity: error
-- detail: open
--
-- There is no user document with that id: the family cannot see, correct or delete them.

SELECT path, owner AS detail FROM suspect WHERE owner IN (SELECT owner FROM missing_user);
