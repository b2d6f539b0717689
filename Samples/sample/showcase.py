"""The shipped sample: a few ordinary households, and every rule shown at least once."""

from __future__ import annotations

from collections.abc import Iterator

from .household import Document, Household
from .rules import events, phones, photos, profiles, types

# One of each layout; their documents are as `--users` makes them.
HOUSEHOLDS = {"ada": "flat", "bo": "nested", "chidi": "deep"}
DOCUMENTS = 50


def documents(seed: int) -> Iterator[Document]:
    for index, (uid, layout) in enumerate(HOUSEHOLDS.items()):
        yield from Household(seed, index, uid, layout).documents(DOCUMENTS, [])
    for rules in (phones, profiles, events, photos, types):
        yield from rules.documents()
