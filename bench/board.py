"""P8: the week of a branch with two hundred people and a thousand visits, among a hundred thousand: what its call costs, and how soon
a browser shows it and follows a card over it."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import shutil
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import insert, select

from bench.bench import Bench
from bench.browser import node
from bench.company import BUSY_BRANCH, FIRST_DAY, Row, id_of, person, token_of
from bench.databases import Fault, settings_url
from bench.report import Line, Section, middle
from bench.servers import product
from duskline.core.data.database import Database
from duskline.models.people.people import User
from duskline.models.records.service import WorkOrder
from duskline.models.records.visits import Visit, VisitCrew
from duskline.policy import Role

PEOPLE, WEEKLY, VISITS, DAYS = 200, 1_000, 100_000, 7
WEEK = date(2027, 5, 10)
BATCH = 5_000
TURNS = 10
LIMITS = {"server": (25, "ms"), "gzip": (100 * 1024, "B"), "mount": (100, "ms"), "frame": (50, "ms")}
PATH = f"/api/panel/schedule?branchId={BUSY_BRANCH}&from={WEEK}&days={DAYS}"
SCREEN = f"/panel/work-orders?view=week&branchId={BUSY_BRANCH}&day={WEEK}"


def measure(bench: Bench) -> Section:
    section = Section(f"P8: a week of {PEOPLE} people and {WEEKLY:,} visits among {VISITS:,}")
    for database, address in (("PostgreSQL", bench.databases.postgres), ("SQLite", bench.databases.sqlite)):
        url = bench.databases.copy_of(address(bench.small))
        asyncio.run(fill(url))
        with (
            product(bench.folder, url, bench.port()) as server,
            server.asker(token_of("busy branch")) as asker,
        ):
            answers = [asker.ask(PATH) for _ in range(bench.rounds * TURNS)]
            week = json.loads(answers[0].body)
            if (len(week["visits"]), len(week["people"])) < (WEEKLY, PEOPLE):
                raise Fault("The week is not the one that was made.")
            _note(
                section, f"{database}: server time", "server", middle(each.milliseconds for each in answers)
            )
            if database == "SQLite":
                size = len(gzip.compress(answers[0].body, 6))
                _note(section, f"the answer of {len(answers[0].body) // 1024:,} KB, packed", "gzip", size)
                in_browser(section, f"http://127.0.0.1:{server.port}", bench.rounds)
    section.say(
        "Mount is from the call's last byte to the frame that shows the first screen of rows; a frame is the longest while a card "
        "is pulled over the whole board and along its edges."
    )
    return section


def _note(section: Section, what: str, name: str, found: float) -> None:
    limit, unit = LIMITS[name]
    section.lines.append(Line("P8", what, round(found, 1), limit, unit))


def in_browser(section: Section, address: str, rounds: int) -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chrome")
    if chromium is None:
        raise Fault("There is no Chromium on this machine; install it first.")
    lines = node("board.mjs", address + SCREEN, chromium, str(rounds), token_of("busy branch"))
    taken = [json.loads(line) for line in lines]
    _note(section, "mount", "mount", middle(run["mount"] for run in taken))
    _note(section, "longest frame while a card is pulled", "frame", middle(run["frame"] for run in taken))


async def fill(url: str) -> None:
    """The people and their visits, in a copy of the company."""
    database = Database(settings_url(url))
    try:
        async with database.writes.begin() as connection:
            orders = WorkOrder.__table__.c
            jobs = list(await connection.scalars(select(orders.id).where(orders.branch_id == BUSY_BRANCH)))
            people = [person(f"goes-out-{number}", Role.TECHNICIAN, BUSY_BRANCH) for number in range(PEOPLE)]
            await connection.execute(insert(User), people)
            visits = made([row["id"] for row in people], jobs)
            crew = [
                {
                    "visit_id": row["id"],
                    "user_id": one,
                    "starts_at": row["starts_at"],
                    "ends_at": row["ends_at"],
                }
                for row in visits
                for one in row["crew"]
            ]
            for entity, rows in ((Visit, visits), (VisitCrew, crew)):
                for start in range(0, len(rows), BATCH):
                    await connection.execute(insert(entity), rows[start : start + BATCH])
            # What autovacuum does in life: PostgreSQL would plan for the few visits that there were before.
            await connection.exec_driver_sql("ANALYZE")
    finally:
        await database.close()


def made(people: Sequence[str], jobs: Sequence[str]) -> list[Row]:
    """A week to come, and weeks that are over, of two people each."""
    chance = random.Random(5)
    rows = []
    for number in range(VISITS):
        coming = number < WEEKLY
        day = WEEK + timedelta(days=number % DAYS) if coming else WEEK - timedelta(days=7 + number % 700)
        start = 480 + 120 * (number // (DAYS * PEOPLE // 2) % 4)
        first = number // DAYS * 2 % PEOPLE
        midnight = datetime(day.year, day.month, day.day, 4, tzinfo=UTC)
        rows.append({
            "id": id_of(FIRST_DAY, chance), "kind": "work_order", "record_id": jobs[number % len(jobs)],
            "branch_id": BUSY_BRANCH, "day": day, "start_minute": start, "end_minute": start + 120,
            "starts_at": midnight + timedelta(minutes=start), "ends_at": midnight + timedelta(minutes=start + 120),
            "status": "planned" if coming else "done", "crew": [people[first], people[first + 1]], "position": 0,
            "pinned": False, "sequence": 0, "created_at": FIRST_DAY, "updated_at": FIRST_DAY, "version": 1,
        })  # fmt: skip
    return rows
