"""System preferences: each, once changed, changes what the product does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from duskline.account import endpoints, passwords
from duskline.chores import chores_of
from duskline.core.data import base
from duskline.core.jobs.chores import CHORES, ChoreWorker
from duskline.core.mail.outbox import MAILS
from duskline.models.notifying.notifications import NOTIFICATIONS
from duskline.models.places.settings import Setting
from duskline.system_preferences import GROUPS, KINDS, present
from tests.account.second_steps import code_of, enrolled, gives, no_code_of
from tests.account.signing_in import log_in, new_session, status_of
from tests.authenticator import Device
from tests.instruments import stop_clock
from tests.letters import letter
from tests.world import COOKIE, PASSWORD, ROLES, World, email_of

PATH = "/api/panel/settings"
STEP = "/api/auth/second-factor"


async def edited(world: World, group: str, /, **changes: Any) -> dict[str, Any]:
    answer = await world.client("admin").patch(f"{PATH}/{group}", json=changes)
    assert answer.status_code == 200, answer.text
    row: dict[str, Any] = answer.json()
    return row


async def required(world: World, **roles: bool) -> None:
    await edited(world, "security", **(roles or {"twoStepSalesRep": True}))


async def half(visitor: httpx.AsyncClient, who: str = "near_rep") -> str:
    answer = await log_in(visitor, email_of(who))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["redirectUrl"])


async def test_it_begins_with_what_held_before_there_were_settings(world: World) -> None:
    admin = world.client("admin")
    rows = {group: (await admin.get(f"{PATH}/{group}")).json() for group in GROUPS}
    assert set(rows["security"].values()) == {"security", 0}
    assert len(rows["security"]) == 9, "one for each of the seven roles"
    assert rows["sessions"] == {
        "id": "sessions",
        "version": 0,
        "sessionIdleMinutes": 60,
        "sessionHours": 12,
    }
    assert rows["retention"] == {
        "id": "retention", "version": 0, "keepNotificationsDays": 60, "keepLettersDays": 60, "keepHistoryYears": None,
        "keepSpamDays": None, "keepMessagesYears": None, "keepLostLeadsYears": None, "keepUnsubscribedDays": None, "keepRequestsYears": 3,
    }  # fmt: skip
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(KINDS)


@pytest.mark.parametrize(
    ("who", "status"), [("regional_ops_manager", 403), ("support", 403), ("anonymous", 401)]
)
async def test_it_is_for_those_who_edit_the_configuration(world: World, who: str, status: int) -> None:
    for group in GROUPS:
        assert (await world.client(who).get(f"{PATH}/{group}")).status_code == status
        assert (await world.client(who).patch(f"{PATH}/{group}", json={})).status_code == status
        assert (await world.client(who).get(f"{PATH}/{group}/history")).status_code == status


async def test_a_change_is_told_and_has_a_version_and_goes_back(world: World) -> None:
    admin = world.client("admin")
    assert (await edited(world, "sessions", sessionHours=8))["version"] == 1
    stale = await admin.patch(f"{PATH}/sessions", json={"sessionHours": 6}, headers={"If-Match": '"0"'})
    assert stale.status_code == 409
    assert (await edited(world, "sessions", sessionHours=12))["sessionHours"] == 12
    (newest, first) = (await admin.get(f"{PATH}/sessions/history")).json()
    assert (first["changes"], newest["changes"]) == ({"sessionHours": [12, 8]}, {"sessionHours": [8, 12]})
    async with world.console() as db:
        assert (await db.find(Setting, "sessions")).held == {}


@pytest.mark.parametrize(
    ("group", "wrong"),
    [
        ("sessions", {"sessionIdleMinutes": 61}), ("sessions", {"sessionIdleMinutes": 4}),
        ("sessions", {"sessionHours": 13}), ("sessions", {"sessionHours": 0}), ("sessions", {"sessionHours": None}),
        ("retention", {"keepLettersDays": 6}), ("retention", {"keepNotificationsDays": 366}),
        ("retention", {"keepHistoryYears": 0}), ("security", {"twoStepAdmin": "yes"}), ("security", {"twoStepOwner": True}),
    ],
)  # fmt: skip
async def test_what_lies_outside_the_bounds_is_refused(
    world: World, group: str, wrong: dict[str, Any]
) -> None:
    answer = await world.client("admin").patch(f"{PATH}/{group}", json=wrong)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, list(wrong))


async def test_what_another_version_held_does_not_count(world: World) -> None:
    async with world.console() as db:
        db.store(
            Setting(id="sessions", held={"session_hours": 99, "phone_pins": True, "session_idle_minutes": 30})
        )
    found = await present(world.database)
    assert (found.session_hours, found.session_idle_minutes) == (12, 30)


# --- the second step, by role ---


@pytest.mark.parametrize("role", ROLES)
async def test_whose_role_asks_for_two_steps_sets_them_up_first(world: World, role: str) -> None:
    async with world.client() as visitor:
        assert await half(visitor, role) == "/panel", "control"
    name = "twoStep" + "".join(word.title() for word in role.split("_"))
    await required(world, **{name: True})
    async with world.client() as visitor:
        assert await half(visitor, role) == "/login?view=code"
        assert (await visitor.get("/api/auth/user")).status_code == 401
        assert (await visitor.post(f"{STEP}/ask")).json() == {"app": False, "passkey": None, "setsUp": True}
    other = next(other for other in ROLES if other != role)
    async with world.client() as visitor:
        assert await half(visitor, other) == "/panel", "other roles go on as before"


async def test_a_role_that_is_given_while_a_password_is_checked_asks_for_two_steps(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await required(world, twoStepLeadTechnician=True)

    async def overtaken(password: str, known: str | None) -> bool:
        right = await passwords.verify(password, known)
        async with world.client("admin") as admin:
            promoted = await admin.patch("/api/panel/users/near_technician", json={"role": "lead_technician"})
            assert promoted.status_code == 200, promoted.text
        return right

    monkeypatch.setattr(endpoints, "verify", overtaken)
    async with world.client() as visitor:
        assert await half(visitor, "near_technician") == "/login?view=code"
        assert (await visitor.get("/api/auth/user")).status_code == 401


async def test_the_way_in_leads_through_a_passkey(world: World) -> None:
    await required(world)
    device = Device()
    async with world.client() as visitor:
        await half(visitor)
        asked = (await visitor.post(f"{STEP}/owed/passkeys/ask")).json()
        answer = await visitor.post(f"{STEP}/owed/passkeys", json=device.made(asked))
        assert answer.status_code == 200, answer.text
        assert (answer.json()["redirectUrl"], len(answer.json()["codes"])) == ("/panel", 10)
        assert (await visitor.get("/api/auth/user")).json()["id"] == "near_rep"
    async with world.client() as visitor:
        await half(visitor)
        step = (await visitor.post(f"{STEP}/ask")).json()
        assert step["setsUp"] is False
        assert (await visitor.post(f"{STEP}/passkey", json=device.signed(step["passkey"]))).status_code == 200


@pytest.mark.usefixtures("in_the_middle_of_a_step")
async def test_the_way_in_leads_through_an_app(world: World) -> None:
    await required(world)
    async with world.client() as visitor:
        await half(visitor)
        secret = (await visitor.post(f"{STEP}/owed/app")).json()["secret"]
        assert (
            await visitor.post(f"{STEP}/owed/app/confirm", json={"code": no_code_of(secret)})
        ).status_code == 400
        assert (await visitor.get("/api/auth/user")).status_code == 401
        answer = await visitor.post(f"{STEP}/owed/app/confirm", json={"code": code_of(secret, -1)})
        assert (answer.status_code, len(answer.json()["codes"])) == (200, 10)
        assert (await visitor.get("/api/auth/user")).status_code == 200
    async with world.client() as visitor:
        await half(visitor)
        assert (await gives(visitor, code_of(secret))).status_code == 200


@pytest.mark.usefixtures("in_the_middle_of_a_step")
async def test_whoever_has_a_factor_owes_it_and_sets_up_no_other(world: World) -> None:
    """Or a stolen password would do: its thief would set up a device of their own."""
    await enrolled(world)
    await required(world)
    async with world.client() as thief:
        await half(thief)
        for path, body in (
            ("app", None), ("app/confirm", {"code": "000000"}), ("passkeys/ask", None),
            ("passkeys", Device().made({"challenge": "A" * 43})),
        ):  # fmt: skip
            answer = await thief.post(f"{STEP}/owed/{path}", json=body)
            assert answer.status_code in (400, 401), path
        challenge = (await thief.post(f"{STEP}/ask")).json()
        assert challenge == {"app": True, "passkey": None, "setsUp": False}
    for who in ("near_rep", "anonymous"):
        for path in ("app", "passkeys/ask"):
            assert (await world.client(who).post(f"{STEP}/owed/{path}")).status_code == 401, (
                "nor without half a session"
            )


async def test_a_challenge_made_before_a_factor_came_adds_none(world: World) -> None:
    await required(world)
    async with world.client() as one, world.client() as other:
        await half(one)
        await half(other)
        late = Device().made((await other.post(f"{STEP}/owed/passkeys/ask")).json())
        asked = (await one.post(f"{STEP}/owed/passkeys/ask")).json()
        assert (await one.post(f"{STEP}/owed/passkeys", json=Device().made(asked))).status_code == 200
        assert (await other.post(f"{STEP}/owed/passkeys", json=late)).status_code in (400, 401)


@pytest.mark.usefixtures("in_the_middle_of_a_step")
async def test_the_last_factor_stays_while_the_role_asks_for_one(world: World) -> None:
    me, present_ = world.client("near_rep"), {"present": PASSWORD}
    await enrolled(world)
    await required(world)
    sentence = "Your role signs in by two steps. Add another passkey or an app before you remove the last."
    for path in ("app/remove", "off"):
        answer = await me.post(f"{STEP}/{path}", json=present_)
        assert (answer.status_code, answer.json()["error"]) == (409, sentence)
    assert (await me.get(STEP)).json()["app"] is True
    await required(world, twoStepSalesRep=False)
    assert (await me.post(f"{STEP}/app/remove", json=present_)).status_code == 204


async def test_a_role_that_asks_ends_no_session_of_whoever_has_a_second_factor(world: World) -> None:
    me = world.client("near_rep")
    await enrolled(world)
    await required(world, twoStepBranchOpsManager=True)
    role = {"role": "branch_ops_manager"}
    assert (await world.client("admin").patch("/api/panel/users/near_rep", json=role)).status_code == 200
    answer = await me.get("/api/auth/user")
    assert (answer.status_code, answer.json().get("role")) == (200, role["role"])


async def test_the_last_administrator_is_never_locked_out(world: World) -> None:
    """Whoever has no device yet is led to set one up by the password alone, also after somebody ended the former."""
    await required(world, twoStepAdmin=True)
    for _ in range(2):
        async with world.client() as visitor:
            await half(visitor, "admin")
            asked = (await visitor.post(f"{STEP}/owed/passkeys/ask")).json()
            assert (await visitor.post(f"{STEP}/owed/passkeys", json=Device().made(asked))).status_code == 200
            assert (await visitor.get(f"{PATH}/security")).status_code == 200
        async with world.console() as db:
            from duskline.commands import end_second_factor

            await end_second_factor(db, email_of("admin"))


# --- sessions ---


async def test_sessions_last_as_long_as_is_set(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    token = await new_session(world, "near_rep")
    started = base.now()

    def clock(minutes: int) -> None:
        stop_clock(monkeypatch, started + timedelta(minutes=minutes))

    clock(11)
    assert await status_of(world, token) == 200, "control: an hour"
    clock(0)
    await edited(world, "sessions", sessionIdleMinutes=10)
    clock(20)
    assert await status_of(world, token) == 200
    clock(31)
    assert await status_of(world, token) == 401
    fresh = world.client(cookie=f"{COOKIE}={await new_session(world, 'near_rep')}")
    listed = (await fresh.get("/api/auth/sessions")).json()
    assert [row["here"] for row in listed] == [True], "one that has ended is listed no more"
    token = await new_session(world, "near_rep")
    clock(32)
    admin = world.client(cookie=f"{COOKIE}={await new_session(world, 'admin')}")
    assert (await admin.patch(f"{PATH}/sessions", json={"sessionHours": 1})).status_code == 200
    for minute in range(40, 91, 9):
        clock(minute)
        assert await status_of(world, token) == 200, minute
    clock(92)
    assert await status_of(world, token) == 401, "an hour in all, whatever it is used"
    async with world.client() as visitor:
        answer = await log_in(visitor, email_of("near_rep"))
        assert "Max-Age=3600" in next(
            each for each in answer.headers.get_list("set-cookie") if COOKIE in each
        )


# --- retention ---


async def turned(world: World, name: str) -> None:
    """The chore, once."""
    chores = chores_of(world.settings, world.services.company_file, world.database)
    async with world.database.writes.begin() as connection:
        await connection.execute(CHORES.delete())
    worker = ChoreWorker(world.database, [chore for chore in chores if chore.name == name])
    assert await worker.turn()


async def aged(world: World, table: Any, days: int) -> None:
    async with world.database.writes.begin() as connection:
        old = base.now() - timedelta(days=days)
        await connection.execute(update(table).values(created_at=old))


async def number(world: World, table: Any) -> int:
    async with world.database.reads.connect() as connection:
        return len((await connection.execute(select(table.c.id))).all())


KEPT: list[tuple[str, Any, dict[str, Any], int, int]] = [
    ("notifications", NOTIFICATIONS, {"keepNotificationsDays": 10}, 59, 11),
    ("letters", MAILS, {"keepLettersDays": 10}, 59, 11),
]


@pytest.mark.parametrize(("chore", "table", "set_to", "stays", "goes"), KEPT)
async def test_what_is_older_than_is_set_is_forgotten(
    world: World, chore: str, table: Any, set_to: dict[str, Any], stays: int, goes: int
) -> None:
    await MADE[chore](world)
    before = await number(world, table)
    assert before > 0
    await aged(world, table, stays)
    await turned(world, chore)
    assert await number(world, table) == before, "control: as long as before there were settings"
    await edited(world, "retention", **set_to)
    await aged(world, table, goes - 2)
    before = await number(world, table)
    await turned(world, chore)
    assert await number(world, table) == before
    await aged(world, table, goes)
    await turned(world, chore)
    assert await number(world, table) == 0


async def a_letter(world: World) -> None:
    async with world.console() as db:
        db.store(letter("letter-1", state="sent"))


async def a_notification(world: World) -> None:
    new = {"name": "Lena", "email": "lena@home.example", "branchId": "1"}
    assert (await world.client("admin").post("/api/panel/leads", json=new)).status_code == 201


MADE: dict[str, Callable[[World], Awaitable[None]]] = {
    "notifications": a_notification,
    "letters": a_letter,
}


# --- where leads come from ---


async def test_sources_of_leads_are_offered_as_the_company_lists_them(world: World) -> None:
    path, admin, rep = "/api/panel/lead-sources", world.client("admin"), world.client("sales_rep")

    async def offered() -> list[str]:
        return [row["words"] for row in (await rep.get(path)).json() if row["place"] is not None]

    first = ["Website", "Referral", "Phone", "Trade show", "Yard sign", "Social media", "Other"]
    assert await offered() == first
    added = await admin.post(path, json={"words": "Home fair"})
    assert (added.status_code, await offered()) == (201, [*first, "Home fair"])
    retired = await admin.patch(f"{path}/{added.json()['id']}", json={"place": None})
    assert (retired.status_code, await offered()) == (200, first)
    assert (await rep.post(path, json={"words": "Mine"})).status_code == 403
    lead = await rep.patch("/api/panel/leads/lead-1-1", json={"source": "A neighbor's dog"})
    assert (lead.status_code, lead.json()["source"]) == (200, "A neighbor's dog"), (
        "other words are taken, too"
    )
