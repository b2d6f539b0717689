"""Photo records: due and not yet due on 2025-11-01, in each form, and hostile identifiers."""

from __future__ import annotations

import base64
import textwrap
from collections.abc import Iterator

from ..photos import picture
from . import Document, event, profile, readable_uuid, response, time, user

UID = "photos"
BELOW = f"users/{UID}/gallery_events"
PROFILE = readable_uuid(30)
OLD = "2025-06-12T08:15:00.000000Z"

HOSTILE_UID = 'O\'Brien & "Söhne" 🏠 100%'
HOSTILE_IDS = (
    ".hidden",
    "-rf *",
    "...",
    "a b",
    "a%20b",
    "%2e%2e%2fetc",
    "back\\slash",
    "'; DROP TABLE document; --",
    "<script>alert('hallo')",
    '=HYPERLINK("example.com")',
    "\u001b[31mred\u001b[0m",
    "line\nbreak\tand tab",
    "\u202ereversed",
    "👩‍👩‍👧‍👦",
    # Equal to the eye, and to a comparison that normalizes: two documents.
    "caf\u00e9",
    "cafe\u0301",
    # Equal on a disk that ignores case.
    "Case",
    "case",
    "long-" + "0123456789" * 13,
    "__id7__",
)


def documents() -> Iterator[Document]:
    yield user(UID, "Hiro Specimen")
    yield profile(f"users/{UID}/profiles/{PROFILE}", UID, "+16045550130")
    yield from _forms()
    yield from _instants()
    yield from _by_url()
    yield from _never_archived()
    yield from _hostile()


def _base64(name: str) -> str:
    return base64.b64encode(picture(name)).decode()


def _photo(name: str, created: str = OLD, **fields: object) -> Document:
    fields.setdefault("taskTitle", "Cup of tea")
    return event(f"{BELOW}/{name}", UID, PROFILE, createdAt=time(created), **fields)


def _forms() -> Iterator[Document]:
    """Each way in which a photo was stored, and each format."""
    tea = _base64("tea.jpg")
    lines = "\r\n".join(textwrap.wrap(tea, 76)) + "\r\n"
    yield _photo("text", photoData=tea)
    yield _photo("data-url", photoData=f"data:image/jpeg;base64,{tea}")
    yield _photo("line-breaks", photoData=lines)
    yield _photo("data-url-and-line-breaks", photoData=f"data:image/jpeg;base64,\n{lines}")
    yield _photo("bytes", photoData={"__bytes__": tea})
    yield _photo("event-data", eventData={"photoData": _base64("sunrise.jpg")})
    payload = {"photoData": _base64("pills.png"), "textContent": "Took them"}
    yield _photo("case", eventData={"taskResponse": {"_0": payload}})
    yield _photo("png-that-says-jpeg", photoData=f"data:image/jpeg;base64,{_base64('garden.png')}")
    yield _photo("gif", photoData=_base64("cat.gif"))
    yield _photo("webp", photoData={"__bytes__": _base64("upside-down.webp")})
    yield _photo("tiff", photoData=_base64("sunrise.tif"))
    yield _photo("favorite", photoData=tea, isFavorite=True)


def _instants() -> Iterator[Document]:
    """Ninety days before 2025-11-01T07:00:00Z is 2025-08-03T07:00:00Z."""
    sunrise = _base64("sunrise.jpg")
    yield _photo("recent", "2025-10-09T07:00:00.000000Z", photoData=sunrise)
    yield _photo("not-yet-due", "2025-08-03T07:00:00.000000Z", photoData=sunrise)
    yield _photo("just-due", "2025-08-03T06:59:59.999999Z", photoData=sunrise)
    yield _photo("last-of-june", "2025-06-30T23:59:59.999999Z", photoData=sunrise)
    yield _photo("first-of-july", "2025-07-01T00:00:00.000000Z", photoData=sunrise)
    yield _photo("last-year", "2024-12-31T23:30:00.000000Z", photoData=sunrise)


def _by_url() -> Iterator[Document]:
    """Photos in the storage bucket, of which Samples/mirror has two."""
    bucket = "https://firebasestorage.googleapis.com/v0/b/hallo-sample/o"
    yield _photo("url-in-mirror", photoURL="gs://hallo-sample/photos/photos/url-in-mirror.png")
    yield _photo(
        "url-encoded",
        photoData=None,
        photoURL=f"{bucket}/photos%2Fphotos%2Furl-encoded.jpg?alt=media&token=made-up",
    )
    yield _photo("url-not-found", photoURL="gs://hallo-sample/photos/photos/gone.jpg")
    yield _photo("url-recent", "2025-10-20T10:00:00.000000Z", photoURL=f"{bucket}/gone.jpg")
    yield _photo("url-climbs", photoURL="gs://hallo-sample/../../etc/hostname")
    yield _photo("text-only", textContent="No photo, so never a photo record", photoURL="")


def _never_archived() -> Iterator[Document]:
    tea = _base64("tea.jpg")
    below = f"users/{UID}"
    yield _photo("created", eventType="profileCreated", photoData=tea)
    yield response(f"{below}/sms_responses/with-photo", UID, PROFILE, photoData=tea)
    yield response(f"{below}/sms_responses/null-photo", UID, PROFILE, photoData="<null>")
    # Migrate first: its profile id is a number that belongs to no profile.
    orphan = event(f"{BELOW}/legacy-profile-id", UID, "+16045550139", photoData=tea)
    yield orphan[0], orphan[1] | {"createdAt": time(OLD)}
    yield _photo("null-photo-and-old", photoData="<null>")
    # One id in both collections: two members of one bundle.
    yield _photo("twin", photoData=tea)
    yield event(
        f"{below}/galleryEvents/twin",
        UID,
        PROFILE,
        createdAt=time(OLD),
        photoData=_base64("sunrise.jpg"),
    )


def _hostile() -> Iterator[Document]:
    """Identifiers and texts that are data, whatever they look like."""
    below = f"users/{HOSTILE_UID}"
    name = "<b>Rosa</b> & \u001b[1mOtto\u001b[0m, =1+1"
    path, data = user(HOSTILE_UID, name, email="sohne@example.com")
    yield path, data
    yield profile(f"{below}/profiles/Rosa's profile, 50%", HOSTILE_UID, "+1 778 555 0131")
    for identifier in HOSTILE_IDS:
        yield event(
            f"{below}/gallery_events/{identifier}",
            HOSTILE_UID,
            "Rosa's profile, 50%",
            createdAt=time(OLD),
            photoData=_base64("pills.png"),
            textContent=identifier,
        )
