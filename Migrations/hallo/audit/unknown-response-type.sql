-- Responses of an unknown type
-- severity: error
-- detail: open
--
-- `responseType` is there, and is none of text, photo, both.

SELECT path, type AS detail
FROM odd_response
WHERE type NOT IN ('"text"', '"photo"', '"both"', 'null');
