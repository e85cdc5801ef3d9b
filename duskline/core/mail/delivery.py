"""How one message leaves: over SMTP, or into a file where no server is named.

The answer tells what is known of it: taken, refused for good, put off, kept here, or lost after it was on its way, when
nobody can say whether it was taken.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import NamedTuple, Protocol

import aiosmtplib
from aiosmtplib import SMTP, SMTPException, SMTPResponseException

from duskline.core.system.files import Files
from duskline.settings import SmtpServer

CONVERSATION_SECONDS = 60.0
"""The longest that one letter takes, from its first command to the last answer."""
CONNECT_SECONDS = 20.0
"""The longest that it takes to be let in."""
GOODBYE_SECONDS = 5.0
LONGEST_FAULT = 300
_ENHANCED = re.compile(r"\b5\.\d{1,3}\.\d{1,3}\b")
_OF_THE_ADDRESS = re.compile(r"5\.(?:1\.(?:[0-6]|9|10)|2\.[01])")
"""By RFC 3463: no such mailbox, or one that is closed. A full one may have room again, and a policy speaks of us."""
_PLAINLY_OF_THE_ADDRESS = (550, 551, 553)
"""Of servers that say no more."""


class Outcome(Enum):
    """What is known of a letter after an attempt."""

    TAKEN = "taken"
    REFUSED = "refused"
    BOUNCED = "bounced"
    """Refused for good because of whom it goes to: no other letter would fare better."""
    PUT_OFF = "put off"
    KEPT = "kept"
    LOST = "lost"


class Answer(NamedTuple):
    """An outcome, and the words that came with it."""

    outcome: Outcome
    words: str = ""


class QueueFault(Exception):
    """No letter can leave for now, whichever it is. `lasting`: another connection would fare no better."""

    def __init__(self, sentence: str, *, lasting: bool = True) -> None:
        super().__init__(sentence)
        self.lasting = lasting


class Envelope(NamedTuple):
    """Whose letter it is: what the server is told before the message."""

    id: str
    sender: str
    recipient: str


OnItsWay = Callable[[], Awaitable[None]]
"""Awaited just before the message itself goes: what comes after may be known to nobody."""
Send = Callable[[Envelope, bytes, OnItsWay], Awaitable[Answer]]


class Transport(Protocol):
    """A way for letters to leave."""

    def opened(self) -> AbstractAsyncContextManager[Send]:
        """Ready for any number of letters, one after the other; what it yields raises QueueFault, as does opening."""
        ...


class Smtp:
    """Hands letters to a server. A connection serves until it fails."""

    def __init__(self, server: SmtpServer, our_name: str) -> None:
        self._server = server
        self._our_name = our_name

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Send]:
        client = self._client()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await client.connect()
        except (SMTPException, OSError, TimeoutError) as fault:
            client.close()
            raise QueueFault(f"The mail server does not let us in: {_words(fault)}") from fault
        try:
            yield _Conversation(client).send
        finally:
            with suppress(SMTPException, OSError, TimeoutError):
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await client.quit()
            client.close()

    def _client(self) -> SMTP:
        server = self._server
        return SMTP(
            hostname=server.host, port=server.port, username=server.username, password=server.password,
            use_tls=server.tls, start_tls=False if server.tls else True if server.must_encrypt else None,
            local_hostname=self._our_name, timeout=CONVERSATION_SECONDS,
        )  # fmt: skip


class _Conversation:
    """One letter after the other on one connection."""

    def __init__(self, client: SMTP) -> None:
        self._client = client
        self._on_its_way = False

    async def send(self, envelope: Envelope, message: bytes, on_its_way: OnItsWay) -> Answer:
        self._on_its_way = False
        try:
            async with asyncio.timeout(CONVERSATION_SECONDS):
                return await self._say(envelope, message, on_its_way)
        except SMTPResponseException as fault:
            answer = self._judged(fault)
            await self._begin_anew()
            return answer
        except (SMTPException, OSError, TimeoutError) as fault:
            self._client.close()
            return Answer(Outcome.LOST if self._on_its_way else Outcome.PUT_OFF, _words(fault))
        except BaseException:
            self._client.close()  # the server still waits for this letter, and would take no other
            raise

    async def _say(self, envelope: Envelope, message: bytes, on_its_way: OnItsWay) -> Answer:
        if not self._client.is_connected:
            raise QueueFault("The mail server closed the connection.", lasting=False)
        try:
            await self._client.mail(envelope.sender)
        except aiosmtplib.SMTPSenderRefused as fault:
            raise QueueFault(
                f"The mail server takes nothing from {envelope.sender}: {_words(fault)}"
            ) from fault
        await self._client.rcpt(envelope.recipient)
        await on_its_way()
        self._on_its_way = True
        done = await self._client.data(message)
        return Answer(Outcome.TAKEN, f"{done.code} {done.message}"[:LONGEST_FAULT])

    def _judged(self, fault: SMTPResponseException) -> Answer:
        code, words = fault.code, f"{fault.code} {fault.message}"
        if 500 <= code < 600:
            return Answer(
                Outcome.BOUNCED if _is_of_the_address(fault) else Outcome.REFUSED, words[:LONGEST_FAULT]
            )
        if 400 <= code < 500:
            return Answer(Outcome.PUT_OFF, words[:LONGEST_FAULT])
        # Not an answer that SMTP knows; after the message nobody can say what it means.
        return Answer(Outcome.LOST if self._on_its_way else Outcome.PUT_OFF, words[:LONGEST_FAULT])

    async def _begin_anew(self) -> None:
        try:
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self._client.rset()
        except (SMTPException, OSError, TimeoutError):
            self._client.close()


def _is_of_the_address(fault: SMTPResponseException) -> bool:
    """Whether the server refuses whom it goes to, and neither what it says nor whom it comes from."""
    if not isinstance(fault, aiosmtplib.SMTPRecipientRefused):
        return False
    if enhanced := _ENHANCED.search(fault.message):
        return _OF_THE_ADDRESS.fullmatch(enhanced[0]) is not None
    return fault.code in _PLAINLY_OF_THE_ADDRESS


class Folder:
    """Keeps letters as files, for an installation without a mail server: nothing leaves, and all can be read."""

    def __init__(self, folder: Path) -> None:
        self._files = Files(folder)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Send]:
        yield self._keep

    async def _keep(self, envelope: Envelope, message: bytes, _on_its_way: OnItsWay) -> Answer:
        await self._files.put(f"{envelope.id}.eml", message)
        return Answer(Outcome.KEPT, "No mail server is named yet, so this was kept as a file.")


def _words(fault: BaseException) -> str:
    """What a person can do something with; a library's fault may have no words of its own."""
    if isinstance(fault, SMTPResponseException):
        return f"{fault.code} {fault.message}"[:LONGEST_FAULT]
    return (str(fault) or type(fault).__name__)[:LONGEST_FAULT]
