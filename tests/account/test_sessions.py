"""Sessions: tokens of their own, and an end when there should be one."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from duskline.credentials import Credential, Event
from duskline.models.people import sessions
from duskline.models.people.sessions import IDLE, SignIn
from duskline.system_preferences import FIRST
from tests.account.conftest import Hashes
from tests.account.signing_in import (
    LOGOUT,
    USER,
    log_in,
    new_session,
    number_of_sessions,
    status_of,
)
from tests.conftest import FULL_COUNTS
from tests.endings import without
from tests.world import COOKIE, World, email_of


async def test_a_chosen_token_is_never_adopted(world: World, hashes: Hashes) -> None:
    chosen = "a-token-that-an-attacker-chose-0123456789-abc"
    async with world.client() as caller:
        caller.cookies.set(COOKIE, chosen)
        assert (await caller.get(USER)).status_code == 401
        answer = await log_in(caller, email_of("admin"))
    given = answer.cookies[COOKIE]
    assert given != chosen
    assert len(given) >= 43
    assert await status_of(world, chosen) == 401
    assert await status_of(world, given) == 200


async def test_each_sign_in_gives_a_fresh_token_and_ends_the_former(world: World, hashes: Hashes) -> None:
    async with world.client() as caller:
        first = (await log_in(caller, email_of("admin"))).cookies[COOKIE]
        second = (await log_in(caller, email_of("admin"))).cookies[COOKIE]
    assert first != second
    assert await status_of(world, first) == 401
    assert await status_of(world, second) == 200
    assert await status_of(world, world.tokens["admin"]) == 200  # another device stays signed in


async def test_tokens_are_hashed_at_rest(world: World) -> None:
    token = await new_session(world, "admin")
    async with world.console() as db:
        stored = {row.sid: row for row in await db.scalars(select(SignIn))}
    digest = hashlib.sha256(token.encode()).hexdigest()
    assert digest in stored
    assert not any(token in repr((row.sid, row.sess)) for row in stored.values())
    assert await status_of(world, digest) == 401
    kept = repr(await world.snapshot())
    assert not any(token in kept for token in world.tokens.values())


async def test_odd_tokens_are_nobodys(world: World) -> None:
    good = world.tokens["admin"]
    for odd in (
        "",
        " ",
        "x",
        good + "x",
        good[:-1],
        good.upper(),
        "'",
        "%00",
        "..",
        "a" * 100,
        "a" * 5000,
        f"{good},{good}",
    ):
        assert await status_of(world, odd) == 401, odd


async def test_visitors_get_no_row_and_no_cookie(world: World) -> None:
    before = await number_of_sessions(world)
    async with world.client() as visitor:
        for path in ("/api/blog", "/api/gallery", USER, "/api/panel/leads", "/healthz", "/api/nothing"):
            assert "set-cookie" not in (await visitor.get(path)).headers
        assert (
            "set-cookie" not in (await visitor.post("/api/newsletter", json={"email": "v@v.example"})).headers
        )
    assert await number_of_sessions(world) == before


@pytest.mark.parametrize("secure", [False, True])
async def test_the_cookie(world: World, secure_world: World, secure: bool, hashes: Hashes) -> None:
    chosen = secure_world if secure else world
    name = f"__Host-{COOKIE}" if secure else COOKIE
    async with chosen.client() as caller:
        answer = await log_in(caller, email_of("admin"))
        morsel = SimpleCookie(answer.headers.get_list("set-cookie")[0])[name]
        assert (morsel["path"], morsel["httponly"], morsel["samesite"].lower()) == ("/", True, "lax")
        assert (bool(morsel["secure"]), morsel["domain"]) == (secure, "")
        assert int(morsel["max-age"]) == 43_200
        assert (await caller.get(USER)).status_code == 200
        gone = SimpleCookie((await caller.post(LOGOUT)).headers["set-cookie"])[name]
        assert (gone.value, gone["max-age"], gone["path"], bool(gone["secure"])) == ("", "0", "/", secure)


async def test_behind_https_the_plain_cookie_is_nobodys(secure_world: World) -> None:
    token = secure_world.tokens["admin"]
    async with secure_world.client() as caller:
        plain = await caller.get(USER, headers={"cookie": f"{COOKIE}={token}"})
        hosted = await caller.get(USER, headers={"cookie": f"__Host-{COOKIE}={token}"})
    assert (plain.status_code, hosted.status_code) == (401, 200)


async def test_idle_sessions_end(world: World, clock: Callable[..., None]) -> None:
    token = await new_session(world, "admin")
    clock(minutes=59)
    assert await status_of(world, token) == 200
    clock(minutes=59 + 59)
    assert await status_of(world, token) == 200
    clock(minutes=59 + 59 + 61)
    assert await status_of(world, token) == 401
    clock(minutes=59)  # not even when the clock goes back does the use above bring it back to the full hour
    assert await status_of(world, token) == 200


async def test_every_session_ends_after_twelve_hours(world: World, clock: Callable[..., None]) -> None:
    token = await new_session(world, "admin")
    for minutes in range(30, 12 * 60, 30):
        clock(minutes=minutes)
        assert await status_of(world, token) == 200, minutes
    clock(hours=12, seconds=1)
    assert await status_of(world, token) == 401


async def test_control_without_the_absolute_end_it_goes_on(world: World, clock: Callable[..., None]) -> None:
    world.services.system = msgspec.structs.replace(FIRST, session_hours=120)
    token = await new_session(world, "admin")
    for minutes in range(30, 12 * 60 + 60, 30):
        clock(minutes=minutes)
        assert await status_of(world, token) == 200


async def test_logging_out_is_for_good(world: World) -> None:
    token = await new_session(world, "admin")
    headers = {"cookie": f"{COOKIE}={token}"}
    async with world.client() as caller:
        for _ in range(2):
            answer = await caller.post(LOGOUT, headers=headers)
            assert (answer.status_code, answer.content) == (204, b"")
        assert (await caller.get(USER, headers=headers)).status_code == 401
    assert await status_of(world, world.tokens["admin"]) == 200


async def test_a_logged_out_session_never_comes_back(world: World, clock: Callable[..., None]) -> None:
    """Requests in flight move the expiry on while the session is ended: none of them revives it."""
    for _ in range(200 if FULL_COUNTS else 20):
        clock(minutes=0)
        token = await new_session(world, "admin")
        clock(minutes=5)  # late enough that each use wants to write the session
        headers = {"cookie": f"{COOKIE}={token}"}
        async with world.client() as caller:
            answers = await asyncio.gather(
                *(caller.get(USER, headers=headers) for _ in range(3)),
                caller.post(LOGOUT, headers=headers),
                *(caller.get("/api/panel/leads", headers=headers) for _ in range(2)),
            )
        assert {answer.status_code for answer in answers} <= {200, 204, 401}
        assert await status_of(world, token) == 401


async def test_control_a_session_that_writes_itself_back_revives(
    world: World, clock: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the conditional update is for: storing the whole session after each request brings it back."""
    held, logged_out = asyncio.Event(), asyncio.Event()

    async def write_back(database: Any, *, sid: str, sess: Any, seen: Any, moment: Any, lasting: Any) -> None:
        held.set()
        await logged_out.wait()
        async with world.console() as db:
            await db.merge(SignIn(sid=sid, sess=sess, expire=moment + IDLE, user_id="admin"))

    monkeypatch.setattr(sessions, "_touch", write_back)
    token = await new_session(world, "admin")
    headers = {"cookie": f"{COOKIE}={token}"}
    async with world.client() as caller:
        in_flight = asyncio.create_task(caller.get(USER, headers=headers))
        await held.wait()
        await caller.post(LOGOUT, headers=headers)
        logged_out.set()
        await in_flight
    assert await status_of(world, token) == 200


async def test_deactivation_ends_sessions_at_once(world: World) -> None:
    tokens = [await new_session(world, "near_rep") for _ in range(3)]
    async with world.client("admin") as admin:
        before = [await status_of(world, token) for token in tokens]
        answer = await admin.patch("/api/panel/users/near_rep", json={"status": "inactive"})
        assert answer.status_code == 200
        assert before == [200] * 3
        assert [await status_of(world, token) for token in tokens] == [401] * 3
        await admin.patch("/api/panel/users/near_rep", json={"status": "active"})
        assert [await status_of(world, token) for token in tokens] == [401] * 3


async def test_deactivation_while_requests_are_in_flight(world: World, clock: Callable[..., None]) -> None:
    for _ in range(20 if FULL_COUNTS else 4):
        clock(minutes=0)
        token = await new_session(world, "near_rep")
        clock(minutes=5)
        headers = {"cookie": f"{COOKIE}={token}"}
        async with world.client("admin") as admin, world.client() as rep:
            body = {"name": "In flight", "email": "i@f.example"}
            answers = await asyncio.gather(
                *(rep.post("/api/panel/leads", json=body, headers=headers) for _ in range(3)),
                admin.patch("/api/panel/users/near_rep", json={"status": "inactive"}),
                *(rep.get("/api/panel/leads", headers=headers) for _ in range(3)),
            )
            assert {answer.status_code for answer in answers} <= {200, 201, 401}
            assert await status_of(world, token) == 401
            await admin.patch("/api/panel/users/near_rep", json={"status": "active"})
            assert await status_of(world, token) == 401


async def test_a_new_role_counts_from_the_next_request(world: World) -> None:
    async with world.client("near_rep") as rep, world.client("admin") as admin:
        assert (await rep.get("/api/panel/leads")).status_code == 200
        await admin.patch("/api/panel/users/near_rep", json={"role": "technician"})
        assert (await rep.get("/api/panel/leads")).status_code == 403
        assert (await rep.get("/api/panel/work-orders")).status_code == 200
        await admin.patch("/api/panel/users/near_rep", json={"role": None})
        assert (await rep.get("/api/panel/work-orders")).status_code == 403


async def test_control_without_deleting_them_sessions_outlive_a_deactivation(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for event in (Event.DEACTIVATED, Event.ACTIVATED):
        without(monkeypatch, Credential.SESSION, event)
    token = await new_session(world, "near_rep")
    async with world.client("admin") as admin:
        for status in ("inactive", "active"):
            await admin.patch("/api/panel/users/near_rep", json={"status": status})
    assert await status_of(world, token) == 200
