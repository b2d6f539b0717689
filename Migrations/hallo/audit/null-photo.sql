-- Events whose photo is the text <null>
-- severity: error
-- repair: hallo-migrate run repair-null-photos
--
-- A JavaScript null was stringified on its way into `photoData`. A malformed event is counted by
-- the first fault that it has, and nothing else changes, moves, removes or archives it.

SELECT path FROM document WHERE fault = 'null-photo';
