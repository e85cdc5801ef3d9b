"""Browsers that signed in before: nobody's guesses keep them out, and they are worth ten guesses each, no more."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from http.cookies import Morsel, SimpleCookie

import httpx
import pytest
from sqlalchemy import select

from duskline import commands, limits
from duskline.account import devices
from duskline.account.devices import COOKIE as DEVICE
from duskline.account.devices import Device
from duskline.core.data.keys import ServerKey
from duskline.core.http import rate_limits
from duskline.core.http.addresses import network_of
from duskline.core.http.rate_limits import spend
from tests.account.conftest import Hashes
from tests.world import COOKIE, PASSWORD, World, email_of

LOGIN = "/api/auth/login"
HERE = "198.51.100.7"
UNUSED = {
    "the account's ten": (limits.SIGN_INS_PER_ACCOUNT, email_of("admin")),
    "the address's thirty": (limits.SIGN_INS_PER_ADDRESS, HERE),
    "everybody's three hundred": (limits.SIGN_INS_IN_ALL, "all"),
}


NINE = (
    "admin", "support", "sales_rep", "technician", "lead_technician", "branch_ops_manager", "regional_ops_manager",
    "near_rep", "near_technician",
)  # fmt: skip


async def log_in(caller: httpx.AsyncClient, who: str = "admin", password: str = PASSWORD) -> int:
    return (await caller.post(LOGIN, json={"email": email_of(who), "password": password})).status_code


async def known(world: World, who: str = "admin") -> str:
    """What the browser of somebody who signed in carries from then on."""
    async with world.client() as browser:
        assert await log_in(browser, who) == 200
        return browser.cookies[device(world)]


def device(world: World) -> str:
    return f"__Host-{DEVICE}" if world.settings.secure else DEVICE


async def attempt(world: World, carried: str, who: str = "admin", password: str = PASSWORD) -> int:
    async with world.client() as browser:
        browser.cookies.set(device(world), carried)
        return await log_in(browser, who, password)


async def use_up(world: World, what: str) -> None:
    claim = UNUSED[what]
    for _ in range(claim[0].most):
        await spend(world.database, claim)


# --- what it is for ---


@pytest.mark.parametrize("what", UNUSED)
async def test_what_strangers_used_up_locks_no_known_browser_out(
    world: World, hashes: Hashes, what: str
) -> None:
    carried = await known(world)
    await use_up(world, what)
    async with world.client() as stranger:
        assert await log_in(stranger) == 429
    assert hashes.computed == 1
    assert await attempt(world, carried) == 200


async def test_control_without_knowing_it_its_owner_is_locked_out(
    world: World, hashes: Hashes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody(*_: object) -> None: ...

    carried = await known(world)
    monkeypatch.setattr(Device, "known_to", nobody)
    await use_up(world, "everybody's three hundred")
    assert await attempt(world, carried) == 429


@pytest.mark.parametrize("raced", [False, True])
async def test_ten_failures_per_known_browser(
    world: World, hashes: Hashes, cheap_hashes: Hashes, monkeypatch: pytest.MonkeyPatch, raced: bool
) -> None:
    carried = await signed_by_us(world)
    other = await signed_by_us(world)
    tries = [attempt(world, carried, password="wrong") for _ in range(24)]
    found = Counter(await asyncio.gather(*tries) if raced else [await one for one in tries])
    assert found == {401: 10, 429: 14}
    assert cheap_hashes.computed == 10
    assert await attempt(world, other, password="wrong") == 401  # another one has its own ten
    assert await attempt(world, "", password="wrong") == 401  # and strangers still have theirs


async def signed_by_us(world: World) -> str:
    """As a sign-in would leave it, without the hash."""
    name = secrets.token_urlsafe(16)
    return f"{name}.{await devices._signature(world.database, name, await world.person('admin'))}"


async def test_signing_in_never_counts(world: World, hashes: Hashes) -> None:
    carried = await known(world)
    for _ in range(12):
        assert await attempt(world, carried) == 200


# --- what it says, and to whom ---


def morsel(answer: httpx.Response, name: str) -> Morsel[str]:
    (found,) = [
        made[name] for line in answer.headers.get_list("set-cookie") if name in (made := SimpleCookie(line))
    ]
    return found


@pytest.mark.parametrize("secure", [False, True])
async def test_the_cookie(world: World, secure_world: World, secure: bool, hashes: Hashes) -> None:
    chosen = secure_world if secure else world
    async with chosen.client() as browser:
        answer = await browser.post(LOGIN, json={"email": email_of("admin"), "password": PASSWORD})
    found = morsel(answer, device(chosen))
    assert (found["path"], found["httponly"], found["samesite"].lower()) == ("/", True, "strict")
    assert (bool(found["secure"]), found["domain"]) == (secure, "")
    assert int(found["max-age"]) == 34_560_000  # 400 days
    assert devices.FORM.fullmatch(found.value)
    assert len(found.value) == 22 + 1 + 43  # a name and one signature: nothing that names the person


async def test_no_refusal_tells_a_known_browser_from_a_stranger(world: World, hashes: Hashes) -> None:
    carried = await known(world)
    told = set()
    for cookie in ("", carried):
        for who, password in (("admin", "wrong"), ("nobody", "wrong"), ("deactivated", PASSWORD)):
            async with world.client(cookie=f"{DEVICE}={cookie}") as browser:
                body = {"email": email_of(who), "password": password}
                answer = await browser.post(LOGIN, json=body)
            headers = {name: word for name, word in answer.headers.items() if name != "x-request-id"}
            told.add((answer.status_code, answer.content, repr(headers)))
    assert len(told) == 1
    assert hashes.computed == 1 + 6


async def test_it_signs_nobody_in(world: World, hashes: Hashes) -> None:
    carried = await known(world)
    async with world.client(cookie=f"{DEVICE}={carried}; {COOKIE}={carried}") as browser:
        assert (await browser.get("/api/auth/user")).status_code == 401


async def test_it_is_bound_to_the_account_and_to_what_we_signed(world: World, hashes: Hashes) -> None:
    carried = await known(world, "sales_rep")
    name, signature = carried.split(".")
    mine = await known(world)
    odd = (
        carried, f"{name}.{mine.split('.')[1]}", f"{mine[:-1]}{'A' if mine[-1] != 'A' else 'B'}", mine.split(".")[0], f"{mine}.",
        f".{mine}", mine.upper(), ".".join([mine, *[signature] * devices.MOST_ACCOUNTS]), "x", "." * 40, f"{mine}.{mine}",
    )  # fmt: skip
    await use_up(world, "the account's ten")
    for other in odd:
        assert await attempt(world, other) == 429, other
    assert await attempt(world, mine) == 200


async def test_one_browser_is_known_to_all_who_share_it(world: World, hashes: Hashes) -> None:
    async with world.client() as browser:
        for who in ("admin", "sales_rep", "admin", "technician"):
            assert await log_in(browser, who) == 200
        carried = browser.cookies[DEVICE]
    assert carried.count(".") == 3
    await use_up(world, "everybody's three hundred")
    for who in ("admin", "sales_rep", "technician"):
        assert await attempt(world, carried, who) == 200
    assert await attempt(world, carried, "support") == 429


async def test_it_keeps_the_last_eight_accounts(world: World, hashes: Hashes) -> None:
    async with world.client() as browser:
        for who in NINE:
            assert await log_in(browser, who) == 200
        carried = browser.cookies[DEVICE]
    assert carried.count(".") == 8
    await use_up(world, "everybody's three hundred")
    assert [await attempt(world, carried, who) for who in (NINE[0], NINE[1], NINE[-1])] == [429, 200, 200]


async def test_a_new_password_makes_every_browser_unknown(world: World, hashes: Hashes) -> None:
    carried = await known(world)
    async with world.console() as db:
        await commands.set_password(db, email_of("admin"), PASSWORD)  # the same words: it counts as new
    await use_up(world, "the account's ten")
    assert await attempt(world, carried) == 429


async def test_it_outlives_the_session_and_what_is_cached_does_not(world: World, hashes: Hashes) -> None:
    async with world.client() as browser:
        await log_in(browser)
        carried = browser.cookies[DEVICE]
        gone = await browser.post("/api/auth/logout")
        assert gone.headers["clear-site-data"] == '"cache"'
        assert [line.partition("=")[0] for line in gone.headers.get_list("set-cookie")] == [COOKIE]
        assert browser.cookies[DEVICE] == carried


async def test_another_process_knows_it_too(world: World, hashes: Hashes) -> None:
    carried = await known(world)
    other = World(world.settings.database_url, world.tokens, DATA_DIR=str(world.settings.data_dir))
    try:
        await use_up(other, "the account's ten")
        assert await attempt(other, carried) == 200
    finally:
        await other.close()


async def test_every_database_has_one_key_of_its_own(world: World) -> None:
    async with world.console() as db:
        (secret,) = (await db.scalars(select(ServerKey.secret))).all()
    assert len(bytes.fromhex(secret)) == 32


# --- addresses ---


async def statuses(world: World, addresses: list[str]) -> Counter[int]:
    found: Counter[int] = Counter()
    for number, address in enumerate(addresses):
        async with world.client(address=address) as caller:
            body = {"email": f"person{number}@duskline.example", "password": "wrong"}
            found[(await caller.post(LOGIN, json=body)).status_code] += 1
    return found


ONE_HOST = [f"2001:db8:1:2::{number:x}" for number in range(1, 41)]
NEIGHBORS = [f"2001:db8:1:{number:x}::1" for number in range(3, 13)]
MAPPED = [f"::ffff:203.0.113.{number}" for number in range(1, 11)]


async def test_a_host_has_one_limit_for_all_its_addresses(world: World, cheap_hashes: Hashes) -> None:
    assert await statuses(world, ONE_HOST) == {401: 30, 429: 10}
    assert await statuses(world, NEIGHBORS + MAPPED) == {401: 20}
    async with world.client(address="2001:db8:1:2:3:4:5:6") as visitor:
        for number in range(limits_of_posts := 21):
            answer = await visitor.post("/api/newsletter", json={"email": f"v{number}@v.example"})
            visitor._transport.client = (f"2001:db8:1:2::{number:x}", 1)  # type: ignore[attr-defined]
        assert (limits_of_posts, answer.status_code) == (21, 429)


async def test_control_counting_whole_addresses_it_has_as_many_as_it_likes(
    world: World, cheap_hashes: Hashes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limits, "network_of", lambda who: who)
    assert await statuses(world, ONE_HOST) == {401: 40}


def test_what_counts_as_one() -> None:
    same = {
        "2001:db8::1": "2001:db8::/64", "2001:DB8:0:0:ffff::": "2001:db8::/64", "2001:db8:0:1::": "2001:db8:0:1::/64",
        "203.0.113.9": "203.0.113.9", "::ffff:203.0.113.9": "203.0.113.9", "all": "all", "a@b.example": "a@b.example", "": "",
    }  # fmt: skip
    assert {who: network_of(who) for who in same} == same
