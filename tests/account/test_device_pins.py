"""A PIN on one's own phone: it signs in for a week after everything was proved there, and ends with whatever must end it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from duskline.account import passwords
from duskline.account.cookies import PIN_COOKIE
from duskline.models.device_pins import DevicePin
from duskline.models.people import User
from tests.world import COOKIE, PASSWORD, World, email_of

PATH = "/api/auth/device-pin"
PIN = "480911"
WEEK = 7 * 24 * 60


async def allow(world: World, *, yes: bool = True) -> None:
    edit = {"phonePins": yes}
    answer = await world.client("admin").patch("/api/panel/settings/sessions", json=edit)
    assert answer.status_code == 200, answer.text


async def log_in(phone: httpx.AsyncClient, who: str = "technician") -> int:
    body = {"email": email_of(who), "password": PASSWORD}
    return (await phone.post("/api/auth/login", json=body)).status_code


async def set_pin(phone: httpx.AsyncClient, pin: str = PIN, present: str = PASSWORD) -> httpx.Response:
    return await phone.post(PATH, json={"present": present, "pin": pin})


@asynccontextmanager
async def with_pin(world: World, who: str = "technician") -> AsyncIterator[httpx.AsyncClient]:
    """The phone of somebody who has set a PIN."""
    await allow(world)
    async with world.client() as phone:
        assert await log_in(phone, who) == 200
        answer = await set_pin(phone)
        assert answer.status_code == 204, answer.text
        yield phone


def forget_session(phone: httpx.AsyncClient) -> None:
    phone.cookies.delete(COOKIE)


async def use(phone: httpx.AsyncClient, pin: str = PIN) -> int:
    return (await phone.post(f"{PATH}/use", json={"pin": pin})).status_code


async def name_on(phone: httpx.AsyncClient) -> Any:
    return (await phone.get(PATH)).json()["name"]


async def test_it_signs_its_person_in_where_the_session_has_ended(world: World) -> None:
    async with with_pin(world) as phone:
        assert COOKIE in phone.cookies
        forget_session(phone)
        assert (await phone.get("/api/auth/user")).status_code == 401
        assert await name_on(phone) == "Technician"
        answer = await phone.post(f"{PATH}/use", json={"pin": PIN})
        assert (answer.status_code, answer.json()) == (200, {"success": True, "redirectUrl": "/panel"})
        assert (await phone.get("/api/auth/user")).json()["id"] == "technician"
        ((row),) = (await phone.get(f"{PATH}s")).json()["pins"]
        assert (row["here"], row["usedAt"] is not None) == (True, True)
    async with world.client() as elsewhere:
        assert await name_on(elsewhere) is None
        assert await use(elsewhere) == 401
    assert PIN not in str(await world.snapshot())


async def test_it_is_for_those_who_go_out_where_preferences_allow_it(world: World) -> None:
    assert (await world.client("technician").get(f"{PATH}s")).json() == {"offered": False, "pins": []}
    assert (await set_pin(world.client("technician"))).status_code == 403
    await allow(world)
    offered = {
        who: (await world.client(who).get(f"{PATH}s")).json()["offered"]
        for who in ("sales_rep", "technician", "lead_technician", "branch_ops_manager", "admin", "support")
    }
    assert {who for who, yes in offered.items() if yes} == {"sales_rep", "technician", "lead_technician"}
    assert (await set_pin(world.client("admin"))).status_code == 403
    async with with_pin(world) as phone:
        await allow(world, yes=False)
        forget_session(phone)
        assert (await name_on(phone), await use(phone)) == (None, 401)


@pytest.mark.parametrize("pin", ["000000", "123456", "987654", "48091", "4809111", "48o911", "٤٨٠٩١١"])
async def test_what_is_easy_or_no_pin_is_refused(world: World, pin: str) -> None:
    await allow(world)
    answer = await set_pin(world.client("technician"), pin)
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {"pin"})


async def test_the_table_alone_is_worth_no_guess(world: World) -> None:
    async with with_pin(world) as phone:
        async with world.console() as db:
            (stored,) = await db.scalars(select(DevicePin.pin))
        assert not await passwords.verify(PIN, stored)
        assert await passwords.verify(f"{PIN}:{phone.cookies[PIN_COOKIE]}", stored)


async def test_it_asks_for_the_present_password(world: World) -> None:
    await allow(world)
    answer = await set_pin(world.client("technician"), present="guessed-by-a-colleague")
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {"present"})


async def test_five_wrong_tries_end_it_also_all_at_once(world: World) -> None:
    async with with_pin(world) as phone:
        forget_session(phone)
        assert [await use(phone, "111112") for _ in range(4)] == [401] * 4
        assert await use(phone) == 200, "the fifth is right, and counts none of them"
        forget_session(phone)
        wrong = await asyncio.gather(*(use(phone, f"11111{n}") for n in range(2, 8)))
        assert set(wrong) == {401}
        assert (await name_on(phone), await use(phone)) == (None, 401)


async def test_the_fifth_wrong_try_says_that_it_has_ended_and_no_sign_in_brings_it_back(world: World) -> None:
    async with with_pin(world) as phone:
        forget_session(phone)
        said = [(await phone.post(f"{PATH}/use", json={"pin": "111112"})).json()["error"] for _ in range(6)]
        assert set(said[:4]) == {"This is not your PIN. After five wrong tries it ends."}
        assert said[4] == "This was the fifth wrong PIN, so it has ended. Sign in with your password."
        assert said[5] == "The PIN of this phone has ended. Sign in with your password."
    async with with_pin(world) as phone:
        forget_session(phone)
        for _ in range(5):
            await use(phone, "111112")
        assert await log_in(phone) == 200
        assert (await phone.get(f"{PATH}s")).json()["pins"] == []
        forget_session(phone)
        assert (await name_on(phone), await use(phone)) == (None, 401)


async def test_of_ten_tries_at_once_five_are_compared(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    async def never(_password: str, hashed: str) -> bool:
        compared.append(hashed)
        return False

    async with with_pin(world) as phone:
        forget_session(phone)
        monkeypatch.setattr(passwords, "verify", never)
        assert set(await asyncio.gather(*(use(phone) for _ in range(10)))) == {401}
        assert 0 < len(compared) <= 5


async def test_it_lasts_a_week_from_the_last_sign_in_with_everything(
    world: World, clock: Callable[..., None]
) -> None:
    async with with_pin(world) as phone:
        clock(minutes=WEEK - 60)
        forget_session(phone)
        assert await use(phone) == 200
        clock(minutes=WEEK + 60)
        forget_session(phone)
        assert await use(phone) == 401, "the PIN itself begins no new week"
        assert await log_in(phone) == 200
        forget_session(phone)
        assert await use(phone) == 200, "the password does"


async def patched(world: World, path: str, **fields: Any) -> None:
    answer = await world.client("admin").patch(path, json=fields)
    assert answer.status_code == 200, answer.text


async def demoted(world: World, phone: httpx.AsyncClient) -> None:
    await patched(world, "/api/panel/users/lead_technician", role="technician")


async def demoted_and_back(world: World, phone: httpx.AsyncClient) -> None:
    await demoted(world, phone)
    await patched(world, "/api/panel/users/lead_technician", role="lead_technician")


async def deactivated(world: World, phone: httpx.AsyncClient) -> None:
    await patched(world, "/api/panel/users/lead_technician", status="inactive")


async def deactivated_and_back(world: World, phone: httpx.AsyncClient) -> None:
    await deactivated(world, phone)
    await patched(world, "/api/panel/users/lead_technician", status="active")


async def given_another_password(world: World, phone: httpx.AsyncClient) -> None:
    body = {"present": PASSWORD, "password": "another-lantern-42"}
    answer = await phone.post("/api/auth/password", json=body)
    assert answer.status_code == 204, answer.text


async def logged_out(world: World, phone: httpx.AsyncClient) -> None:
    assert (await phone.post("/api/auth/logout")).status_code == 204


async def revoked_from_elsewhere(world: World, phone: httpx.AsyncClient) -> None:
    elsewhere = world.client("lead_technician")
    ((row),) = (await elsewhere.get(f"{PATH}s")).json()["pins"]
    assert row["here"] is False
    assert (await world.client("technician").delete(f"{PATH}s/{row['id']}")).status_code == 204
    assert await name_on(phone) == "Lead", "somebody else's request ends nothing"
    assert (await elsewhere.delete(f"{PATH}s/{row['id']}")).status_code == 204


async def forbidden_and_allowed_again(world: World, phone: httpx.AsyncClient) -> None:
    await allow(world, yes=False)
    await allow(world)


async def asked_for_two_steps(world: World, phone: httpx.AsyncClient) -> None:
    await patched(world, "/api/panel/settings/security", twoStepLeadTechnician=True)


@pytest.mark.parametrize(
    "event",
    [demoted, demoted_and_back, deactivated, deactivated_and_back, given_another_password, logged_out, revoked_from_elsewhere, forbidden_and_allowed_again, asked_for_two_steps],
)  # fmt: skip
async def test_it_ends_at_once_when_its_person_is(world: World, event: Any) -> None:
    async with with_pin(world, "lead_technician") as phone:
        carried = phone.cookies[PIN_COOKIE]
        await event(world, phone)
        forget_session(phone)
        phone.cookies.set(PIN_COOKIE, carried)
        assert (await name_on(phone), await use(phone)) == (None, 401)


async def test_of_two_people_on_one_phone_the_last_has_it(world: World) -> None:
    async with with_pin(world) as phone:
        first = phone.cookies[PIN_COOKIE]
        assert await log_in(phone, "lead_technician") == 200
        assert (await set_pin(phone, "735520")).status_code == 204
        forget_session(phone)
        assert (await name_on(phone), await use(phone), await use(phone, "735520")) == ("Lead", 401, 200)
    async with world.client() as thief:
        thief.cookies.set(PIN_COOKIE, first)
        assert await use(thief) == 401


async def test_control_a_pin_whose_person_is_not_looked_at_would_go_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duskline.models.device_pins.standing", lambda _user: "always the same")
    async with with_pin(world, "lead_technician") as phone:
        async with world.database.writes.begin() as connection:  # by hand, where no rule of ours sees it
            theirs = update(User.__table__).where(User.__table__.c.id == "lead_technician")
            await connection.execute(theirs.values(role="technician"))
        forget_session(phone)
        assert await use(phone) == 200
