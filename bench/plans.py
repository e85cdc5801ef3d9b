"""The plans behind the lists at the large size: what the product really runs, explained by both databases."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg

from bench.bench import Bench
from bench.company import BUSY_BRANCH, QUIET_BRANCH, token_of
from bench.databases import settings_url
from bench.growth import cursor
from bench.report import Section
from duskline.core.data.database import Database, Reader
from duskline.models.people.sessions import signed_in
from duskline.panel.records.leads import LEADS
from duskline.panel.records.tickets import TICKETS
from duskline.panel.records.work_orders import WORK_ORDERS

FILE = Path(__file__).with_name("plans.md")
EXPLAIN = "EXPLAIN (ANALYZE, COSTS OFF, BUFFERS OFF) "


class Shown(NamedTuple):
    """A page whose plan is worth seeing."""

    title: str
    listing: Any
    who: str
    query: dict[str, str]


SHOWN = (
    Shown("Everybody's newest leads", LEADS, "admin", {}),
    Shown("Everybody's leads, deep in the list", LEADS, "admin", cursor(60)),
    Shown("Everybody's leads of one status", LEADS, "admin", {"status": "negotiation"}),
    Shown("The leads of a busy region", LEADS, "busy region", {}),
    Shown("The leads of a region of quiet branches", LEADS, "quiet region", {}),
    Shown("The lost leads of a region of quiet branches", LEADS, "quiet region", {"status": "lost"}),
    Shown("The leads of a busy branch, of one status", LEADS, "busy branch", {"status": "negotiation"}),
    Shown(
        "The leads of a quiet branch, asked for by an administrator",
        LEADS,
        "admin",
        {"branchId": QUIET_BRANCH},
    ),
    Shown("The leads of one person", LEADS, "admin", {"assignedTo": f"crew-{BUSY_BRANCH}-0"}),
    Shown(
        "The new leads of one person",
        LEADS,
        "admin",
        {"assignedTo": f"crew-{BUSY_BRANCH}-0", "status": "new"},
    ),
    Shown("Urgent tickets", TICKETS, "admin", {"priority": "urgent"}),
    Shown("Billing tickets of a busy branch", TICKETS, "busy branch", {"category": "billing"}),
    Shown("Work orders in progress in a busy branch", WORK_ORDERS, "busy branch", {"status": "in_progress"}),
    Shown("Leads with a rare word", LEADS, "admin", {"q": "wintergreen"}),
    Shown("Leads with a common word", LEADS, "admin", {"q": "lantern street"}),
    Shown("A word of elsewhere, searched in a busy branch", LEADS, "busy branch", {"q": "irondale"}),
)


def measure(bench: Bench) -> Section:
    """Writes plans.md; has no figures of its own."""
    parts = ["# Plans", f"At {bench.large.leads:,} leads, from the run that wrote results.md."]
    urls = {
        "PostgreSQL": bench.databases.postgres(bench.large),
        "SQLite": bench.databases.sqlite(bench.large),
    }
    for shown in SHOWN:
        parts.append(f"## {shown.title}\n\n{shown.who}, {shown.query or 'no filter'}")
        for name, url in urls.items():
            sql, plan = asyncio.run(explained(url, shown))
            parts.append(f"{name}\n\n```sql\n{sql}\n```\n\n```\n{plan}\n```")
    FILE.write_text("\n\n".join(parts) + "\n")
    section = Section("Plans")
    section.say("The plans of the lists at the large size stand in [plans.md](plans.md).")
    return section


async def explained(url: str, shown: Shown) -> tuple[str, str]:
    database = Database(settings_url(url))
    try:
        actor = await signed_in(database, token_of(shown.who))
        assert actor is not None
        asked: list[Any] = []
        run = database.rows

        async def noted(*queries: Any) -> Any:
            asked.extend(queries)
            return await run(*queries)

        database.rows = noted  # type: ignore[method-assign]
        await shown.listing.page(Reader(database, actor), "", shown.query)
        query, values = next((query, values) for query, values in asked if "ORDER BY" in query.sql)
        arguments = query.arguments(values)
        return query.sql, "\n".join(await plan_of(database, url, query.sql, arguments))
    finally:
        await database.close()


async def plan_of(database: Database, url: str, sql: str, arguments: list[Any]) -> list[str]:
    if not database.is_sqlite:
        connection = await asyncpg.connect(url)
        try:
            return [row[0] for row in await connection.fetch(EXPLAIN + sql, *arguments)]
        finally:
            await connection.close()
    async with database.reads.connect() as connection:
        raw: Any = (await connection.get_raw_connection()).driver_connection
        rows = await raw.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", arguments)
    depth = {0: -1}
    lines = []
    for id, parent, _, words in rows:
        depth[id] = depth[parent] + 1
        lines.append("  " * depth[id] + words)
    return lines
