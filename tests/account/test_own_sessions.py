"""The list of one's own sessions: where and when, which is this one, and ending them; others' are out of reach."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import httpx

from tests.account.signing_in import log_in, new_session, status_of
from tests.world import COOKIE, World, email_of

SESSIONS = "/api/auth/sessions"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


async def listed(caller: httpx.AsyncClient) -> list[dict[str, object]]:
    answer = await caller.get(SESSIONS)
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, object]] = answer.json()
    return rows


async def test_one_sees_where_one_is_signed_in(world: World, clock: Callable[..., None]) -> None:
    await new_session(world, "near_technician")
    clock(minutes=10)
    async with world.client(address="203.0.113.9", user_agent=FIREFOX) as caller:
        token = (await log_in(caller, email_of("near_rep"))).cookies[COOKIE]
        first, second = await listed(caller)
        assert (first["here"], first["address"], first["agent"]) == (True, "203.0.113.9", FIREFOX)
        assert first["beganAt"] == first["seenAt"]
        assert second["here"] is False
        assert token not in str((first, second))
        clock(minutes=30)
        seen = await listed(caller)
        clock(minutes=31)
        seen = await listed(caller)
        assert seen[0]["beganAt"] == first["beganAt"]
        assert str(seen[0]["seenAt"]) > str(first["seenAt"])


async def test_use_in_the_last_hour_of_a_session_is_told(world: World, clock: Callable[..., None]) -> None:
    """The session's end moves no further then."""
    async with world.client() as caller:
        await log_in(caller, email_of("near_rep"))
        for minutes in (*range(0, 701, 50), 710):
            clock(minutes=minutes)
            here = next(row for row in await listed(caller) if row["here"])
        began, seen = (datetime.fromisoformat(str(here[name])) for name in ("beganAt", "seenAt"))
        assert timedelta(minutes=709) < seen - began < timedelta(minutes=711)
        clock(minutes=712)
        await new_session(world, "near_rep")
        clock(minutes=714)
        assert [row["here"] for row in await listed(caller)] == [True, False]


async def test_one_ends_a_session_or_all_others(world: World) -> None:
    tokens = [await new_session(world, "near_rep") for _ in range(3)]
    other = await new_session(world, "near_technician")
    caller = world.client("near_rep")
    ids = [row["id"] for row in await listed(caller) if not row["here"]]
    assert len(ids) == 3
    assert (await caller.delete(f"{SESSIONS}/{ids[0]}")).status_code == 204
    assert sorted([await status_of(world, token) for token in tokens]) == [200, 200, 401]
    assert (await caller.delete(f"{SESSIONS}/{ids[0]}")).status_code == 204, "it is gone either way"
    assert (await caller.post(f"{SESSIONS}/end-others")).status_code == 204
    assert [await status_of(world, token) for token in tokens] == [401] * 3
    assert [row["here"] for row in await listed(caller)] == [True]
    assert await status_of(world, other) == 200


async def test_nobody_ends_another_s_session(world: World) -> None:
    """Also an administrator, who knows its id; deactivating the person does."""
    token = await new_session(world, "near_rep")
    ids = [row["id"] for row in await listed(world.client("near_rep"))]
    for who in ("near_technician", "admin"):
        assert not set(ids) & {row["id"] for row in await listed(world.client(who))}
        for id in ids:
            assert (await world.client(who).delete(f"{SESSIONS}/{id}")).status_code == 204
        assert (await world.client(who).post(f"{SESSIONS}/end-others")).status_code == 204
    assert await status_of(world, token) == 200


async def test_an_id_from_the_list_opens_nothing(world: World) -> None:
    for row in await listed(world.client("near_rep")):
        assert await status_of(world, str(row["id"])) == 401


async def test_the_list_is_for_staff_who_are_signed_in(world: World) -> None:
    for who, status in (
        ("anonymous", 401),
        ("expired", 401),
        ("deactivated", 401),
        ("client", 403),
        ("no_role", 200),
    ):
        assert (await world.client(who).get(SESSIONS)).status_code == status, who


async def test_one_changes_ones_own_name_and_nothing_else(world: World) -> None:
    for who in ("near_rep", "no_role", "support"):
        caller = world.client(who)
        before = (await caller.get("/api/auth/user")).json()
        answer = await caller.patch("/api/auth/user", json={"firstName": "Nell", "lastName": "Porch"})
        assert answer.status_code == 204, answer.text
        after = (await caller.get("/api/auth/user")).json()
        assert after == before | {"firstName": "Nell", "lastName": "Porch"}
        assert (await caller.patch("/api/auth/user", json={"firstName": "Nora"})).status_code == 204
        assert (await caller.get("/api/auth/user")).json()["lastName"] == "Porch", "what is not named stays"
        assert (await caller.patch("/api/auth/user", json={"lastName": None})).status_code == 204
        assert (await caller.get("/api/auth/user")).json() == before | {
            "firstName": "Nora",
            "lastName": None,
        }
        assert (await caller.patch("/api/auth/user", json={"firstName": None})).status_code == 400
        for more in ({"role": "admin"}, {"status": "active"}, {"branchId": "far"}, {"id": "admin"}):
            assert (
                await caller.patch("/api/auth/user", json={"firstName": "Nell", **more})
            ).status_code == 400
    events = (await world.client("admin").get("/api/panel/users/near_rep/history")).json()
    assert events[0]["who"] == "Nora"
