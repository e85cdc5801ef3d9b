"""The log of security events: who tried what, once it has happened, and never whose address it was."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest

from duskline import commands, credentials, limits
from duskline.core.data.security_log import log_event
from duskline.core.data.session import changing
from duskline.core.http.rate_limits import spend
from duskline.core.media import images
from duskline.core.system.logs import FIELDS
from duskline.credentials import Standing, note_change
from duskline.models.people import sessions
from duskline.models.people.people import User
from duskline.models.people.sessions import sweep_sessions
from tests.account.conftest import Hashes
from tests.pictures import FORM, broken, many_passes, photo
from tests.world import PASSWORD, World, email_of

LOGIN = "/api/auth/login"
USERS = "/api/panel/users"
Told = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def told(caplog: pytest.LogCaptureFixture) -> Told:
    """What was told since it was last asked: the message and the fields of each line."""
    caplog.set_level(logging.INFO, "duskline.security")

    def lines() -> list[dict[str, Any]]:
        found = [
            {"event": record.getMessage()} | getattr(record, FIELDS)
            for record in caplog.records
            if record.name == "duskline.security"
        ]
        caplog.clear()
        return found

    return lines


async def test_signing_in_and_out(world: World, told: Told, hashes: Hashes) -> None:
    async with world.client() as caller:
        wrong = await caller.post(LOGIN, json={"email": email_of("admin"), "password": "wrong"})
        (refused,) = told()
        assert refused == {
            "event": "sign-in refused", "request": wrong.headers["x-request-id"], "client": "198.51.100.7",
            "account": refused["account"], "known": False,
        }  # fmt: skip
        await caller.post(LOGIN, json={"email": email_of("support"), "password": "wrong"})
        (other,) = told()
        assert len(refused["account"]) == len(other["account"]) == 43
        assert refused["account"] != other["account"]
        for known in (False, True):
            await caller.post(LOGIN, json={"email": f" {email_of('admin').upper()}", "password": PASSWORD})
            *ended, signed_in = told()
            assert (signed_in["event"], signed_in["user"], signed_in["known"]) == (
                "signed in",
                "admin",
                known,
            )
            assert signed_in["account"] == refused["account"]  # a guessed account can be found
        assert [(line["user"], line["reason"]) for line in ended] == [("admin", "signed in again")]
        await caller.post("/api/auth/logout")
        (last,) = told()
        assert (last["event"], last["user"], last["reason"]) == ("session ended", "admin", "logged out")
        await caller.post("/api/auth/logout")
        assert told() == []


async def test_roles_and_status(world: World, told: Told) -> None:
    async with world.client("second_admin") as admin:
        for fields in ({"role": "technician"}, {"status": "inactive"}, {"status": "inactive"}):
            assert (await admin.patch(f"{USERS}/near_rep", json=fields)).status_code == 200
    role, ended, status = told()
    assert {"by": "second_admin", "client": "198.51.100.7"}.items() <= role.items()
    assert (role["event"], role["user"], role["old"], role["new"]) == (
        "role changed", "near_rep", "sales_rep", "technician",
    )  # fmt: skip
    assert (ended["event"], ended["user"], ended["reason"]) == ("session ended", "near_rep", "deactivated")
    assert (status["event"], status["old"], status["new"]) == ("status changed", "active", "inactive")


async def test_what_is_not_committed_is_not_told(world: World, told: Told) -> None:
    async with world.client("admin") as admin:
        stale = await admin.patch(
            f"{USERS}/near_rep", json={"role": "technician"}, headers={"If-Match": '"99"'}
        )
        assert stale.status_code == 409
        async with world.console() as db:
            for name in ("second_admin", "expired", "logged_out"):
                (await db.find(User, name)).apply({"role": "support"})
        last = await world.client("admin").patch(f"{USERS}/admin", json={"role": "support"})
        assert last.status_code == 403
    await change_and_think_better(world)
    assert told() == []


async def test_control_told_at_once_it_would_be(
    world: World, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (credentials, sessions):
        monkeypatch.setattr(module, "on_commit", lambda _, message, **fields: log_event(message, **fields))
    await change_and_think_better(world)
    assert [line["event"] for line in told()] == ["session ended", "status changed"]


async def change_and_think_better(world: World) -> None:
    async with changing(world.database, await world.actor("admin")) as db:
        user = await db.find(User, "near_rep")
        before = Standing.of(user)
        await note_change(db, user.apply({"status": "inactive"}), before)
        await db.rollback()
        await db.commit()


async def test_passwords_and_expiry(world: World, told: Told, clock: Callable[..., None]) -> None:
    async with world.console() as db:
        await commands.set_password(db, email_of("near_rep"), PASSWORD)
    (ended,) = told()
    assert (ended["user"], ended["reason"], ended["by"]) == ("near_rep", "password changed", "console")
    clock(minutes=61)
    await sweep_sessions(world.database)
    assert {(line["event"], line["reason"]) for line in told()} == {("session ended", "expired")}


async def test_limits_and_costly_uploads(world: World, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    async def send(image: bytes) -> str:
        files = {"image": ("a.jpg", image, "image/jpeg")}
        return (await world.client().post("/api/gallery", data=FORM, files=files)).headers["x-request-id"]

    for image, reason in (
        (many_passes(60), "intricate"),
        (photo(9_000, 9_000), "pixels"),
        (broken(), "damaged"),
    ):
        request = await send(image)
        (line,) = told()
        assert (line["event"], line["reason"], line["request"]) == ("upload refused", reason, request)
    monkeypatch.setattr(images.DecodeLimits, "of", lambda _: images.DecodeLimits(480_000, 512, 0))
    await send(photo())
    assert [line["reason"] for line in told()] == ["stopped"]
    await send(b"no image")
    assert told() == []
    for _ in range(18):
        await spend(world.database, (limits.PHOTOS, "198.51.100.7"))
    request = await send(photo())
    (line,) = told()
    assert line == {
        "event": "limit exceeded",
        "limit": "gallery",
        "request": request,
        "client": "198.51.100.7",
    }


async def test_access_lines_carry_the_user(
    world: World, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "duskline.access")
    async with world.client("sales_rep") as rep, world.client() as visitor:
        for caller in (rep, visitor):
            for path in ("/api/panel/leads", "/api/auth/user", "/api/blog"):
                await caller.get(path)
        await rep.patch("/api/panel/leads/lead-1-1", json={"notes": "Called"})
        await rep.get("/api/panel/users/stats")
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    found = [(line["path"], line["status"], line.get("user")) for line in lines]
    assert found == [
        ("/api/panel/leads", 200, "sales_rep"), ("/api/auth/user", 200, "sales_rep"), ("/api/blog", 200, None),
        ("/api/panel/leads", 401, None), ("/api/auth/user", 401, None), ("/api/blog", 200, None),
        ("/api/panel/leads/lead-1-1", 200, "sales_rep"), ("/api/panel/users/stats", 403, None),
    ]  # fmt: skip
