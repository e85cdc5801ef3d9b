"""Limits of signing in: exact, whether attempts come one by one or all at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from duskline import limits
from duskline.account import endpoints
from duskline.core.data.calls import RateLimit
from duskline.core.data.session import changing
from duskline.core.http import rate_limits
from duskline.core.http.rate_limits import refund, spend
from duskline.models.people.people import User
from tests.account.conftest import Hashes
from tests.account.signing_in import (
    CHECK,
    log_in,
)
from tests.conftest import FULL_COUNTS
from tests.world import PASSWORD, World, email_of


async def guess(world: World, email: str, address: str = "198.51.100.7", password: str = "wrong") -> int:
    async with world.client(address=address) as caller:
        answer = await log_in(caller, email, password)
    if answer.status_code == 429:
        assert 1 <= int(answer.headers["retry-after"]) <= 15 * 60
    return answer.status_code


@pytest.mark.parametrize("raced", [False, True])
async def test_ten_failures_per_account(world: World, cheap_hashes: Hashes, raced: bool) -> None:
    """However many addresses the guesses come from, and however the address is written."""
    spellings = (email_of("admin"), email_of("admin").upper(), f" {email_of('admin')} ")
    tries = [guess(world, spellings[n % 3], f"203.0.113.{n}") for n in range(30)]
    found = Counter(await asyncio.gather(*tries) if raced else [await one for one in tries])
    assert found == {401: 10, 429: 20}
    assert cheap_hashes.computed == 10


@pytest.mark.parametrize("raced", [False, True])
async def test_thirty_failures_per_address(world: World, cheap_hashes: Hashes, raced: bool) -> None:
    tries = [guess(world, f"person{n}@duskline.example") for n in range(50)]
    found = Counter(await asyncio.gather(*tries) if raced else [await one for one in tries])
    assert found == {401: 30, 429: 20}
    assert cheap_hashes.computed == 30


async def test_three_hundred_failures_in_all(world: World, cheap_hashes: Hashes) -> None:
    tries = [guess(world, f"person{n}@duskline.example", f"10.0.{n // 20}.{n % 20}") for n in range(320)]
    found: Counter[int] = Counter()
    for start in range(0, 320, 20):  # in handfuls: more at once would meet a busy database
        found += Counter(await asyncio.gather(*tries[start : start + 20]))
    assert found == {401: 300, 429: 20}
    assert cheap_hashes.computed == 300


async def test_the_right_password_does_not_open_a_limited_account(world: World, cheap_hashes: Hashes) -> None:
    for _ in range(10):
        await guess(world, email_of("admin"))
    assert await guess(world, email_of("admin"), password=PASSWORD, address="203.0.113.1") == 429


async def test_a_limit_ends_with_its_window(
    world: World, cheap_hashes: Hashes, clock: Callable[..., None]
) -> None:
    for _ in range(11):
        last = await guess(world, email_of("admin"))
    assert last == 429
    clock(minutes=14, seconds=55)
    assert await guess(world, email_of("admin")) == 429
    clock(minutes=15, seconds=5)
    assert await guess(world, email_of("admin")) == 401


async def test_refused_attempts_do_not_prolong_the_window(
    world: World, cheap_hashes: Hashes, clock: Callable[..., None]
) -> None:
    for _ in range(10):
        await guess(world, email_of("admin"))
    clock(minutes=10)
    for _ in range(20):
        assert await guess(world, email_of("admin")) == 429
    clock(minutes=15, seconds=5)
    assert await guess(world, email_of("admin")) == 401


async def test_signing_in_never_counts(world: World, hashes: Hashes) -> None:
    for _ in range(12):
        assert await guess(world, email_of("sales_rep"), password=PASSWORD) == 200
    for _ in range(9):
        assert await guess(world, email_of("sales_rep")) == 401
    assert await guess(world, email_of("sales_rep"), password=PASSWORD) == 200
    assert await guess(world, email_of("sales_rep")) == 401
    assert await guess(world, email_of("sales_rep")) == 429


@pytest.mark.parametrize("raced", [False, True])
async def test_sixty_checks_per_address_and_minute(
    world: World, raced: bool, clock: Callable[..., None]
) -> None:
    async def check(number: int) -> int:
        async with world.client() as caller:
            email = email_of("admin") if number % 2 else f"person{number}@duskline.example"
            return (await caller.post(CHECK, json={"email": email})).status_code

    tries = [check(number) for number in range(80)]
    found = Counter(await asyncio.gather(*tries) if raced else [await one for one in tries])
    assert found[429] == 20
    clock(minutes=1, seconds=2)
    assert await check(1) == 200


async def test_control_without_limits_every_guess_is_computed(
    world: World, cheap_hashes: Hashes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> None: ...

    monkeypatch.setattr(endpoints, "spend", nothing)
    for _ in range(20):
        await guess(world, email_of("admin"))
    assert cheap_hashes.computed == 20


async def test_many_guesses(world: World, cheap_hashes: Hashes, clock: Callable[..., None]) -> None:
    """Thousands of guesses at many accounts from many addresses: no one gets in, ten hashes each at most."""
    number = 10_000 if FULL_COUNTS else 500
    accounts = [email_of(name) for name in ("admin", "support", "sales_rep", "no_role", "technician")]
    tries = [guess(world, accounts[n % 5], f"10.1.{n % 97}.{n % 89}", f"guess {n}") for n in range(number)]
    found: Counter[int] = Counter()
    for start in range(0, number, 20):
        found += Counter(await asyncio.gather(*tries[start : start + 20]))
    assert set(found) == {401, 429}
    assert found[401] == cheap_hashes.computed == 50


async def test_limits_are_swept(world: World, clock: Callable[..., None]) -> None:
    await guess(world, "person@duskline.example")
    clock(minutes=16)
    await rate_limits.sweep(world.database)
    async with world.console() as db:
        assert (await db.scalars(select(RateLimit.key))).all() == []


@pytest.mark.parametrize("count", [spend, refund])
async def test_a_change_counts_no_limit_apart_whether_it_has_begun_or_not(world: World, count: Any) -> None:
    """On SQLite it would wait for its own session's end, ten seconds long, and only where a key had begun it."""
    claim = limits.EMAIL_CHECKS, "198.51.100.7"
    async with changing(world.database, await world.actor("admin")) as db:
        for _ in range(2):
            with pytest.raises(RuntimeError, match="never by the handler of a change"):
                await count(world.database, claim)
            await db.find(User, "admin")
    await count(world.database, claim)
