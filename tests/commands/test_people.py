"""`duskline user`: accounts by the same rules and with the same messages (product.md, rule 103), beside a running server."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from sqlalchemy import select

from duskline.core.data.session import changing, reading
from duskline.core.mail.outbox import MAILS
from duskline.models.people.access_links import AccessLink, LinkKind, open_link
from duskline.models.people.passkeys import Passkey
from duskline.models.people.people import User, UserStatus
from duskline.models.people.second_factors import Authenticator
from duskline.models.places.places import Branch, Organization, Region
from duskline.policy import CONSOLE
from tests.commands.conftest import Desk, NewDesk
from tests.mailbox import MAIL
from tests.servers import run, serving

GOOD = "candle-in-the-window-7"
OTHER = "lantern-by-the-door-11"


async def accounts(desk: Desk) -> dict[str, User]:
    database = desk.database()
    try:
        async with reading(database, CONSOLE) as db:
            return {user.email: user for user in await db.scalars(select(User))}
    finally:
        await database.close()


def signs_in(url: str, email: str, password: str) -> bool:
    answer = httpx.post(f"{url}/api/auth/login", json={"email": email, "password": password})
    assert answer.status_code in (200, 401)
    return answer.status_code == 200


def test_an_account_is_made_and_its_password_changed_while_the_server_runs(ready: Desk) -> None:
    with serving(settings=ready.settings) as server:
        told = ready.does(
            "user", "add", " Ada@Example.com ", "--role", "admin", "--first-name", "Ada", "--password-stdin",
            typed=f"{GOOD}\n",
        )  # fmt: skip
        assert told == "Added Ada@Example.com: staff, admin.\n"
        assert signs_in(server.url, "ada@example.com", GOOD)
        ready.does("user", "set-password", "ADA@example.com", "--password-stdin", typed=OTHER)
        assert not signs_in(server.url, "ada@example.com", GOOD)
        assert signs_in(server.url, "ada@example.com", OTHER)
        ready.does("user", "set-password", "ada@example.com", "--password-stdin", typed=f" {GOOD} \r\n")
        assert signs_in(server.url, "ada@example.com", f" {GOOD} ")
        assert not signs_in(server.url, "ada@example.com", GOOD)
    made = asyncio.run(accounts(ready))["Ada@Example.com"]
    assert (made.first_name, made.role, made.status) == ("Ada", "admin", "active")
    assert made.password.startswith("$argon2id$")


def test_a_company_begins_with_its_first_administrator(desk: Desk) -> None:
    """One command from nothing; begun again, it asks nothing and changes nothing."""
    assert desk.refuses("begin") == [
        "Name the email address of the first administrator: duskline begin EMAIL."
    ]
    told = desk.does("begin", "ada@example.com", "--password-stdin", typed=f"{GOOD}\n")
    assert told == "Added ada@example.com: staff, admin. Sign in, and Welcome leads through the rest.\n"
    assert desk.does("begin", "bo@example.com") == ""
    assert asyncio.run(accounts(desk)).keys() == {"ada@example.com"}


def test_who_lost_the_phone_signs_in_by_password_again(ready: Desk) -> None:
    ready.does("user", "add", "ada@example.com", "--role", "admin", "--password-stdin", typed=f"{GOOD}\n")
    user = asyncio.run(accounts(ready))["ada@example.com"]

    async def set_up() -> None:
        database = ready.database()
        try:
            async with changing(database, CONSOLE) as db:
                db.store(Authenticator(user_id=user.id, secret="JBSWY3DPEHPK3PXP", confirmed=True))
                key = {"credential": "AA", "public_key": "AA", "sign_count": 0, "transports": []}
                db.store(Passkey(user_id=user.id, name="Phone", **key))
                await db.commit()
        finally:
            await database.close()

    asyncio.run(set_up())
    told = ready.does("user", "end-second-factor", "ADA@example.com")
    assert told == "ada@example.com signs in by password alone from now on, and its sessions were ended.\n"
    assert ready.refuses("user", "end-second-factor", "ada@example.com") == [
        "ada@example.com signs in by password alone already"
    ]


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
        "A client cannot have a staff role",
        "There is no such branch",
        "There is no such region",
    ]
    assert migrated.refuses("user", "set-password", "eve@example.com", "--password-stdin", typed=GOOD) == [
        "No account has the email address eve@example.com"
    ]
    assert asyncio.run(accounts(migrated)).keys() == before


def test_an_address_has_one_account(ready: Desk) -> None:
    told = ready.does("user", "add", "una@example.com", "--password-stdin", typed=GOOD)
    assert "It has no role yet, so it can sign in but sees nothing." in told
    again = ready.refuses("user", "add", "UNA@Example.com", "--password-stdin", typed=GOOD)
    assert again == ["This email address already has an account"]


@pytest.fixture(scope="module")
def placed(new_desk: NewDesk, migrated: Desk) -> Desk:
    """Two regions with a branch each, and an administrator."""
    made = new_desk(like=migrated)
    asyncio.run(found_branches(made))
    made.does("user", "add", "root@example.com", "--role", "admin", "--password-stdin", typed=GOOD)
    return made


async def found_branches(desk: Desk) -> None:
    database = desk.database()
    try:
        async with changing(database, CONSOLE) as db:
            db.add(Organization(id="company", name="Duskline"))
            await db.flush()
            db.add_all(
                Region(id=id, organization_id="company", name=id, code=id) for id in ("north", "south")
            )
            await db.flush()
            for branch, region in (("1", "north"), ("2", "south")):
                db.add(Branch(id=branch, region_id=region, name=branch, address="Street"))
            await db.commit()
    finally:
        await database.close()


PLACES = {
    # what is asked for -> the fault, if there is one
    ("--role", "sales_rep"): "This role needs a branch",
    ("--role", "regional_ops_manager"): "This role needs a region",
    ("--role", "technician", "--branch", "1", "--region", "south"): "The branch lies in another region",
    ("--branch", "9"): "There is no such branch",
    ("--role", "technician", "--branch", "1"): None,
    ("--role", "regional_ops_manager", "--region", "south"): None,
    ("--role", "regional_ops_manager", "--branch", "2"): None,
    ("--role", "support"): None,
}


@pytest.mark.parametrize("asked", PLACES)
def test_a_role_has_its_place(placed: Desk, asked: tuple[str, ...]) -> None:
    """By `add` and by `edit` alike."""
    number, fault = list(PLACES).index(asked), PLACES[asked]
    new, old = f"new{number}@example.com", f"old{number}@example.com"
    placed.does("user", "add", old, "--password-stdin", typed=GOOD)
    add, edit = ("user", "add", new, *asked, "--password-stdin"), ("user", "edit", old, *asked)
    if fault:
        assert placed.refuses(*add, typed=GOOD) == placed.refuses(*edit) == [fault]
        return
    placed.does(*add, typed=GOOD)
    placed.does(*edit)
    found = asyncio.run(accounts(placed))
    places = {(found[email].role, found[email].branch_id, found[email].region_id) for email in (new, old)}
    assert len(places) == 1
    if asked == ("--role", "regional_ops_manager", "--branch", "2"):
        assert places == {("regional_ops_manager", "2", "south")}  # the region of the branch


def test_a_person_is_moved(placed: Desk) -> None:
    placed.does(
        "user",
        "add",
        "mo@example.com",
        "--role",
        "technician",
        "--branch",
        "1",
        "--password-stdin",
        typed=GOOD,
    )
    edit = ("user", "edit", "MO@example.com")
    assert placed.does(*edit, "--branch", "2", "--first-name", "Mo") == (
        "Changed mo@example.com: staff, technician, branch 2.\n"
    )
    assert placed.refuses(*edit, "--branch", "none") == ["This role needs a branch"]
    assert placed.does(*edit, "--role", "none", "--branch", "none", "--status", "inactive") == (
        "Changed mo@example.com: staff, no role, inactive.\n"
    )
    placed.does(*edit, "--new-email", "moe@example.com", "--status", "active")
    moved = asyncio.run(accounts(placed))["moe@example.com"]
    assert (moved.first_name, moved.role, moved.branch_id, moved.status) == ("Mo", None, None, "active")
    assert placed.refuses("user", "edit", "moe@example.com", "--new-email", "root@example.com") == [
        "This email address already has an account"
    ]
    assert placed.refuses("user", "edit", "moe@example.com", "--role", "boss", "--status", "away") == [
        "Role must be one of the seven staff roles",
        "Status must be either 'active' or 'inactive'",
    ]
    assert placed.refuses("user", "edit", "nobody@example.com", "--role", "admin") == [
        "No account has the email address nobody@example.com"
    ]


def test_the_last_administrator_stays_one(placed: Desk) -> None:
    said = ["This is the last active administrator. Make someone else an administrator first."]
    assert placed.refuses("user", "edit", "root@example.com", "--role", "support") == said
    assert placed.refuses("user", "edit", "root@example.com", "--status", "inactive") == said
    placed.does("user", "add", "next@example.com", "--role", "admin", "--password-stdin", typed=GOOD)
    placed.does("user", "edit", "next@example.com", "--role", "none")
    assert placed.refuses("user", "edit", "root@example.com", "--role", "support") == said
    placed.does("user", "edit", "next@example.com", "--role", "admin", "--status", "inactive")
    assert placed.refuses("user", "edit", "root@example.com", "--role", "support") == said


def test_deactivating_ends_the_sessions(placed: Desk) -> None:
    placed.does("user", "add", "ida@example.com", "--role", "support", "--password-stdin", typed=GOOD)
    with serving(settings=placed.settings) as server, httpx.Client(base_url=server.url) as browser:
        body = {"email": "ida@example.com", "password": GOOD}
        assert browser.post("/api/auth/login", json=body).status_code == 200
        for status, answer in (("active", 200), ("inactive", 401), ("active", 401)):
            placed.does("user", "edit", "ida@example.com", "--status", status)
            assert browser.get("/api/auth/user").status_code == answer


async def with_link(desk: Desk, email: str, kind: LinkKind) -> None:
    """Gives a person a link of this kind, and makes whoever gets an invitation somebody who is only invited."""
    database = desk.database()
    try:
        async with changing(database, CONSOLE) as db:
            user = (await db.scalars(select(User).where(User.email == email))).one()
            link = await open_link(db, user, kind)
            link.issue()
            if kind is LinkKind.INVITATION:
                user.status = UserStatus.INACTIVE
            await db.commit()
    finally:
        await database.close()


async def links_and_letters(desk: Desk, email: str) -> tuple[list[bool], list[str]]:
    """Of each link of a person whether it opens something, and to which addresses letters about the person go."""
    database = desk.database()
    try:
        async with reading(database, CONSOLE) as db:
            user = (await db.scalars(select(User).where(User.email == email))).one()
            links = await db.scalars(select(AccessLink).where(AccessLink.user_id == user.id))
            letters = await db.scalars(select(MAILS.c.recipient).where(MAILS.c.about == user.id))
            return [link.secret is not None for link in links], list(letters)
    finally:
        await database.close()


def test_links_end_with_a_new_password_and_another_address(placed: Desk) -> None:
    placed.does("user", "add", "lin@example.com", "--password-stdin", typed=GOOD)
    for change in (("set-password", "lin@example.com", "--password-stdin"), ("edit", "lin@example.com", "--new-email", "linn@example.com")):  # fmt: skip
        asyncio.run(with_link(placed, "lin@example.com", LinkKind.PASSWORD))
        placed.does("user", "edit", "lin@example.com", "--first-name", "Lin")
        assert asyncio.run(links_and_letters(placed, "lin@example.com")) == ([True], [])
        placed.does("user", *change, typed=OTHER)
    assert asyncio.run(links_and_letters(placed, "linn@example.com")) == ([], [])


def test_who_was_invited_at_another_address_gets_another_letter(placed: Desk) -> None:
    placed.does("user", "add", "ivy@example.com", "--password-stdin", typed=GOOD)
    asyncio.run(with_link(placed, "ivy@example.com", LinkKind.INVITATION))
    placed.does("user", "edit", "ivy@example.com", "--last-name", "Green", **MAIL)
    assert asyncio.run(links_and_letters(placed, "ivy@example.com")) == ([True], [])
    placed.does("user", "edit", "ivy@example.com", "--new-email", "ivy@home.example", **MAIL)
    assert asyncio.run(links_and_letters(placed, "ivy@home.example")) == ([False], ["ivy@home.example"])


def test_without_a_database_it_says_what_to_do(desk: Desk) -> None:
    (said,) = desk.refuses("user", "add", "una@example.com", "--password-stdin", typed=GOOD)
    assert "run `duskline migrate` first." in said


def test_an_unknown_command_is_a_fault(desk: Desk) -> None:
    assert run("user", "remove", settings=desk.settings).returncode == 2
