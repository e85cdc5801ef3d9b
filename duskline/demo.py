"""`duskline demo`: fills an empty database with sample data and accounts, and says how to sign in.

It runs once: a second run changes nothing and shows the accounts again. A database in which anybody else has
an account is left alone.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from sqlalchemy import delete, func, select, update

from duskline.account import passwords
from duskline.company import Company, CompanyFile
from duskline.core.data.base import Base
from duskline.core.data.database import Database
from duskline.core.data.session import Db, changing
from duskline.core.system.errors import Invalid
from duskline.core.system.files import Files
from duskline.demonstration import photos, thread
from duskline.demonstration.again import again
from duskline.demonstration.blog import posts
from duskline.demonstration.inbox import inbox, subscribers
from duskline.demonstration.people import ACCOUNTS, people
from duskline.demonstration.places import places
from duskline.demonstration.sales import sales
from duskline.demonstration.service import tickets, work_orders
from duskline.demonstration.story import Stage, Story
from duskline.models.people.people import User
from duskline.models.places.places import Branch
from duskline.models.records.details import TicketDetails
from duskline.models.records.enquiries import EnquiryHandling
from duskline.models.records.status_changes import StatusChange
from duskline.models.records.warranties import Warranty
from duskline.models.samples import mark
from duskline.models.site.content import content_changed
from duskline.policy import CONSOLE
from duskline.serve import migrate, sole_user
from duskline.settings import Settings, SettingsFault

ACCOUNTS_FILE = "demo-accounts.txt"
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Nothing that a reader takes for something else."""
HEADING = "All people, companies, addresses and figures in this database are invented sample data."


class InUse(SettingsFault):
    """Somebody works with this database."""


def demo(*, if_empty: bool = False) -> None:
    """Load the sample data unless it is there, and print the accounts.

    Raises SettingsFault for a database in use, unless `if_empty` says that it may be one.
    """
    settings = Settings.from_environment()
    migrate(settings)
    with sole_user(settings.data_dir):
        try:
            new = asyncio.run(loaded(settings))
        except InUse:
            if if_empty:
                return
            raise
    if new:
        print("The sample data is loaded.")
    elif not if_empty:
        print("The sample data is there already; nothing was changed.")
    print(accounts_shown(settings.data_dir / ACCOUNTS_FILE))


def accounts_shown(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError:
        return (
            f"The passwords are no longer kept ({file}); `duskline user set-password EMAIL` gives a new one."
        )


async def loaded(settings: Settings) -> bool:
    """True when the sample data was loaded now, False when it was there; raises SettingsFault otherwise."""
    database = Database(settings.database_url)
    try:
        async with changing(database, CONSOLE) as db:
            if await is_demo(db):
                return False
            await refuse_real_data(db)
            refuse_public(settings)
            words = chosen_passwords(settings)
            files, company = Files(settings.data_dir / "files"), CompanyFile(settings.company_file).company
            await fill(db, files, company, await hashes(words))
            write_accounts(settings.data_dir / ACCOUNTS_FILE, words)
            await db.commit()
            return True
    finally:
        await database.close()


async def is_demo(db: Db) -> bool:
    return await db.scalar(select(User.id).where(User.sample).limit(1)) is not None


async def refuse_real_data(db: Db) -> None:
    """Sample data never mixes with anybody's own."""
    for entity, noun in ((User, "accounts"), (Branch, "branches")):
        if await db.scalar(select(func.count()).select_from(entity)):
            raise InUse(f"This database already has {noun} of its own; sample data is for an empty one.")


def refuse_public(settings: Settings) -> None:
    """A server in public would refuse to serve it."""
    if settings.is_public:
        raise SettingsFault("Sample data is for this machine only; leave DUSKLINE_PUBLIC_URL out to load it.")


def chosen_passwords(settings: Settings) -> dict[str, str]:
    """A password for each demo account, by email: the one that was set, else a fresh one each."""
    return {account.email: settings.demo_password or fresh_password() for account in ACCOUNTS}


def fresh_password() -> str:
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))


async def hashes(words: dict[str, str]) -> dict[str, str]:
    try:
        made = await asyncio.gather(*(passwords.chosen(word) for word in words.values()))
    except Invalid as fault:
        raise SettingsFault(f"DUSKLINE_DEMO_PASSWORD is refused: {fault.sentence}.") from None
    return dict(zip(words, made, strict=True))


async def fill(db: Db, files: Files, company: Company, hashed: dict[str, str]) -> None:
    """Every chapter in the order in which records point at each other."""
    stage = Stage.now()
    where = places(stage.chapter("places"))
    for rows in ([where.company], where.regions, where.branches, where.served):
        await store(db, rows)
    closed = await passwords.hashed(secrets.token_urlsafe(32))
    staff = people(stage.chapter("people"), where, hashed, closed)
    await store(db, staff.users)
    sold = sales(stage.chapter("sales"), staff, company)
    received = inbox(stage.chapter("inbox"), staff, sold.clients)
    await tell(db, [*sold.leads, *received.leads])
    await store(db, sold.quotes)
    await tell(db, sold.clients)
    orders = work_orders(stage.chapter("orders"), staff, sold)
    shown = photos.gallery(stage.chapter("gallery"), staff)
    await photos.keep(files, shown.shots | photos.of_orders(stage.chapter("photos"), orders))
    await tell(db, orders)
    back = again(stage.chapter("again"), staff, sold, orders)
    asked = [*tickets(stage.chapter("tickets"), staff, sold, orders), *received.tickets, *back.tickets]
    await tell(db, asked)
    await tell(db, [*back.leads, *back.orders])
    await store(db, back.conversions)
    await store(db, [*received.messages, *received.trail])
    leads = [*sold.leads, *received.leads, *back.leads]
    orders += back.orders
    told = [*leads, *sold.clients, *orders, *asked]
    await tie(db, stage.chapter("statuses"), told)
    await store(db, thread.conversations(stage.chapter("conversations"), leads, sold.clients))
    await store(db, thread.promises(stage.chapter("promises"), leads))
    await store(db, thread.buildings(stage.chapter("buildings"), sold.clients))
    await store(db, thread.warranties(stage.chapter("warranties"), orders, sold.clients, company.warranty))
    await cover(db)
    kept, sent = thread.references(stage.chapter("references"), sold.quotes, received.messages)
    await store(db, kept)
    await photos.keep(files, sent)
    await store(db, subscribers(stage.chapter("newsletter")))
    await store(db, posts(stage.chapter("posts")))
    await tell(db, shown.submissions)
    await mark(db)
    await content_changed(db)


async def store(db: Db, rows: Iterable[Base]) -> None:
    """The rows, those of a table that others point at first."""
    tables = Base.metadata.sorted_tables
    in_order = sorted(rows, key=lambda row: tables.index(row.__table__))
    for _, alike in groupby(in_order, key=type):
        db.add_all(alike)
        await db.flush()


async def tell(db: Db, stories: list[Story]) -> None:
    await store(db, [story.row() for story in stories])
    await store(db, [entry for story in stories for entry in story.trail])


async def tie(db: Db, stage: Stage, stories: list[Story]) -> None:
    """Points tickets at the messages they came from, and puts the statuses that records went through in the place of the
    one that the session saw."""
    connection, details, messages = (
        await db.connection(),
        TicketDetails.__table__.c,
        EnquiryHandling.__table__.c,
    )
    came_from = select(messages.id).where(messages.ticket_id == details.id).scalar_subquery()
    pointed = update(TicketDetails.__table__).values(enquiry_id=came_from, updated_at=details.updated_at)
    await connection.execute(pointed)
    await connection.execute(delete(StatusChange.__table__))
    await store(db, thread.status_changes(stage, stories))


async def cover(db: Db) -> None:
    """Points tickets about a job at its warranty."""
    details = TicketDetails.__table__.c
    theirs = select(Warranty.id).where(Warranty.work_order_id == details.work_order_id).scalar_subquery()
    covered = update(TicketDetails.__table__).values(warranty_id=theirs, updated_at=details.updated_at)
    await (await db.connection()).execute(covered)


def write_accounts(file: Path, words: dict[str, str]) -> None:
    """Keeps the accounts readable for the owner of the data folder, and nobody else."""
    longest = max(len(email) for email in words)
    longest_word = max(len(word) for word in words.values())
    lines = [
        HEADING, "", "Accounts to try, each with its password:",
        *(f"  {a.email:<{longest}}  {words[a.email]:<{longest_word}}  {a.what}" for a in ACCOUNTS),
    ]  # fmt: skip
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        os.fchmod(descriptor, 0o600)
        out.write("\n".join(lines) + "\n")
