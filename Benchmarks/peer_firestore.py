#!/usr/bin/env python3
"""Google's client for Python, as its guide uses it: what pull and push are compared with.

    peer_firestore.py pull STORE GROUP…    streams each collection group into a table of SQLite
    peer_firestore.py push STORE           sets every document of the table, in batches of 500
    peer_firestore.py bytes                receives the whole database and decodes nothing

It takes no snapshot, cannot go on after it was killed, compares nothing before it writes, and what JSON
has not is kept as text. Collection groups leave out no document, but somebody has to name them.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterator
from itertools import islice

from google.cloud import firestore
from google.cloud.firestore_v1.types import RunQueryRequest, StructuredQuery

PROJECT = "demo-hallo"
# The most that a commit may have.
BATCH = 500


def main() -> None:
    action, *arguments = sys.argv[1:]
    client = firestore.Client(project=PROJECT)
    actions = {"pull": pull, "push": push, "bytes": receive}
    print(json.dumps(actions[action](client, *arguments)))


def pull(client: firestore.Client, store: str, *groups: str) -> dict:
    database = sqlite3.connect(store)
    database.execute("CREATE TABLE document (path TEXT PRIMARY KEY, data TEXT, updated TEXT)")
    rows = (row(document) for group in groups for document in client.collection_group(group).stream())
    count = database.executemany("INSERT INTO document VALUES (?, ?, ?)", rows).rowcount
    database.commit()
    return {"documents": count}


def row(document: firestore.DocumentSnapshot) -> tuple[str, str, str]:
    data = json.dumps(document.to_dict(), default=str)
    return document.reference.path, data, str(document.update_time)


def push(client: firestore.Client, store: str) -> dict:
    count = 0
    documents = changed(sqlite3.connect(store))
    while some := list(islice(documents, BATCH)):
        batch = client.batch()
        for path, data in some:
            batch.set(client.document(path), data)
        count += len(batch.commit())
    return {"documents": count}


def changed(database: sqlite3.Connection) -> Iterator[tuple[str, dict]]:
    for path, text in database.execute("SELECT path, data FROM document ORDER BY path"):
        yield path, json.loads(text) | {"touched": 1}


def receive(client: firestore.Client) -> dict:
    """The database's own speed: one stream of all documents, whose bytes are counted."""
    place = f"projects/{PROJECT}/databases/(default)"
    everything = StructuredQuery.CollectionSelector(all_descendants=True)
    query = StructuredQuery(from_=[everything])
    request = RunQueryRequest(parent=f"{place}/documents", structured_query=query)
    call = client._firestore_api.transport.grpc_channel.unary_stream(
        "/google.firestore.v1.Firestore/RunQuery", request_serializer=RunQueryRequest.serialize
    )
    metadata = [("authorization", "Bearer owner"), ("google-cloud-resource-prefix", place)]
    sizes = [len(answer) for answer in call(request, metadata=metadata)]
    return {"documents": len(sizes), "bytes": sum(sizes)}


if __name__ == "__main__":
    main()
