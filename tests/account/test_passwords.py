"""Passwords are taken as typed, and a new one ends what the old one began."""

from __future__ import annotations

import asyncio

import pytest
from argon2 import PasswordHasher
from sqlalchemy import delete, select

from duskline import commands
from duskline.account import endpoints, passwords
from duskline.core.data.calls import RateLimit
from duskline.core.system.errors import Invalid
from duskline.core.values import bodies
from duskline.models.people.people import NewUser, User
from duskline.models.people.sessions import SignIn
from tests.account.signing_in import (
    USER,
    WRONG,
    log_in,
    number_of_sessions,
)
from tests.conftest import FULL_COUNTS
from tests.world import PASSWORD, World, email_of

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

    before = await number_of_sessions(world) - 1  # what near_rep has from the start ends in any case
    monkeypatch.setattr(endpoints, "verify", overtaken)
    async with world.client() as caller:
        answer = await log_in(caller, email_of("near_rep"))
    assert (answer.status_code, answer.json()) == (401, {"error": WRONG})
    assert await number_of_sessions(world) == before


async def test_a_new_password_leaves_no_session_of_the_old_one(world: World) -> None:
    for number in range(40 if FULL_COUNTS else 6):
        old, new = (PASSWORD if number == 0 else f"lantern-{number}-lit"), f"lantern-{number + 1}-lit"
        async with world.console() as db:
            await db.execute(delete(RateLimit))
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
    async def trusting(_: object, proven: User) -> User:
        return proven

    async def overtaken(password: str, known: str | None) -> bool:
        right = await passwords.verify(password, known)
        await change_password(world, "near_rep", "another-lantern-52")
        return right

    monkeypatch.setattr(endpoints, "still_stands", trusting)
    monkeypatch.setattr(endpoints, "verify", overtaken)
    async with world.client() as caller:
        assert (await log_in(caller, email_of("near_rep"))).status_code == 200
        assert (await caller.get(USER)).status_code == 200


@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("p" * 1025, "Please use a password of at most 1,024 bytes"),
        ("\u00e9" * 513, "Please use a password of at most 1,024 bytes"),
        (" PassWord1 ", "This password is too common; please choose another one"),
    ],
)
async def test_a_password_that_others_would_guess_is_refused(password: str, said: str) -> None:
    with pytest.raises(Invalid) as refused:
        await passwords.chosen(password)
    assert refused.value.fields == {"password": said}


async def test_a_hash_costs_what_it_should(
    monkeypatch: pytest.MonkeyPatch, product_hasher: PasswordHasher
) -> None:
    monkeypatch.setattr(passwords, "_hasher", product_hasher)
    for password in ("p" * 1024, "\u00e9" * 512):
        assert (await passwords.chosen(password)).startswith("$argon2id$v=19$m=19456,t=2,p=1$")
