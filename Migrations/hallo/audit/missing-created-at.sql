-- Events without a moment
-- severity: error
--
-- `createdAt` and `timestamp` are both absent or null. A malformed event is counted by the first
-- fault that it has, and nothing else changes, moves, removes or archives it.

SELECT path FROM document WHERE fault = 'missing-created-at';
