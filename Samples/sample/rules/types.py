"""Every type that Firestore has, at its limits, and kinds that no rule knows."""

from __future__ import annotations

from collections.abc import Iterator

from . import Document, time


def documents() -> Iterator[Document]:
    yield "settings/every-type", every_type()
    yield "settings/__id7__", {"name": "Firestore's spelling of the numeric id 7"}
    yield "settings/empty", {}
    yield "settings/keys", keys()
    yield "settings/theme", {"dark": True, "accent": "#ffb36b"}


def every_type() -> dict:
    return {
        "null": None,
        "true": True,
        "false": False,
        "integer": 7,
        "smallest integer": -(2**63),
        "largest integer": 2**63 - 1,
        "double": 49.28,
        "integral double": 1.0,
        "smallest double": 5e-324,
        "largest double": 1.7976931348623157e308,
        "not a number": {"__double__": "NaN"},
        "infinity": {"__double__": "Infinity"},
        "minus infinity": {"__double__": "-Infinity"},
        "minus zero": {"__double__": "-0"},
        "timestamp": time("2025-10-09T07:00:00.123456Z"),
        "first timestamp": time("0001-01-01T00:00:00.000000Z"),
        "before 1970": time("1969-12-31T23:59:59.999999Z"),
        "last timestamp": time("9999-12-31T23:59:59.999999Z"),
        "string": 'Guten Tag, "Hallo"!\n\t\\ / é 😀 \u0000 \u007f \u2028',
        "empty string": "",
        "bytes": {"__bytes__": "AAEC/f7/"},
        "no bytes": {"__bytes__": ""},
        "reference": {"__ref__": "users/phones"},
        "reference elsewhere": {
            "__ref__": "projects/other/databases/archive/documents/users/phones"
        },
        "geopoint": {"__geo__": [49.28, -123.12]},
        "vector": {"__vector__": [0.1, 0.2, -1.0]},
        "array": [1, 2.5, "three", None, {"four": [time("2025-10-09T07:00:00.000000Z")]}],
        "empty array": [],
        "map": {"b": 1, "a": {"z": 1, "é": 2, "Z": 3}},
        "empty map": {},
    }


def keys() -> dict:
    """Sorted by UTF-8 bytes: not by case, not by locale, not by UTF-16."""
    names = ("b", "B", "a.b", "a", "a b", "é", "e\u0301", "\uff5e", "😀", '"', "10", "9", "_")
    return {name: turn for turn, name in enumerate(names)}
