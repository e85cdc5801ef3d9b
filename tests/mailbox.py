"""Letters as they leave a test's world: written, composed and handed to somebody who keeps them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial

from duskline import settings
from duskline.chores import writers_of
from duskline.core.mail.delivery import Answer, Envelope, OnItsWay, Outcome, Send
from duskline.core.mail.worker import MailWorker
from duskline.mail import sender_of
from duskline.organization import present
from tests.world import World

MAIL = {"SMTP_URL": "smtp://127.0.0.1:9", "MAIL_FROM": "Duskline <post@duskline.example>"}
"""Settings with which letters leave; in a test nobody listens there."""


class Mailbox:
    """Takes what a worker sends."""

    def __init__(self, outcome: Outcome = Outcome.TAKEN) -> None:
        self.outcome = outcome
        self.taken: list[tuple[str, EmailMessage]] = []

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Send]:
        yield self._take

    async def _take(self, envelope: Envelope, message: bytes, on_its_way: OnItsWay) -> Answer:
        await on_its_way()
        read = message_from_bytes(message, policy=policy.default)
        assert isinstance(read, EmailMessage)
        self.taken.append((envelope.recipient, read))
        return Answer(self.outcome)


async def delivered(
    world: World, outcome: Outcome = Outcome.TAKEN, mailbox: Mailbox | None = None
) -> list[tuple[str, EmailMessage]]:
    """Sends all that waits; who got what, in the order in which it left."""
    mailbox = mailbox or Mailbox(outcome)
    known = partial(present, world.database, world.services.company_file)
    writers = writers_of(world.settings, known, world.database)
    sender = always(sender_of(world.settings, await known()))
    await MailWorker(world.database, mailbox, sender, writers).turn()
    return mailbox.taken


def always(sender: settings.Mailbox) -> Callable[[], Awaitable[settings.Mailbox]]:
    """Whom all letters come from, whatever is set meanwhile."""

    async def known() -> settings.Mailbox:
        return sender

    return known


def text_of(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(message: EmailMessage) -> str:
    part = message.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def link_in(words: str) -> str:
    found = re.search(r"\S+/login\?view=link#\S+", words)
    assert found is not None, words
    return found[0]


def token_in(words: str) -> str:
    """The secret of the link that a letter or an answer holds."""
    return link_in(words).partition("#")[2]
