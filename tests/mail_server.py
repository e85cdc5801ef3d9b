"""A mail server for tests: takes letters, and does to some of them what servers do when they fail.

What happens is told by the recipient's name: `refused` (550), `later` (451 the first two times), `hang` (no answer until
the other side gives up), `cut-before` (the connection is cut before the message is taken, once), `cut-after` (after it
was taken and before the answer, once).
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import partial
from typing import NamedTuple

from duskline.settings import SmtpServer


class Taken(NamedTuple):
    """A letter that the server answers for."""

    recipient: str
    raw: bytes

    @property
    def message(self) -> EmailMessage:
        found = message_from_bytes(self.raw, policy=default)
        assert isinstance(found, EmailMessage)
        return found

    @property
    def id(self) -> str:
        return str(self.message["Message-ID"])


class MailServer:
    """What it took, in order. `lets_in`: whether a password is right; `takes_from`: whether a sender is."""

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.lets_in = True
        self.takes_from = True
        self.closes_after = 1_000_000
        """Letters on one connection, before the server closes it."""
        self.slow = 0.0
        """Seconds before it answers to a message."""
        self.says: dict[str, str] = {}
        """What it answers to a recipient, instead of what their name tells."""
        self.tries: Counter[str] = Counter()
        self.greeted = threading.Event()
        """Set once somebody named a recipient."""
        self.port = 0
        self._lines: dict[asyncio.Task[object], asyncio.StreamWriter] = {}

    @property
    def address(self) -> SmtpServer:
        return SmtpServer(
            host="127.0.0.1", port=self.port, tls=False, must_encrypt=False, username=None, password=None
        )

    @property
    def ids(self) -> Counter[str]:
        return Counter(taken.id for taken in self.taken)

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, from the greeting to the end."""
        task = asyncio.current_task()
        assert task
        self._lines[task] = writer
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await self._talk(reader, writer)
        writer.close()
        del self._lines[task]

    async def serve_until(self, started: threading.Event, stopped: asyncio.Event) -> None:
        """Listens on a free port; every connection has ended when this does."""
        self._stopped = stopped
        async with await asyncio.start_server(self.talk, "127.0.0.1", 0) as listening:
            self.port = listening.sockets[0].getsockname()[1]
            started.set()
            await stopped.wait()
            for writer in self._lines.values():
                writer.transport.abort()
            if self._lines:
                await asyncio.wait([*self._lines])

    async def _think(self) -> None:
        """As long as the server is slow, or until it stops."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.slow):
                await self._stopped.wait()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(words: str) -> None:
            writer.write(f"{words}\r\n".encode())

        say("220 mail.example ready" if self.lets_in else "554 not for you")
        recipient, left, is_begun = "", self.closes_after, False
        while left and (line := (await reader.readline()).decode("latin-1").strip()):
            verb = line.split(" ")[0].upper()
            if verb == "MAIL" and is_begun:
                say("503 the letter before has not gone")
                continue
            is_begun = verb in ("MAIL", "RCPT")
            if verb == "RCPT":
                recipient = line.partition("<")[2].partition(">")[0]
                self.tries[recipient] += 1
                self.greeted.set()
                if recipient.startswith("hang"):
                    await reader.read()  # until the other side gives up
                    return
                say(self._welcome(recipient))
            elif verb == "DATA":
                if not await self._take(recipient, reader, say):
                    return
                left -= 1
            else:
                say(self._answer(verb))

    def _answer(self, verb: str) -> str:
        if verb == "EHLO":
            return "250-mail.example\r\n250 8BITMIME"
        if verb == "MAIL" and not self.takes_from:
            return "550 this sender is not yours"
        return "221 bye" if verb == "QUIT" else "250 ok"

    async def _take(self, recipient: str, reader: asyncio.StreamReader, say: Callable[[str], None]) -> bool:
        """A message; false where the connection is cut."""
        first = self.tries[recipient] == 1
        if recipient.startswith("cut-before") and first:
            return False
        say("354 go on")
        raw = (await reader.readuntil(b"\r\n.\r\n"))[:-3].replace(b"\r\n..", b"\r\n.")
        await self._think()
        self.taken.append(Taken(recipient, raw))
        if recipient.startswith("cut-after") and first:
            return False
        say("250 taken")
        return True

    def _welcome(self, recipient: str) -> str:
        if recipient in self.says:
            return self.says[recipient]
        if recipient.startswith("refused"):
            return "550 no such person"
        if recipient.startswith("later") and self.tries[recipient] <= 2:
            return "451 not now"
        return "250 ok"


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A server in a thread of its own, for processes and for loops that come and go."""
    server, started = MailServer(), threading.Event()
    stops: list[Callable[[], object]] = []

    async def serve() -> None:
        stopped = asyncio.Event()
        stops.append(partial(asyncio.get_running_loop().call_soon_threadsafe, stopped.set))
        await server.serve_until(started, stopped)

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    started.wait(10)
    try:
        yield server
    finally:
        stops[0]()
        thread.join(10)
