-- Tasks with an unknown status
-- severity: error
-- detail: open
--
-- `status` is there, and is none of active, paused, completed, archived.

SELECT d.path, d.data -> 'status' AS detail
FROM task AS k JOIN document AS d ON d.id = k.id
WHERE d.data -> 'status'
  NOT IN ('"active"', '"paused"', '"completed"', '"archived"', 'null');
