"""0002: profiles that are or were keyed by telephone number, and whatever names them."""

from __future__ import annotations

from collections.abc import Iterator

from . import Document, habit, profile, readable_uuid, response, user

UID = "profiles"
BELOW = f"users/{UID}/profiles"

CURRENT = readable_uuid(10)
SUCCESSOR = readable_uuid(13)


def documents() -> Iterator[Document]:
    yield user(UID, "Chidi Placeholder")
    yield from _current()
    yield from _moving()
    yield from _superseded()
    yield from _ambiguous()
    yield from _invalid()
    yield from _orphans()
    yield from _flat()
    yield from _missing_parents()


def _response(name: str, profile_id: object, **fields: object) -> Document:
    return response(f"users/{UID}/sms_responses/{name}", UID, profile_id, **fields)


def _habit(profile_id: str, name: str, **fields: object) -> Document:
    return habit(f"{BELOW}/{profile_id}/habits/{name}", UID, profile_id, **fields)


def _current() -> Iterator[Document]:
    """+16045550110 is the number of a current profile."""
    yield profile(f"{BELOW}/{CURRENT}", UID, "(604) 555-0110")
    yield _response("by-id", CURRENT)
    yield _response("by-number", "6045550110")
    yield _response("by-international-number", "+1 (604) 555-0110")
    yield _response("unknown-id", "not-a-number-and-no-profile-either")
    yield _response("id-is-a-number", 6045550110)
    yield _response(
        "at-any-depth",
        "604.555.0110",
        thread=[{"profileId": "+16045550110"}, {"profileId": CURRENT}],
        context={"previous": {"profileId": "1-604-555-0110", "note": "+16045550110"}},
    )
    yield _habit("+16045550110", "moves-to-the-current-profile")
    # A subcollection of a subcollection moves too.
    yield f"{BELOW}/+16045550110/habits/moves-too/notes/1", {"text": "with a glass of water"}


def _moving() -> Iterator[Document]:
    """Legacy profiles that get a new id, and what lies below them."""
    yield profile(f"{BELOW}/+16045550111", UID, "+16045550111")
    yield _habit("+16045550111", "moves-with-its-profile")
    yield _response("follows-a-moved-profile", "(604) 555-0111")
    path, data = profile(f"{BELOW}/16045550112", UID, "604 555 0112")
    yield path, {key: value for key, value in data.items() if key != "id"}
    yield profile(f"{BELOW}/442079460019", UID, "+44 20 7946 0019")
    yield _response("follows-to-london", "+442079460019")


def _superseded() -> Iterator[Document]:
    yield profile(f"{BELOW}/{SUCCESSOR}", UID, "+16045550113")
    yield profile(f"{BELOW}/(604) 555-0113", UID, "604-555-0113")
    yield _habit("(604) 555-0113", "of-a-superseded-profile")
    yield _habit("+16045550113", "destination-exists")
    yield _habit(SUCCESSOR, "destination-exists")
    # Both would land on one path: the first by path moves.
    yield _habit("+16045550113", "first-moves", description="from +1")
    yield _habit("6045550113", "first-moves", description="from 604")


def _ambiguous() -> Iterator[Document]:
    """Two current profiles with one number; and one number with two legacy profiles."""
    yield profile(f"{BELOW}/{readable_uuid(141)}", UID, "+16045550114", name="Otto Sample")
    yield profile(f"{BELOW}/{readable_uuid(142)}", UID, "604.555.0114", name="Rosa Sample")
    yield profile(f"{BELOW}/6045550114", UID, "+16045550114")
    yield _response("ambiguous-current", "+16045550114")
    yield profile(f"{BELOW}/+16045550115", UID, "+16045550115")
    yield profile(f"{BELOW}/6045550115", UID, "+16045550115")
    yield _response("ambiguous-legacy", "604-555-0115")
    yield _habit("6045550115", "below-an-ambiguous-profile")


def _invalid() -> Iterator[Document]:
    """Phone-like, but too short to be a telephone number anywhere."""
    yield profile(f"{BELOW}/555-0116", UID, "+16045550116")
    yield _habit("555-0116", "below-an-invalid-profile")
    yield _response("invalid-legacy-profile-id", "555-0116")


def _orphans() -> Iterator[Document]:
    yield _response("orphan", "+16045550119")
    yield _habit("+16045550119", "below-no-profile")
    yield _response(
        "orphan-and-ambiguous",
        "+16045550119",
        thread=[{"profileId": "604 555 0114"}, {"profileId": "604 555 0119"}],
    )
    habits = f"users/{UID}/tasks"
    yield habit(f"{habits}/orphaned-by-id", UID, readable_uuid(999))
    yield habit(f"{habits}/orphaned-by-number", UID, "+16045550119")
    yield habit(f"{habits}/not-orphaned", UID, CURRENT)
    yield habit(f"{habits}/not-orphaned-by-number", UID, "604-555-0110")


def _flat() -> Iterator[Document]:
    yield profile("profiles/+16045550118", UID, "+16045550118")
    yield habit("profiles/+16045550118/habits/flat-and-below", UID, "+16045550118")
    yield habit("tasks/flat-follows", UID, "6045550118")
    path, data = profile("profiles/+16045550117", UID, "+16045550117")
    yield path, {key: value for key, value in data.items() if key != "userId"}
    path, data = response("responses/no-owner", UID, "+16045550117")
    yield path, {key: value for key, value in data.items() if key != "userId"}
    # The same number means another profile to another owner.
    yield response("responses/another-owner", "phones", "+16045550118")
    yield response("smsResponses/camel-case", UID, "+16045550110")


def _missing_parents() -> Iterator[Document]:
    """Firestore keeps what lies below a document that was deleted."""
    yield habit(f"users/deleted/profiles/{CURRENT}/habits/1", "deleted", CURRENT)
    yield response("users/deleted/sms_responses/1", "deleted", "+16045550110")
    yield "settings/theme/overrides/dark", {"accent": "#b388ff"}
