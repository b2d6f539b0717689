"""What else went wrong in two years: each function adds one mishap to a household.

A mishap has a profile and a number of its own, so that it never changes what the rest of the
household means.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from . import values
from .household import Document, Household, Profile

Mishap = Callable[[Household], list[Document]]

# One household in four has one.
CHANCE = 0.25


def mishaps(household: Household) -> list[Document]:
    """One mishap or none."""
    if household.rng.random() >= CHANCE:
        return []
    return household.rng.choice(ALL)(household)


def _current(household: Household) -> Profile:
    name = values.person(household.rng)
    return Profile(values.uuid(household.rng), household.number(3), name, legacy=False)


def _with(document: Document, **fields: object) -> Document:
    path, data = document
    return path, data | fields


def _without(document: Document, *fields: str) -> Document:
    path, data = document
    return path, {key: value for key, value in data.items() if key not in fields}


def _response(household: Household, profile_id: str) -> Document:
    document = household.response(values.uuid(household.rng), _current(household))
    return _with(document, profileId=profile_id)


def _event(household: Household) -> Document:
    current = _current(household)
    return household.task_response(values.uuid(household.rng), current, "Morning pills")


# MARK: Telephone numbers


def invalid_phone(household: Household) -> list[Document]:
    text = household.rng.choice(("unknown", "555-0123", "ask daughter", "+1 778 555", ""))
    return [_with(household.profile(_current(household)), phoneNumber=text)]


def phone_with_extension(household: Household) -> list[Document]:
    current = _current(household)
    text = f"{current.number.e164} {household.rng.choice(('ext. 12', 'x3', 'extension 204'))}"
    return [_with(household.profile(current), phoneNumber=text)]


def unassigned_phone(household: Household) -> list[Document]:
    text = f"(378) 555-01{household.rng.randrange(100):02}"
    return [_with(household.profile(_current(household)), phoneNumber=text)]


def phone_as_number(household: Household) -> list[Document]:
    current = _current(household)
    return [_with(household.profile(current), phoneNumber=int(current.number.e164[1:]))]


# MARK: Profiles


def superseded_profile(household: Household) -> list[Document]:
    if household.layout == "flat":
        return []
    current = _current(household)
    legacy = replace(current, id=current.number.spelled(household.rng), legacy=True)
    response = _response(household, current.number.spelled(household.rng))
    return [household.profile(current), household.profile(legacy), response]


def two_current_profiles(household: Household) -> list[Document]:
    one, other = _current(household), _current(household)
    response = _response(household, one.number.spelled(household.rng))
    return [household.profile(one), household.profile(other), response]


def two_legacy_profiles(household: Household) -> list[Document]:
    if household.layout == "flat":
        return []
    keys = household.rng.sample(household.number(3).spellings, 2)
    profiles = [replace(_current(household), id=key, legacy=True) for key in keys]
    response = _response(household, keys[0])
    return [household.profile(profile) for profile in profiles] + [response]


def forgotten_profile(household: Household) -> list[Document]:
    current = _current(household)
    spelled = current.number.spelled(household.rng)
    habit = household.task(replace(current, id=spelled, legacy=True))
    household.tasks.pop()
    return [_response(household, spelled), habit]


def local_number_as_profile_id(household: Household) -> list[Document]:
    return [_response(household, "555-0123")]


def no_owner(household: Household) -> list[Document]:
    path, data = _without(_response(household, household.number(3).e164), "userId")
    return [(f"responses/{path.rsplit('/', 1)[-1]}", data)]


def destination_taken(household: Household) -> list[Document]:
    if household.layout != "deep":
        return []
    current = _current(household)
    habit, data = household.task(current)
    household.tasks.pop()
    below = habit.rsplit("/", 3)
    spelled = current.number.spelled(household.rng)
    old = f"{below[0]}/{spelled}/habits/{below[3]}"
    return [household.profile(current), (habit, data), (old, data | {"profileId": spelled})]


# MARK: Events


def no_event_type(household: Household) -> list[Document]:
    return [_without(_event(household), "eventType")]


def unknown_event_type(household: Household) -> list[Document]:
    return [_with(_event(household), eventType="taskSkipped")]


def no_created_at(household: Household) -> list[Document]:
    return [_with(_without(_event(household), "timestamp"), createdAt=None)]


def bad_created_at(household: Household) -> list[Document]:
    return [_with(_event(household), createdAt=household.rng.choice(("yesterday", -1, True)))]


def no_event_owner(household: Household) -> list[Document]:
    path, data = _without(_event(household), "userId")
    return [(f"gallery_events/{path.rsplit('/', 1)[-1]}", data)]


def no_profile_id(household: Household) -> list[Document]:
    return [_with(_event(household), profileId=household.rng.choice(("", None, 7)))]


def null_photo(household: Household) -> list[Document]:
    return [_with(_event(household), photoData="<null>") for _ in range(3)]


def bad_photo(household: Household) -> list[Document]:
    data = household.rng.choice(("", "not base64!", "/9j/4AAQSkZJRgAB*", 42))
    return [_with(_event(household), photoData=data)]


def unknown_photo_format(household: Household) -> list[Document]:
    # "%PDF-1.7" and "Hello, Hallo".
    data = household.rng.choice(("JVBERi0xLjc=", "SGVsbG8sIEhhbGxv"))
    return [_with(_event(household), photoData=data)]


ALL: tuple[Mishap, ...] = (
    invalid_phone,
    phone_with_extension,
    unassigned_phone,
    phone_as_number,
    superseded_profile,
    two_current_profiles,
    two_legacy_profiles,
    forgotten_profile,
    local_number_as_profile_id,
    no_owner,
    destination_taken,
    no_event_type,
    unknown_event_type,
    no_created_at,
    bad_created_at,
    no_event_owner,
    no_profile_id,
    null_photo,
    bad_photo,
    unknown_photo_format,
)
