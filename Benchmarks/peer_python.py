#!/usr/bin/env python3
"""The same work as an engineer would script it: json, sqlite3 and phonenumbers, in place.

peer_python.py import STORE FILE
peer_python.py up STORE
peer_python.py export STORE FILE
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import sqlite3
import sys
import uuid
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime

from peer_phones import e164, phone_like

KINDS = {
    "users": "user",
    "profiles": "profile",
    "tasks": "task",
    "habits": "task",
    "responses": "response",
    "sms_responses": "response",
    "smsResponses": "response",
    "gallery_events": "event",
    "galleryEvents": "event",
}
NAMESPACE = uuid.UUID("8f0b6c1e-52a7-4f53-9d2c-6a1f6d0f7c11")
FIRST_MILLISECOND_VALUE = 100_000_000_000
SIGNATURES = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF8", b"RIFF", b"II*\0", b"MM\0*")

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def main(arguments: list[str]) -> None:
    command, store, *rest = arguments
    connection = sqlite3.connect(store)
    with connection:
        counts = {"import": load, "up": up, "export": export}[command](connection, *rest)
    connection.close()
    print(json.dumps(counts))


# MARK: Documents


def load(connection: sqlite3.Connection, file: str) -> dict:
    connection.execute("CREATE TABLE doc (path TEXT PRIMARY KEY, kind TEXT, owner TEXT, data TEXT)")
    with open(file, encoding="utf-8") as lines:
        connection.executemany("INSERT INTO doc VALUES (?, ?, ?, ?)", map(row, lines))
    return {"imported": connection.execute("SELECT count(*) FROM doc").fetchone()[0]}


def row(line: str) -> tuple[str, str, str | None, str]:
    document = json.loads(line)
    path, data = document["path"], document["data"]
    segments = path.split("/")
    kind = KINDS.get(segments[-2], "other")
    return path, kind, owner(segments, kind, data), _encode(data)


def owner(segments: list[str], kind: str, data: dict) -> str | None:
    if segments[0] == "users" and len(segments) > 2:
        return segments[1]
    if isinstance(data.get("userId"), str):
        return data["userId"]
    return segments[-1] if kind == "user" else None


def export(connection: sqlite3.Connection, file: str) -> dict:
    with open(file, "w", encoding="utf-8") as stream:
        for path, data in connection.execute("SELECT path, data FROM doc"):
            stream.write(f'{{"path":{_encode(path)},"data":{data}}}\n')
    return {}


def entries(value: object) -> Iterator[tuple[dict, str]]:
    """Every map and key at any depth."""
    if isinstance(value, dict):
        for key, below in value.items():
            yield value, key
            if isinstance(below, dict | list):
                yield from entries(below)
    elif isinstance(value, list):
        for below in value:
            yield from entries(below)


# MARK: Well-formed events


def is_well_formed(owner: str | None, data: dict) -> bool:
    profile_id = data.get("profileId")
    return (
        data.get("eventType") in ("taskResponse", "profileCreated")
        and event_instant(data) is not None
        and owner is not None
        and isinstance(profile_id, str)
        and profile_id != ""
        and has_good_photo(data)
    )


def event_instant(data: dict) -> float | None:
    created = data.get("createdAt")
    return instant(data.get("timestamp") if created is None else created)


def instant(value: object) -> float | None:
    if isinstance(value, dict):
        value = value.get("__time__")
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value).timestamp()
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        return None
    return value if value < FIRST_MILLISECOND_VALUE else value / 1000


def has_good_photo(data: dict) -> bool:
    photos = [below[key] for below, key in entries(data) if key == "photoData"]
    if not photos or photos[0] is None:
        return True
    text = photos[0]
    if isinstance(text, dict):
        text = text.get("__bytes__")
    if not isinstance(text, str):
        return False
    text = re.sub(r"^data:image/[^;]*;base64,|[\r\n]", "", text)
    try:
        return base64.b64decode(text, validate=True).startswith(SIGNATURES)
    except binascii.Error:
        return False


# MARK: Migrations


def up(connection: sqlite3.Connection) -> dict:
    return {
        "0001": normalize_phone_numbers(connection),
        "0002": rewrite_legacy_profile_ids(connection),
        "0003": remove_duplicates(connection),
    }


def normalize_phone_numbers(connection: sqlite3.Connection) -> dict:
    changes = []
    for path, text in connection.execute("SELECT path, data FROM doc WHERE kind <> 'event'"):
        if '"phoneNumber"' not in text:
            continue
        data = json.loads(text)
        phone = data.get("phoneNumber")
        normal = e164(phone) if isinstance(phone, str) else None
        if normal and normal != phone:
            data["phoneNumber"] = normal
            changes.append((_encode(data), path))
    connection.executemany("UPDATE doc SET data = ? WHERE path = ?", changes)
    return {"changed": len(changes)}


class Profiles:
    """What each number means to each owner."""

    def __init__(self, connection: sqlite3.Connection):
        self.current: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.legacy: dict[tuple[str, str], list[str]] = defaultdict(list)
        rows = connection.execute("SELECT path, owner, data FROM doc WHERE kind = 'profile'")
        for path, uid, text in rows:
            if uid is not None:
                self._add(path, uid, json.loads(text).get("phoneNumber"))
        self.moving = {
            paths[0]: self.new_id(*key)
            for key, paths in self.legacy.items()
            if len(paths) == 1 and key not in self.current
        }

    def _add(self, path: str, uid: str, phone: object) -> None:
        identifier = path.rsplit("/", 1)[1]
        if phone_like(identifier):
            if number := e164(identifier):
                self.legacy[uid, number].append(path)
        elif isinstance(phone, str) and (number := e164(phone)):
            self.current[uid, number].add(identifier)

    def new_id(self, uid: str, number: str) -> str:
        return str(uuid.uuid5(NAMESPACE, f"{uid}/{number}")).upper()

    def meaning(self, uid: str | None, text: str) -> str | None:
        """The profile that a number means, if it means exactly one."""
        number = e164(text)
        if uid is None or number is None:
            return None
        if current := self.current.get((uid, number)):
            return next(iter(current)) if len(current) == 1 else None
        return self.new_id(uid, number) if len(self.legacy.get((uid, number), ())) == 1 else None

    def new_path(self, path: str, uid: str | None) -> str:
        if path in self.moving:
            return f"{path.rsplit('/', 1)[0]}/{self.moving[path]}"
        segments = path.split("/")
        for index in range(0, len(segments) - 2, 2):
            if segments[index] == "profiles" and phone_like(segments[index + 1]):
                meaning = self.meaning(uid, segments[index + 1])
                segments[index + 1] = meaning or segments[index + 1]
        return "/".join(segments)


def rewrite_legacy_profile_ids(connection: sqlite3.Connection) -> dict:
    profiles = Profiles(connection)
    changes, moves = [], []
    rows = connection.execute("SELECT path, kind, owner, data FROM doc ORDER BY path")
    for path, kind, uid, text in rows:
        data = json.loads(text)
        changed = rewrite(data, uid, profiles)
        new_path = profiles.new_path(path, uid) if "profiles/" in path else path
        if kind == "event" and (changed or new_path != path) and not is_well_formed(uid, data):
            continue
        if path in profiles.moving and "id" in data:
            data["id"] = profiles.moving[path]
            changed = True
        if changed:
            changes.append((_encode(data), path))
        if new_path != path:
            moves.append((new_path, path))
    connection.executemany("UPDATE doc SET data = ? WHERE path = ?", changes)
    moved = connection.executemany("UPDATE OR IGNORE doc SET path = ? WHERE path = ?", moves)
    return {"changed": len(changes), "moved": moved.rowcount}


def rewrite(data: dict, uid: str | None, profiles: Profiles) -> bool:
    changed = False
    for below, key in list(entries(data)):
        if key == "profileId" and phone_like(below[key]):
            meaning = profiles.meaning(uid, below[key])
            if meaning:
                below[key] = meaning
                changed = True
    return changed


def remove_duplicates(connection: sqlite3.Connection) -> dict:
    moments: dict[tuple[str, str], list[tuple[float, bytes, str]]] = defaultdict(list)
    rows = connection.execute("SELECT path, owner, data FROM doc WHERE kind = 'event'")
    for path, uid, text in rows:
        if '"profileCreated"' not in text:
            continue
        data = json.loads(text)
        if data.get("eventType") == "profileCreated" and is_well_formed(uid, data):
            moment = (event_instant(data), path.encode(), path)
            moments[uid, data["profileId"]].append(moment)
    replays = [(path,) for replayed in moments.values() for _, _, path in sorted(replayed)[1:]]
    connection.executemany("DELETE FROM doc WHERE path = ?", replays)
    return {"removed": len(replays)}


if __name__ == "__main__":
    main(sys.argv[1:])
