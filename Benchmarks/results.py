"""Medians, ratios, and whether each target is met."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from measure import Measurement
from tools import DOWN, DRY_RUN, DUCKDB, IMPORT, NOTHING, OURS, PYTHON, STATUS, STEPS, UP

MOST_MEMORY = 128
SCALED_STEPS = (IMPORT, DRY_RUN, UP, DOWN)
# Four times the documents in at most 4.2 times the time; memory within a tenth.
MOST_GROWTH_IN_TIME = 4.2 / 4
MOST_GROWTH_IN_MEMORY = 1.1


@dataclass(frozen=True)
class Target:
    """What is promised, what was measured, and the most that it may be."""

    promise: str
    measured: float
    limit: float

    def line(self) -> str:
        verdict = "PASS" if self.measured <= self.limit else "FAIL"
        return f"{verdict}  {self.promise}: {self.measured:.2f} (at most {self.limit:.2f})"


class Results:
    """Medians by tool and step."""

    def __init__(self, measurements: Iterable[Measurement]):
        self.measurements = list(measurements)

    def of(self, tool: str, step: str) -> list[Measurement]:
        return [each for each in self.measurements if (each.tool, each.step) == (tool, step)]

    def tools(self, step: str) -> list[str]:
        return list(dict.fromkeys(each.tool for each in self.measurements if each.step == step))

    def wall(self, tool: str, step: str) -> float:
        return median(each.wall for each in self.of(tool, step))

    def cpu(self, tool: str, step: str) -> float:
        return median(each.cpu for each in self.of(tool, step))

    def peak(self, tool: str, step: str) -> float:
        return max(each.peak for each in self.of(tool, step))

    def has(self, tool: str, step: str) -> bool:
        return bool(self.of(tool, step))


def table(results: Results, steps: Iterable[str] = STEPS) -> Iterator[str]:
    yield "| step | tool | wall s | cpu s | peak MiB | wall, to hallo-migrate's |"
    yield "|---|---|---:|---:|---:|---:|"
    for step in steps:
        for tool in results.tools(step):
            yield row(results, tool, step)


def row(results: Results, tool: str, step: str) -> str:
    wall = results.wall(tool, step)
    ratio = f"{wall / results.wall(OURS, step):.2f}" if results.has(OURS, step) else ""
    cpu, peak = results.cpu(tool, step), results.peak(tool, step)
    return f"| {step} | {tool} | {wall:.2f} | {cpu:.2f} | {peak:.0f} | {ratio} |"


def targets(results: Results) -> Iterator[Target]:
    """Every target that these measurements can answer."""
    for step in (IMPORT, UP):
        for tool, share, words in ((DUCKDB, 1, "DuckDB's"), (PYTHON, 1 / 3, "a third of Python's")):
            if results.has(OURS, step) and results.has(tool, step):
                limit = results.wall(tool, step) * share
                yield Target(f"{step} ≤ {words}, s", results.wall(OURS, step), limit)
    if not results.has(OURS, UP):
        return
    yield Target("up --dry-run ≤ 1.1 times up, s", wall(results, DRY_RUN), 1.1 * wall(results, UP))
    for step, limit in ((STATUS, 0.1), (NOTHING, 0.1), (DOWN, 2)):
        yield Target(f"{step}, s", wall(results, step), limit)
    yield from memory_targets(results)


def wall(results: Results, step: str) -> float:
    return results.wall(OURS, step)


def memory_targets(results: Results, steps: Iterable[str] = STEPS) -> Iterator[Target]:
    peak = max(results.peak(OURS, step) for step in steps)
    yield Target("peak memory of every step, MiB", peak, MOST_MEMORY)


def scale_targets(small: Results, large: Results, factor: float) -> Iterator[Target]:
    for step in SCALED_STEPS:
        growth = wall(large, step) / wall(small, step)
        yield Target(f"{step}, times the time", growth, MOST_GROWTH_IN_TIME * factor)
    for step in SCALED_STEPS:
        growth = large.peak(OURS, step) / small.peak(OURS, step)
        yield Target(f"{step}, times the memory", growth, MOST_GROWTH_IN_MEMORY)
    yield from memory_targets(large)


def verdict(targets: list[Target], agreed: bool = True) -> int:
    """Prints every target; what the benchmark exits with."""
    print("\n".join(target.line() for target in targets))
    return 0 if agreed and all(each.measured <= each.limit for each in targets) else 1


def counts(results: Results) -> Iterator[str]:
    """What each tool says it did, so that a reader sees that it was the same work."""
    for step in (IMPORT, UP):
        for tool in results.tools(step):
            said = summary(results.of(tool, step)[-1].counts)
            if said:
                yield f"{step}, {tool}: {said}"


def summary(printed: dict) -> str:
    migrations = {each["version"]: each for each in printed.get("migrations", ())} or printed
    names = ("changed", "moved", "removed")
    parts = [f"imported {printed['imported']}"] if "imported" in printed else []
    for version, each in migrations.items():
        if isinstance(each, dict):
            done = (f"{name} {each[name]}" for name in names if each.get(name))
            parts.append(f"{version} {', '.join(done) or 'nothing'}")
    return "; ".join(parts)


def write_json(file: Path, parameters: dict, measurements: Iterable[Measurement]) -> None:
    machine = {
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
    }
    raw = [each.raw() for each in measurements]
    everything = {"machine": machine, "parameters": parameters, "measurements": raw}
    file.write_text(json.dumps(everything, indent=2) + "\n")
