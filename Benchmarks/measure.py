"""One measured process: wall time, processor time and peak memory, as the kernel counts them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

KIBIBYTES_PER_MEGABYTE = 1024


@dataclass
class Measurement:
    """Seconds and MiB; `counts` is whatever JSON object the tool printed."""

    tool: str
    step: str
    round: int
    wall: float
    cpu: float
    peak: float
    counts: dict = field(default_factory=dict)

    def raw(self) -> dict:
        return asdict(self)


def measure(tool: str, step: str, turn: int, command: list[str], log: Path) -> Measurement:
    """Runs a command to its end; a failure ends the benchmark.

    Peak memory cannot be less than that of this process, which the child is for a moment.
    """
    # What the last step wrote must not be written during this one.
    os.sync()
    errors = log.with_suffix(".errors.txt")
    with log.open("wb") as output, errors.open("wb") as diagnostics:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=diagnostics)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
    printed = log.read_text(encoding="utf-8", errors="replace")
    if process.returncode != 0:
        printed += errors.read_text(encoding="utf-8", errors="replace")
        raise SystemExit(f"{' '.join(command)}: exit {process.returncode}\n{printed}")
    cpu = usage.ru_utime + usage.ru_stime
    peak = usage.ru_maxrss / KIBIBYTES_PER_MEGABYTE
    return Measurement(tool, step, turn, wall, cpu, peak, json_object(printed))


def json_object(text: str) -> dict:
    """The one JSON object that a tool printed, or nothing."""
    start, end = text.find("{"), text.rfind("}")
    try:
        return json.loads(text[start : end + 1])
    except json.JSONDecodeError:
        return {}


def progress(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
