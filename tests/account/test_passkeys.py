"""Passkeys as the second step: each answer counts once, in the sign-in that asked for it, on this site alone."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from duskline.core.data import base
from duskline.core.data.audit import AuditLog
from duskline.core.data.calls import RateLimit
from duskline.models.people.passkeys import Passkey, PasskeyChallenge
from duskline.models.people.sessions import sweep_sessions
from tests.account.second_steps import PATH, WHO, code_of, enrolled, gives, half
from tests.account.signing_in import log_in, new_session, status_of
from tests.authenticator import PRESENT, Device
from tests.instruments import stop_clock
from tests.mailbox import delivered
from tests.world import COOKIE, PASSWORD, World, email_of

pytestmark = pytest.mark.usefixtures("in_the_middle_of_a_step")

OWN = f"{PATH}/passkeys"
OTHER = "near_technician"
REFUSED = {"error": "This passkey was not accepted. Please try again, or use another way."}


async def to_make(me: httpx.AsyncClient) -> dict[str, Any]:
    answer = await me.post(f"{OWN}/ask", json={"present": PASSWORD})
    assert answer.status_code == 200, answer.text
    asked: dict[str, Any] = answer.json()
    return asked


async def added(world: World, device: Device, who: str = WHO, **otherwise: Any) -> dict[str, Any]:
    me = world.client(who)
    answer = await me.post(OWN, json=device.made(await to_make(me), **otherwise))
    assert answer.status_code == 201, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


async def asked_of(visitor: httpx.AsyncClient) -> dict[str, Any]:
    answer = await visitor.post(f"{PATH}/ask")
    assert answer.status_code == 200, answer.text
    step: dict[str, Any] = answer.json()
    return step


async def shows(visitor: httpx.AsyncClient, device: Device, **otherwise: Any) -> httpx.Response:
    """The whole ceremony."""
    asked = (await asked_of(visitor))["passkey"]
    return await visitor.post(f"{PATH}/passkey", json=device.signed(asked, **otherwise))


async def own(world: World, who: str = WHO) -> dict[str, Any]:
    shown: dict[str, Any] = (await world.client(who).get(PATH)).json()
    return shown


async def test_a_passkey_follows_the_password(mailing_world: World) -> None:
    world, device = mailing_world, Device()
    other = await new_session(world, WHO)
    asked = await to_make(world.client(WHO))
    assert (asked["host"], asked["brand"], asked["email"], asked["known"]) == (
        "127.0.0.1", "Duskline", email_of(WHO), [],
    )  # fmt: skip
    answer = await world.client(WHO).post(OWN, json=device.made(asked, name="Anna's phone"))
    assert answer.status_code == 201, answer.text
    assert len(answer.json()["codes"]) == 10, "recovery codes come with the first factor, whichever it is"
    assert await status_of(world, other) == 401, "other sessions end with the first"
    assert await status_of(world, world.tokens[WHO]) == 200
    ((recipient, message),) = await delivered(world)
    assert (recipient, message["Subject"]) == (email_of(WHO), "Two-step verification is on for Duskline")
    stands = await own(world)
    assert (stands["on"], stands["app"], stands["recoveryCodesLeft"]) == (True, False, 10)
    assert [(each["name"], each["usedAt"]) for each in stands["passkeys"]] == [("Anna's phone", None)]
    async with world.client() as visitor:
        await half(visitor)
        assert (await visitor.get("/api/auth/user")).status_code == 401
        step = await asked_of(visitor)
        assert step["app"] is False
        assert step["passkey"]["known"] == [{"id": device.name, "transports": ["internal", "hybrid"]}]
        answer = await visitor.post(f"{PATH}/passkey", json=device.signed(step["passkey"]))
        assert (answer.status_code, answer.json()) == (200, {"success": True, "redirectUrl": "/panel"})
        assert (await visitor.get("/api/auth/user")).json()["id"] == WHO
        assert len(visitor.cookies) == 2, "the browser is known from now on"
    assert (await own(world))["passkeys"][0]["usedAt"] is not None


async def test_another_name_of_one_s_own_machine_is_a_site_of_its_own(world: World) -> None:
    me, device = world.client(WHO, host="localhost:8000"), Device()
    asked = await to_make(me)
    assert asked["host"] == "localhost"
    here = {"host": "localhost", "origin": "http://localhost:8000"}
    assert (await me.post(OWN, json=device.made(asked, **here))).status_code == 201
    async with world.client(host="localhost:8000") as visitor:
        await half(visitor)
        assert (await shows(visitor, device)).status_code == 400
        assert (await shows(visitor, device, **here)).status_code == 200


LIES: dict[str, dict[str, Any]] = {
    "another origin": {"origin": "https://duskline.example.evil"},
    "a page of ours by another way": {"origin": "https://127.0.0.1:8000"},
    "another host": {"host": "evil.example"},
    "another challenge": {"challenge": "A" * 43},
    "no person present": {"flags": 0},
    "another kind": {"type": "payment.get"},
}


@pytest.mark.parametrize("lie", LIES)
async def test_what_was_signed_for_something_else_opens_nothing(world: World, lie: str) -> None:
    device = Device()
    await added(world, device)
    async with world.client() as visitor:
        await half(visitor)
        answer = await shows(visitor, device, **LIES[lie])
        assert (answer.status_code, answer.json()) == (400, REFUSED)
        assert (await visitor.get("/api/auth/user")).status_code == 401
        assert (await shows(visitor, device)).status_code == 200, "control: the truth opens"


@pytest.mark.parametrize("lie", LIES)
async def test_what_was_made_for_something_else_is_not_kept(world: World, lie: str) -> None:
    me, device = world.client(WHO), Device()
    answer = await me.post(OWN, json=device.made(await to_make(me), **LIES[lie]))
    assert (answer.status_code, answer.json()) == (400, REFUSED)
    assert (await own(world))["on"] is False
    await added(world, device)


async def test_only_one_s_own_passkeys_open(world: World) -> None:
    mine, theirs, nobody_s = Device(), Device(), Device()
    await added(world, mine)
    await added(world, theirs, OTHER)
    async with world.client() as visitor:
        await half(visitor)
        for device, claims in (
            (theirs, {}),
            (nobody_s, {}),
            (nobody_s, {"id": mine.name}),
            (theirs, {"id": mine.name}),
        ):
            answer = await shows(visitor, device, **claims)
            assert (answer.status_code, answer.json()) == (400, REFUSED)
        assert (await shows(visitor, mine)).status_code == 200


async def test_a_challenge_is_answered_once_even_wrongly(world: World) -> None:
    device = Device(counts=False)
    await added(world, device)
    async with world.client() as visitor:
        await half(visitor)
        step = (await asked_of(visitor))["passkey"]
        wrong, right = device.signed(step, host="evil.example"), device.signed(step)
        for answer in (wrong, right):
            assert (await visitor.post(f"{PATH}/passkey", json=answer)).status_code == 400
    async with world.client() as one, world.client() as again:
        await half(one)
        step = (await asked_of(one))["passkey"]
        used = device.signed(step)
        answers = await asyncio.gather(*(one.post(f"{PATH}/passkey", json=used) for _ in range(2)))
        assert sorted(answer.status_code for answer in answers) in ([200, 400], [200, 401])
        await half(again)
        assert (await again.post(f"{PATH}/passkey", json=used)).status_code == 400, "in another sign-in"


async def test_a_challenge_is_of_one_sign_in_and_of_minutes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Device()
    await added(world, device)
    async with world.client() as one, world.client() as other:
        await half(one)
        await half(other)
        step = (await asked_of(one))["passkey"]
        assert (await other.post(f"{PATH}/passkey", json=device.signed(step))).status_code == 400
        # Another sign-in did not use it up.
        second = (await asked_of(one))["passkey"]
        assert second["challenge"] != step["challenge"]
        stop_clock(monkeypatch, base.now() + timedelta(minutes=5, seconds=1))
        assert (await one.post(f"{PATH}/passkey", json=device.signed(second))).status_code == 400
        assert (await shows(one, device)).status_code == 200
    await sweep_sessions(world.database)
    async with world.console() as db:
        assert (await db.scalars(select(PasskeyChallenge))).all() == []


async def test_two_tabs_each_have_their_challenge(world: World) -> None:
    device, me = Device(), world.client(WHO)
    first, second = await to_make(me), await to_make(me)
    assert (await me.post(OWN, json=device.made(first))).status_code == 201
    answer = await me.post(OWN, json=device.made(second))
    assert (answer.status_code, answer.json()["error"]) == (409, "This passkey is set up already.")
    async with world.client() as visitor:
        await half(visitor)
        steps = [(await asked_of(visitor))["passkey"] for _ in range(2)]
        assert (await visitor.post(f"{PATH}/passkey", json=device.signed(steps[0]))).status_code == 200
        assert (await visitor.post(f"{PATH}/passkey", json=device.signed(steps[1]))).status_code == 401


async def test_a_challenge_to_make_is_of_the_session_that_gave_the_password(world: World) -> None:
    device, other = Device(), await new_session(world, WHO)
    made = device.made(await to_make(world.client(WHO)))
    for caller in (world.client(cookie=f"{COOKIE}={other}"), world.client(OTHER)):
        assert (await caller.post(OWN, json=made)).status_code == 400
    assert (await world.client(WHO).post(f"{OWN}/ask", json={"present": "a-wrong-one"})).status_code == 400
    assert (await world.client(WHO).post(OWN, json=made)).status_code == 201


async def test_a_counter_that_goes_back_is_refused(world: World) -> None:
    device = Device()
    await added(world, device)
    async with world.client() as visitor:
        for count, status in ((7, 200), (7, 400), (6, 400), (0, 400), (2**32 - 1, 200)):
            await half(visitor)
            assert (await shows(visitor, device, count=count)).status_code == status, count
    still = Device(counts=False)
    await added(world, still, OTHER)
    async with world.client() as visitor:
        for _ in range(2):
            await half(visitor, OTHER)
            assert (await shows(visitor, still)).status_code == 200, "one that does not count"


async def test_guesses_are_limited_with_those_at_codes(world: World) -> None:
    device = Device()
    await added(world, device)
    statuses = []
    for number in range(11):
        async with world.client(address=f"203.0.113.{number}") as visitor:
            await half(visitor)
            statuses.append((await shows(visitor, device, host="evil.example")).status_code)
    assert statuses == [400] * 10 + [429]


@pytest.mark.parametrize("field", ["id", "clientData", "authenticatorData", "signature", "challenge"])
async def test_made_up_bytes_are_refused(world: World, field: str) -> None:
    device = Device()
    await added(world, device)
    async with world.client() as visitor:
        await half(visitor)
        for bytes_ in ("AAAA", "A", "_-_-" * 300):
            good = device.signed((await asked_of(visitor))["passkey"])
            answer = await visitor.post(f"{PATH}/passkey", json=good | {field: bytes_})
            assert answer.status_code == 400, bytes_
    me = world.client(OTHER)
    for attestation in ("AAAA", "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YUA", "n" * 8_000, "-_" * 4_000):
        made = Device().made(await to_make(me)) | {"attestation": attestation}
        assert (await me.post(OWN, json=made)).status_code == 400, attestation[:20]


async def test_nobody_comes_without_a_password(world: World) -> None:
    device = Device()
    await added(world, device)
    async with world.client() as visitor:
        assert (await visitor.post(f"{PATH}/ask")).status_code == 401
        assert (await world.client(WHO).post(f"{PATH}/ask")).status_code == 401, (
            "a whole session owes nothing"
        )
        await half(visitor)
        signed = device.signed((await asked_of(visitor))["passkey"])
    async with world.client() as stranger:
        assert (await stranger.post(f"{PATH}/passkey", json=signed)).status_code == 401


async def test_app_and_passkeys_stand_side_by_side_and_the_last_one_ends_it(mailing_world: World) -> None:
    world, me = mailing_world, mailing_world.client(WHO)
    secret, codes = await enrolled(world)
    device = Device()
    assert (await added(world, Device(), name="Phone"))["codes"] == []
    assert (await added(world, device, name="Key"))["codes"] == []
    subjects = sorted(message["Subject"] for _, message in await delivered(world))
    assert subjects == ["How you sign in to Duskline has changed"] * 2 + [
        "Two-step verification is on for Duskline"
    ]
    for opens in ("app", "passkey", "recovery"):
        async with world.client() as visitor:
            await half(visitor)
            assert (await asked_of(visitor))["app"] is True
            answer = (
                await shows(visitor, device)
                if opens == "passkey"
                else await gives(visitor, code_of(secret, 0) if opens == "app" else codes[0])
            )
            assert answer.status_code == 200, opens
    present = {"present": PASSWORD}
    assert (await me.post(f"{PATH}/app/remove", json={"present": "wrong"})).status_code == 400
    assert (await me.post(f"{PATH}/app/remove", json=present)).status_code == 204
    assert (await me.post(f"{PATH}/app/remove", json=present)).status_code == 409
    first, second = (each["id"] for each in (await own(world))["passkeys"])
    assert (await me.post(f"{OWN}/{first}/remove", json={"present": "wrong"})).status_code == 400
    assert (await me.post(f"{OWN}/{first}/remove", json=present)).status_code == 204
    async with world.client() as visitor:
        await half(visitor)
        assert (await gives(visitor, codes[1])).status_code == 200, "recovery codes stay while anything does"
    assert (await me.post(f"{OWN}/{second}/remove", json=present)).status_code == 204
    assert await own(world) == {"on": False, "app": False, "passkeys": [], "recoveryCodesLeft": 0}
    async with world.client() as visitor:
        assert (await log_in(visitor, email_of(WHO))).json()["redirectUrl"] == "/panel"
    last = sorted(message["Subject"] for _, message in await delivered(world))
    assert last == ["How you sign in to Duskline has changed"] * 2 + [
        "Two-step verification is off for Duskline"
    ]
    async with world.console() as db:
        rows = await db.scalars(select(AuditLog).where(AuditLog.entity_id == WHO).order_by(AuditLog.id))
        told = [row.changes for row in rows]
    assert told == [
        {"authenticator_app": [None, "Authenticator app"]},
        {"passkey": [None, "Phone"]},
        {"passkey": [None, "Key"]},
        {"authenticator_app": ["Authenticator app", None]},
        {"passkey": ["Phone", None]},
        {"passkey": ["Key", None]},
    ]


async def test_passkeys_are_renamed_and_others_are_out_of_reach(world: World) -> None:
    id = (await added(world, Device()))["id"]
    me, other = world.client(WHO), world.client("admin")
    assert (await me.patch(f"{OWN}/{id}", json={"name": " Office key "})).status_code == 204
    assert (await own(world))["passkeys"][0]["name"] == "Office key"
    for name in ("", "x" * 61):
        assert (await me.patch(f"{OWN}/{id}", json={"name": name})).status_code == 400
    assert (await other.patch(f"{OWN}/{id}", json={"name": "Mine"})).status_code == 404
    assert (await other.post(f"{OWN}/{id}/remove", json={"present": PASSWORD})).status_code == 404
    assert (await own(world))["passkeys"][0]["name"] == "Office key"


async def test_ten_passkeys_are_enough(world: World) -> None:
    for _ in range(9):
        await added(world, Device(), OTHER)
    me = world.client(OTHER)
    asked = await to_make(me)
    await added(world, Device(), OTHER)
    sentence = "You have 10 passkeys, and more cannot be added. Remove one that you no longer use."
    for answer in (
        await me.post(f"{OWN}/ask", json={"present": PASSWORD}),
        await me.post(OWN, json=Device().made(asked)),
    ):
        assert (answer.status_code, answer.json()["error"]) == (409, sentence)


async def test_an_administrator_and_the_person_turn_off_passkeys_too(world: World) -> None:
    path, present = f"/api/panel/users/{WHO}/second-factor", {"present": PASSWORD}
    for who, off, body in ((WHO, f"{PATH}/off", present), ("admin", f"{path}/off", None)):
        await added(world, Device())
        assert (await world.client("admin").get(path)).json() == {"on": True, "recoveryCodesLeft": 10}
        assert (await world.client(who).post(off, json=body)).status_code == 204
        assert (await world.client("admin").get(path)).json() == {"on": False, "recoveryCodesLeft": 0}
        async with world.console() as db:
            assert (await db.scalars(select(Passkey))).all() == []
        async with world.client() as visitor:
            assert (await log_in(visitor, email_of(WHO))).json()["redirectUrl"] == "/panel"


async def test_a_passkey_need_not_ask_for_a_finger_after_a_password(world: World) -> None:
    """User verification is preferred: the password has been given already."""
    device = Device(flags=PRESENT)
    await added(world, device)
    async with world.client() as visitor:
        await half(visitor)
        assert (await shows(visitor, device)).status_code == 200


async def alone(visitor: httpx.AsyncClient, device: Device, **otherwise: Any) -> httpx.Response:
    asked = (await visitor.post("/api/auth/passkey/ask")).json()
    assert asked["known"] == [], "nobody learns whose passkeys there are"
    return await visitor.post("/api/auth/passkey", json=device.signed(asked, **otherwise))


async def test_a_passkey_signs_in_alone_where_its_device_knows_who_holds_it(world: World) -> None:
    device = Device()
    await added(world, device)
    async with world.client() as visitor:
        for lie in (*LIES.values(), {"flags": PRESENT}):
            answer = await alone(visitor, device, **lie)
            assert (answer.status_code, answer.json()) == (400, REFUSED), lie
            assert visitor.cookies == {}
        assert (await alone(visitor, Device())).status_code == 400, "nobody's"
        answer = await alone(visitor, device)
        assert (answer.status_code, answer.json()) == (200, {"success": True, "redirectUrl": "/panel"})
        assert (await visitor.get("/api/auth/user")).json()["id"] == WHO
        assert (await alone(visitor, device, count=1)).status_code == 400


async def test_challenges_with_and_without_a_password_are_not_exchanged(world: World) -> None:
    device = Device()
    await added(world, device)
    async with world.client() as visitor:
        free = (await visitor.post("/api/auth/passkey/ask")).json()
        await half(visitor)
        bound = (await asked_of(visitor))["passkey"]
        assert (await visitor.post(f"{PATH}/passkey", json=device.signed(free))).status_code == 400
        assert (await visitor.post("/api/auth/passkey", json=device.signed(bound))).status_code == 400


async def test_who_may_not_sign_in_does_not_by_a_passkey(world: World) -> None:
    device = Device()
    await added(world, device)
    user = f"/api/panel/users/{WHO}"
    async with world.client() as visitor:
        for status, expected in (("inactive", 400), ("active", 200)):
            assert (await world.client("admin").patch(user, json={"status": status})).status_code == 200
            assert (await alone(visitor, device)).status_code == expected, status


async def test_challenges_for_anybody_are_limited(world: World) -> None:
    async with world.client() as visitor:
        assert (await visitor.post("/api/auth/passkey/ask")).status_code == 200
        async with world.database.writes.begin() as connection:
            await connection.execute(update(RateLimit).values(used=299))
        for status in (200, 429, 429):
            assert (await visitor.post("/api/auth/passkey/ask")).status_code == status
