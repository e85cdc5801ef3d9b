"""Signing in: every refusal alike and worth one hash, limits exact, sessions that end when they should."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, select

from duskline import commands, limits
from duskline.account import endpoints, passwords
from duskline.core.data.session import changing
from duskline.core.http import bodies, rate_limits
from duskline.core.http.rate_limits import spend
from duskline.models import people
from duskline.models.people import ABSOLUTE, IDLE, NewUser, SignIn, User
from tests.account.conftest import Hashes
from tests.conftest import FULL_COUNTS
from tests.world import COOKIE, PASSWORD, World, email_of

LOGIN, CHECK, LOGOUT, USER = (f"/api/auth/{name}" for name in ("login", "check-email", "logout", "user"))
WRONG = "Invalid email or password. Please try again."
UNKNOWN = "This is a client-only system. Your email is not registered."


async def log_in(caller: httpx.AsyncClient, email: str, password: str = PASSWORD) -> httpx.Response:
    return await caller.post(LOGIN, json={"email": email, "password": password})


async def new_session(world: World, who: str) -> str:
    """A session as signing in makes it, without the hash."""
    async with world.console() as db:
        user = (await db.scalars(select(User).where(User.email == email_of(who)))).one()
        token, session = SignIn.begin(user)
        db.store(session)
    return token


async def status_of(world: World, token: str) -> int:
    async with world.client() as caller:
        return (await caller.get(USER, headers={"cookie": f"{COOKIE}={token}"})).status_code


async def sessions(world: World) -> int:
    async with world.console() as db:
        return len((await db.scalars(select(SignIn.sid))).all())


# --- refusals ---


async def test_a_right_password_signs_in(world: World, hashes: Hashes) -> None:
    for typed in (email_of("admin"), f"  {email_of('admin').upper()} "):
        async with world.client() as caller:
            answer = await log_in(caller, typed)
            assert (answer.status_code, answer.json()) == (200, {"success": True, "redirectUrl": "/panel"})
            assert (await caller.get(USER)).json()["email"] == email_of("admin")
    assert hashes.computed == 2


SPACED = "  lantern on the porch \u00a0"


async def spaced_person(world: World) -> str:
    """Somebody whose password begins and ends with spaces, made as the command makes accounts."""
    email = "spaces@duskline.example"
    new = bodies.convert({"email": email, "password": SPACED, "userType": "staff"}, NewUser)
    async with world.console() as db:
        await commands.add(db, new)
    return email


async def test_passwords_are_taken_as_typed(world: World) -> None:
    email = await spaced_person(world)
    async with world.client() as caller:
        for typed, status in (
            (SPACED, 200),
            (SPACED.strip(), 401),
            (SPACED.rstrip(), 401),
            (f"{SPACED} ", 401),
        ):
            assert (await log_in(caller, email, typed)).status_code == status, repr(typed)
        for typed in (f" {PASSWORD}", f"{PASSWORD}\n", f"{PASSWORD} "):
            assert (await log_in(caller, email_of("admin"), typed)).status_code == 401, repr(typed)
        assert (await log_in(caller, email, "   ")).status_code == 401
        assert (await log_in(caller, email, "a\0b")).status_code == 400


async def test_control_with_trimming_on_they_are_not(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    email = await spaced_person(world)
    monkeypatch.setattr(bodies._Field, "as_typed", False)
    async with world.client() as caller:
        assert (await log_in(caller, email, SPACED)).status_code == 401
        assert (await log_in(caller, email_of("admin"), f" {PASSWORD} ")).status_code == 200


async def test_refusals_are_alike_and_cost_one_hash(world: World, hashes: Hashes) -> None:
    told = set()
    for number, (email, password) in enumerate(
        [
            ("nobody@duskline.example", PASSWORD),
            (email_of("admin"), "wrong"),
            (email_of("admin"), PASSWORD + "x"),
            (email_of("admin"), PASSWORD.upper()),
            (email_of("admin"), "x" * 1024),
            (email_of("deactivated"), PASSWORD),
            (email_of("client"), PASSWORD),
            (email_of("client"), "wrong"),
        ],
        start=1,
    ):
        async with world.client() as caller:
            answer = await log_in(caller, email, password)
        assert "set-cookie" not in answer.headers
        told.add((answer.status_code, answer.content))
        assert hashes.computed == number, email
    assert told == {(401, b'{"error":"%s"}' % WRONG.encode())}
    assert await sessions(world) == len(world.tokens) - 1


async def test_a_malformed_attempt_costs_none(world: World, hashes: Hashes) -> None:
    async with world.client() as caller:
        for body in (
            {}, {"email": "x", "password": "y"}, {"email": email_of("admin")}, {"password": "y"},
            {"email": email_of("admin"), "password": ""}, {"email": email_of("admin"), "password": "x" * 1025},
            {"email": email_of("admin"), "password": PASSWORD, "role": "admin"},
        ):  # fmt: skip
            answer = await caller.post(LOGIN, json=body)
            assert answer.status_code == 400, body
        empty = await caller.post(LOGIN, json={"email": email_of("admin"), "password": ""})
        assert empty.json() == {
            "error": "Password is required",
            "fields": {"password": "Password is required"},
        }
    assert hashes.computed == 0


async def test_check_email(world: World) -> None:
    async with world.client() as caller:
        for name, kind in (("admin", "staff"), ("no_role", "staff"), ("client", "client")):
            known = await caller.post(CHECK, json={"email": f" {email_of(name).upper()}"})
            assert (known.status_code, known.json()) == (200, {"exists": True, "userType": kind})
        told = set()
        for email in ("nobody@duskline.example", email_of("deactivated"), "ADMIN@duskline.examp"):
            unknown = await caller.post(CHECK, json={"email": email})
            told.add((unknown.status_code, unknown.content))
        assert len(told) == 1
        assert (unknown.status_code, unknown.json()) == (403, {"exists": False, "error": UNKNOWN})


# --- limits ---


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
    async def nothing(*_: Any) -> None: ...

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
        assert (await db.scalars(select(rate_limits.RateLimit.key))).all() == []


# --- sessions ---


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
    before = await sessions(world)
    async with world.client() as visitor:
        for path in ("/api/blog", "/api/gallery", USER, "/api/panel/leads", "/healthz", "/api/nothing"):
            assert "set-cookie" not in (await visitor.get(path)).headers
        assert (
            "set-cookie" not in (await visitor.post("/api/newsletter", json={"email": "v@v.example"})).headers
        )
    assert await sessions(world) == before


@pytest.mark.parametrize("secure", [False, True])
async def test_the_cookie(world: World, secure_world: World, secure: bool, hashes: Hashes) -> None:
    house = secure_world if secure else world
    name = f"__Host-{COOKIE}" if secure else COOKIE
    async with house.client() as caller:
        answer = await log_in(caller, email_of("admin"))
        morsel = SimpleCookie(answer.headers.get_list("set-cookie")[0])[name]
        assert (morsel["path"], morsel["httponly"], morsel["samesite"].lower()) == ("/", True, "lax")
        assert (bool(morsel["secure"]), morsel["domain"]) == (secure, "")
        assert int(morsel["max-age"]) == int(ABSOLUTE.total_seconds())
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


async def test_control_without_the_absolute_end_it_goes_on(
    world: World, clock: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duskline.models.people.ABSOLUTE", ABSOLUTE * 10)
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
    logged_out = asyncio.Event()

    async def write_back(database: Any, *, sid: str, sess: Any, expire: Any, moment: Any) -> None:
        await logged_out.wait()
        async with world.console() as db:
            await db.merge(SignIn(sid=sid, sess=sess, expire=moment + IDLE, user_id="admin"))

    monkeypatch.setattr(people, "_touch", write_back)
    token = await new_session(world, "admin")
    headers = {"cookie": f"{COOKIE}={token}"}
    async with world.client() as caller:
        in_flight = asyncio.create_task(caller.get(USER, headers=headers))
        await asyncio.sleep(0.2)
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


async def change_password(world: World, who: str, password: str) -> None:
    """As `duskline user set-password` does, beside the serving process."""
    async with world.console() as db:
        await commands.set_password(db, email_of(who), password)


@pytest.mark.parametrize("change", ["password", "status"])
async def test_what_changes_while_a_sign_in_is_checked_ends_it(
    world: World, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """The password was right when it was looked up, and no longer counts when its hash is done."""

    async def overtaken(password: str, known: str | None) -> bool:
        right = await passwords.verify(password, known)
        if change == "password":
            await change_password(world, "near_rep", "another-lantern-52")
        else:
            async with world.client("admin") as admin:
                await admin.patch("/api/panel/users/near_rep", json={"status": "inactive"})
        return right

    before = await sessions(world) - 1  # what near_rep has from the start ends in any case
    monkeypatch.setattr(endpoints, "verify", overtaken)
    async with world.client() as caller:
        answer = await log_in(caller, email_of("near_rep"))
    assert (answer.status_code, answer.json()) == (401, {"error": WRONG})
    assert await sessions(world) == before


async def test_a_new_password_leaves_no_session_of_the_old_one(world: World) -> None:
    for number in range(40 if FULL_COUNTS else 6):
        old, new = (PASSWORD if number == 0 else f"lantern-{number}-lit"), f"lantern-{number + 1}-lit"
        async with world.console() as db:
            await db.execute(delete(rate_limits.RateLimit))
        async with world.client() as caller:
            answers = await asyncio.gather(
                *(log_in(caller, email_of("near_rep"), old) for _ in range(3)),
                change_password(world, "near_rep", new),
            )
            assert {answer.status_code for answer in answers if answer} <= {200, 401}
        async with world.console() as db:
            left = (await db.scalars(select(SignIn.sid).where(SignIn.user_id == "near_rep"))).all()
        assert left == []


async def test_control_without_holding_the_account_an_old_password_signs_in(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def trusting(*_: Any) -> bool:
        return True

    async def overtaken(password: str, known: str | None) -> bool:
        right = await passwords.verify(password, known)
        await change_password(world, "near_rep", "another-lantern-52")
        return right

    monkeypatch.setattr(endpoints, "still_stands", trusting)
    monkeypatch.setattr(endpoints, "verify", overtaken)
    async with world.client() as caller:
        assert (await log_in(caller, email_of("near_rep"))).status_code == 200
        assert (await caller.get(USER)).status_code == 200


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
    async def nothing(*_: Any) -> None: ...

    monkeypatch.setattr(User, "end_sessions", nothing)
    token = await new_session(world, "near_rep")
    async with world.client("admin") as admin:
        for status in ("inactive", "active"):
            await admin.patch("/api/panel/users/near_rep", json={"status": status})
    assert await status_of(world, token) == 200


async def test_the_current_user(shared_world: World) -> None:
    async with shared_world.client("sales_rep") as rep:
        assert (await rep.get(USER)).json() == {
            "id": "sales_rep", "email": email_of("sales_rep"), "firstName": "Sales", "lastName": "Rep",
            "role": "sales_rep", "userType": "staff", "status": "active", "branchId": "1", "regionId": None,
            "organizationId": "company", "profileImageUrl": None, "scope": "branch",
            "permissions": ["canManageLeads"], "homeBranchId": "1",
        }  # fmt: skip


async def test_a_limit_is_not_counted_within_a_transaction(world: World) -> None:
    """On SQLite it would wait for its own session's end, ten seconds long."""
    async with changing(world.database, await world.actor("admin")) as db:
        await db.find(User, "admin")
        with pytest.raises(RuntimeError, match="before the first statement"):
            await spend(db, (limits.EMAIL_CHECKS, "198.51.100.7"))
