"""Sixteen people change leads of one branch at once: how many changes a second, and whether the counts hold."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

from bench.bench import Bench
from bench.clients import Asker
from bench.company import LEAD_STATUSES, token_of
from bench.dashboard import wrong_counts
from bench.report import Line, Section
from bench.servers import product

WRITERS = 16
PATH = "/api/panel/leads"


def measure(bench: Bench) -> Section:
    section = Section(f"Writes: {WRITERS} people at once")
    rows = []
    for database, address in (("PostgreSQL", bench.databases.postgres), ("SQLite", bench.databases.sqlite)):
        url = bench.databases.copy_of(address(bench.middle))
        with product(bench.folder, url, bench.port()) as server:
            spent = written(server.port, bench.seconds * bench.rounds)
        wrong = asyncio.run(wrong_counts(url))
        section.lines.append(
            Line("", f"{database}: counts that a recount finds wrong after writing", wrong, 0)
        )
        spent.sort()
        seconds = bench.seconds * bench.rounds
        rows.append(
            (
                database,
                len(spent),
                round(len(spent) / seconds),
                spent[len(spent) // 2],
                spent[int(len(spent) * 0.99)],
            )
        )
    section.table(("database", "changes", "per second", "median ms", "p99 ms"), rows)
    section.say(
        "Each change is a PATCH of a lead's status: scope, version, audit row and counts in one transaction, on disk before the answer."
    )
    return section


def written(port: int, seconds: int) -> list[float]:
    """Milliseconds of every change that was made."""
    token = token_of("busy branch")
    with Asker(port, token) as asker:
        leads = [row["id"] for row in asker.ask(f"{PATH}?limit=200").json()]
    until = time.monotonic() + seconds

    def write(number: int) -> list[float]:
        spent: list[float] = []
        statuses = list(LEAD_STATUSES)
        with Asker(port, token) as asker:
            while time.monotonic() < until:
                turn = number + WRITERS * len(spent)
                body = {"status": statuses[turn % len(statuses)]}
                answer = asker.ask(f"{PATH}/{leads[turn % len(leads)]}", method="PATCH", body=body)
                assert answer.status == 200, answer.body
                spent.append(answer.milliseconds)
        return spent

    with ThreadPoolExecutor(WRITERS) as pool:
        return [time for spent in pool.map(write, range(WRITERS)) for time in spent]
