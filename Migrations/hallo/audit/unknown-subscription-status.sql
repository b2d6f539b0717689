-- Users with an unknown subscription status
-- severity: error
-- detail: open
--
-- `subscriptionStatus` is there, and is none of trial, active, expired.

SELECT d.path, d.data -> 'subscriptionStatus' AS detail
FROM user AS k JOIN document AS d ON d.id = k.id
WHERE d.data -> 'subscriptionStatus'
  NOT IN ('"trial"', '"active"', '"expired"', 'null');
