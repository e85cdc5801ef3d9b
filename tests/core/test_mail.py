"""The outbox: every letter leaves, and as often as it should, whatever happens on the way."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from duskline.core.data.base import now
from duskline.core.data.database import Database
from duskline.core.data.leases import LeaseLost
from duskline.core.mail import delivery, outbox, worker
from duskline.core.mail.delivery import Folder, Smtp
from duskline.core.mail.letters import Letter
from duskline.core.mail.outbox import MAILS, Held, Mail, MailState
from duskline.core.mail.worker import MailWorker
from duskline.core.system.errors import Conflict
from duskline.settings import Mailbox
from tests.mail_server import MailServer, mail_server
from tests.mailbox import always
from tests.world import World

OURS = Mailbox("hello@duskline.example", "Duskline")


def letter(to: str = "ann@home.example", subject: str = "Hello") -> Letter:
    return Letter(to=Mailbox(to, "Ann"), subject=subject, text="Good evening")


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture
async def sender(world: World, server: MailServer) -> MailWorker:
    return MailWorker(world.database, Smtp(server.address, "duskline.example"), always(OURS))


async def write(world: World, *recipients: str, **given: Any) -> list[str]:
    async with world.console() as db:
        found = [await outbox.enqueue(db, letter(to), kind="test", **given) for to in recipients]
        await db.commit()
    return [id for id in found if id]


async def states(world: World) -> dict[str, str]:
    async with world.database.reads.connect() as connection:
        rows = await connection.execute(select(MAILS.c.recipient, MAILS.c.state))
        return {row.recipient: row.state for row in rows}


async def row(world: World, id: str) -> Any:
    async with world.database.reads.connect() as connection:
        return (await connection.execute(select(MAILS).where(MAILS.c.id == id))).one()


async def all_due(world: World) -> None:
    """As if every wait were over."""
    async with world.database.writes.begin() as connection:
        await connection.execute(update(MAILS).values(due=now() - timedelta(seconds=1)))


async def test_a_letter_leaves_once(world: World, server: MailServer, sender: MailWorker) -> None:
    (id,) = await write(world, "ann@home.example")
    assert await sender.turn()
    assert not await sender.turn()
    (taken,) = server.taken
    assert (taken.recipient, taken.id) == ("ann@home.example", f"<{id}@duskline.example>")
    assert (await row(world, id)).state == "sent"


async def test_work_that_is_undone_sends_nothing(
    world: World, server: MailServer, sender: MailWorker
) -> None:
    async with world.console() as db:
        await outbox.enqueue(db, letter(), kind="test")
        await db.rollback()
    assert not await sender.turn()
    assert server.taken == []


async def test_what_may_be_told_once_is_told_once(world: World) -> None:
    assert len(await write(world, "ann@home.example", key="digest:ann:2026-11-23")) == 1
    assert await write(world, "ann@home.example", key="digest:ann:2026-11-23") == []
    assert len(await write(world, "ann@home.example", "ann@home.example")) == 2


async def test_what_the_server_refuses_is_dead(world: World, server: MailServer, sender: MailWorker) -> None:
    refused, _ = await write(world, "refused@home.example", "ann@home.example")
    await sender.turn()
    assert await states(world) == {"refused@home.example": "dead", "ann@home.example": "sent"}
    assert (await row(world, refused)).fault == "550 no such person"


@pytest.mark.parametrize(
    ("said", "stops"),
    [
        ("550 no such person", True), ("551 moved away", True), ("553 what is that", True), ("550 5.1.1 unknown", True),
        ("554 5.1.10 no mail here", True), ("550 5.2.1 closed", True), ("554 no", False), ("552 too much", False),
        ("552 5.2.2 mailbox full", False), ("550 5.7.1 your network is on a list", False), ("550 5.1.7 bad sender", False),
        ("550 5.1.8 no such sender", False), ("450 4.2.1 later", False),
    ],
)  # fmt: skip
async def test_no_letter_goes_where_the_recipient_is_refused_for_good(
    world: World, server: MailServer, sender: MailWorker, said: str, stops: bool
) -> None:
    server.says["ann@home.example"] = said
    await write(world, "ann@home.example", "Ann@Home.example", "ben@home.example")
    await sender.turn()
    assert server.tries == Counter(
        {"ann@home.example": 1, "Ann@Home.example": int(not stops), "ben@home.example": 1}
    )
    server.says.clear()
    (later,) = await write(world, "ANN@home.example")
    await sender.turn()
    assert (await row(world, later)).state == ("dead" if stops else "sent")
    assert server.tries["ANN@home.example"] == (0 if stops else 1)


async def test_what_is_refused_because_of_its_words_stops_no_other(
    world: World, server: MailServer, sender: MailWorker
) -> None:
    """550 after the message, and to the sender: the address is as good as before."""
    server.takes_from = False
    await write(world, "ann@home.example")
    await sender.turn()
    server.takes_from = True
    await all_due(world)
    await sender.turn()
    assert await states(world) == {"ann@home.example": "sent"}


async def test_what_is_put_off_goes_later(world: World, server: MailServer, sender: MailWorker) -> None:
    (id,) = await write(world, "later@home.example")
    for tries, minutes in ((1, 1), (2, 5)):
        await sender.turn()
        found = await row(world, id)
        wait = (found.due.replace(tzinfo=None) - now().replace(tzinfo=None)).total_seconds()
        assert (found.state, found.tries, found.fault, found.lease) == ("waiting", tries, "451 not now", None)
        assert minutes * 60 * 0.75 < wait < minutes * 60 * 1.25
        assert not await sender.turn()
        await all_due(world)
    await sender.turn()
    assert (await row(world, id)).state == "sent"


async def test_after_six_tries_it_is_given_up_and_can_be_sent_again(
    world: World, server: MailServer, sender: MailWorker
) -> None:
    (id,) = await write(world, "later@home.example")
    server.tries["later@home.example"] = -100
    for _ in range(6):
        await sender.turn()
        await all_due(world)
    assert ((await row(world, id)).state, (await row(world, id)).tries) == ("dead", 6)
    server.tries["later@home.example"] = 100
    async with world.console() as db:
        (await db.find(Mail, id)).send_again()
    await sender.turn()
    assert (await row(world, id)).state == "sent"


async def test_a_lost_answer_repeats_under_the_same_id(
    world: World, server: MailServer, sender: MailWorker
) -> None:
    (id,) = await write(world, "cut-after@home.example")
    await sender.turn()
    assert (await row(world, id)).state == "waiting"
    await all_due(world)
    await sender.turn()
    assert (await row(world, id)).state == "sent"
    assert server.ids == Counter({f"<{id}@duskline.example>": 2})


async def test_a_lost_answer_is_asked_about_where_twice_would_be_worse(
    world: World, server: MailServer, sender: MailWorker
) -> None:
    (id,) = await write(world, "cut-after@home.example", at_most_once=True)
    await sender.turn()
    await all_due(world)
    await sender.turn()
    assert (await row(world, id)).state == "unsure"
    assert server.ids == Counter({f"<{id}@duskline.example>": 1})
    async with world.console() as db:
        unsure = await db.find(Mail, id)
        unsure.settle_as_arrived()
        with pytest.raises(Conflict):
            unsure.send_again()
    assert (await row(world, id)).state == "sent"


async def test_a_connection_cut_early_is_no_question(
    world: World, server: MailServer, sender: MailWorker
) -> None:
    (id,) = await write(world, "later@home.example", at_most_once=True)
    await sender.turn()
    found = await row(world, id)
    assert (found.state, found.handed_at) == ("waiting", None)


async def test_who_dies_with_a_marked_letter_leaves_a_question(world: World, sender: MailWorker) -> None:
    marked, plain = [
        *await write(world, "a@home.example", at_most_once=True),
        *await write(world, "b@home.example"),
    ]
    for held in await outbox.lease(world.database, 10):
        await outbox.mark_on_its_way(world.database, held)
    assert not await sender.turn()
    await all_due(world)
    await sender.turn()
    assert ((await row(world, marked)).state, (await row(world, plain)).state) == ("unsure", "sent")


async def test_a_letter_is_in_one_pair_of_hands(world: World) -> None:
    await write(world, *[f"{number}@home.example" for number in range(60)])
    hands = await asyncio.gather(*[outbox.lease(world.database, 5) for _ in range(8)])
    held = Counter(found.id for letters in hands for found in letters)
    assert set(held.values()) == {1}
    assert len(held) == 40


async def test_whoever_was_too_slow_settles_nothing(world: World, server: MailServer) -> None:
    (id,) = await write(world, "ann@home.example")
    (slow,) = await outbox.lease(world.database, 1)
    await all_due(world)
    (quick,) = await outbox.lease(world.database, 1)
    taken = delivery.Answer(delivery.Outcome.TAKEN)
    with pytest.raises(LeaseLost):
        await outbox.settle(world.database, slow, taken)
    await outbox.settle(world.database, quick, taken)
    assert (await row(world, id)).state == "sent"


@pytest.mark.parametrize("wrong", ["lets_in", "takes_from"])
async def test_a_server_that_takes_nothing_from_us_pauses_the_queue(
    wrong: str, world: World, server: MailServer, sender: MailWorker
) -> None:
    setattr(server, wrong, False)
    (id,) = await write(world, "ann@home.example")
    assert await sender.turn()
    found = await row(world, id)
    assert (found.state, found.tries, found.lease) == ("waiting", 0, None)
    assert not await sender.turn()
    setattr(server, wrong, True)
    await all_due(world)
    await sender.turn()
    assert (await row(world, id)).state == "sent"


async def test_a_server_that_closes_early_is_called_again(
    world: World, server: MailServer, sender: MailWorker
) -> None:
    server.closes_after = 3
    await write(world, *[f"{number}@home.example" for number in range(10)])
    turns = 0
    while await sender.turn():
        turns += 1
    assert turns == 4
    assert set((await states(world)).values()) == {"sent"}
    assert set(server.ids.values()) == {1}


async def test_a_server_that_falls_silent_holds_nobody_up(
    world: World, server: MailServer, sender: MailWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "CONVERSATION_SECONDS", 0.5)
    await write(world, "hang@home.example")
    await sender.turn()
    await write(world, "ann@home.example")
    await sender.turn()
    assert await states(world) == {"hang@home.example": "waiting", "ann@home.example": "sent"}


async def test_a_letter_that_must_not_leave_is_dead(
    world: World, server: MailServer, sender: MailWorker
) -> None:
    async with world.console() as db:
        await outbox.enqueue(db, letter(subject="=?utf-8?q?x?="), kind="test")
        await db.commit()
    await sender.turn()
    assert await states(world) == {"ann@home.example": "dead"}
    assert server.taken == []


async def test_without_a_server_letters_are_kept_as_files(world: World, tmp_path: Path) -> None:
    sender = MailWorker(world.database, Folder(tmp_path / "mail"), always(OURS))
    (id,) = await write(world, "ann@home.example")
    await sender.turn()
    assert (await row(world, id)).state == "held"
    assert b"Good evening" in (tmp_path / "mail" / f"{id}.eml").read_bytes()


async def test_a_stop_puts_back_what_was_not_tried(
    world: World, server: MailServer, sender: MailWorker
) -> None:
    server.slow = 0.3
    await write(world, *[f"{number}@home.example" for number in range(5)])
    running = asyncio.create_task(sender.run())
    await asyncio.to_thread(server.greeted.wait, 10)
    sender.stop()
    await asyncio.wait_for(running, 10)
    assert Counter((await states(world)).values()) == Counter(sent=1, waiting=4)
    assert await outbox.is_any_due(world.database)
    server.slow = 0
    await MailWorker(world.database, Smtp(server.address, "duskline.example"), always(OURS)).turn()
    assert set(server.ids.values()) == {1}


async def test_whoever_loses_a_letter_before_it_goes_sends_the_next_ones(
    world: World, server: MailServer, sender: MailWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost, _ = await write(world, "a@home.example", "b@home.example", at_most_once=True)

    async def mark(database: Database, held: Held) -> None:
        if held.id == lost:
            raise LeaseLost(held.id)
        await marked(database, held)

    marked = outbox.mark_on_its_way
    monkeypatch.setattr(outbox, "mark_on_its_way", mark)
    while await sender.turn():
        pass
    assert [taken.recipient for taken in server.taken] == ["b@home.example"]


async def test_what_could_not_be_written_down_is_not_sent_again_at_once(
    world: World, server: MailServer, sender: MailWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise OSError("the database is away")

    (id, _) = await write(world, "a@home.example", "b@home.example")
    with monkeypatch.context() as patched:
        patched.setattr(outbox, "settle", away)
        with pytest.raises(OSError, match="away"):
            await sender.turn()
    while await sender.turn():
        pass
    assert server.ids[f"<{id}@duskline.example>"] == 1
    assert await states(world) == {"a@home.example": "waiting", "b@home.example": "sent"}


async def test_a_stop_while_saying_goodbye_is_a_stop(world: World) -> None:
    reached = asyncio.Event()

    class Slow:
        @asynccontextmanager
        async def opened(self) -> AsyncIterator[delivery.Send]:
            async def taken(*_: object) -> delivery.Answer:
                return delivery.Answer(delivery.Outcome.TAKEN)

            yield taken
            reached.set()
            await asyncio.sleep(3600)

    await write(world, "ann@home.example")
    turn = asyncio.create_task(MailWorker(world.database, Slow(), always(OURS)).turn())
    await asyncio.wait_for(reached.wait(), 30)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    assert await states(world) == {"ann@home.example": "sent"}


async def test_nobody_starts_what_the_lease_does_not_cover(
    world: World, server: MailServer, sender: MailWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "CONVERSATION_SECONDS", outbox.LEASE_SECONDS)
    await write(world, "ann@home.example")
    await sender.turn()
    assert await states(world) == {"ann@home.example": MailState.WAITING}
    assert server.taken == []


async def two_senders_at_once(world: World, server: MailServer) -> Counter[str]:
    """How often each of two letters left, where a conversation takes longer than the lease."""
    server.slow = 1.5
    await write(world, "a@home.example", "b@home.example")
    senders = [
        MailWorker(world.database, Smtp(server.address, "duskline.example"), always(OURS)) for _ in range(2)
    ]
    first = asyncio.create_task(senders[0].turn())
    await asyncio.to_thread(server.greeted.wait, 10)
    await asyncio.sleep(0.5)
    await senders[1].turn()
    await first
    return server.ids


async def test_control_a_lease_shorter_than_a_conversation_sends_twice(
    world: World, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "LEASE_SECONDS", 0.3)
    monkeypatch.setattr(worker, "CONVERSATION_SECONDS", 0.0)
    assert max((await two_senders_at_once(world, server)).values()) == 2


async def test_while_somebody_holds_them_nobody_else_sends_them(world: World, server: MailServer) -> None:
    assert set((await two_senders_at_once(world, server)).values()) == {1}
