"""50,000 leads from a file: how long until they are there, and for how long others wait for SQLite's one writer meanwhile."""

from __future__ import annotations

import asyncio
import csv
import io
import time
from pathlib import Path
from typing import NamedTuple

from litestar.datastructures import UploadFile
from sqlalchemy import select

from bench.bench import Bench
from bench.dashboard import wrong_counts
from bench.databases import settings_url
from bench.report import Line, Section
from duskline.company import CompanyFile
from duskline.core.data.database import Database
from duskline.core.data.session import changing
from duskline.core.tables.reading import SentTable
from duskline.importing.job import ImportWorker
from duskline.importing.receiving import AsChosen, receive
from duskline.models.people.people import User
from duskline.models.people.sessions import acting
from duskline.models.records.imports import Choice, Import, ImportKind, ImportState, tally
from duskline.organization import present
from duskline.policy import CONSOLE, Role

ROWS = 50_000
HELD_MS = 100


class Spent(NamedTuple):
    """Seconds for each part, and the longest slice in milliseconds."""

    read: float
    checked: float
    made: float
    undone: float
    held: float


def measure(bench: Bench) -> Section:
    section = Section(f"An import of {ROWS:,} leads")
    rows = []
    for name, address in (("PostgreSQL", bench.databases.postgres), ("SQLite", bench.databases.sqlite)):
        url = bench.databases.copy_of(address(bench.middle))
        spent = asyncio.run(imported(settings_url(url)))
        section.lines.append(Line("", f"{name}: longest slice of an import", spent.held, HELD_MS, "ms"))
        wrong = asyncio.run(wrong_counts(url))
        section.lines.append(Line("", f"{name}: counts that a recount finds wrong after an import", wrong, 0))
        rows.append((name, *(round(seconds, 1) for seconds in spent[:-1]), round(spent.held)))
    section.table(
        ("database", "s to read", "s to check", "s until all are there", "s to undo", "longest slice ms"),
        rows,
    )
    section.say(
        "Each row has a name, an address, a phone and a building; by the worker alone, which rests between slices."
    )
    return section


async def imported(url: str) -> Spent:
    """Reads, checks, makes and undoes them all."""
    database = Database(url)
    company = CompanyFile(Path("company.toml"))
    worker = ImportWorker(database, lambda: present(database, company), by_mail=False)

    async def folding() -> None:
        """As the server does: SQLite's log would grow without end."""
        while True:
            await database.checkpoint()
            await asyncio.sleep(1)

    async def until_done() -> float:
        began = time.monotonic()
        while await worker.turn():
            pass
        return time.monotonic() - began

    folds = asyncio.create_task(folding()) if database.is_sqlite else None

    async with changing(database, CONSOLE) as db:
        admin = await db.scalar(
            select(User.id).where(User.role == Role.ADMIN, User.status == "active").limit(1)
        )
    actor = await acting(database, admin or "")
    assert actor is not None
    began = time.monotonic()
    sent = UploadFile("text/csv", "leads.csv", file_data=_file())
    id = await receive(database, actor, ImportKind.LEADS, SentTable(sent), AsChosen())
    read = time.monotonic() - began

    async def go(state: ImportState) -> float:
        async with changing(database, actor) as db:
            own = await db.get_one(Import, id)
            ready = sum(
                number for (_, choice), number in (await tally(db, id)).items() if choice == Choice.CREATE
            )
            own.go(state, ready)
            await db.commit()
        return await until_done()

    spent = [await go(state) for state in (ImportState.CHECKING, ImportState.CREATING, ImportState.UNDOING)]
    await sent.close()
    if folds is not None:
        folds.cancel()
    await database.close()
    checked, made, undone = spent
    return Spent(read, checked, made, undone, worker.longest * 1000)


def _file() -> bytes:
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(["Name", "Email", "Phone", "Address", "Status", "Source", "Estimated value", "Notes"])
    for number in range(ROWS):
        rows.writerow(
            (
                f"Person {number}", f"person{number}@import.example", f"(937) {200 + number // 10_000}-{number % 10_000:04}",
                f"{number} Elm Street, Dayton, OH 45402", "new", "Fair", 1_000 + number % 9_000, "Wants to be called.",
            )
        )  # fmt: skip
    return out.getvalue().encode()
