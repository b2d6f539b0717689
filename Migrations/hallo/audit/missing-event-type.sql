-- Events without a type
-- severity: error
--
-- `eventType` is absent, or is no text. A malformed event is counted by the first fault that it
-- has, and nothing else changes, moves, removes or archives it.

SELECT path FROM document WHERE fault = 'missing-event-type';
