-- Telephone numbers that no one has been given yet
-- severity: warning
--
-- They have the right length and may be misspelt; numbering plans also grow faster than libraries.

SELECT path, text AS detail FROM phone WHERE code = 'unassigned-phone';
