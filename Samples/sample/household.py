"""A user and the documents that hang from it, in one of the three legacy layouts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from . import values

Document = tuple[str, dict]

# How a household's documents are laid out; a nested one is the most common.
LAYOUTS = ("flat", "nested", "nested", "deep")

# Shares of all documents: those that name their profile by telephone number, and the
# replayed profileCreated events that migration 0003 removes.
LEGACY_SHARE = 0.30
REPLAY_SHARE = 0.10

# The share of profiles that are themselves keyed by telephone number. In the flat layout there
# are none, since two users cannot both have the document /profiles/{number}.
LEGACY_PROFILES = 0.075

TITLES = {
    "medication": ("Morning pills", "Blood pressure tablet", "Eye drops", "Evening insulin"),
    "exercise": ("Walk around the block", "Stretch for ten minutes", "Water the garden"),
    "social": ("Call a neighbour", "Write a postcard", "Feed the cat"),
    "health": ("Measure blood pressure", "Drink a glass of water", "Weigh yourself"),
}
REPLIES = (
    "Done",
    "done, feeling well today",
    "Yes! took it with breakfast",
    "OK dear ❤️",
    "Finished at eight, thank you for asking",
    "Not today, my knee hurts",
)
ZONES = ("America/Vancouver", "America/Toronto", "America/New_York", "Europe/London")
RELATIONSHIPS = ("mother", "father", "grandmother", "grandfather", "aunt", "uncle", "other")


@dataclass(frozen=True)
class Profile:
    """An elderly person, who may still be keyed by telephone number."""

    id: str
    number: values.Number
    name: str
    legacy: bool


class Household:
    """A user, and factories for its documents; equal seeds and indexes give equal documents."""

    def __init__(self, seed: int, index: int, uid: str | None = None, layout: str | None = None):
        self.rng = random.Random(f"{seed}/{index}")
        self.index = index
        self.uid = uid or values.auto_id(self.rng)
        self.layout = layout or self.rng.choice(LAYOUTS)
        self.profiles = [self.new_profile(slot) for slot in range(self.rng.choice((2, 3)))]
        self.tasks: list[tuple[str, Profile, str]] = []
        self.legacy_chance = 0.0

    # MARK: People

    def number(self, slot: int) -> values.Number:
        return values.number(self.index * 4 + slot)

    def new_profile(self, slot: int) -> Profile:
        number = self.number(slot)
        legacy = self.layout != "flat" and self.rng.random() < LEGACY_PROFILES / 0.75
        key = number.spelled(self.rng) if legacy else values.uuid(self.rng)
        return Profile(key, number, values.person(self.rng), legacy)

    def reference(self, profile: Profile) -> str:
        """The profile's id as some document has it: a share of them are telephone numbers."""
        if profile.legacy or self.rng.random() < self.legacy_chance:
            return profile.number.spelled(self.rng)
        return profile.id

    # MARK: Paths

    def path(self, collection: str, identifier: str) -> str:
        if self.layout == "flat":
            return f"{collection}/{identifier}"
        nested = {"responses": "sms_responses"}.get(collection, collection)
        return f"users/{self.uid}/{nested}/{identifier}"

    def task_path(self, profile_id: str, identifier: str) -> str:
        if self.layout == "deep":
            return f"users/{self.uid}/profiles/{profile_id}/habits/{identifier}"
        return self.path("tasks", identifier)

    # MARK: Documents

    def documents(self, count: int, extras: list[Document]) -> Iterator[Document]:
        """`count` documents, `extras` among them."""
        return islice(self._documents(count, extras), count)

    def _documents(self, count: int, extras: list[Document]) -> Iterator[Document]:
        replays = round(count * REPLAY_SHARE)
        tasks = max(1, min(4 * len(self.profiles), count // 12))
        self._aim_for_legacy_share(count, 1 + len(self.profiles) + len(extras))
        yield self.user(tasks)
        for profile in self.profiles:
            yield self.profile(profile)
        for turn in range(tasks):
            yield self.task(self.profiles[turn % len(self.profiles)])
        yield from extras
        for profile in self.profiles:
            yield self.profile_created(profile, self.first_moment(profile))
        for _ in range(replays):
            yield self.replay(self.rng.choice(self.profiles))
        while True:
            task_id, profile, title = self.rng.choice(self.tasks)
            yield self.response(task_id, profile)
            yield self.task_response(task_id, profile, title)

    def _aim_for_legacy_share(self, count: int, without_reference: int) -> None:
        """Documents of legacy profiles always use the number; the others make up the rest."""
        wanted = LEGACY_SHARE * count / max(1, count - without_reference)
        self.legacy_chance = max(0.0, (wanted - LEGACY_PROFILES) / (1 - LEGACY_PROFILES))

    def user(self, tasks: int) -> Document:
        created = values.past(self.rng, 700)
        return f"users/{self.uid}", {
            "id": self.uid,
            "email": f"{self.uid.lower()}@example.com",
            "displayName": values.person(self.rng),
            "photoURL": None,
            "subscriptionStatus": self.rng.choice(("trial", "active", "active", "expired")),
            "isOnboardingComplete": True,
            "profileCount": len(self.profiles),
            "taskCount": tasks,
            "createdAt": values.timestamp(created),
            "updatedAt": values.timestamp(created + timedelta(days=3)),
        }

    def profile(self, profile: Profile) -> Document:
        created = self.first_moment(profile)
        return self.path("profiles", profile.id), {
            "id": profile.id,
            "userId": self.uid,
            "name": profile.name,
            "phoneNumber": profile.number.spelled(self.rng),
            "relationship": self.rng.choice(RELATIONSHIPS),
            "isEmergencyContact": self.rng.random() < 0.3,
            "timeZone": self.rng.choice(ZONES),
            "notes": "",
            "photoURL": None,
            "status": self.rng.choice(("confirmed", "confirmed", "pendingConfirmation")),
            "createdAt": values.timestamp(created),
            "lastActiveAt": values.timestamp(values.past(self.rng, 30)),
            "confirmedAt": values.timestamp(created + timedelta(minutes=12)),
        }

    def task(self, profile: Profile) -> Document:
        identifier = values.uuid(self.rng)
        reference = self.reference(profile)
        category = self.rng.choice(tuple(TITLES))
        title = self.rng.choice(TITLES[category])
        self.tasks.append((identifier, profile, title))
        hour = self.rng.randrange(6, 22)
        # A habit lies below the profile that its document names, be that a number or not.
        return self.task_path(profile.id if profile.legacy else reference, identifier), {
            "id": identifier,
            "userId": self.uid,
            "profileId": reference,
            "title": title,
            "description": "",
            "category": category,
            "frequency": self.rng.choice(("daily", "weekdays", "weekly", "once")),
            "scheduledTime": values.timestamp(values.AS_OF.replace(hour=hour)),
            "nextScheduledDate": values.timestamp(values.AS_OF + timedelta(hours=hour)),
            "deadlineMinutes": self.rng.choice((10, 30, 60)),
            "requiresPhoto": self.rng.random() < 0.5,
            "requiresText": self.rng.random() < 0.5,
            "status": self.rng.choice(("active", "active", "active", "paused", "archived")),
            "completionCount": self.rng.randrange(400),
            "lastCompletedAt": values.timestamp(values.past(self.rng, 30)),
            "createdAt": values.timestamp(values.past(self.rng, 500)),
        }

    def response(self, task_id: str, profile: Profile) -> Document:
        identifier = values.auto_id(self.rng)
        kind = self.rng.choice(("text", "text", "photo", "both"))
        data = {
            "id": identifier,
            "userId": self.uid,
            "profileId": self.reference(profile),
            "taskId": task_id,
            "isCompleted": self.rng.random() < 0.9,
            "receivedAt": values.timestamp(values.past(self.rng, 400)),
            "responseType": kind,
        }
        if kind != "photo":
            data["textResponse"] = self.rng.choice(REPLIES)
        if kind != "text":
            data["photoURL"] = self.photo_url(identifier)
        return self.path("responses", identifier), data

    def task_response(self, task_id: str, profile: Profile, title: str) -> Document:
        identifier = values.auto_id(self.rng)
        reference = self.reference(profile)
        payload: dict = {"textContent": self.rng.choice(REPLIES)}
        if self.rng.random() < 0.5:
            payload["photoURL"] = self.photo_url(identifier)
        if self.rng.random() < 0.25:
            payload["metadata"] = {"taskTitle": title, "profileId": reference}
        data = self._event(identifier, reference, "taskResponse", values.past(self.rng, 400))
        data["taskId"] = task_id
        self._add_payload(data, payload)
        return self.path("gallery_events", identifier), data

    def profile_created(self, profile: Profile, created: datetime) -> Document:
        identifier = values.auto_id(self.rng)
        data = self._event(identifier, self.reference(profile), "profileCreated", created)
        self._add_payload(data, {"profileName": profile.name})
        return self.path("gallery_events", identifier), data

    def replay(self, profile: Profile) -> Document:
        """The same moment once more: often at the same instant, otherwise later."""
        late = timedelta(seconds=self.rng.choice((0, 0, 1, 60, 86_400)))
        return self.profile_created(profile, self.first_moment(profile) + late)

    def first_moment(self, profile: Profile) -> datetime:
        return values.AS_OF - timedelta(days=200 + int(profile.number.e164[-4:]) % 300, minutes=7)

    def photo_url(self, identifier: str) -> str:
        return f"gs://hallo-sample/photos/{identifier}.jpg"

    # MARK: Parts of events

    def _event(self, identifier: str, profile_id: str, kind: str, created: datetime) -> dict:
        key, value = self._instant(created)
        return {
            "id": identifier,
            "userId": self.uid,
            "profileId": profile_id,
            "eventType": kind,
            key: value,
        }

    def _instant(self, instant: datetime) -> tuple[str, object]:
        """Each way in which two years of app versions have written an instant."""
        seconds = int(instant.timestamp())
        forms = (
            ("createdAt", values.rfc3339(instant)),
            ("createdAt", instant.strftime("%Y-%m-%dT%H:%M:%SZ")),
            ("createdAt", seconds),
            ("createdAt", seconds * 1000),
            ("createdAt", seconds + 0.5),
            ("timestamp", values.timestamp(instant)),
        )
        turn = self.rng.randrange(24)
        return forms[turn] if turn < len(forms) else ("createdAt", values.timestamp(instant))

    def _add_payload(self, data: dict, payload: dict) -> None:
        shape = self.rng.choice(("flat", "flat", "eventData", "case"))
        if shape == "flat":
            data.update(payload)
        elif shape == "eventData":
            data["eventData"] = payload
        else:
            # Swift's synthesized coding of an enum with an unnamed associated value.
            data["eventData"] = {data["eventType"]: {"_0": payload}}
