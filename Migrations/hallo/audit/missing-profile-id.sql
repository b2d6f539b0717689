-- Events that name no profile
-- severity: error
--
-- `profileId` is absent, empty, or no text. A malformed event is counted by the first fault that it
-- has, and nothing else changes, moves, removes or archives it.

SELECT path FROM document WHERE fault = 'missing-profile-id';
