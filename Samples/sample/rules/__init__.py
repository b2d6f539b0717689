"""Documents composed by hand, so that each rule of the migrations has one to point at."""

from __future__ import annotations

from .. import values
from ..household import Document

RECENT = "2025-10-09T07:00:00.000000Z"


def time(text: str) -> dict[str, str]:
    return {"__time__": text}


def user(uid: str, name: str, **fields: object) -> Document:
    return f"users/{uid}", {
        "id": uid,
        "email": f"{uid}@example.com",
        "displayName": name,
        "subscriptionStatus": "active",
        "isOnboardingComplete": True,
        "createdAt": time("2024-01-15T09:30:00.000000Z"),
    } | fields


def profile(path: str, uid: str, phone: object, **fields: object) -> Document:
    return path, {
        "id": path.rsplit("/", 1)[-1],
        "userId": uid,
        "name": "Rosa Sample",
        "phoneNumber": phone,
        "relationship": "grandmother",
        "timeZone": "America/Vancouver",
        "status": "confirmed",
        "createdAt": time("2024-01-15T10:00:00.000000Z"),
    } | fields


def habit(path: str, uid: str, profile_id: str, **fields: object) -> Document:
    return path, {
        "id": path.rsplit("/", 1)[-1],
        "userId": uid,
        "profileId": profile_id,
        "title": "Morning pills",
        "category": "medication",
        "frequency": "daily",
        "scheduledTime": time("2025-11-01T15:00:00.000000Z"),
        "deadlineMinutes": 30,
        "status": "active",
    } | fields


def response(path: str, uid: str, profile_id: object, **fields: object) -> Document:
    return path, {
        "id": path.rsplit("/", 1)[-1],
        "userId": uid,
        "profileId": profile_id,
        "textResponse": "Done",
        "isCompleted": True,
        "receivedAt": time(RECENT),
        "responseType": "text",
    } | fields


def event(
    path: str, uid: str, profile_id: object, kind: str = "taskResponse", **fields: object
) -> Document:
    """An event of 2025-10-09, unless `fields` say otherwise."""
    return path, {
        "id": path.rsplit("/", 1)[-1],
        "userId": uid,
        "profileId": profile_id,
        "eventType": kind,
        "createdAt": time(RECENT),
    } | fields


def without(document: Document, *fields: str) -> Document:
    path, data = document
    return path, {key: value for key, value in data.items() if key not in fields}


def readable_uuid(number: int) -> str:
    """An id of today's form that a person can tell from the others."""
    return f"AAAAAAAA-0000-4000-8000-{number:012}"


__all__ = [
    "RECENT",
    "Document",
    "event",
    "habit",
    "profile",
    "readable_uuid",
    "response",
    "time",
    "user",
    "values",
    "without",
]
