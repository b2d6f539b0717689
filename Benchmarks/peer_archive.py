#!/usr/bin/env python3
"""Archiving as an engineer would script it: json, sqlite3, tarfile and hashlib.

peer_archive.py import STORE FILE
peer_archive.py archive STORE DIRECTORY
peer_archive.py files STORE DIRECTORY
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import sqlite3
import sys
import tarfile
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from peer_phones import phone_like
from peer_python import entries, event_instant, owner

AS_OF = datetime(2026, 6, 1, tzinfo=UTC)
CUTOFF = AS_OF.timestamp() - 90 * 86_400


def main(arguments: list[str]) -> None:
    command, store, place = arguments
    connection = sqlite3.connect(store)
    counts = {"import": load, "archive": archive, "files": files}[command](connection, place)
    connection.close()
    print(json.dumps(counts))


# MARK: Importing


def load(connection: sqlite3.Connection, file: str) -> dict:
    """Each document in a row of its own, its photo as bytes."""
    connection.execute(
        "CREATE TABLE doc (path TEXT PRIMARY KEY, owner TEXT, profile TEXT, month TEXT,"
        " instant REAL, data TEXT, photo BLOB)"
    )
    with connection, open(file, encoding="utf-8") as lines:
        connection.executemany("INSERT INTO doc VALUES (?, ?, ?, ?, ?, ?, ?)", map(row, lines))
    return {"imported": connection.execute("SELECT count(*) FROM doc").fetchone()[0]}


def row(line: str) -> tuple:
    document = json.loads(line)
    path, data = document["path"], document["data"]
    photo = take_photo(data)
    moment = month = None
    if data.get("eventType") == "taskResponse":
        moment = event_instant(data)
        month = datetime.fromtimestamp(moment, UTC).strftime("%Y/%m")
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    uid = owner(path.split("/"), "event", data)
    return path, uid, data.get("profileId"), month, moment, text, photo


def take_photo(data: dict) -> bytes | None:
    for below, key in entries(data):
        if key == "photoData" and (value := below[key]):
            del below[key]
            text = value["__bytes__"] if isinstance(value, dict) else value
            if text.startswith("data:"):
                text = text.partition(",")[2]
            # Line breaks are passed over.
            return base64.b64decode(text)
    return None


# MARK: Archiving


def archive(connection: sqlite3.Connection, directory: str) -> dict:
    """One tar a group: written, synced, read again, compared; then its documents go."""
    counts = {"archived": 0, "bundles": 0, "bytes": 0}
    for group, members in groups(connection):
        folder = Path(directory, *group)
        folder.mkdir(parents=True)
        temporary, tar = folder / ".part-000001.tar", folder / "part-000001.tar"
        rows = [row for row, _, _ in members]
        hashes, size = write(connection, temporary, "/".join(group), members)
        compare(temporary, hashes)
        temporary.rename(tar)
        sync(folder)
        with connection:
            connection.executemany("DELETE FROM doc WHERE rowid = ?", [(row,) for row in rows])
        counts["archived"] += len(rows)
        counts["bundles"] += 1
        counts["bytes"] += size
    return counts


Member = tuple[int, str, float]
Group = tuple[str, str, str]


def groups(connection: sqlite3.Connection) -> Iterable[tuple[Group, list[Member]]]:
    """What is due, by owner, profile and month."""
    rows = connection.execute(
        "SELECT rowid, owner, profile, month, path, instant FROM doc"
        " WHERE photo IS NOT NULL AND instant < ? ORDER BY owner, profile, month, path",
        (CUTOFF,),
    ).fetchall()
    due = (each for each in rows if not phone_like(each[2]))
    for group, members in groupby(due, lambda each: each[1:4]):
        yield group, [(row, path.rsplit("/", 1)[1], at) for row, _, _, _, path, at in members]


def write(
    connection: sqlite3.Connection, file: Path, folder: str, members: list[Member]
) -> tuple[dict[str, bytes], int]:
    """Writes a tar to the disk; the hash of each member, and the bytes of all photos."""
    hashes, size = {}, 0
    with file.open("wb") as stream:
        with tarfile.open(fileobj=stream, mode="w") as tar:
            for row, event, instant in members:
                select = "SELECT data, photo FROM doc WHERE rowid = ?"
                data, photo = connection.execute(select, (row,)).fetchone()
                size += len(photo)
                record = kept(json.loads(data), event, photo)
                for end, content in ((".jpg", photo), (".json", record)):
                    member = tarfile.TarInfo(f"gallery-archive/{folder}/{event}{end}")
                    member.size, member.mtime, member.mode = len(content), int(instant), 0o600
                    tar.addfile(member, io.BytesIO(content))
                    hashes[member.name] = hashlib.sha256(content).digest()
        stream.flush()
        os.fsync(stream.fileno())
    return hashes, size


def kept(data: dict, event: str, photo: bytes) -> bytes:
    """What is kept of a record beside its photo."""
    titles = (below[key] for below, key in entries(data) if key == "taskTitle")
    record = {
        "archivedAt": AS_OF.isoformat(),
        "eventId": event,
        "photo": {"bytes": len(photo), "sha256": hashlib.sha256(photo).hexdigest()},
        "profileId": data["profileId"],
        "taskTitle": next(titles, None),
        "userId": data["userId"],
    }
    return json.dumps(record, ensure_ascii=False).encode()


def compare(file: Path, hashes: dict[str, bytes]) -> None:
    with tarfile.open(file) as tar:
        found = {each.name: hashlib.sha256(tar.extractfile(each).read()).digest() for each in tar}
    if found != hashes:
        raise SystemExit(f"{file} is not what was written")


def sync(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)


# MARK: Files


def files(connection: sqlite3.Connection, directory: str) -> dict:
    """The photos that are due as files, for tools that know files only."""
    count = 0
    for group, members in groups(connection):
        folder = Path(directory, *group)
        folder.mkdir(parents=True)
        for row, event, _ in members:
            (photo,) = connection.execute("SELECT photo FROM doc WHERE rowid = ?", (row,)).fetchone()
            (folder / f"{event}.jpg").write_bytes(photo)
            count += 1
    return {"files": count}


if __name__ == "__main__":
    main(sys.argv[1:])
