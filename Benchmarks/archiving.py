"""What archiving photos costs, beside tar, cp and a script that does the same."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import inputs
import results
import tools
from measure import Measurement, measure, progress
from results import Results, Target
from tools import OURS, PYTHON

HERE = Path(__file__).parent
COPY, TAR, ONE_TAR = "cp + sync", "bsdtar + sync", "bsdtar + sync, one tar"
IMPORT, ARCHIVE = "import of photos", "archive run"
FIRST, NOTHING = "nothing due, the first time", "nothing due"
SMALL = "archive run, small groups"
STEPS = (IMPORT, ARCHIVE, FIRST, NOTHING, SMALL)

PHOTO_BYTES = 200_000
# --force: what is due is everything, and a moment to come on a clock that is behind.
ALL_DUE = ("--as-of", "2026-06-01", "--force")
NONE_DUE = ("--as-of", "2015-01-01")
# What a group takes: its tar, manifest, checksums and directory, and a share of those above it.
INODES, BYTES = 4.5, 20_000

Command = list[str]


def compare(options: argparse.Namespace) -> int:
    """Measures, prints a table, and says whether every target is met."""
    if not options.binary:
        raise SystemExit("--archive needs --binary")
    # ext4 looks long for an inode that was not freed lately, so that nothing is removed before the end.
    place = options.scratch.resolve() / f"archiving-{os.getpid()}"
    check_room(options)
    contest = Contest(options)
    try:
        measured = list(contest.rounds(place))
    finally:
        progress("removing what was made")
        shutil.rmtree(place, ignore_errors=True)
    if options.json:
        names = ("photos", "groups", "documents", "rounds")
        parameters = {name: getattr(options, name) for name in names}
        results.write_json(options.json, parameters, measured)
    summary = Results(measured)
    print("\n".join([*results.table(summary, STEPS), "", *counts(summary), ""]))
    return results.verdict(list(targets(summary, options.groups)))


def check_room(options: argparse.Namespace) -> None:
    disk = os.statvfs(options.scratch)
    stores = 6 * options.photos * PHOTO_BYTES
    needed = options.rounds * (stores + options.groups * BYTES)
    if disk.f_bavail * disk.f_frsize < needed:
        raise SystemExit(f"{options.scratch} needs {needed >> 30} GiB free")
    inodes = round(options.rounds * (options.groups * INODES + 4 * options.photos))
    if 0 < disk.f_favail < inodes:
        raise SystemExit(f"{options.scratch} needs {inodes} inodes free")


class Contest:
    """The tools, and what they work on."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.binary = str(options.binary.resolve())
        scratch = options.scratch.resolve()
        self.photos = inputs.photos(scratch, options.photos, PHOTO_BYTES)
        self.documents = inputs.documents(scratch, options.documents)
        self.small = inputs.small_photos(scratch, options.groups)
        if not options.no_peers:
            python = tools.install(scratch / "venv") / "bin/python"
            self.script = [str(python), str(HERE / "peer_archive.py")]
            self.files = self.photo_files(scratch)

    def photo_files(self, scratch: Path) -> Path:
        """The photos that are due as files, in a directory a group."""
        directory = scratch / f"photo-files-{self.options.photos}-{PHOTO_BYTES}"
        if not directory.exists():
            progress("making files of the photos")
            part, store = directory.with_suffix(".part"), directory.with_suffix(".sqlite")
            shutil.rmtree(part, ignore_errors=True)
            store.unlink(missing_ok=True)
            quietly([*self.script, "import", str(store), str(self.photos)])
            quietly([*self.script, "files", str(store), str(part)])
            store.unlink()
            part.rename(directory)
        return directory

    # MARK: Measuring

    def rounds(self, place: Path) -> Iterator[Measurement]:
        for turn in range(1, self.options.rounds + 1):
            directory = place / f"round-{turn}"
            directory.mkdir(parents=True)
            for step, commands in self.steps(directory):
                for tool, command in commands.items():
                    progress(f"round {turn}: {tool}, {step}")
                    yield measure(tool, step, turn, command, directory / "output.txt")

    def steps(self, place: Path) -> Iterator[tuple[str, dict[str, Command]]]:
        """Each step with the tools' commands; what is between is not measured."""
        store = place / "photos.sqlite"
        peers = not self.options.no_peers
        for file in (self.photos, *(self.files.rglob("*.jpg") if peers else ())):
            inputs.warm(file)
        yield IMPORT, {OURS: self.ours(store, "import", self.photos)} | self.copying(place)
        yield ARCHIVE, {OURS: self.archive(store, *ALL_DUE)} | self.packing(place)
        documents = place / "documents.sqlite"
        quietly(self.ours(documents, "import", self.documents))
        yield FIRST, {OURS: self.archive(documents, *NONE_DUE)}
        yield NOTHING, {OURS: self.archive(documents, *NONE_DUE)}
        small = place / "small.sqlite"
        quietly(self.ours(small, "import", self.small))
        yield SMALL, {OURS: self.archive(small, *ALL_DUE)}

    def ours(self, store: Path, *arguments: object) -> Command:
        return [self.binary, *map(str, arguments), "--store", str(store), "--json"]

    def archive(self, store: Path, *arguments: str) -> Command:
        directory = store.with_suffix(".archive")
        return self.ours(store, "archive", "run", "--archive", directory, *arguments)

    def copying(self, place: Path) -> dict[str, Command]:
        if self.options.no_peers:
            return {}
        copy = 'cp "$1" "$2" && sync "$2"'
        return {
            PYTHON: [*self.script, "import", str(place / "python.sqlite"), str(self.photos)],
            COPY: ["/bin/sh", "-c", copy, "sh", str(self.photos), str(place / "copy.ndjson")],
        }

    def packing(self, place: Path) -> dict[str, Command]:
        if self.options.no_peers:
            return {}
        (place / "tars").mkdir()
        (place / "one-tar").mkdir()
        tar = ["/bin/sh", str(HERE / "peer_tar.sh")]
        archive = ["archive", str(place / "python.sqlite"), str(place / "python.archive")]
        return {
            PYTHON: [*self.script, *archive],
            TAR: [*tar, "groups", str(self.files), str(place / "tars")],
            ONE_TAR: [*tar, "one", str(self.files), str(place / "one-tar")],
        }


def quietly(command: Command) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


# MARK: Results


def targets(measured: Results, groups: int) -> Iterator[Target]:
    def target(step: str, share: float, tool: str, words: str) -> Iterator[Target]:
        if measured.has(tool, step):
            limit = share * measured.wall(tool, step)
            yield Target(f"{step} ≤ {words}, s", measured.wall(OURS, step), limit)

    yield from target(ARCHIVE, 1, TAR, "bsdtar + sync")
    yield from target(ARCHIVE, 0.4, PYTHON, "0.4 times Python's")
    yield from target(IMPORT, 1, PYTHON, "Python's")
    yield from target(IMPORT, 2.5, COPY, "2.5 times cp + sync")
    yield Target(f"{NOTHING}, s", measured.wall(OURS, NOTHING), 0.1)
    speed = f"archive run of {groups} small groups, s (2,000 groups a second)"
    yield Target(speed, measured.wall(OURS, SMALL), groups / 2000)
    yield from results.memory_targets(measured, STEPS)


def counts(measured: Results) -> Iterator[str]:
    """What each tool says it did, so that a reader sees that it was the same work."""
    names = ("imported", "due", "archived", "bundles", "bytes", "removed")
    for step in STEPS:
        for tool in measured.tools(step):
            printed = measured.of(tool, step)[-1].counts
            said = (f"{name} {printed[name]}" for name in names if name in printed)
            yield f"{step}, {tool}: {', '.join(said) or 'says nothing'}"
