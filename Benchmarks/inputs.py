"""What is measured: generated once, and kept for the next time."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from measure import progress

SAMPLES = Path(__file__).parent.parent / "Samples"
DOCUMENTS_PER_USER = 200
# So few households that there are about 600 groups of user, profile and month.
PHOTO_USERS = 18
MONTHS, PROFILES = 10, 4


def documents(scratch: Path, count: int) -> Path:
    """A database of many small documents."""
    users = max(1, count // DOCUMENTS_PER_USER)
    size = ("--users", users, "--documents-per-user", DOCUMENTS_PER_USER)
    return sample(scratch / f"documents-{count}.ndjson", f"{count} documents", *size)


def photos(scratch: Path, count: int, size: int) -> Path:
    """Photo events with their photos in them."""
    file = scratch / f"photos-{count}-{size}.ndjson"
    options = ("--users", PHOTO_USERS, "--photos", count, "--photo-bytes", size)
    return sample(file, f"{count} photos", *options)


def sample(file: Path, what: str, *options: object) -> Path:
    if not file.exists():
        progress(f"making {what}")
        part = file.with_suffix(".part")
        make = [sys.executable, SAMPLES / "make-sample.py", "--output", part]
        subprocess.run([*make, *map(str, options)], check=True)
        part.replace(file)
    return file


def small_photos(scratch: Path, count: int) -> Path:
    """Photo events, each with a user, profile or month of its own."""
    file = scratch / f"small-photos-{count}.ndjson"
    if not file.exists():
        progress(f"making {count} small photos")
        part = file.with_suffix(".part")
        with part.open("w", encoding="utf-8") as stream:
            stream.writelines(json.dumps(each) + "\n" for each in small_photo_events(count))
        part.replace(file)
    return file


def small_photo_events(count: int) -> Iterator[dict]:
    picture = (SAMPLES / "photos/tea.jpg").read_bytes()
    for number in range(count):
        profile, month = divmod(number, MONTHS)
        user = profile // PROFILES
        photo = picture + number.to_bytes(4)
        data = {
            "createdAt": f"2025-{month + 1:02}-15T10:00:00Z",
            "eventType": "taskResponse",
            "photoData": base64.b64encode(photo).decode(),
            "profileId": f"profile-{profile}",
            "userId": f"user-{user}",
        }
        yield {"path": f"gallery_events/event-{number}", "data": data}


def warm(file: Path) -> None:
    """Reads a file into the page cache: disks are not what is compared."""
    with file.open("rb") as stream:
        while stream.read(1 << 20):
            pass
