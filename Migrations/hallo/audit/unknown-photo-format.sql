-- Events whose photo is no picture
-- severity: error
--
-- Its bytes do not begin as JPEG, PNG, GIF, WebP, HEIC, HEIF or TIFF do. A malformed event is
-- counted by the first fault that it has, and nothing else changes, moves, removes or archives it.

SELECT path FROM document WHERE fault = 'unknown-photo-format';
