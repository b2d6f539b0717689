-- Confirmed profiles without the date of their confirmation
-- severity: warning
--
-- That someone agreed to get messages has to be proved with `confirmedAt`.

SELECT d.path
FROM profile AS p JOIN document AS d ON d.id = p.id
WHERE d.data -> 'status' = '"confirmed"' AND coalesce(d.data -> 'confirmedAt', 'null') = 'null';
