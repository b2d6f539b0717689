#!/usr/bin/env python3
"""Writes a legacy Hallo database of any size as NDJSON, one document a line.

Equal options give equal bytes. Only one household is ever in memory.

    make-sample.py --users 5000 --documents-per-user 200 > million.ndjson
    make-sample.py --users 50 --photos 5000 --photo-bytes 200000 > photos.ndjson
    make-sample.py --every-rule > legacy.ndjson
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TextIO

from sample import blemishes, photos, showcase
from sample.household import Document, Household


def main() -> int:
    options = parser().parse_args()
    with output(options.output) as stream:
        write(documents(options), stream)
    return 0


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = result.add_argument
    add("--users", type=positive, default=100, metavar="N", help="households (default: 100)")
    add(
        "--documents-per-user",
        type=positive,
        default=200,
        metavar="N",
        help="documents of each household, its user among them (default: 200)",
    )
    add("--photos", type=positive, metavar="N", help="photo events in place of other events")
    add(
        "--photo-bytes",
        type=positive,
        default=200_000,
        metavar="N",
        help="size of each photo before base64 (default: 200000)",
    )
    add("--every-rule", action="store_true", help="the small sample that shows every rule")
    add("--seed", type=int, default=1, metavar="N", help="another seed, another database")
    add("-o", "--output", metavar="FILE", help="write here (default: standard output)")
    return result


def positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def output(path: str | None) -> TextIO:
    if path:
        return Path(path).open("w", encoding="utf-8", newline="\n")
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    return nullcontext(sys.stdout)


def documents(options: argparse.Namespace) -> Iterator[Document]:
    if options.every_rule:
        yield from showcase.documents(options.seed)
        return
    for index in range(options.users):
        household = Household(options.seed, index)
        if options.photos:
            share = part(options.photos, options.users, index)
            yield from photos.album(household, share, options.photo_bytes)
        else:
            extras = blemishes.mishaps(household)
            yield from household.documents(options.documents_per_user, extras)


def part(total: int, parts: int, index: int) -> int:
    """The size of one of `parts` nearly equal parts of `total`."""
    return total * (index + 1) // parts - total * index // parts


def write(all_documents: Iterator[Document], stream: TextIO) -> None:
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    for path, data in all_documents:
        stream.write(encode({"path": path, "data": data}) + "\n")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(1)
