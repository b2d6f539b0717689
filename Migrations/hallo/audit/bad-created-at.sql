-- Events whose moment cannot be read
-- severity: error
--
-- `createdAt`, or without it `timestamp`, is no instant. A malformed event is counted by the first
-- fault that it has, and nothing else changes, moves, removes or archives it.

SELECT path FROM document WHERE fault = 'bad-created-at';
