#!/usr/bin/env python3
"""Reckons what a migration of a very large live database takes: the tables of Documentation/scale.md.

    scale.py                                  10 million users, 9 billion events
    scale.py --flat 1 --reads-per-second 2000
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from math import log

WORKERS = (100, 500, 1000, 5000)
# Sustained operations a second that a database may take: nobody promises any.
CEILINGS = (10_000, 100_000, 1_000_000)
# USD for 100,000 reads, writes, deletions; and for 1,000 index entries counted, a read.
PRICES = {"us-central1": (0.03, 0.09, 0.01), "nam5 (multi-region)": (0.06, 0.18, 0.02)}
ENTRIES_PER_READ = 1000
# 500 operations a second, and half as many again every 300 seconds.
FIRST_RATE, GROWTH, STEP = 500, 1.5, 300


def main() -> None:
    options = parser().parse_args()
    plan = Plan(options)
    tables = (amounts(plan), prices(plan), workers(plan, options), pushing(plan))
    print("\n\n".join("\n".join(table) for table in tables))


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )

    def add(name: str, default: float, text: str) -> None:
        result.add_argument(name, type=float, default=default, help=f"{text} (default: {default:g})")

    add("--users", 10e6, "users")
    add("--events", 9e9, "events")
    add("--others", 20, "other documents of a user, and the user's own")
    add("--flat", 0.24, "share of the documents that are in root collections other than users")
    add("--written", 0.278, "writes for each document")
    add("--deleted", 0.105, "deletions for each document")
    add("--reads-per-second", 5000, "documents that a worker is given")
    add("--up-per-second", 150_000, "documents that `up` takes")
    add("--store-bytes", 910, "bytes of a store for each document, after `up`")
    return result


class Plan:
    """How much of everything there is."""

    def __init__(self, options: argparse.Namespace):
        self.documents = options.users * options.others + options.events
        # What is in root collections is read by owner, and again by id to find what has no owner.
        self.reads = self.documents * (1 + options.flat)
        self.counted = self.reads / ENTRIES_PER_READ
        self.writes = self.documents * options.written
        self.deletes = self.documents * options.deleted
        self.sent = self.writes + self.deletes


def amounts(plan: Plan) -> Iterable[str]:
    yield "| | documents |"
    yield "|---|---:|"
    yield f"| in the database | {billions(plan.documents)} |"
    yield f"| read by pulls | {billions(plan.reads)} |"
    yield f"| reads for counting, a thousandth | {billions(plan.counted)} |"
    yield f"| written | {billions(plan.writes)} |"
    yield f"| deleted | {billions(plan.deletes)} |"


def prices(plan: Plan) -> Iterable[str]:
    yield "| USD | reads of one pull | writes | deletions | together | with a review of all |"
    yield "|---|---:|---:|---:|---:|---:|"
    for place, price in PRICES.items():
        amount = (plan.reads + plan.counted, plan.writes, plan.deletes)
        costs = [each * cost / 100_000 for each, cost in zip(amount, price)]
        sums = [*costs, sum(costs), sum(costs) + costs[0]]
        yield row([place, *(f"{each:,.0f}" for each in sums)])


def workers(plan: Plan, options: argparse.Namespace) -> Iterable[str]:
    yield "| workers | documents each | store each, GiB | pull, hours | of them read a second | up, minutes |"
    yield "|---:|---:|---:|---:|---:|---:|"
    for count in WORKERS:
        documents = plan.documents / count
        yield row(
            [
                f"{count:,}",
                f"{documents / 1e6:,.1f} million",
                f"{documents * options.store_bytes / 2**30:,.1f}",
                f"{plan.reads / count / options.reads_per_second / 3600:,.1f}",
                f"{count * options.reads_per_second:,.0f}",
                f"{documents / options.up_per_second / 60:,.1f}",
            ]
        )


def pushing(plan: Plan) -> Iterable[str]:
    yield "| the database sustains, operations a second | reached after, minutes | push, hours |"
    yield "|---:|---:|---:|"
    for ceiling in CEILINGS:
        steps = log(ceiling / FIRST_RATE) / log(GROWTH)
        yield row([f"{ceiling:,}", f"{steps * STEP / 60:,.0f}", f"{hours(plan.sent, ceiling):,.1f}"])


def hours(operations: float, ceiling: float) -> float:
    """How long they take: step by step as the rate grows, and then at the ceiling."""
    rate, seconds = FIRST_RATE, 0
    while rate < ceiling and operations > rate * STEP:
        operations -= rate * STEP
        seconds += STEP
        rate *= GROWTH
    return (seconds + operations / min(rate, ceiling)) / 3600


def billions(number: float) -> str:
    return f"{number / 1e9:,.2f} billion" if number >= 1e8 else f"{number / 1e6:,.1f} million"


def row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
