-- Normalize phone numbers
--
-- Why: SMS providers refuse numbers that are not in E.164 form, and the app stored them as people
-- typed them: (778) 814-3739, 7788143739, 17788143739.
--
-- Changes: the top-level `phoneNumber` of every document that is not an event, from a text that is a
-- telephone number to its E.164 form, such as +17788143739.
--
-- Leaves alone, with a finding: a text that is no number (invalid-phone) or has an extension
-- (phone-has-extension), and what is no text (phone-not-a-string). A number that no one has been
-- given yet (unassigned-phone) is changed all the same; the finding is a warning.

INSERT INTO finding (path, code, detail)
SELECT path, 'phone-not-a-string', phone_number
FROM document
WHERE phone_number IS NOT NULL AND kind <> 'event' AND json_text(phone_number) IS NULL;

INSERT INTO finding (path, code, detail)
SELECT path, e164_code(json_text(phone_number)), json_text(phone_number)
FROM document
WHERE phone_number IS NOT NULL AND kind <> 'event'
  AND e164_code(json_text(phone_number)) IS NOT NULL;

UPDATE document
SET data = json_set(data, '$.phoneNumber', e164(json_text(phone_number)))
WHERE phone_number IS NOT NULL AND kind <> 'event'
  AND e164(json_text(phone_number)) IS NOT NULL;
