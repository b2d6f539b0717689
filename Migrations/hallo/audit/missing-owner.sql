-- Events that no user owns
-- severity: error
--
-- The path is not below a user, and there is no `userId`. A malformed event is counted by the first
-- fault that it has, and nothing else changes, moves, removes or archives it.

SELECT path FROM document WHERE fault = 'missing-owner';
