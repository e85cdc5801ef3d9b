"""P6: from the command to the first page, and what the server keeps in memory when nobody asks."""

from __future__ import annotations

import time

from bench.bench import Bench
from bench.machine import resident
from bench.report import Line, Section, middle
from bench.servers import product

SECONDS, MEBIBYTES = 1.5, 130


def measure(bench: Bench) -> Section:
    section = Section("P6: start")
    rows = []
    for database, address in (("SQLite", bench.databases.sqlite), ("PostgreSQL", bench.databases.postgres)):
        url = address(bench.small)
        runs = [started(bench, url) for _ in range(bench.rounds)]
        seconds, once, often = (middle(run[place] for run in runs) for place in range(3))
        rows.append((database, seconds, once, often))
        section.lines += [
            Line("P6", f"{database}: from the command to the first page", seconds, SECONDS, "s"),
            Line("P6", f"{database}: resident when idle", once, MEBIBYTES, "MiB"),
        ]
    section.table(
        (
            "database",
            "first page after s",
            "resident MiB, shared pages once",
            "resident MiB, shared pages in each process",
        ),
        rows,
    )
    section.say(
        "The whole process tree on one core; the files are in the page cache, nothing else is kept from an earlier start."
    )
    return section


def started(bench: Bench, url: str) -> tuple[float, float, float]:
    began = time.monotonic()
    with product(bench.folder, url, bench.port(), path="/", rested=False) as server:
        seconds = time.monotonic() - began
        server.rest()
        return seconds, *resident(server.process.pid)
