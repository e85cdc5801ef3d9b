"""Mail of this installation: who sends it, and how, as the settings say."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

from duskline.company import Company
from duskline.core.data.database import Database
from duskline.core.mail.delivery import Folder, Smtp, Transport
from duskline.core.mail.worker import MailWorker, Writers
from duskline.settings import Mailbox, Settings

NO_ONE = "nobody@duskline.invalid"
"""Whom letters come from where nothing was said; they are kept as files."""


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


def postman(
    settings: Settings, company: Callable[[], Awaitable[Company]], database: Database, writers: Writers
) -> MailWorker:
    """Returns the worker that sends letters; `writers` write those that are written when they leave."""

    async def sender() -> Mailbox:
        return sender_of(settings, await company())

    return MailWorker(database, transport_of(settings), sender, writers)
