"""Photo events: small pictures that really open, padded to the size that is asked for."""

from __future__ import annotations

import base64
import textwrap
from collections.abc import Iterator
from pathlib import Path

from .household import Document, Household

PICTURES = Path(__file__).parent.parent / "photos"


def picture(name: str) -> bytes:
    return (PICTURES / name).read_bytes()


def album(household: Household, count: int, size: int) -> Iterator[Document]:
    """A household with its profiles, one task each, and `count` photos."""
    yield household.user(len(household.profiles))
    for profile in household.profiles:
        yield household.profile(profile)
        yield household.task(profile)
    jpeg = picture("tea.jpg")
    for _ in range(count):
        yield photo_event(household, padded(household, jpeg, size))


def padded(household: Household, picture: bytes, size: int) -> bytes:
    """Noise after the end of a JPEG: viewers ignore it, and it cannot be compressed."""
    return picture + household.rng.randbytes(max(0, size - len(picture)))


def photo_event(household: Household, photo: bytes) -> Document:
    path, data = household.task_response(*household.rng.choice(household.tasks))
    payload = data
    if "eventData" in data:
        payload = data["eventData"]
        payload = payload.get("taskResponse", {}).get("_0", payload)
    payload["photoData"] = encoded(household, photo)
    return path, data


def encoded(household: Household, photo: bytes) -> str | dict[str, str]:
    """A photo in one of the forms in which it was stored: most often plain base64."""
    text = base64.b64encode(photo).decode()
    match household.rng.randrange(10):
        case 0:
            return f"data:image/jpeg;base64,{text}"
        case 1:
            return "\r\n".join(textwrap.wrap(text, 76))
        case 2:
            return {"__bytes__": text}
        case _:
            return text
