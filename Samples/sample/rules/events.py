"""Malformed events, the ways to write a well-formed one, and 0003's replayed moments."""

from __future__ import annotations

from collections.abc import Iterator

from . import Document, event, profile, readable_uuid, time, user, without

UID = "events"
BELOW = f"users/{UID}/gallery_events"
PROFILE = readable_uuid(20)
OTHER = readable_uuid(21)
NUMBER = "+12125550120"


def documents() -> Iterator[Document]:
    yield user(UID, "Grete Muster")
    yield profile(f"users/{UID}/profiles/{PROFILE}", UID, NUMBER)
    yield profile(f"users/{UID}/profiles/{OTHER}", UID, "+12125550121")
    yield from _malformed()
    yield from _nowhere()
    yield from _bad_photos()
    yield from _payloads()
    yield from _instants()
    yield from _replays()
    yield from _ties()


def _event(name: str, kind: str = "taskResponse", **fields: object) -> Document:
    """Its profile id is a number, so that skipping a malformed one shows."""
    return event(f"{BELOW}/{name}", UID, fields.pop("profileId", NUMBER), kind, **fields)


def _malformed() -> Iterator[Document]:
    yield without(_event("missing-event-type"), "eventType")
    yield _event("event-type-is-null", eventType=None)
    yield _event("unknown-event-type", "taskSkipped")
    yield without(_event("missing-created-at"), "createdAt")
    yield _event("created-at-is-null", createdAt=None, timestamp=None)
    yield _event("bad-created-at", createdAt="yesterday")
    yield _event("created-at-is-negative", createdAt=-1)
    yield _event("created-at-wins-over-timestamp", createdAt=True, timestamp=1_760_000_000)
    yield _event("no-such-day", createdAt="2025-02-30T00:00:00Z")
    yield without(_event("missing-profile-id"), "profileId")
    yield _event("profile-id-is-empty", profileId="")
    yield _event("profile-id-is-a-number", profileId=12125550120)
    # The first fault counts.
    yield _event("two-faults", "taskSkipped", createdAt="yesterday", photoData="<null>")


def _nowhere() -> Iterator[Document]:
    path, data = without(event("gallery_events/missing-owner", UID, NUMBER), "userId")
    yield path, data
    yield event("galleryEvents/owner-is-null", UID, NUMBER, userId=None)


def _bad_photos() -> Iterator[Document]:
    yield _event("null-photo", photoData="<null>", textContent="Done")
    yield _event("null-photo-in-event-data", eventData={"photoData": "<null>"})
    yield _event("null-photo-in-case", eventData={"taskResponse": {"_0": {"photoData": "<null>"}}})
    yield _event("null-photo-created", "profileCreated", photoData="<null>")
    yield _event("photo-is-empty", photoData="")
    yield _event("photo-is-no-base64", photoData="/9j/4AAQ*")
    yield _event("photo-is-not-padded", photoData="R0lGODdhMAAkAA")
    yield _event("photo-is-a-number", photoData=42)
    yield _event("photo-has-no-bytes", photoData={"__bytes__": ""})
    yield _event("photo-is-a-pdf", photoData="JVBERi0xLjc=")
    yield _event("photo-is-text", photoData={"__bytes__": "SGVsbG8sIEhhbGxv"})


def _payloads() -> Iterator[Document]:
    payload = {"textContent": "Done", "metadata": {"taskTitle": "Morning pills"}}
    yield _event("payload-flat", taskId="t1", **payload)
    yield _event("payload-event-data", eventData=payload)
    yield _event("payload-case", eventData={"taskResponse": {"_0": payload}})
    yield _event("photo-is-null", photoData=None, **payload)
    deep = {"taskResponse": {"_0": {"profileId": "(212) 555-0120", "textContent": "Done"}}}
    yield _event("profile-id-in-payload", eventData=deep)


def _instants() -> Iterator[Document]:
    forms = {
        "timestamp": time("2025-10-09T07:00:00.123456Z"),
        "rfc3339": "2025-10-09T07:00:00Z",
        "rfc3339-with-fraction": "2025-10-09T07:00:00.123456789Z",
        "rfc3339-with-offset": "2025-10-09T00:00:00-07:00",
        "seconds": 1_759_993_200,
        "seconds-as-double": 1_759_993_200.25,
        "milliseconds": 1_759_993_200_000,
        "the-epoch": 0,
    }
    for name, value in forms.items():
        yield _event(f"instant-{name}", profileId=PROFILE, createdAt=value)
    stamp = time("2025-10-09T07:00:00.000000Z")
    yield without(_event("instant-in-timestamp", profileId=PROFILE, timestamp=stamp), "createdAt")
    yield _event("instant-beside-null", profileId=PROFILE, createdAt=None, timestamp=stamp)


def _created(name: str, created: object, profile_id: str = PROFILE) -> Document:
    return _event(f"created-{name}", "profileCreated", profileId=profile_id, createdAt=created)


def _replays() -> Iterator[Document]:
    """One moment of PROFILE; the second document is the earliest, and the one that stays."""
    yield _created("late", time("2025-03-01T12:00:05.000000Z"))
    yield _created("first", "2025-03-01T05:00:00-07:00")
    yield _created("later-by-number", 1_740_830_401, NUMBER)
    yield _created("later-in-milliseconds", 1_740_830_400_001, "212.555.0120")
    yield _created("of-no-profile", time("2025-03-01T12:00:00.000000Z"), "+12125550129")
    yield _created("of-no-profile-again", time("2025-03-01T12:00:00.000000Z"), "+12125550129")
    yield _created("malformed-and-earliest", "long ago")
    flat = event("gallery_events/created-flat", UID, PROFILE, "profileCreated")
    yield flat
    # Another owner's profile with the same id is another moment.
    yield event("gallery_events/created-by-another", "phones", PROFILE, "profileCreated")
    yield _event("same-moment-but-a-response", profileId=PROFILE, createdAt=1_740_830_400)


def _ties() -> Iterator[Document]:
    """One instant in four forms: the path that sorts first by its UTF-8 bytes stays.

    Sorted by UTF-16, as some languages do, the emoji would come before the wave dash.
    """
    instant = "2025-04-01T12:00:00.000000Z"
    yield _created("tie-😀", time(instant), OTHER)
    yield _created("tie-～", "2025-04-01T14:00:00+02:00", OTHER)  # noqa: RUF001
    yield _created("tie-é", 1_743_508_800, OTHER)
    yield _created("tie-z", 1_743_508_800_000, OTHER)
