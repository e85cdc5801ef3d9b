"""P3: the dashboard's counts, and that they are right."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sqlalchemy import func, select

from bench.bench import Bench
from bench.company import Size, token_of
from bench.databases import settings_url
from bench.report import Line, Section, middle
from bench.servers import product
from duskline.core.data.counts import BRANCHLESS, RecordCount
from duskline.core.data.database import Database
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder

LIMIT = 5
TURNS = 20
PATH, BOARD = "/api/panel/dashboard/stats", "/api/panel/leads/board"
COUNTED = (Lead, Client, WorkOrder, SupportTicket)


def measure(bench: Bench) -> Section:
    section = Section(f"P3: the dashboard's counts at {bench.large.leads:,} leads")
    rows = []
    for database, address in (("PostgreSQL", bench.databases.postgres), ("SQLite", bench.databases.sqlite)):
        times = {who: asked(bench, address, who) for who in ("admin", "busy region", "busy branch")}
        board = asked(bench, address, "admin", BOARD)
        wrong = asyncio.run(wrong_counts(address(bench.large)))
        section.lines += [
            Line("P3", f"{database}: counts of the whole company", times["admin"][1], LIMIT, "ms"),
            Line("P3", f"{database}: figures of the board of the whole company", board[1], LIMIT, "ms"),
            Line("P3", f"{database}: counts that a recount finds wrong", wrong, 0),
        ]
        rows += [(database, who, small, large, large / small) for who, (small, large) in times.items()]
    section.table(
        ("database", "who", f"ms at {bench.small.leads:,}", f"ms at {bench.large.leads:,}", "ratio"), rows
    )
    return section


def asked(bench: Bench, address: Callable[[Size], str], who: str, path: str = PATH) -> tuple[float, float]:
    """Milliseconds in the small and in the large company."""
    with (
        product(bench.folder, address(bench.small), bench.port()) as small,
        product(bench.folder, address(bench.large), bench.port()) as large,
        small.asker(token_of(who)) as at_small,
        large.asker(token_of(who)) as at_large,
    ):
        pairs = [
            (at_small.ask(path).milliseconds, at_large.ask(path).milliseconds)
            for _ in range(bench.rounds * TURNS)
        ]
    return middle(pair[0] for pair in pairs), middle(pair[1] for pair in pairs)


async def wrong_counts(url: str) -> int:
    """How many kept counts differ from a count of the rows."""
    database = Database(settings_url(url))
    counts, recounted = RecordCount.__table__.c, {}
    async with database.reads.connect() as connection:
        kept = {tuple(row[:3]): row[3] for row in await connection.execute(
            select(counts.kind, counts.branch_id, counts.value, counts.number).where(counts.number != 0))}  # fmt: skip
        for entity in COUNTED:
            columns = entity.__table__.c
            for group in entity.counted_by:
                by = (columns.branch_id, *(columns[name] for name in group))
                grouped = select(*by, func.count()).group_by(*by)
                for branch, *values, number in await connection.execute(grouped):
                    if None not in values:
                        recounted[entity.kind_by(group), branch or BRANCHLESS, ":".join(values)] = number
    await database.close()
    return sum(kept.get(key) != recounted.get(key) for key in kept.keys() | recounted.keys())
