"""Setting up a new company: the checklist reads from the company's own data what is done, and closes when somebody says so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from duskline.account import passwords
from duskline.core.data import schema
from duskline.models.company.setup import ensure_default_branch
from duskline.models.people.people import User
from tests.databases import Databases
from tests.instruments import Statements
from tests.mailbox import MAIL, delivered
from tests.scratch import scratch
from tests.world import NOBODIES, PASSWORD, ROLES, World

PATH, SETTINGS = "/api/panel/setup", "/api/panel/settings"
ADA = "ada@lumen.example"


@pytest.fixture
async def empty(databases: Databases) -> AsyncIterator[World]:
    """A company on its first day: migrated, started once, with one administrator."""
    url = await asyncio.to_thread(databases.create)
    with scratch() as data:
        made = World(url, None, DATA_DIR=str(data), **MAIL)
        await schema.upgrade(made.database)
        await ensure_default_branch(made.database, "Duskline Lighting", None)
        async with made.console() as db:
            db.store(User(email=ADA, password=await passwords.hashed(PASSWORD), role="admin"))
        yield made
        await made.close()
    await asyncio.to_thread(databases.drop, url)


async def standing(caller: httpx.AsyncClient) -> dict[str, Any]:
    answer = await caller.get(PATH)
    assert answer.status_code == 200, answer.text
    row: dict[str, Any] = answer.json()
    assert answer.headers["etag"] == f'"{row["version"]}"'
    return row


async def lacking(caller: httpx.AsyncClient) -> dict[str, list[str]]:
    """By the name of the step, what it lacks; without those that are done."""
    return {step["id"]: step["lacks"] for step in (await standing(caller))["steps"] if step["lacks"]}


async def does(answer: httpx.Response) -> None:
    assert answer.is_success, answer.text


async def test_who_enters(world: World) -> None:
    for name in (*ROLES, *NOBODIES):
        caller = world.client(name)
        for answer in await caller.get(PATH), await caller.patch(PATH, json={"open": True}):
            assert answer.is_success is (name == "admin"), (name, answer.text)


async def test_a_new_company_works_through_it(empty: World) -> None:
    admin = await empty.sign_in(ADA)
    begun = await standing(admin)
    assert begun["open"] is True
    assert {step["id"]: step["lacks"] for step in begun["steps"]} == {
        "facts": ["sample", "brand", "legal_name", "email", "phone"],
        "place": ["address", "hours"],
        "prices": ["prices"],
        "mail": ["letter"],
        "people": ["colleagues"],
        "area": ["zip_codes"],
        "content": ["samples"],
    }
    facts = {"brand": "Lumen", "legalName": "Lumen & Co", "sample": False}
    await does(await admin.patch(f"{SETTINGS}/brand", json=facts))
    assert (await lacking(admin))["facts"] == ["email", "phone"]
    await does(await admin.patch(f"{SETTINGS}/contact", json={"email": "hi@lumen.example", "phone": None}))
    await does(await admin.patch("/api/panel/branches/1", json={"address": "9 Roof Row"}))
    assert (await lacking(admin))["place"] == ["hours"]
    hours = [{"day": 0, "opens": 480, "closes": 1080}]
    await does(await admin.patch("/api/panel/branches/1", json={"openHours": hours}))
    await does(await admin.patch(f"{SETTINGS}/prices", json={"priceHigh": 9000}))
    await does(await admin.post("/api/panel/letters/trial"))
    assert set(await lacking(admin)) == {"mail", "people", "area", "content"}
    await delivered(empty)
    invitation = {"email": "nell@lumen.example", "role": "technician", "branchId": "1"}
    await does(await admin.post("/api/panel/users/invitations", json=invitation))
    await does(await admin.post("/api/panel/branches/1/zip-codes", json={"text": "10001"}))
    for section in (await admin.get("/api/panel/content-sections")).json():
        if not section["id"].endswith("_questions"):
            path = f"/api/panel/content-sections/{section['id']}"
            await does(await admin.patch(path, json={"shows": "own"}))
    assert await lacking(admin) == {}
    assert (await standing(admin))["open"] is True, "it closes when somebody says so, and not by itself"
    closed = (await admin.patch(PATH, json={"open": False})).json()
    assert (closed["open"], (await standing(admin))["open"]) == (False, False)
    assert (await admin.patch(PATH, json={"open": True})).json()["open"] is True


async def test_what_is_undone_is_lacking_again(empty: World) -> None:
    """Nothing is ticked: a step stands as the data do."""
    admin = await empty.sign_in(ADA)
    await does(await admin.post("/api/panel/branches/1/zip-codes", json={"text": "10001"}))
    assert "area" not in await lacking(admin)
    await does(await admin.post("/api/panel/branches/1/zip-codes/remove", json={"zips": ["10001"]}))
    assert (await lacking(admin))["area"] == ["zip_codes"]


async def test_without_a_mail_server_the_step_says_so(world: World) -> None:
    assert (await lacking(world.client("admin")))["mail"][0] == "mail_server"


async def test_a_step_that_is_not_needed_is_said_and_taken_back(world: World) -> None:
    admin = world.client("admin")
    said = (await admin.patch(PATH, json={"notNeeded": ["content", "mail", "mail"]})).json()
    assert [step["id"] for step in said["steps"] if step["notNeeded"]] == ["mail", "content"]
    again = (await admin.patch(PATH, json={"notNeeded": ["content"]})).json()
    assert [step["id"] for step in again["steps"] if step["notNeeded"]] == ["content"]
    needed = await admin.patch(PATH, json={"notNeeded": ["content", "place"]})
    said = {"notNeeded": "Brand, contact and the first branch cannot be left out"}
    assert (needed.status_code, needed.json()["fields"]) == (400, said)
    wrong = await admin.patch(PATH, json={"notNeeded": ["taxes"]})
    assert (wrong.status_code, wrong.json()["fields"]) == (
        400,
        {"notNeeded": "Please name steps of the checklist"},
    )


async def test_of_two_administrators_one_is_told(world: World) -> None:
    one, other = world.client("admin"), world.client("second_admin", if_match='"0"')
    assert (await one.patch(PATH, json={"notNeeded": ["mail"]})).status_code == 200
    assert (await other.patch(PATH, json={"notNeeded": ["people"]})).status_code == 409
    assert [step["id"] for step in (await standing(one))["steps"] if step["notNeeded"]] == ["mail"]


async def test_an_established_company_is_not_shown_it(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever had branches before was never new; and asking costs little."""
    admin = world.client("admin")
    await ensure_default_branch(world.database, "Lumen & Co", None)
    asked = Statements(world.database, monkeypatch)
    assert (await standing(admin))["open"] is False
    assert len(asked.seen) == 4, asked.seen  # who asks, what was said, the facts, and what is there
