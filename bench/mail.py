"""A mail server that hangs, and what the people at the panel notice of it: nothing, if requests do not wait for mail."""

from __future__ import annotations

import asyncio
import socketserver
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from statistics import median

import msgspec

from bench.bench import Bench
from bench.clients import Asker
from bench.company import token_of
from bench.databases import settings_url
from bench.report import Line, Section
from bench.servers import product
from bench.writing import PATH, WRITERS, written
from duskline.core.data.database import Database
from duskline.core.mail.letters import Letter
from duskline.core.mail.outbox import MAILS
from duskline.settings import Mailbox

LETTERS = 500
"""In the queue when the server starts: every worker's turn meets the hanging server."""
MOST = 1.25
"""Of the p99 with nothing to send."""
READS = 300
"""For each second under load: one in a hundred of them is more than chance."""


class _Hanging(socketserver.StreamRequestHandler):
    """Takes everything up to the message, and says nothing any more."""

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            word = line[:4].upper()
            self.wfile.write(b"354 go on\r\n" if word == b"DATA" else b"250 fine\r\n")
            if word == b"DATA":
                break
        while self.rfile.read(1024):
            pass


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True


@contextmanager
def hanging() -> Iterator[str]:
    """The address of such a server."""
    with _Server(("127.0.0.1", 0), _Hanging) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"smtp://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def measure(bench: Bench) -> Section:
    section = Section("Mail: a server that hangs")
    rows = []
    for name, address in (("PostgreSQL", bench.databases.postgres), ("SQLite", bench.databases.sqlite)):
        url = bench.databases.copy_of(address(bench.middle))
        found: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
        with hanging() as smtp:
            settings = {"DUSKLINE_SMTP_URL": smtp, "DUSKLINE_MAIL_FROM": "a@bench.example"}
            for _ in range(bench.rounds):
                for hangs in (False, True):
                    asyncio.run(_queue(url, LETTERS if hangs else 0))
                    with product(bench.folder, url, bench.port(), settings=settings) as server:
                        found[hangs].append(_p99(server.port, bench.seconds))
        for place, what in ((0, "a page of leads"), (1, "a change")):
            calm, hung = (median(each[place] for each in found[hangs]) for hangs in (False, True))
            section.lines.append(
                Line(
                    "",
                    f"{name}: p99 of {what} while a mail server hangs, against no mail",
                    hung / calm,
                    MOST,
                    "x",
                )
            )
            rows.append((name, what, calm, hung))
    section.table(("database", "what", "p99 ms without mail", "p99 ms while it hangs"), rows)
    section.say(
        f"{LETTERS} letters wait, and the server takes each up to its message and then says nothing. {WRITERS} people change leads, "
        "and one reads a page after the other."
    )
    return section


async def _queue(url: str, letters: int) -> None:
    """Leaves this many letters in the queue."""
    letter = Letter(to=Mailbox("ann@home.example"), subject="Bench", text="Bench")
    at = datetime.now(UTC)
    row = {
        "kind": "bench", "recipient": "ann@home.example", "subject": "Bench", "letter": msgspec.json.encode(letter).decode(), "at_most_once": False,
        "state": "waiting", "tries": 0, "due": at, "created_at": at,
    }  # fmt: skip
    database = Database(settings_url(url))
    async with database.writes.begin() as connection:
        await connection.execute(MAILS.delete())
        if letters:
            await connection.execute(
                MAILS.insert(), [{"id": str(uuid.uuid4()), **row} for _ in range(letters)]
            )
    await database.close()


def _p99(port: int, seconds: int) -> tuple[float, float]:
    """Of a page of leads, and of a change, in milliseconds."""
    read: list[float] = []
    with Asker(port, token_of("busy branch")) as asker:
        for _ in range(READS * seconds):
            answer = asker.ask(f"{PATH}?limit=50")
            assert answer.status == 200, answer.body
            read.append(answer.milliseconds)
    changes = written(port, seconds)
    return _at_99(read), _at_99(changes)


def _at_99(spent: list[float]) -> float:
    return sorted(spent)[int(len(spent) * 0.99)]
