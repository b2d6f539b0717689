-- Events of an unknown type
-- severity: error
--
-- `eventType` is neither `taskResponse` nor `profileCreated`. A malformed event is counted by the
-- first fault that it has, and nothing else changes, moves, removes or archives it.

SELECT path FROM document WHERE fault = 'unknown-event-type';
