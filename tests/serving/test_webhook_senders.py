"""Webhooks from processes that are killed: nothing that was committed is lost, and nothing undone is told."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import msgspec
import pytest
from sqlalchemy import select

from duskline.core.data.database import Database
from duskline.core.data.session import changing
from duskline.models.notifying import webhooks
from duskline.models.notifying.webhook_queue import BATCH
from duskline.models.notifying.webhooks import DELIVERIES, WebhookEvent
from duskline.policy import CONSOLE
from duskline.settings import Settings
from tests.conftest import FULL_COUNTS
from tests.receivers import NAME, OK, Receiver, certificate, receiving
from tests.servers import ROOT, environment, wait_for

TOLD, KILLS = (600, 6) if FULL_COUNTS else (80, 2)
SENDERS = 2
SENDER = """
import asyncio, ssl, sys
from datetime import timedelta
from duskline.core.system import outgoing
from duskline.core.jobs import workers
from duskline.core.data.database import Database
from duskline.models.notifying import webhook_queue
from duskline.settings import Settings

webhook_queue.LEASE_SECONDS, webhook_queue.REST, workers.LOOK_SECONDS = 3.0, timedelta(), 0.1
webhook_queue.TRIED_AGAIN = (timedelta(seconds=0.2),) * 50
outgoing.socket.getaddrinfo = lambda host, port, **_: [(2, 1, 6, "", ("127.0.0.1", port))]
post = outgoing.Outgoing(lambda _: True, lambda: ssl.create_default_context(cafile=sys.argv[1])).post

async def main():
    database = Database(Settings.from_environment().database_url)
    async with workers.working(*(webhook_queue.WebhookWorker(database, post) for _ in range(2))):
        await asyncio.Event().wait()

asyncio.run(main())
"""
"""As the server sends them, for which this machine is the internet, and who forgets soon whose sender died."""


class Sample(msgspec.Struct):
    number: int


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Takes a while, and hangs up on every ninth instead of answering."""

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.02)
        if len(running[0].got) % 9:
            writer.write(OK)
            await writer.drain()

    async def run() -> None:
        async with receiving() as receiver:
            receiver.answer = answer
            running.append(receiver)
            begun.set()
            await asyncio.to_thread(over.wait)

    running: list[Receiver] = []
    begun, over = threading.Event(), threading.Event()
    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    assert begun.wait(30)
    yield running[0]
    over.set()
    thread.join()


class Senders:
    """Processes that send. Who is killed is started again."""

    def __init__(self, stack: ExitStack, settings: dict[str, str]) -> None:
        self._stack, self._settings = stack, settings
        self._running = [self._start() for _ in range(SENDERS)]

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", SENDER, str(certificate(NAME))]
        process = subprocess.Popen(command, cwd=ROOT, env=environment(self._settings), start_new_session=True)
        self._stack.callback(self._end, process)
        return process

    @staticmethod
    def _end(process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)

    def kill_one(self) -> None:
        self._end(self._running.pop(0))
        self._running.append(self._start())


@contextmanager
def senders(settings: dict[str, str]) -> Iterator[Senders]:
    with ExitStack() as stack:
        yield Senders(stack, settings)


async def tell_them(settings: dict[str, str], url: str) -> None:
    """Every tenth is undone."""
    database = Database(settings["DATABASE_URL"])
    try:
        async with changing(database, CONSOLE) as db:
            await db.advisory_lock(webhooks.LOCK)
            await webhooks.make(db, url, [WebhookEvent.LEAD_LOST])
            await db.commit()
        for number in range(TOLD):
            async with changing(database, CONSOLE) as db:
                await db.run_sync(webhooks.tell, [(WebhookEvent.LEAD_LOST, Sample(number))])
                await (db.rollback() if number % 10 == 5 else db.commit())
    finally:
        await database.close()


async def states(settings: dict[str, str]) -> Counter[str]:
    database = Database(settings["DATABASE_URL"])
    try:
        async with database.reads.connect() as connection:
            return Counter(await connection.scalars(select(DELIVERIES.c.state)))
    finally:
        await database.close()


def test_killed_again_and_again_they_lose_nothing(on_this_engine: dict[str, str], receiver: Receiver) -> None:
    named = {f"DUSKLINE_{name}": value for name, value in on_this_engine.items()}
    given = on_this_engine | {"DATABASE_URL": Settings.from_environment(named).database_url}
    kept = {number for number in range(TOLD) if number % 10 != 5}
    with senders(on_this_engine) as sending:
        asyncio.run(tell_them(given, receiver.url))
        for _ in range(KILLS):
            seen = min(len(receiver.got) + random.randrange(1, 12), len(kept) - 1)
            wait_for("nothing is told", lambda seen=seen: len(receiver.got) > seen)  # type: ignore[misc]
            sending.kill_one()
        wait_for("something stays untold", lambda: asyncio.run(states(given)) == {"arrived": len(kept)})
    bodies = [request.partition(b"\r\n\r\n")[2] for request in receiver.got]
    assert {json.loads(body)["record"]["number"] for body in bodies} == kept
    twice = [body for body, times in Counter(bodies).items() if times > 1]
    hung_up = len(bodies) // 9
    assert len(twice) <= hung_up + KILLS * BATCH * 2, "only an answer that is lost is worth a second time"
