"""0001: telephone numbers in every spelling, and those that cannot be normalized."""

from __future__ import annotations

from collections.abc import Iterator

from . import RECENT, Document, event, profile, response, time, user, values

UID = "phones"

SPELLED = {
    "already-e164": "+17785550100",
    "full-width": "＋１ ７７８ ５５５ ０１１０",  # noqa: RUF001
    "tel-uri": "tel:+1-778-555-0111",
    "london": "+44 20 7946 0018",
    "london-with-trunk-zero": "+44 (0)20 7946 0018",
    "london-without-plus": "442079460018",
    "shared-number": "+1 778-555-0100",
}

REFUSED = {
    "words": "unknown",
    "words-around-it": "call 778 555 0112 please",
    "empty": "",
    "local-only": "555-0123",
    "too-short": "+1 778 555",
    "longer-than-e164": "+49 301 234 567 890 123",
    "extension": "+1 778-555-0104 ext. 12",
    "extension-x": "7785550104x3",
}

# Possible but not assigned: normalized with a warning.
UNASSIGNED = {
    "unassigned": "(378) 555-0123",
    "unassigned-e164": "+13785550124",
    "unassigned-london-mobile": "+44 7700 900123",
    "unassigned-without-plus": "447700900124",
}

NOT_STRINGS = {
    "number": 17785550105,
    "list": ["+17785550106"],
    "map": {"mobile": "+17785550107"},
    "boolean": False,
}


def documents() -> Iterator[Document]:
    yield user(UID, "Ada Sample", phoneNumber="(604) 555-0101")
    for turn, text in enumerate(values.north_american("778", 1).spellings):
        yield _profile(f"spelling-{turn + 1}", text)
    for name, text in (SPELLED | REFUSED | UNASSIGNED | NOT_STRINGS).items():
        yield _profile(name, text)
    yield _profile("null", None)
    yield from _elsewhere()


def _profile(name: str, phone: object) -> Document:
    return profile(f"users/{UID}/profiles/{name}", UID, phone)


def _elsewhere() -> Iterator[Document]:
    """Any kind of document but an event is looked at, and only at its top level."""
    below = f"users/{UID}"
    yield f"{below}/contacts/neighbour", {"name": "Otto Muster", "phoneNumber": "212.555.0108"}
    yield f"{below}/contacts/pharmacy", {"name": "Specimen Drugs", "phoneNumber": "ask Otto"}
    yield f"{below}/contacts/nested", {"daughter": {"phoneNumber": "212-555-0109"}}
    yield response(f"{below}/sms_responses/from", UID, "spelling-1", phoneNumber="7785550101")
    yield event(f"{below}/gallery_events/phone", UID, "spelling-1", phoneNumber="7785550101")
    yield (
        "sms_log/1",
        {"userId": UID, "phoneNumber": "1 (778) 555-0101", "sentAt": time(RECENT)},
    )
