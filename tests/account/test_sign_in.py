"""Signing in: every refusal alike and worth one hash."""

from __future__ import annotations

from tests.account.conftest import Hashes
from tests.account.signing_in import (
    CHECK,
    LOGIN,
    USER,
    WRONG,
    log_in,
    number_of_sessions,
)
from tests.world import PASSWORD, World, email_of

UNKNOWN = "This is a client-only system. Your email is not registered."


async def test_a_right_password_signs_in(world: World, hashes: Hashes) -> None:
    for typed in (email_of("admin"), f"  {email_of('admin').upper()} "):
        async with world.client() as caller:
            answer = await log_in(caller, typed)
            assert (answer.status_code, answer.json()) == (200, {"success": True, "redirectUrl": "/panel"})
            assert (await caller.get(USER)).json()["email"] == email_of("admin")
    assert hashes.computed == 2


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
    assert await number_of_sessions(world) == len(world.tokens) - 1


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


async def test_the_current_user(shared_world: World) -> None:
    async with shared_world.client("sales_rep") as rep:
        assert (await rep.get(USER)).json() == {
            "id": "sales_rep", "email": email_of("sales_rep"), "firstName": "Sales", "lastName": "Rep",
            "role": "sales_rep", "userType": "staff", "status": "active", "branchId": "1", "regionId": None,
            "organizationId": "company", "profileImageUrl": None, "phone": None, "scope": "branch",
            "permissions": ["canManageLeads"], "homeBranchId": "1", "homeTimeZone": "America/New_York",
            "mayExport": True,
        }  # fmt: skip
