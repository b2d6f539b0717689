"""Whether a live database, read by Google's own client, is what a model makes of the same documents.

read_with_google.py PROJECT BENCHMARKS SAMPLE.ndjson

The model is the same migration as an engineer would script it in Python (peer_python.py). Prints the
number of documents and the two fingerprints.
"""

from __future__ import annotations

import base64
import json
import math
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

from google.cloud import firestore
from google.cloud.firestore_v1.document import DocumentReference


def main(project: str, benchmarks: str, sample: str) -> None:
    sys.path.insert(0, benchmarks)
    from agreement import fingerprint

    with TemporaryDirectory() as name:
        folder = Path(name)
        model = folder / "model.ndjson"
        for arguments in (["import", "model.db", sample], ["up", "model.db"]):
            peer(benchmarks, folder, arguments)
        peer(benchmarks, folder, ["export", "model.db", str(model)])
        live = folder / "live.ndjson"
        count = write(firestore.Client(project=project), live)
        print(json.dumps({"documents": count, "live": fingerprint(live), "model": fingerprint(model)}))


def peer(benchmarks: str, folder: Path, arguments: list[str]) -> None:
    script = str(Path(benchmarks) / "peer_python.py")
    subprocess.run(
        [sys.executable, script, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL
    )


def write(client: firestore.Client, file: Path) -> int:
    """Writes every document, also below documents that do not exist."""
    count = 0
    with file.open("w", encoding="utf-8") as lines:
        for path, data in documents(client):
            lines.write(json.dumps({"path": path, "data": value(data)}) + "\n")
            count += 1
    return count


def documents(client: firestore.Client):
    groups = ("users", "profiles", "tasks", "habits", "responses", "sms_responses", "smsResponses")
    for group in (*groups, "gallery_events", "galleryEvents"):
        for document in client.collection_group(group).stream():
            yield document.reference.path, document.to_dict()


def value(any_value):
    match any_value:
        case dict():
            return {name: value(each) for name, each in any_value.items()}
        case list():
            return [value(each) for each in any_value]
        case bytes():
            return {"__bytes__": base64.b64encode(any_value).decode()}
        case datetime():
            instant = any_value.astimezone(timezone.utc)
            return {"__time__": instant.strftime("%Y-%m-%dT%H:%M:%S.%fZ")}
        case DocumentReference():
            return {"__ref__": any_value.path}
        case float() if math.isnan(any_value):
            return {"__double__": "NaN"}
        case _:
            return any_value


if __name__ == "__main__":
    main(*sys.argv[1:])
