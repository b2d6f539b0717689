-- Telephone numbers with an extension
-- severity: error
--
-- SMS cannot reach them.

SELECT path, text AS detail FROM phone WHERE code = 'phone-has-extension';
