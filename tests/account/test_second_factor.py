"""The second factor: a code after the password, each once; nothing opens in between, and nobody is locked out by a lost phone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pyotp
import pytest
from sqlalchemy import select

from duskline.account import half_sessions
from duskline.core.data import base
from duskline.core.http.rate_limits import spend
from duskline.models.people import second_factors, sessions
from duskline.models.people.second_factors import Authenticator, RecoveryCode
from tests.account.second_steps import PATH, WHO, begun, code_of, enrolled, gives, half, no_code_of
from tests.account.signing_in import log_in, new_session, status_of
from tests.instruments import stop_clock
from tests.laws.routes import CALLS
from tests.mailbox import delivered, text_of, token_in
from tests.world import COOKIE, PASSWORD, World, email_of

WRONG = {"code": "This code is wrong, or was used before. Codes of the app change every 30 seconds."}


pytestmark = pytest.mark.usefixtures("in_the_middle_of_a_step")


def later(monkeypatch: pytest.MonkeyPatch, **by: float) -> None:
    stop_clock(monkeypatch, base.now() + timedelta(**by))


async def standing(world: World, who: str = WHO) -> tuple[bool, int]:
    shown = (await world.client(who).get(PATH)).json()
    return shown["on"], shown["recoveryCodesLeft"]


async def test_a_code_follows_the_password(world: World) -> None:
    assert await standing(world) == (False, 0)
    secret, _ = await enrolled(world)
    assert await standing(world) == (True, 10)
    async with world.client() as visitor:
        await half(visitor)
        assert (await visitor.get("/api/auth/user")).status_code == 401
        answer = await gives(visitor, f" {code_of(secret)[:3]} {code_of(secret)[3:]} ")
        assert (answer.status_code, answer.json()) == (200, {"success": True, "redirectUrl": "/panel"})
        assert (await visitor.get("/api/auth/user")).json()["id"] == WHO


async def test_half_signed_in_is_nobody_at_every_call(world: World) -> None:
    await enrolled(world)
    async with world.client() as visitor:
        await half(visitor)
        asked = 0
        for call in CALLS:
            if call.handler.opt["may"].session:
                path = call.path.replace("{id:str}", "lead-1-1")
                answer = await visitor.request(call.method, path, json={})
                assert answer.status_code == 401, call.name
                asked += 1
    assert asked > 100


async def test_control_where_half_counts_as_whole_the_panel_is_open(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await enrolled(world)
    monkeypatch.setattr(sessions.SignIn, "begin", _whole(sessions.SignIn.begin))
    async with world.client() as visitor:
        await half(visitor)
        assert (await visitor.get("/api/auth/user")).status_code == 200


def _whole(begin: Callable[..., object]) -> Callable[..., object]:
    return lambda user, caller, **_: begin(user, caller)


async def test_a_code_counts_once_and_so_do_those_before_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, _ = await enrolled(world)
    used = code_of(secret)
    for number, code in enumerate((used, used, code_of(secret, -1))):
        async with world.client() as visitor:
            await half(visitor)
            answer = await gives(visitor, code)
            assert answer.status_code == (400 if number else 200)
            if number:
                assert answer.json()["fields"] == WRONG
    later(monkeypatch, seconds=60)
    async with world.client() as visitor:
        await half(visitor)
        assert (await gives(visitor, used)).status_code == 400, "two steps late"
        assert (await gives(visitor, code_of(secret, -1))).status_code == 200, "one step late"


async def test_of_two_who_give_one_code_at_once_one_gets_in(world: World) -> None:
    secret, codes = await enrolled(world)
    for code in (code_of(secret), codes[0]):
        async with world.client() as one, world.client() as other:
            await half(one)
            await half(other)
            answers = await asyncio.gather(gives(one, code), gives(other, code))
        assert sorted(answer.status_code for answer in answers) == [200, 400]


async def test_a_recovery_code_opens_once_however_it_is_typed(world: World) -> None:
    _, codes = await enrolled(world)
    assert len(set(codes)) == 10
    for typed, status in ((codes[0].upper().replace("-", " "), 200), (codes[0], 400), (codes[1], 200)):
        async with world.client() as visitor:
            await half(visitor)
            assert (await gives(visitor, typed)).status_code == status, typed
    assert await standing(world) == (True, 8)
    async with world.console() as db:
        kept = (await db.scalars(select(RecoveryCode.hash))).all()
    assert not any(code.replace("-", "") in kept for code in codes)


async def test_nobody_else_s_codes_open(world: World) -> None:
    own, _ = await enrolled(world)
    secret, codes = await enrolled(world, "near_technician", own)
    async with world.client() as visitor:
        await half(visitor)
        for code in (code_of(secret), codes[0]):
            assert (await gives(visitor, code)).status_code == 400


@pytest.mark.parametrize("code", [None, "١٢٣٤٥٦", "12345", "1234567", "'; --", "-", "aaaa-bbbb-cccc-dddd"])
async def test_what_is_no_code_is_refused(world: World, code: str | None) -> None:
    secret, _ = await enrolled(world)
    async with world.client() as visitor:
        await half(visitor)
        answer = await gives(visitor, code or no_code_of(secret))
    assert (answer.status_code, answer.json()["fields"]) == (400, WRONG)


async def test_guesses_are_limited_whatever_sign_in_they_belong_to(world: World) -> None:
    secret, _ = await enrolled(world)
    statuses = []
    for number in range(11):
        async with world.client(address=f"203.0.113.{number}") as visitor:
            await half(visitor)
            statuses.append((await gives(visitor, no_code_of(secret))).status_code)
    assert statuses == [400] * 10 + [429]
    async with world.client() as visitor:
        await half(visitor)
        assert (await gives(visitor, code_of(secret))).status_code == 429, "nor does the right one tell"


async def test_right_codes_are_no_guesses(world: World) -> None:
    secret, codes = await enrolled(world)
    for code in (*codes, code_of(secret)):
        async with world.client() as visitor:
            await half(visitor)
            assert (await gives(visitor, code)).status_code == 200


async def test_who_comes_late_or_without_a_password_is_turned_away(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, _ = await enrolled(world)
    async with world.client() as stranger:
        assert (await gives(stranger, code_of(secret))).status_code == 401
    whole = await new_session(world, WHO)
    async with world.client() as visitor:
        answer = await visitor.post(
            PATH, json={"code": code_of(secret)}, headers={"cookie": f"{COOKIE}={whole}"}
        )
        assert answer.status_code == 401, "a whole session owes nothing"
        await half(visitor)
        later(monkeypatch, minutes=10, seconds=1)
        assert (await gives(visitor, code_of(secret))).status_code == 401


@pytest.mark.parametrize("meanwhile", ["deactivated", "new password", "logged out", "signed in again"])
async def test_what_ends_sessions_ends_half_ones(world: World, meanwhile: str) -> None:
    secret, _ = await enrolled(world)
    async with world.client() as visitor:
        await half(visitor)
        cookie = {"cookie": f"{COOKIE}={visitor.cookies[COOKIE]}"}
        match meanwhile:
            case "deactivated":
                await world.client("admin").patch(f"/api/panel/users/{WHO}", json={"status": "inactive"})
                await world.client("admin").patch(f"/api/panel/users/{WHO}", json={"status": "active"})
            case "new password":
                new = {"present": PASSWORD, "password": "a-fence-in-the-moonlight-3"}
                await world.client(WHO).post("/api/auth/password", json=new)
            case "logged out":
                await visitor.post("/api/auth/logout")
            case _:
                await half(visitor)
        visitor.cookies.clear()
        answer = await visitor.post(PATH, json={"code": code_of(secret)}, headers=cookie)
        assert answer.status_code == 401


async def test_a_sign_in_that_ends_while_a_code_is_on_its_way_is_over(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, _ = await enrolled(world)

    async def late(*claims: Any) -> None:
        await spend(*claims)
        assert (await world.client(WHO).post("/api/auth/sessions/end-others")).status_code == 204

    monkeypatch.setattr(half_sessions, "spend", late)
    async with world.client() as visitor:
        await half(visitor)
        assert (await gives(visitor, code_of(secret))).status_code == 401


async def test_a_link_of_a_letter_does_not_go_round_it(mailing_world: World) -> None:
    world = mailing_world
    secret, _ = await enrolled(world)
    await delivered(world)
    async with world.client() as visitor:
        await visitor.post("/api/auth/forgotten-password", json={"email": email_of(WHO)})
        ((_, message),) = await delivered(world)
        body = {"token": token_in(text_of(message)), "password": "a-fence-in-the-moonlight-3"}
        answer = await visitor.post("/api/auth/link/use", json=body)
        assert answer.json()["redirectUrl"] == "/login?view=code"
        assert (await visitor.get("/api/auth/user")).status_code == 401
        assert (await gives(visitor, code_of(secret))).status_code == 200


async def test_a_half_session_is_shown_in_no_list(world: World) -> None:
    await enrolled(world)
    before = len((await world.client(WHO).get("/api/auth/sessions")).json())
    async with world.client() as visitor:
        await half(visitor)
        assert len((await world.client(WHO).get("/api/auth/sessions")).json()) == before


async def test_the_app_is_set_up_with_the_present_password_and_its_first_code(mailing_world: World) -> None:
    world, me = mailing_world, mailing_world.client(WHO)
    refused = await me.post(f"{PATH}/app", json={"present": "a-wrong-one"})
    assert (refused.status_code, refused.json()["fields"]) == (
        400, {"present": "This is not your current password"},
    )  # fmt: skip
    first = await begun(me)
    address = urlsplit(first["address"])
    assert (address.scheme, address.netloc, unquote(address.path)) == (
        "otpauth", "totp", f"/Duskline:{email_of(WHO)}",
    )  # fmt: skip
    assert parse_qs(address.query) == {"secret": [first["secret"]], "issuer": ["Duskline"]}
    assert {len(row) for row in first["dots"]} == {len(first["dots"])}
    assert set("".join(first["dots"])) == {"0", "1"}
    second = await begun(me, first["secret"])
    assert second["secret"] != first["secret"]
    other = await new_session(world, WHO)
    for code in (no_code_of(second["secret"]), code_of(first["secret"])):
        assert (await me.post(f"{PATH}/app/confirm", json={"code": code})).status_code == 400
    async with world.client() as visitor:
        answer = await log_in(visitor, email_of(WHO))
        assert answer.json()["redirectUrl"] == "/panel", "before the first code nothing is asked for"
    assert await delivered(world) == []
    assert (await me.post(f"{PATH}/app/confirm", json={"code": code_of(second["secret"])})).status_code == 200
    assert await status_of(world, world.tokens[WHO]) == 200, "this session goes on"
    assert await status_of(world, other) == 401
    ((recipient, message),) = await delivered(world)
    assert (recipient, message["Subject"]) == (email_of(WHO), "Two-step verification is on for Duskline")
    for step in ("app", "app/confirm"):
        body = {"present": PASSWORD, "code": code_of(second["secret"], 1)}
        wanted = {"present": PASSWORD} if step == "app" else {"code": body["code"]}
        assert (await me.post(f"{PATH}/{step}", json=wanted)).status_code == 409, step


async def test_recovery_codes_are_renewed_with_the_present_password(world: World) -> None:
    me = world.client(WHO)
    assert (await me.post(f"{PATH}/recovery-codes", json={"present": PASSWORD})).status_code == 409
    _, former = await enrolled(world)
    assert (await me.post(f"{PATH}/recovery-codes", json={"present": "a-wrong-one"})).status_code == 400
    fresh = (await me.post(f"{PATH}/recovery-codes", json={"present": PASSWORD})).json()["codes"]
    assert not set(former) & set(fresh)
    for code, status in ((former[0], 400), (fresh[0], 200)):
        async with world.client() as visitor:
            await half(visitor)
            assert (await gives(visitor, code)).status_code == status


async def test_it_is_turned_off_with_the_present_password(mailing_world: World) -> None:
    world, me = mailing_world, mailing_world.client(WHO)
    assert (await me.post(f"{PATH}/off", json={"present": PASSWORD})).status_code == 409
    await enrolled(world)
    await delivered(world)
    assert (await me.post(f"{PATH}/off", json={"present": "a-wrong-one"})).status_code == 400
    assert await standing(world) == (True, 10)
    assert (await me.post(f"{PATH}/off", json={"present": PASSWORD})).status_code == 204
    assert await standing(world) == (False, 0)
    ((recipient, message),) = await delivered(world)
    assert (recipient, message["Subject"]) == (email_of(WHO), "Two-step verification is off for Duskline")
    async with world.client() as visitor:
        assert (await log_in(visitor, email_of(WHO))).json()["redirectUrl"] == "/panel"


async def test_turning_it_off_ends_a_sign_in_that_owes_a_code(world: World) -> None:
    secret, _ = await enrolled(world)
    async with world.client() as visitor:
        await half(visitor)
        off = await world.client("admin").post(f"/api/panel/users/{WHO}/second-factor/off")
        assert off.status_code == 204
        for answer in (await gives(visitor, code_of(secret)), await visitor.post(f"{PATH}/ask")):
            assert answer.status_code == 401
        assert (await log_in(visitor, email_of(WHO))).json()["redirectUrl"] == "/panel"


async def test_an_administrator_turns_it_off_for_who_lost_the_phone(mailing_world: World) -> None:
    world = mailing_world
    await enrolled(world)
    await delivered(world)
    path = f"/api/panel/users/{WHO}/second-factor"
    for who, status in (("branch_ops_manager", 403), ("regional_ops_manager", 403), ("support", 403)):
        assert (await world.client(who).post(f"{path}/off")).status_code == status, who
    admin = world.client("admin")
    assert (await admin.get(path)).json() == {"on": True, "recoveryCodesLeft": 10}
    assert (await admin.post(f"{path}/off")).status_code == 204
    assert (await admin.get(path)).json() == {"on": False, "recoveryCodesLeft": 0}
    assert (await admin.post(f"{path}/off")).status_code == 409
    assert (await admin.post("/api/panel/users/admin/second-factor/off")).status_code == 403
    ((recipient, _),) = await delivered(world)
    assert recipient == email_of(WHO)


async def test_a_browser_is_known_only_after_the_code(world: World) -> None:
    """What knows a browser spares it the limits of strangers."""
    secret, _ = await enrolled(world)
    async with world.client() as visitor:
        await half(visitor)
        assert set(visitor.cookies) == {COOKIE}
        await gives(visitor, code_of(secret))
        assert len(visitor.cookies) == 2


async def test_control_without_the_last_step_a_code_counts_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def takes(self: Authenticator, code: str) -> bool:
        return pyotp.TOTP(self.secret).verify(
            code, for_time=base.now(), valid_window=second_factors.STEPS_APART
        )

    secret, _ = await enrolled(world)
    monkeypatch.setattr(Authenticator, "takes", takes)
    for _ in range(2):
        async with world.client() as visitor:
            await half(visitor)
            assert (await gives(visitor, code_of(secret))).status_code == 200
