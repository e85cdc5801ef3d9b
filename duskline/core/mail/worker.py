"""Sends what waits in the outbox, for as long as it runs. No connection to the database is held while a server is spoken to."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from types import MappingProxyType

from duskline.core.data.database import Database
from duskline.core.data.leases import LeaseLost
from duskline.core.jobs.workers import Worker
from duskline.core.mail import outbox
from duskline.core.mail.bounces import NOT_TRIED, bounced_among, note_bounced
from duskline.core.mail.delivery import (
    CONVERSATION_SECONDS,
    Answer,
    Envelope,
    Outcome,
    QueueFault,
    Send,
    Transport,
)
from duskline.core.mail.letters import Letter, UnsafeLetter, compose
from duskline.core.mail.outbox import Held
from duskline.core.system.logs import FIELDS
from duskline.core.values.contacts import email_key
from duskline.settings import Mailbox

BATCH = 20
"""Letters taken at a time, for one connection to the mail server."""
PAUSE = timedelta(minutes=5)
"""How long the queue rests when the server takes nothing from us."""

Writers = Mapping[str, Callable[[str], Awaitable[Letter | None]]]
"""By the kind of letter that is written when it leaves: what it is about -> the letter, or None where nobody is to get it."""

logger = logging.getLogger("duskline.mail")


class MailWorker(Worker):
    """One sender; any number may run at once."""

    def __init__(
        self,
        database: Database,
        transport: Transport,
        sender: Callable[[], Awaitable[Mailbox]],
        writers: Writers = MappingProxyType({}),
    ) -> None:
        super().__init__()
        self._database = database
        self._transport = transport
        self._find_sender = sender
        self._writers = writers

    async def turn(self) -> bool:
        """Sends a batch of what is due; whether there was any. The letter in hand is the last one once it is told to stop."""
        if not await outbox.is_any_due(self._database):
            return False
        begun, sender = time.monotonic(), await self._find_sender()
        left = deque(await outbox.lease(self._database, BATCH))
        bounced = await bounced_among(self._database, (held.recipient for held in left))
        wait = timedelta()
        try:
            async with self._transport.opened() as send:
                while left and self._has_time(begun):
                    await self._deliver(left[0], sender, send, bounced)
                    left.popleft()
        except QueueFault as fault:
            logger.warning(
                "no mail leaves for now", extra={FIELDS: {"fault": str(fault), "letters": len(left)}}
            )
            wait = PAUSE if fault.lasting else wait
        except BaseException:
            if left:
                left.popleft()  # nobody knows how far it came: its lease runs out
            raise
        finally:
            await outbox.put_back(self._database, left, wait)
        return True

    def _has_time(self, begun: float) -> bool:
        """Whether a conversation that starts now ends before the lease does, and before the server."""
        ends = time.monotonic() - begun + 2 * CONVERSATION_SECONDS
        return not self._stopping and ends < outbox.LEASE_SECONDS

    async def _deliver(self, held: Held, sender: Mailbox, send: Send, bounced: set[str]) -> None:
        try:
            if email_key(held.recipient) in bounced:
                await outbox.settle(self._database, held, NOT_TRIED)
                return
            letter = held.letter or await self._writers[held.kind](held.about or "")
            if letter is None:
                await outbox.drop(self._database, held)
                return
            answer = await self._attempt(held, letter, sender, send)
            if answer.outcome is Outcome.BOUNCED:
                await note_bounced(self._database, held.recipient, answer.words)
                bounced.add(email_key(held.recipient))
            await outbox.settle(self._database, held, answer)
        except LeaseLost:
            logger.warning(
                "a letter was withdrawn, or held for longer than its lease", extra={FIELDS: {"mail": held.id}}
            )
            return
        if answer.outcome is not Outcome.TAKEN:
            logger.info(
                "a letter did not leave", extra={FIELDS: {"mail": held.id, "outcome": answer.outcome.value}}
            )

    async def _attempt(self, held: Held, letter: Letter, sender: Mailbox, send: Send) -> Answer:
        host = sender.address.rpartition("@")[2]
        try:
            message = compose(letter, sender=sender, message_id=f"{held.id}@{host}")
        except UnsafeLetter as fault:
            return Answer(Outcome.REFUSED, str(fault))
        envelope = Envelope(held.id, sender.address, letter.to.address)
        return await send(envelope, message, lambda: outbox.mark_on_its_way(self._database, held))
