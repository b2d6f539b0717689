-- Telephone numbers, each read once.
--
-- phone (id, path, json, text, number, code): `json` is what the document has, `text` the text that it
-- is, `number` its E.164 form, and `code` why it has none, or a warning about it.

CREATE TEMP TABLE phone AS
SELECT id, path, phone_number AS json, text, e164(text) AS number, e164_code(text) AS code
FROM (
  SELECT id, path, phone_number, json_text(phone_number) AS text
  FROM document
  WHERE phone_number IS NOT NULL AND kind <> 'event');

CREATE UNIQUE INDEX temp.phone_id ON phone (id);
