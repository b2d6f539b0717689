#!/usr/bin/env python3
"""Compares hallo-migrate with the tools that one would otherwise use, on the same work.

    bench.py --binary .build/release/hallo-migrate
    bench.py --binary .build/release/hallo-migrate --scale --rounds 1
    bench.py --binary .build/release/hallo-migrate --archive
    bench.py --binary .build/release/hallo-migrate --live

Each round imports the documents afresh and takes every step in order; within a step the tools
take turns. Every figure is of a whole process.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import archiving
import live
import results
import tools
from agreement import fingerprint
from inputs import documents, warm
from measure import Measurement, measure, progress
from results import verdict
from tools import Tool

PROJECT = Path(__file__).parent.parent


def main() -> int:
    options = parser().parse_args()
    options.scratch.mkdir(parents=True, exist_ok=True)
    if options.archive:
        return archiving.compare(options)
    if options.live:
        return live.compare(options)
    return scale(options) if options.scale else compare(options)


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = result.add_argument
    add("--binary", type=Path, metavar="FILE", help="hallo-migrate; without it, peers only")
    add("--documents", type=int, default=1_000_000, metavar="N", help="default: 1000000")
    add("--archive", action="store_true", help="compare archiving photos instead")
    add("--photos", type=int, default=5000, metavar="N", help="with --archive (default: 5000)")
    add("--groups", type=int, default=100_000, metavar="N", help="with --archive (default: 100000)")
    add("--live", action="store_true", help="compare pulling and pushing a live database instead")
    add("--live-documents", type=int, default=100_000, metavar="N", help="default: 100000")
    add("--rounds", type=int, default=3, metavar="N", help="default: 3")
    add("--scratch", type=Path, default=PROJECT / ".build/bench", metavar="DIR")
    add("--no-peers", action="store_true", help="measure hallo-migrate alone")
    add("--scale", action="store_true", help="compare --documents with four times as many")
    add("--verify", action="store_true", help="check that all tools end with equal documents")
    add("--json", type=Path, metavar="FILE", help="write every measurement here")
    return result


# MARK: Comparing


def compare(options: argparse.Namespace) -> int:
    file = documents(options.scratch, options.documents)
    contestants = all_tools(options, file)
    measured = list(rounds(contestants, options, file))
    finish(options, measured)
    summary = results.Results(measured)
    print("\n".join([*results.table(summary), "", *results.counts(summary), ""]))
    agreed = verify(contestants) if options.verify else True
    return verdict(list(results.targets(summary)), agreed)


def all_tools(options: argparse.Namespace, file: Path) -> list[Tool]:
    contestants = []
    if options.binary:
        contestants.append(tools.ours(options.binary.resolve(), options.scratch, file))
    if not options.no_peers:
        contestants += tools.peers(options.scratch, file)
    return contestants


def scale(options: argparse.Namespace) -> int:
    """hallo-migrate alone, with as many documents and with four times as many."""
    if not options.binary:
        raise SystemExit("--scale needs --binary")
    measured, sizes = [], []
    for count in (options.documents, 4 * options.documents):
        file = documents(options.scratch, count)
        ours = tools.ours(options.binary.resolve(), options.scratch, file)
        each = list(rounds([ours], options, file))
        sizes.append(results.Results(each))
        measured += each
        print("\n".join([f"{count} documents", "", *results.table(sizes[-1]), ""]))
    finish(options, measured)
    return verdict(list(results.scale_targets(*sizes, factor=4)))


def finish(options: argparse.Namespace, measured: list[Measurement]) -> None:
    if options.json:
        names = ("documents", "rounds", "scale")
        parameters = {name: getattr(options, name) for name in names}
        results.write_json(options.json, parameters, measured)


# MARK: Measuring


def rounds(
    contestants: list[Tool], options: argparse.Namespace, file: Path
) -> Iterator[Measurement]:
    warm(file)
    log = options.scratch / "output.txt"
    for turn in range(1, options.rounds + 1):
        for tool in contestants:
            tool.remove_store()
        for step in tools.STEPS:
            # Once undone, there would be nothing to verify.
            if step == tools.DOWN and options.verify and turn == options.rounds:
                export(contestants)
            for tool in contestants:
                if step in tool.commands:
                    progress(f"round {turn}: {tool.name} {step}")
                    yield measure(tool.name, step, turn, tool.commands[step], log)


def export(contestants: list[Tool]) -> None:
    for tool in contestants:
        if tool.export:
            tool.exported.unlink(missing_ok=True)
            subprocess.run(tool.export, check=True, stdout=subprocess.DEVNULL)


def verify(contestants: list[Tool]) -> bool:
    """Whether all tools made the same documents; after measuring, for it takes memory."""
    prints = {}
    for tool in contestants:
        if tool.export:
            progress(f"reading what {tool.name} made")
            prints[tool.name] = fingerprint(tool.exported)
    for name, value in prints.items():
        print(f"documents of {name}: {value[:16]}")
    equal = len(set(prints.values())) == 1
    print("PASS  all tools made the same documents" if equal else "FAIL  the documents differ")
    return equal


if __name__ == "__main__":
    sys.exit(main())
