"""Strangers who know a password use up its account's tries at the second step: known browsers have their own, and a new password clears theirs."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from duskline.account import half_sessions
from duskline.account.devices import COOKIE as DEVICE
from duskline.account.devices import Device
from tests import authenticator
from tests.account.second_steps import PATH, WHO, code_of, enrolled, gives, half, no_code_of
from tests.account.signing_in import log_in
from tests.mailbox import token_in
from tests.world import PASSWORD, World, email_of

pytestmark = pytest.mark.usefixtures("in_the_middle_of_a_step")

HOME, ELSEWHERE = "198.51.100.7", "203.0.113.9"
NEW = "a-fence-in-the-moonlight-3"


async def known(world: World, code: str) -> str:
    """What a browser carries once somebody signed in there by both steps."""
    async with world.client(address=HOME) as browser:
        await half(browser)
        assert (await gives(browser, code)).status_code == 200
        return browser.cookies[DEVICE]


async def guess(
    world: World, secret: str, times: int, carried: str = "", address: str = ELSEWHERE
) -> list[int]:
    """The answers to wrong codes, each in a sign-in of its own."""
    found = []
    for _ in range(times):
        async with browser_of(world, carried, address) as browser:
            await half(browser)
            found.append((await gives(browser, no_code_of(secret))).status_code)
    return found


def browser_of(world: World, carried: str, address: str = HOME) -> httpx.AsyncClient:
    browser = world.client(address=address)
    if carried:
        browser.cookies.set(DEVICE, carried)
    return browser


async def comes_in(world: World, carried: str, code: str, address: str = HOME) -> int:
    async with browser_of(world, carried, address) as browser:
        await half(browser)
        return (await gives(browser, code)).status_code


async def test_strangers_wrong_codes_lock_no_known_browser_out(world: World) -> None:
    secret, codes = await enrolled(world)
    carried = await known(world, codes[0])
    assert await guess(world, secret, 12) == [400] * 10 + [429] * 2
    assert await comes_in(world, carried, codes[1]) == 200, "by a recovery code"
    assert await comes_in(world, carried, code_of(secret), ELSEWHERE) == 200, "wherever it is"
    assert await comes_in(world, "", codes[2]) == 429, "strangers wait, whatever they have"


async def test_control_where_no_browser_is_known_its_person_is_locked_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody(*_: object) -> None: ...

    secret, codes = await enrolled(world)
    carried = await known(world, codes[0])
    await guess(world, secret, 10)
    monkeypatch.setattr(Device, "known_to", nobody)
    assert await comes_in(world, carried, codes[1]) == 429


async def test_a_known_browser_has_ten_wrong_codes_of_its_own(world: World) -> None:
    secret, codes = await enrolled(world)
    one, other = await known(world, codes[0]), await known(world, codes[1])
    for address in (HOME, ELSEWHERE):
        assert set(await guess(world, secret, 5, one, address)) == {400}
    assert await guess(world, secret, 1, one) == [429]
    assert await comes_in(world, one, codes[2]) == 429, "nor does the right one tell"
    assert await guess(world, secret, 1, other) == [400], "another one has its own ten"
    assert await guess(world, secret, 11) == [400] * 10 + [429], "and strangers still have theirs"


async def test_a_browser_that_another_account_knows_is_a_stranger(world: World) -> None:
    secret, codes = await enrolled(world)
    async with world.client() as browser:
        await log_in(browser, email_of("sales_rep"))
        carried = browser.cookies[DEVICE]
    assert await guess(world, secret, 5) == [400] * 5
    assert await guess(world, secret, 6, carried) == [400] * 5 + [429]
    assert await comes_in(world, carried, codes[0]) == 429


async def test_a_passkey_as_second_step_is_spared_too(world: World) -> None:
    secret, codes = await enrolled(world)
    me, device = world.client(WHO), authenticator.Device()
    asked = (await me.post(f"{PATH}/passkeys/ask", json={"present": PASSWORD})).json()
    assert (await me.post(f"{PATH}/passkeys", json=device.made(asked))).status_code == 201
    carried = await known(world, codes[0])
    await guess(world, secret, 10)

    async def shows(browser: httpx.AsyncClient) -> int:
        await half(browser)
        step: dict[str, Any] = (await browser.post(f"{PATH}/ask")).json()
        return (await browser.post(f"{PATH}/passkey", json=device.signed(step["passkey"]))).status_code

    async with browser_of(world, carried) as browser, browser_of(world, "") as stranger:
        assert await shows(browser) == 200
        assert await shows(stranger) == 429


async def test_wrong_present_passwords_of_a_stolen_session_lock_no_known_browser_out(world: World) -> None:
    _, codes = await enrolled(world)
    body = {"present": "a-wrong-one", "password": NEW}
    thief = world.client(WHO)
    statuses = [(await thief.post("/api/auth/password", json=body)).status_code for _ in range(11)]
    assert statuses == [400] * 10 + [429]
    async with world.client() as browser:
        await half(browser)
        assert (await gives(browser, codes[0])).status_code == 200
        for number in range(10):
            assert (await browser.post("/api/auth/password", json=body)).status_code == 400, number
        assert (await browser.post("/api/auth/password", json=body)).status_code == 429, "its own ten"


# --- a new password ---


async def by_link(world: World) -> None:
    """An administrator makes a link; the person uses it in a browser that is new."""
    link = (await world.client("admin").post(f"/api/panel/users/{WHO}/link")).json()["link"]
    async with world.client(address=HOME) as visitor:
        body = {"token": token_in(link), "password": NEW}
        assert (await visitor.post("/api/auth/link/use", json=body)).status_code == 200


async def by_oneself(world: World) -> None:
    body = {"present": PASSWORD, "password": NEW}
    assert (await world.client(WHO).post("/api/auth/password", json=body)).status_code == 204


async def arrives(world: World, code: str) -> int:
    async with world.client(address=HOME) as browser:
        assert (await log_in(browser, email_of(WHO), NEW)).status_code == 200
        return (await gives(browser, code)).status_code


@pytest.mark.parametrize("way", [by_link, by_oneself])
async def test_a_new_password_clears_the_wrong_codes(world: World, way: Any) -> None:
    secret, codes = await enrolled(world)
    await guess(world, secret, 10)
    await way(world)
    assert await arrives(world, codes[0]) == 200
    async with world.client(address=ELSEWHERE) as browser:
        await log_in(browser, email_of(WHO), NEW)
        statuses = [(await gives(browser, no_code_of(secret))).status_code for _ in range(11)]
    assert statuses == [400] * 10 + [429], "and the count begins again"


async def test_control_counted_by_the_account_alone_a_new_password_clears_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(half_sessions, "strangers_of", lambda user: user.id)
    secret, codes = await enrolled(world)
    await guess(world, secret, 10)
    await by_link(world)
    assert await arrives(world, codes[0]) == 429
