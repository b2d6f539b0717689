-- Repair null photos
--
-- Why: a JavaScript null was once stringified on its way into `photoData`, which makes its event
-- malformed (null-photo), so that nothing else dares to touch it.
--
-- Changes: the text `<null>` of every `photoData`, at any depth, becomes a real null.
--
-- Leaves alone: everything else. An event that is malformed for another reason too stays malformed.

UPDATE document
SET data = replace_everywhere(data, 'photoData', '{"<null>":null}')
WHERE instr(data, '"photoData":"<null>"') > 0;
