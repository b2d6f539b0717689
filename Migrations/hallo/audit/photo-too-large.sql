-- Photos over 10 MB
-- severity: warning
-- detail: open
--
-- In any document. A photo that the app did not shrink, of more than 10,000,000 bytes.

SELECT d.path, max(length(p.bytes)) || ' bytes' AS detail
FROM photo AS p
  JOIN photo_use AS u ON u.sha256 = p.sha256
  JOIN document AS d ON d.id = u.version
WHERE length(p.bytes) > 10000000
GROUP BY d.path;
