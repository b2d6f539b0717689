-- Events whose photo cannot be decoded
-- severity: error
--
-- The first `photoData` is neither bytes nor padded base64 text, or is empty. A malformed event is
-- counted by the first fault that it has, and nothing else changes, moves, removes or archives it.

SELECT path FROM document WHERE fault = 'bad-photo-data';
