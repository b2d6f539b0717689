-- Telephone numbers that are not in E.164 form
-- severity: error
-- repair: hallo-migrate up
--
-- SMS providers refuse them. Migration 0001 writes them as +17788143739.

SELECT path, text AS detail FROM phone WHERE number <> text;
