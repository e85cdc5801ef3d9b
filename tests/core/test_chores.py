"""Chores: done when they are due, by one process at a time, and again later where they failed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from duskline.core.data.base import now
from duskline.core.jobs import chores, workers
from duskline.core.jobs.chores import CHORES, Chore, ChoreWorker
from tests.world import World

HOUR = timedelta(hours=1)


def worker(world: World, work: Callable[[], Awaitable[object]], every: timedelta = HOUR) -> ChoreWorker:
    return ChoreWorker(world.database, [Chore("dusting", every, work)])


async def row(world: World) -> Any:
    async with world.database.reads.connect() as connection:
        return (await connection.execute(select(CHORES).where(CHORES.c.name == "dusting"))).one()


async def is_due(world: World) -> None:
    async with world.database.writes.begin() as connection:
        await connection.execute(update(CHORES).values(due=now() - timedelta(seconds=1)))


def minutes_until(row: Any) -> float:
    return float((row.due - now()).total_seconds()) / 60


class Work:
    """Counts how often it is begun, and how many do it at once at most."""

    def __init__(self, seconds: float = 0.0, fails: bool = False) -> None:
        self.seconds, self.fails = seconds, fails
        self.begun = self.at_once = self.most = 0
        self.started = asyncio.Event()

    async def __call__(self) -> None:
        self.begun += 1
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        self.started.set()
        try:
            await asyncio.sleep(self.seconds)
        finally:
            self.at_once -= 1
        if self.fails:
            raise RuntimeError("The broom is gone\nand more")


async def test_it_is_done_at_once_and_then_every_so_often(world: World) -> None:
    work = Work()
    one = worker(world, work)
    assert await one.turn()
    assert not await one.turn()
    found = await row(world)
    assert (work.begun, found.every, found.tries, found.fault, found.lease) == (1, 3600, 0, None, None)
    assert found.last_ok is not None
    assert 59 < minutes_until(found) < 61
    await is_due(world)
    assert await one.turn()
    assert work.begun == 2


async def test_one_that_fails_says_so_and_is_tried_again_later(world: World) -> None:
    work = Work(fails=True)
    one = worker(world, work)
    for tries, minutes in ((1, 1), (2, 5), (3, 15), (4, 60), (5, 60), (6, 60)):
        assert await one.turn()
        assert not await one.turn()
        found = await row(world)
        assert (found.tries, found.fault, found.last_ok, found.lease) == (
            tries,
            "The broom is gone",
            None,
            None,
        )
        assert minutes - 1 < minutes_until(found) <= minutes
        await is_due(world)
    work.fails = False
    assert await one.turn()
    found = await row(world)
    assert (found.tries, found.fault) == (0, None)
    assert found.last_ok is not None


async def test_one_that_never_ends_is_stopped(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chores, "LONGEST_SECONDS", 0.1)
    assert await worker(world, Work(seconds=3600)).turn()
    assert (await row(world)).fault == "It took too long and was stopped."


@pytest.mark.parametrize(
    ("every", "ahead", "begun"),
    [
        (HOUR, timedelta(hours=2), 2),
        (HOUR, timedelta(minutes=59), 1),
        (timedelta(minutes=1), timedelta(seconds=chores.LEASE_SECONDS), 1),
    ],
)
async def test_one_put_off_for_longer_than_ever_happens_is_done(
    world: World, every: timedelta, ahead: timedelta, begun: int
) -> None:
    work = Work()
    one = worker(world, work, every)
    assert await one.turn()
    async with world.database.writes.begin() as connection:
        await connection.execute(update(CHORES).values(due=now() + ahead))
    assert await one.turn() == (begun == 2)
    assert work.begun == begun
    assert minutes_until(await row(world)) <= 60


async def both(world: World, work: Work) -> None:
    """Two workers, of which the second looks while the first is at it."""
    first, second = worker(world, work), worker(world, work)
    running = asyncio.create_task(first.turn())
    await work.started.wait()
    await asyncio.sleep(0.3)
    await second.turn()
    await running


async def test_two_workers_never_do_one_chore_at_once(world: World) -> None:
    work = Work(seconds=0.6)
    await both(world, work)
    assert (work.begun, work.most) == (1, 1)


async def test_control_with_a_lease_shorter_than_the_work_they_do(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chores, "LEASE_SECONDS", 0.1)
    work = Work(seconds=0.6)
    await both(world, work)
    assert (work.begun, work.most) == (2, 2)


async def test_many_who_look_at_the_same_moment_do_it_once(world: World) -> None:
    work = Work(seconds=0.2)
    await asyncio.gather(*(worker(world, work).turn() for _ in range(6)))
    assert work.begun == 1


async def test_whoever_dies_at_it_leaves_it_to_the_next_who_says_so(world: World) -> None:
    assert await worker(world, Work()).turn()
    over = now() + timedelta(minutes=5)
    async with world.database.writes.begin() as connection:
        await connection.execute(update(CHORES).values(lease="of the dead", due=over, tries=1))
    next_one = Work(fails=False, seconds=0.3)
    living = worker(world, next_one)
    assert not await living.turn()
    await is_due(world)
    running = asyncio.create_task(living.turn())
    await next_one.started.wait()
    found = await row(world)
    assert (found.tries, found.fault) == (2, "The process that did it ended before it was done.")
    assert await running
    assert (await row(world)).fault is None


async def test_one_that_a_stop_cuts_off_is_given_back(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "STOP_SECONDS", 0.1)
    cut_off = Work(seconds=3600)
    async with workers.working(worker(world, cut_off)):
        await cut_off.started.wait()
    found = await row(world)
    assert (found.lease, found.tries, found.fault) == (None, 0, None)
    work = Work()
    assert await worker(world, work).turn()
    assert work.begun == 1


async def test_whoever_was_too_slow_writes_nothing_down(world: World) -> None:
    work = Work(seconds=0.5)
    slow = asyncio.create_task(worker(world, work).turn())
    await work.started.wait()
    async with world.database.writes.begin() as connection:
        await connection.execute(update(CHORES).values(lease="somebody else"))
    assert await slow
    found = await row(world)
    assert (found.lease, found.last_ok) == ("somebody else", None)


@pytest.mark.parametrize(("side_by_side", "begun"), [(3, 1), (1, 0)])
async def test_a_slow_one_holds_up_none_of_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch, side_by_side: int, begun: int
) -> None:
    """Control: where one is done at a time, the other waits."""
    monkeypatch.setattr(workers, "STOP_SECONDS", 0.1)
    monkeypatch.setattr(chores, "SIDE_BY_SIDE", side_by_side)
    slow, quick = Work(seconds=3600), Work()
    two = [Chore("slow", HOUR, slow), Chore("then quick", HOUR, quick)]
    async with workers.working(*chores.chore_workers(world.database, two)):
        await slow.started.wait()
        with suppress(TimeoutError):
            await asyncio.wait_for(quick.started.wait(), 10 if begun else 0.5)
    assert quick.begun == begun
