-- Telephone numbers that are none
-- severity: error
--
-- SMS cannot reach them.

SELECT path, text AS detail FROM phone WHERE code = 'invalid-phone';
