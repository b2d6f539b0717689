-- Profiles with an unknown status
-- severity: error
-- detail: open
--
-- `status` is there, and is none of pending, pendingConfirmation, confirmed, inactive.

SELECT d.path, d.data -> 'status' AS detail
FROM profile AS k JOIN document AS d ON d.id = k.id
WHERE d.data -> 'status'
  NOT IN ('"pending"', '"pendingConfirmation"', '"confirmed"', '"inactive"', 'null');
