"""`duskline user`: accounts by the rules of the specification, with its words, beside a running server."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from sqlalchemy import select

from duskline.access import CONSOLE
from duskline.models.people import User
from tests.commands.conftest import Desk
from tests.servers import run, serving

GOOD = "candle-in-the-window-7"
OTHER = "lantern-by-the-door-11"


async def accounts(desk: Desk) -> dict[str, User]:
    database = desk.database()
    try:
        async with database.reading(CONSOLE) as db:
            return {user.email: user for user in await db.scalars(select(User))}
    finally:
        await database.close()


def signs_in(url: str, email: str, password: str) -> bool:
    answer = httpx.post(f"{url}/api/auth/login", json={"email": email, "password": password})
    assert answer.status_code in (200, 401)
    return answer.status_code == 200


def test_an_account_is_made_and_its_password_changed_while_the_server_runs(desk: Desk) -> None:
    desk.does("migrate")
    with serving(**desk.settings) as server:
        told = desk.does(
            "user", "add", " Ada@Example.com ", "--role", "admin", "--first-name", "Ada", "--password-stdin",
            typed=f"{GOOD}\n",
        )  # fmt: skip
        assert told == "Added Ada@Example.com: staff, admin.\n"
        assert signs_in(server.url, "ada@example.com", GOOD)
        desk.does("user", "set-password", "ADA@example.com", "--password-stdin", typed=OTHER)
        assert not signs_in(server.url, "ada@example.com", GOOD)
        assert signs_in(server.url, "ada@example.com", OTHER)
    made = asyncio.run(accounts(desk))["Ada@Example.com"]
    assert (made.first_name, made.role, made.status) == ("Ada", "admin", "active")
    assert made.password.startswith("$argon2id$")


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Rules that ask no database are tried once, on the embedded one."""
    folder = tmp_path_factory.mktemp("data")
    made = Desk(folder, f"sqlite:///{folder / 'duskline.db'}")
    made.does("migrate")
    return made


def test_every_fault_is_named_in_the_words_of_the_rules(embedded: Desk) -> None:
    add = ("user", "add", "--password-stdin")
    assert embedded.refuses(*add, "nobody", "--type", "robot", "--role", "boss", typed="1234567\n") == [
        "Please enter a valid email address",
        "Password must be at least 8 characters",
        "User type must be either 'staff' or 'client'",
        "Role must be one of the seven staff roles",
    ]
    assert embedded.refuses(*add, "eve@example.com", typed="Password1") == [
        "This password is too common; please choose another one"
    ]
    assert embedded.refuses(*add, "eve@example.com", typed="ä" * 600) == [
        "Please use a password of at most 1,024 bytes"
    ]
    assert embedded.refuses("user", "add", "eve@example.com", typed=GOOD) == [
        "Give the password on standard input, with --password-stdin."
    ]
    assert asyncio.run(accounts(embedded)) == {}


def test_what_an_account_points_at_must_be_there(migrated: Desk) -> None:
    before = asyncio.run(accounts(migrated)).keys()
    elsewhere = ("--type", "client", "--role", "admin", "--branch", "9", "--region", "x")
    assert migrated.refuses("user", "add", "eve@example.com", *elsewhere, "--password-stdin", typed=GOOD) == [
        "A client has no role",
        "There is no branch with the id 9",
        "There is no region with the id x",
    ]
    assert migrated.refuses("user", "set-password", "eve@example.com", "--password-stdin", typed=GOOD) == [
        "No account has the email address eve@example.com"
    ]
    assert asyncio.run(accounts(migrated)).keys() == before


def test_an_address_has_one_account(migrated: Desk) -> None:
    told = migrated.does(
        "user", "add", "una@example.com", "--role", "sales_rep", "--password-stdin", typed=GOOD
    )
    assert "It has no branch yet: it sees nothing until it gets one." in told
    again = migrated.refuses("user", "add", "UNA@Example.com", "--password-stdin", typed=GOOD)
    assert again == ["This email address already has an account"]


def test_without_a_database_it_says_what_to_do(desk: Desk) -> None:
    (said,) = desk.refuses("user", "add", "una@example.com", "--password-stdin", typed=GOOD)
    assert "run `duskline migrate` first." in said


def test_an_unknown_command_is_a_fault(desk: Desk) -> None:
    assert run("user", "remove", **desk.settings).returncode == 2
