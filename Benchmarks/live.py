"""What pulling and pushing a live database costs, beside Google's client for Python.

Both work on the emulator, whose own time is most of every figure; `bytes alone` shows how much.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import emulator
import inputs
import results
import tools
from measure import Measurement, measure, progress
from results import Results, Target
from tools import OURS

HERE = Path(__file__).parent
GOOGLE, BYTES = "Google's Python client", "bytes alone"
PULL, PUSH = "pull", "push"
STEPS = (PULL, PUSH)
MOST_MEMORY = 192
FASTER = 3
PROJECT = "demo-hallo"
TASK = "touch"
# Every document is changed, so that both push the same.
CHANGE = """-- Touch
--
-- Why: to push every document.
--
-- Changes: every document gets a field.
--
-- Leaves alone, with a finding: nothing.

UPDATE document SET data = json_set(data, '$.touched', 1);
"""

Command = list[str]


def compare(options: argparse.Namespace) -> int:
    """Measures, prints a table, and says whether every target is met."""
    if not options.binary:
        raise SystemExit("--live needs --binary")
    if not emulator.is_installed():
        print("Live Firestore was not measured: install google-cloud-cli-firestore-emulator and Java")
        return 0
    contest = Contest(options)
    try:
        measured = list(contest.rounds())
    finally:
        shutil.rmtree(contest.place, ignore_errors=True)
    if options.json:
        names = ("live_documents", "rounds")
        parameters = {name: getattr(options, name) for name in names}
        results.write_json(options.json, parameters, measured)
    summary = Results(measured)
    print("\n".join([*results.table(summary, STEPS), "", *counts(summary), ""]))
    return results.verdict(list(targets(summary)))


class Contest:
    """The tools, and the database that they work on."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.binary = str(options.binary.resolve())
        scratch = options.scratch.resolve()
        self.place = scratch / "live"
        shutil.rmtree(self.place, ignore_errors=True)
        (self.place / "migrations/on-demand").mkdir(parents=True)
        (self.place / f"migrations/on-demand/{TASK}.sql").write_text(CHANGE)
        python = tools.install(scratch / "venv") / "bin/python"
        self.google = [str(python), str(HERE / "peer_firestore.py")]
        self.export, self.groups = self.database(scratch)

    def database(self, scratch: Path) -> tuple[Path, list[str]]:
        """An export to seed the emulator with, and the ids of its collections."""
        documents = inputs.documents(scratch, self.options.live_documents)
        store, directory = self.place / "seed.sqlite", self.place / "export"
        for arguments in (("import", documents), ("export", directory, "--format", "firestore")):
            quietly(self.ours(store, *arguments))
        with documents.open(encoding="utf-8") as lines:
            groups = {json.loads(line)["path"].split("/")[-2] for line in lines}
        return next(directory.rglob("*.overall_export_metadata")), sorted(groups)

    # MARK: Measuring

    def rounds(self) -> Iterator[Measurement]:
        for turn in range(1, self.options.rounds + 1):
            order = (OURS, GOOGLE) if turn % 2 else (GOOGLE, OURS)
            for tool in order if not self.options.no_peers else (OURS,):
                log = self.place / "emulator.txt"
                progress(f"round {turn}: starting an emulator for {tool}")
                with emulator.running(self.export, log):
                    yield from self.turn(tool, turn)

    def turn(self, tool: str, turn: int) -> Iterator[Measurement]:
        """A tool's steps, each with an emulator that has compiled what it takes."""
        store = self.place / f"{turn}-{len(tool)}.sqlite"
        commands = self.our_commands(store) if tool == OURS else self.their_commands(store)
        for each in (self.google_bytes(), self.google_bytes()):
            last = measure(BYTES, PULL, turn, each, self.place / "output.txt")
        yield last
        for step in STEPS:
            if tool == OURS and step == PUSH:
                task = ("run", TASK, "--migrations", self.place / "migrations")
                quietly(self.ours(store, *task))
            progress(f"round {turn}: {tool}, {step}")
            yield measure(tool, step, turn, commands[step], self.place / "output.txt")

    def google_bytes(self) -> Command:
        return [*self.google, "bytes"]

    def our_commands(self, store: Path) -> dict[str, Command]:
        pull = self.ours(store, "pull", "--project", PROJECT)
        return {PULL: pull, PUSH: self.ours(store, "push")}

    def their_commands(self, store: Path) -> dict[str, Command]:
        pull = [*self.google, "pull", str(store), *self.groups]
        return {PULL: pull, PUSH: [*self.google, "push", str(store)]}

    def ours(self, store: Path, *arguments: object) -> Command:
        return [self.binary, *map(str, arguments), "--store", str(store), "--json"]


def quietly(command: Command) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


# MARK: Results


def targets(measured: Results) -> Iterator[Target]:
    if measured.has(GOOGLE, PULL):
        for step, share, words in ((PULL, 1 / FASTER, "a third of the"), (PUSH, 1, "the")):
            limit = share * measured.wall(GOOGLE, step)
            promise = f"{step} ≤ {words} Python client's, s"
            yield Target(promise, measured.wall(OURS, step), limit)
    peak = max(measured.peak(OURS, step) for step in STEPS)
    yield Target("peak memory of pull and push, MiB", peak, MOST_MEMORY)


def counts(measured: Results) -> Iterable[str]:
    """What each tool says it did, so that a reader sees that it was the same work."""
    names = ("documents", "bytes", "updated", "conflicts")
    for step in STEPS:
        for tool in measured.tools(step):
            printed = measured.of(tool, step)[-1].counts
            said = (f"{name} {printed[name]}" for name in names if name in printed)
            yield f"{step}, {tool}: {', '.join(said)}"
