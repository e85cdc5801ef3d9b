"""A known browser reaches its account whatever strangers have used up (product.md, rule 57): each limit before an account says whether it counts by browser."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Awaitable, Callable, Iterable
from types import ModuleType
from typing import NamedTuple

import httpx
import pytest
from sqlalchemy import select, update

from duskline import account, limits
from duskline.account import endpoints, half_sessions, present_password
from duskline.account.devices import COOKIE as DEVICE
from duskline.account.devices import Claim, claims
from duskline.core.data.calls import RateLimit
from duskline.core.http.rate_limits import Limit
from duskline.limits import (
    CODES,
    EMAIL_CHECKS,
    OF_ALL_BROWSERS,
    OF_EACH_BROWSER,
    OWN_PASSWORD,
    SECOND_STEPS_ASKED,
)
from tests import authenticator
from tests.account.second_steps import PATH, WHO, enrolled, gives, half
from tests.account.signing_in import CHECK, log_in
from tests.world import COOKIE, World, email_of

pytestmark = pytest.mark.usefixtures("in_the_middle_of_a_step")

MODULES = [
    importlib.import_module(found.name)
    for found in pkgutil.walk_packages(account.__path__, f"{account.__name__}.")
]
Try = Callable[[httpx.AsyncClient], Awaitable[httpx.Response]]


def unsaid(modules: Iterable[ModuleType]) -> set[str]:
    """Returns the names of limits of these modules that stand in neither of the two lists."""
    counted = {each for module in modules for each in vars(module).values() if isinstance(each, Limit)}
    return {limit.name for limit in counted - OF_EACH_BROWSER - OF_ALL_BROWSERS.keys()}


def test_each_limit_before_an_account_says_whether_a_known_browser_is_counted_apart() -> None:
    assert unsaid(MODULES) == set()
    assert not [module for module in MODULES if limits in vars(module).values()], "limits are taken by name"
    assert not OF_EACH_BROWSER & OF_ALL_BROWSERS.keys()
    for limit, why in OF_ALL_BROWSERS.items():
        assert why[0].isupper(), limit.name
        assert why.endswith("."), limit.name


def test_control_a_limit_of_which_nothing_is_said_is_found() -> None:
    module = ModuleType("another")
    module.LIMIT = Limit("another", 10, 15)  # type: ignore[attr-defined]
    assert unsaid([*MODULES, module]) == {"another"}


# --- what is said is done ---


async def checks(browser: httpx.AsyncClient) -> httpx.Response:
    return await browser.post(CHECK, json={"email": email_of(WHO)})


async def guesses_the_password(browser: httpx.AsyncClient) -> httpx.Response:
    return await log_in(browser, email_of(WHO), "a-guess-of-mine-7")


async def asks(browser: httpx.AsyncClient) -> httpx.Response:
    return await browser.post(f"{PATH}/ask")


async def guesses_a_code(browser: httpx.AsyncClient) -> httpx.Response:
    return await gives(browser, "no code")


async def shows_a_passkey(browser: httpx.AsyncClient) -> httpx.Response:
    nobody_s = authenticator.Device().signed({"challenge": "A" * 43})
    return await browser.post(f"{PATH}/passkey", json=nobody_s)


async def guesses_the_present_one(browser: httpx.AsyncClient) -> httpx.Response:
    """In a session that is open, whoever sits there."""
    return await browser.post(f"{PATH}/app", json={"present": "a-guess-of-mine-7"})


OUTSIDE: tuple[Try, ...] = (checks, guesses_the_password, asks, guesses_a_code, shows_a_passkey)
"""Before and within a sign-in that owes its second step."""


async def statuses(world: World, carried: str, whole: str) -> dict[str, int]:
    """The answers to what counts before an account, in a browser that carries this; `whole` is a session that is open."""
    async with world.client() as browser:
        browser.cookies.set(DEVICE, carried)
        await half(browser)
        found = {each.__name__: (await each(browser)).status_code for each in OUTSIDE}
        del browser.cookies[COOKIE]
        browser.cookies.set(COOKIE, whole)
        answer = await guesses_the_present_one(browser)
    return found | {guesses_the_present_one.__name__: answer.status_code}


async def known(world: World) -> str:
    """What the browser of somebody who signed in by both steps carries."""
    _, codes = await enrolled(world)
    async with world.client() as browser:
        await half(browser)
        assert (await gives(browser, codes[0])).status_code == 200
        return browser.cookies[DEVICE]


async def used_up(world: World) -> set[str]:
    """The names of the limits that have counted something; from now on each is used up."""
    async with world.database.writes.begin() as connection:
        keys = (await connection.scalars(select(RateLimit.key))).all()
        await connection.execute(update(RateLimit).values(used=10_000))
    return {key.partition(":")[0] for key in keys}


class After(NamedTuple):
    """The limits that strangers used up, what they are answered then, and what a known browser at the same address is."""

    names: set[str]
    strangers: dict[str, int]
    known: dict[str, int]


async def after_strangers(world: World) -> After:
    carried, whole = await known(world), world.tokens[WHO]
    async with world.client() as stranger, world.client(cookie=f"{COOKIE}={whole}") as thief:
        await half(stranger)
        tries = [*((each, stranger) for each in OUTSIDE), (guesses_the_present_one, thief)]
        first = {each.__name__: (await each(browser)).status_code for each, browser in tries}
        assert 429 not in first.values(), first
        names = await used_up(world)
        late = {each.__name__: (await each(browser)).status_code for each, browser in tries}
    return After(names, late, await statuses(world, carried, whole))


async def test_whatever_strangers_used_up_a_known_browser_gets_to_its_account(world: World) -> None:
    after = await after_strangers(world)
    assert after.names == {limit.name for limit in OF_EACH_BROWSER}
    assert set(after.strangers.values()) == {429}, "strangers wait at each of them"
    assert after.known == {
        "checks": 200, "guesses_the_password": 401, "asks": 200, "guesses_a_code": 400, "shows_a_passkey": 400,
        "guesses_the_present_one": 400,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("module", "limit", "stuck"),
    [
        (endpoints, EMAIL_CHECKS, {"checks"}),
        (half_sessions, CODES, {"guesses_a_code", "shows_a_passkey"}),
        (half_sessions, SECOND_STEPS_ASKED, {"asks"}),
        (present_password, OWN_PASSWORD, {"guesses_the_present_one"}),
    ],
    ids=lambda given: given.name if isinstance(given, Limit) else "",
)
async def test_control_a_limit_that_spares_nobody_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch, module: ModuleType, limit: Limit, stuck: set[str]
) -> None:
    def sparing_nobody(known_by: str | None, *strangers: Claim) -> tuple[Claim, ...]:
        return strangers if strangers[0][0] is limit else claims(known_by, *strangers)

    monkeypatch.setattr(module, "claims", sparing_nobody)
    after = await after_strangers(world)
    assert {name for name, status in after.known.items() if status == 429} == stuck
