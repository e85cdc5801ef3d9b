"""The commands `worker` and `mail`: send in a process apart, list what has not left, send it again, try the server."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import select

from duskline.chores import at_work
from duskline.company import Company, CompanyFile
from duskline.core.data.base import new_id
from duskline.core.data.database import Database
from duskline.core.data.session import changing
from duskline.core.mail import outbox
from duskline.core.mail.delivery import Envelope, Outcome, QueueFault
from duskline.core.mail.letters import Letter, UnsafeLetter, compose
from duskline.core.mail.outbox import MAILS, Mail
from duskline.core.system import logs
from duskline.core.system.errors import Conflict, NotFound
from duskline.letters.words import TRIAL, written
from duskline.mail import letter_folder, sender_of, transport_of
from duskline.organization import present
from duskline.policy import CONSOLE
from duskline.serve import check_database
from duskline.settings import Mailbox, Settings, SettingsFault

T = TypeVar("T")
SHOWN = 50

logger = logging.getLogger("duskline.mail")


def worker(_: argparse.Namespace) -> None:
    """Send mail and do what is due in a process of its own, until a signal comes."""
    settings = Settings.from_environment()
    if settings.is_sqlite:
        raise SettingsFault("A worker apart needs PostgreSQL; on SQLite the server sends mail itself.")
    if settings.worker != "apart":
        raise SettingsFault(
            "Set DUSKLINE_WORKER=apart for the servers and the worker, so that one of them sends mail."
        )
    check_database(settings)
    logs.configure()
    asyncio.run(_until_a_signal(settings))


async def _until_a_signal(settings: Settings) -> None:
    stopped = asyncio.Event()
    for by in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(by, stopped.set)
    database = Database(settings.database_url)
    try:
        async with at_work(settings, CompanyFile(settings.company_file), database):
            print("The worker sends mail and does what is due (Ctrl-C stops it).", flush=True)
            await stopped.wait()
    finally:
        await database.close()


def mail_list(_: argparse.Namespace) -> None:
    """Print the letters that have not left, the newest first."""
    rows = _on_the_database(_unsent)
    for row in rows:
        print(
            f"{row.id}  {row.state:8} {row.kind}  {row.recipient}  tries {row.tries}  {row.fault or ''}".rstrip()
        )
    if not rows:
        print("Every letter has left.")


async def _unsent(database: Database) -> list[Any]:
    columns = MAILS.c.id, MAILS.c.state, MAILS.c.kind, MAILS.c.recipient, MAILS.c.tries, MAILS.c.fault
    unsent = select(*columns).where(MAILS.c.state != outbox.MailState.SENT)
    async with database.reads.connect() as connection:
        return list(await connection.execute(unsent.order_by(MAILS.c.created_at.desc()).limit(SHOWN)))


def mail_retry(arguments: argparse.Namespace) -> None:
    """Put a letter that did not leave back in the queue."""

    async def retry(database: Database) -> bool:
        async with changing(database, CONSOLE) as db:
            try:
                (await db.find_for_update(Mail, arguments.id)).send_again()
            except (NotFound, Conflict):
                return False
            await db.commit()
            return True

    if not _on_the_database(retry):
        raise SettingsFault(f"No letter {arguments.id} is dead, held or unsure; `duskline mail list` tells.")
    logs.configure()
    logger.info("mail sent again", extra={logs.FIELDS: {"mail": arguments.id}})
    print("It goes out with the next round.")


def mail_test(arguments: argparse.Namespace) -> None:
    """Send one letter at once and say what the server answered."""
    settings = Settings.from_environment()
    file = CompanyFile(settings.company_file)
    company = _on_the_database(lambda database: present(database, file))
    letter = written(TRIAL, Mailbox(arguments.address), company, {"site": settings.public_url})
    print(asyncio.run(_sent_now(settings, company, letter)))


async def _sent_now(settings: Settings, company: Company, letter: Letter) -> str:
    id, sender = new_id(), sender_of(settings, company)

    async def nothing() -> None: ...

    try:
        message = compose(letter, sender=sender, message_id=f"{id}@{sender.address.rpartition('@')[2]}")
        async with transport_of(settings).opened() as send:
            answer = await send(Envelope(id, sender.address, letter.to.address), message, nothing)
    except (QueueFault, UnsafeLetter) as fault:
        raise SettingsFault(str(fault)) from None
    if answer.outcome is Outcome.KEPT:
        return f"No mail server is named (DUSKLINE_SMTP_URL); the letter is in {letter_folder(settings) / f'{id}.eml'}."
    if answer.outcome is not Outcome.TAKEN:
        raise SettingsFault(f"The mail server did not take it: {answer.words}")
    return f"The mail server took it: {answer.words}"


def _on_the_database(work: Callable[[Database], Awaitable[T]]) -> T:
    async def run() -> T:
        database = Database(settings.database_url)
        try:
            return await work(database)
        finally:
            await database.close()

    settings = Settings.from_environment()
    check_database(settings)
    return asyncio.run(run())
