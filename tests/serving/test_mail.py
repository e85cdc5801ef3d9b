"""Mail from a running installation: it leaves, nothing is lost when processes are killed, and nobody waits for it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from duskline.core.data.base import now
from duskline.core.data.database import Database
from duskline.core.data.session import changing
from duskline.core.mail import outbox
from duskline.core.mail.letters import Letter
from duskline.core.mail.outbox import MAILS
from duskline.policy import CONSOLE
from duskline.settings import Mailbox, Settings
from tests.conftest import FULL_COUNTS
from tests.mail_server import MailServer, mail_server
from tests.servers import ROOT, duskline, environment, free_port, run, serving, wait_for

MESSAGE = {"name": "Ivy Porchlight", "email": "ivy@visitor.example", "message": "Does it light a flat roof?"}
LETTERS, KILLS = (600, 6) if FULL_COUNTS else (80, 2)
FATES = ("cut-before", "cut-after", "later", "refused")
QUICK = {
    "mail.outbox.LEASE_SECONDS": 12.0, "mail.worker.CONVERSATION_SECONDS": 5.0, "mail.delivery.CONVERSATION_SECONDS": 5.0,
    "jobs.workers.LOOK_SECONDS": 0.1,
}  # fmt: skip
"""So that a letter whose sender died is free again soon."""


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture
def given(on_this_engine: dict[str, str], server: MailServer) -> dict[str, str]:
    smtp = f"smtp://127.0.0.1:{server.port}"
    return on_this_engine | {"SMTP_URL": smtp, "MAIL_FROM": "Duskline <post@duskline.example>"}


def send_message(url: str) -> dict[str, Any]:
    headers = {"Content-Type": "application/json", "Origin": url}
    request = urllib.request.Request(f"{url}/api/contact", json.dumps(MESSAGE).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def on(settings: dict[str, str], work: Callable[[Database], Any]) -> Any:
    """What `work` gives on the database of these settings."""

    async def run_it() -> Any:
        database = Database(Settings.from_environment(named).database_url)
        try:
            return await work(database)
        finally:
            await database.close()

    named = {f"DUSKLINE_{name}": value for name, value in settings.items()}
    return asyncio.run(run_it())


def rows(settings: dict[str, str], *columns: Any) -> list[Any]:
    async def read(database: Database) -> list[Any]:
        async with database.reads.connect() as connection:
            return list(await connection.execute(select(*columns)))

    found: list[Any] = on(settings, read)
    return found


def test_a_visitor_s_message_is_confirmed_by_mail(given: dict[str, str], server: MailServer) -> None:
    with serving(without="check_pages", settings=given) as running:
        number = send_message(running.url)["reference"]
        wait_for("no letter left", lambda: bool(server.taken))
    (taken,) = server.taken
    message = taken.message
    assert (taken.recipient, message["From"]) == ("ivy@visitor.example", "Duskline <post@duskline.example>")
    assert message["Reply-To"] == "Duskline <hello@duskline.example>"
    assert message["Subject"] == f"Your message {number}"
    plain, html = message.iter_parts()
    assert number in plain.get_content()
    assert number in html.get_content()


def test_a_mail_server_that_hangs_holds_up_no_visitor(given: dict[str, str], server: MailServer) -> None:
    server.slow = 3600
    with serving(without="check_pages", settings=given) as running:
        for _ in range(5):
            assert send_message(running.url)["reference"]
        assert server.greeted.wait(60)
        assert urllib.request.urlopen(f"{running.url}/readyz", timeout=10).status == 200
        assert running.stop() == 0
    states = Counter(state for (state,) in rows(given, MAILS.c.state))
    assert states == {"waiting": 3}, "an address gets three letters a day, and none of these has left"


def test_without_a_mail_server_letters_are_files(on_this_engine: dict[str, str]) -> None:
    folder = Path(on_this_engine["DATA_DIR"]) / "mail"
    with serving(without="check_pages", settings=on_this_engine) as running:
        number = send_message(running.url)["reference"]
        wait_for("no file was written", lambda: any(folder.glob("*.eml")))
    (file,) = folder.glob("*.eml")
    assert number in file.read_text()


def test_what_did_not_leave_is_listed_and_goes_again(given: dict[str, str], server: MailServer) -> None:
    assert run("mail", "list", settings=given).stdout == "Every letter has left.\n"
    with serving(without="check_pages", settings=given | {"WORKER": "off"}) as running:
        send_message(running.url)
    assert server.taken == []
    ((id,),) = rows(given, MAILS.c.id)
    listed = run("mail", "list", settings=given).stdout
    assert listed == f"{id}  waiting  confirmation  ivy@visitor.example  tries 0\n"
    refused = run("mail", "retry", id, settings=given)
    assert (refused.returncode, "is dead, held or unsure" in refused.stderr) == (2, True)
    on(given, mark_dead)
    assert run("mail", "retry", id, settings=given).stdout == "It goes out with the next round.\n"
    with serving(without="check_pages", settings=given):
        wait_for("no letter left", lambda: bool(server.taken))


async def mark_dead(database: Database) -> None:
    async with database.writes.begin() as connection:
        await connection.execute(update(MAILS).values(state="dead"))


def test_one_letter_tries_the_server(given: dict[str, str], server: MailServer) -> None:
    taken = run("mail", "test", "me@home.example", settings=given)
    assert taken.stdout == "The mail server took it: 250 taken\n"
    refused = run("mail", "test", "refused@home.example", settings=given)
    assert refused.stderr == "duskline: The mail server did not take it: 550 no such person\n"
    assert refused.returncode == 2
    server.lets_in = False
    away = run("mail", "test", "me@home.example", settings=given)
    assert away.returncode == 2
    assert away.stderr.startswith("duskline: The mail server does not let us in: ")
    kept = run("mail", "test", "me@home.example", settings=given | {"SMTP_URL": ""})
    assert kept.stdout.startswith("No mail server is named (DUSKLINE_SMTP_URL); the letter is in ")


def test_a_worker_apart_is_for_postgresql_and_said_to_all(engine: str, given: dict[str, str]) -> None:
    refused = run("worker", settings=given)
    said = "A worker apart needs PostgreSQL" if engine == "sqlite" else "Set DUSKLINE_WORKER=apart"
    assert (refused.returncode, said in refused.stderr) == (2, True)


class Senders:
    """Processes that send: the server on SQLite, two workers on PostgreSQL. Who is killed is started again."""

    def __init__(self, stack: ExitStack, engine: str, settings: dict[str, str]) -> None:
        self._stack = stack
        self._serves = engine == "sqlite"
        self._settings = settings if self._serves else settings | {"WORKER": "apart"}
        self.running = [self._start() for _ in range(1 if self._serves else 2)]

    def _start(self) -> subprocess.Popen[bytes]:
        words = ["serve", "--port", str(free_port())] if self._serves else ["worker"]
        command = duskline(*words, without="check_pages" if self._serves else "", bounds=QUICK)
        given = environment(self._settings)
        process = subprocess.Popen(
            command, cwd=ROOT, env=given, stdout=subprocess.DEVNULL, start_new_session=True
        )
        self._stack.callback(self._end, process)
        return process

    @staticmethod
    def _end(process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)

    def kill_one(self) -> None:
        self._end(self.running.pop(0))
        self.running.append(self._start())


@contextmanager
def senders(engine: str, settings: dict[str, str]) -> Iterator[Senders]:
    with ExitStack() as stack:
        yield Senders(stack, engine, settings)


def recipient_of(number: int) -> str:
    """Every tenth letter meets a fate of its own."""
    return f"{FATES[number // 10 % 4] if number % 10 == 0 else 'ann'}.{number}@home.example"


async def write_letters(database: Database) -> tuple[set[str], set[str]]:
    """The ids of letters that were written, and of those whose work was undone."""
    kept: set[str] = set()
    undone: set[str] = set()
    for number in range(LETTERS):
        async with changing(database, CONSOLE) as db:
            letter = Letter(to=Mailbox(recipient_of(number)), subject="Hello", text="Good evening")
            id = await outbox.enqueue(db, letter, kind="drill", at_most_once=number % 3 == 0)
            assert id
            if number % 10 == 5:
                await db.rollback()
                undone.add(id)
            else:
                await db.commit()
                kept.add(id)
    return kept, undone


async def wait_no_longer(database: Database) -> None:
    """As if the waits of those that were put off were over."""
    async with database.writes.begin() as connection:
        put_off = (MAILS.c.state == "waiting") & MAILS.c.lease.is_(None)
        await connection.execute(update(MAILS).where(put_off).values(due=now()))


def test_killed_again_and_again_it_loses_nothing(
    engine: str, given: dict[str, str], server: MailServer
) -> None:
    server.slow = 0.02
    with senders(engine, given) as sending:
        kept, undone = on(given, write_letters)
        for _ in range(KILLS):
            seen = len(server.taken) + random.randrange(1, 12)
            wait_for("letters do not leave", lambda seen=seen: len(server.taken) > seen)  # type: ignore[misc]
            sending.kill_one()
        for _ in range(4):
            wait_for("a letter stays in somebody's hands", lambda: rest(given))
            on(given, wait_no_longer)
        wait_for("a letter stays in somebody's hands", lambda: rest(given))
    left = Counter({id.strip("<>").partition("@")[0]: number for id, number in server.ids.items()})
    told = {
        row.id: row for row in rows(given, MAILS.c.id, MAILS.c.state, MAILS.c.recipient, MAILS.c.at_most_once)
    }
    assert set(told) == kept
    assert not undone & set(left), "what was undone left nevertheless"
    for id, row in told.items():
        refused = row.recipient.startswith("refused")
        assert row.state == "dead" if refused else row.state in ("sent", "unsure"), row
        assert row.state != "unsure" or row.at_most_once, row
        assert row.state != "sent" or left[id], row
        assert left[id] < 2 or not row.at_most_once, row
    twice = [row for id, row in told.items() if left[id] > 1]
    assert sum(not row.recipient.startswith("cut-after") for row in twice) <= KILLS


def rest(settings: dict[str, str]) -> bool:
    """Whether no letter is held, and none is due."""
    waiting = [row for row in rows(settings, MAILS.c.state, MAILS.c.due) if row.state == "waiting"]
    return not any(row.due <= now() for row in waiting) and not on(settings, is_any_held)


async def is_any_held(database: Database) -> bool:
    async with database.reads.connect() as connection:
        return (
            await connection.scalar(select(MAILS.c.id).where(MAILS.c.lease.is_not(None)).limit(1)) is not None
        )
