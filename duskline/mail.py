"""Mail of this installation: who sends it, and how, as the settings say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

from duskline.company import Company
from duskline.core.data.database import Database
from duskline.core.mail.delivery import Folder, Smtp, Transport
from duskline.core.mail.worker import MailWorker
from duskline.settings import Mailbox, Settings

NO_ONE = "nobody@duskline.invalid"
"""Whom letters come from where nothing was said; they are kept as files."""
STOP_SECONDS = 5.0
"""How long the letter in hand has when the server stops."""


def letter_folder(settings: Settings) -> Path:
    """Where letters are kept without a mail server."""
    return settings.data_dir / "mail"


def transport_of(settings: Settings) -> Transport:
    """Over SMTP where a server is named, else into files."""
    if settings.smtp is None:
        return Folder(letter_folder(settings))
    return Smtp(settings.smtp, urlsplit(settings.public_url).hostname or "localhost")


def sender_of(settings: Settings, company: Company) -> Mailbox:
    """Whom letters come from."""
    if settings.mail_from:
        return settings.mail_from
    return Mailbox(company.email or NO_ONE, company.brand)


@asynccontextmanager
async def sending(settings: Settings, company: Company, database: Database) -> AsyncIterator[None]:
    """Letters leave as long as this lasts; the one in hand at the end is finished if it is quick."""
    worker = MailWorker(database, transport_of(settings), sender_of(settings, company))
    running = asyncio.create_task(worker.run())
    try:
        yield
    finally:
        worker.stop()
        await asyncio.wait({running}, timeout=STOP_SECONDS)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
