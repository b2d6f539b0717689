-- Telephone numbers that are no text
-- severity: error
--
-- SMS cannot reach them.

SELECT path, json AS detail FROM phone WHERE text IS NULL;
