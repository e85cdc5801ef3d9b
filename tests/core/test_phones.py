"""A telephone number is found however it was typed and however it is asked for, a person by the full name, on both databases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import select, text

from duskline.core.data import schema
from duskline.core.data.session import reading
from duskline.core.values.contacts import phone_key, phone_wanted
from duskline.models.people.people import User
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.records.sales import Client, Lead, QuoteRequest
from duskline.policy import CONSOLE
from tests.world import NEAR, World

VECTORS: dict[str, Any] = json.loads(Path("tests/vectors/contacts.json").read_text("utf-8"))
TYPED = (
    "614-555-0177",
    "(614) 555-0177",
    "6145550177",
    "+1 614 555 0177",
    "1.614.555.0177",
    "614 555 0177 ext. 4",
)
ASKED = (
    *TYPED[:5],
    "555-0177",
    "5550177",
    "0177",
    "614-555",
    "(614) 555-01",
    "+1 (614)",
    "\uff16\uff11\uff14-555-0177",
)
LISTS = ("/api/panel/leads", "/api/panel/clients", "/api/panel/enquiries")


@pytest.mark.parametrize(("typed", "key"), VECTORS["phones"].items())
def test_a_key_is_international_where_a_number_can_be_read_and_else_its_digits(
    typed: str, key: str | None
) -> None:
    assert phone_key(typed) == key


@pytest.mark.parametrize(
    "query", ["", "55", "6 1", "Kim", "12 Oak Street", "kim555@example.com", "555x0177", "#555"]
)
def test_words_are_no_number(query: str) -> None:
    assert phone_wanted(query) is None


async def numbers_found(world: World, path: str, query: str) -> list[str]:
    answer = await world.client("admin").get(path, params={"q": query})
    assert answer.status_code == 200
    return sorted(row["phone"] for row in answer.json())


async def store_numbers(world: World, *numbers: str) -> None:
    async with world.console() as db:
        for phone in numbers:
            told = {"name": "Kim Number", "email": "kim@number.example", "phone": phone}
            db.store(Lead(**told, branch_id=NEAR))
            db.store(Client(**told, branch_id=NEAR, address="12 Oak Street"))
            db.store(ContactSubmission(**told, message="Please call me back", handling=EnquiryHandling()))


@pytest.mark.parametrize("path", LISTS)
async def test_a_number_is_found_however_it_is_typed(world: World, path: str) -> None:
    await store_numbers(world, *TYPED, "614-555-0199", "+44 20 7946 0958")
    for asked in ASKED:
        found = await numbers_found(world, path, asked)
        assert set(TYPED) <= set(found), asked
        assert "+44 20 7946 0958" not in found
    assert await numbers_found(world, path, "614-555-0199") == ["614-555-0199"]
    for asked in ("+44 (0)20 7946 0958", "011 44 20 7946-0958", "7946 0958"):
        assert await numbers_found(world, path, asked) == ["+44 20 7946 0958"]
    assert await numbers_found(world, path, "614-555-0178") == []


async def test_the_palette_finds_whose_number_it_is(world: World) -> None:
    await store_numbers(world, "614.555.0177")
    found = await world.client("support").get("/api/panel/search", params={"q": "(614) 555-0177"})
    assert {hit["kind"] for hit in found.json()} == {"lead", "client"}


async def test_control_the_words_alone_find_only_what_was_typed_alike(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duskline.core.http.listing.phone_wanted", lambda _query: None)
    await store_numbers(world, *TYPED)
    assert await numbers_found(world, "/api/panel/leads", "(614) 555-0177") == ["(614) 555-0177"]


async def test_a_house_number_with_a_dash_is_still_found_as_it_was_typed(world: World) -> None:
    rep = world.client("sales_rep")
    for address in ("120-45 Oak Street", "1204 5th Street"):
        await rep.post("/api/panel/leads", json={"name": "Kim", "email": "k@k.example", "address": address})
    found = (await rep.get("/api/panel/leads", params={"q": "120-45"})).json()
    assert [row["address"] for row in found] == ["120-45 Oak Street"]


async def test_a_changed_number_is_found_by_the_new_one_alone_and_leaves_no_second_trace(
    world: World,
) -> None:
    rep = world.client("sales_rep")
    made = (
        await rep.post(
            "/api/panel/leads", json={"name": "Kim", "email": "k@k.example", "phone": "614-555-0177"}
        )
    ).json()
    assert "phoneKey" not in made
    await rep.patch(f"/api/panel/leads/{made['id']}", json={"phone": "(216) 555-0188"})
    assert await numbers_found(world, "/api/panel/leads", "6145550177") == []
    assert await numbers_found(world, "/api/panel/leads", "+12165550188") == ["(216) 555-0188"]
    last = (await world.audit_log())[-1]
    assert last.changes == {"phone": ["614-555-0177", "(216) 555-0188"]}
    await rep.patch(f"/api/panel/leads/{made['id']}", json={"phone": ""})
    assert await numbers_found(world, "/api/panel/leads", "2165550188") == []


@pytest.mark.parametrize("typed", ["\u00bd" * 40, "\u32bf" * 40])
async def test_a_key_is_never_longer_than_its_column(world: World, typed: str) -> None:
    """What is one character as typed and several digits as a number."""
    said = {"name": "Kim Half", "email": "kim@half.example", "message": "Please call me.", "phone": typed}
    assert (await world.client().post("/api/contact", json=said)).status_code == 201
    assert await numbers_found(world, "/api/panel/enquiries", typed) == [typed]


async def test_a_quote_request_keeps_the_key_too(world: World) -> None:
    said = {"propertyType": "home", "coverage": "front", "stories": 1, "zip": "10001", "name": "Kim Asker",
            "email": "kim@asker.example", "phone": "1 (614) 555-0177"}  # fmt: skip
    assert (await world.client().post("/api/quotes", json=said)).status_code == 201
    async with reading(world.database, CONSOLE) as db:
        assert (await db.scalars(select(QuoteRequest.phone_key))).all() == ["+16145550177"]
    assert await numbers_found(world, "/api/panel/leads", "614.555.0177") == ["1 (614) 555-0177"]


@pytest.mark.parametrize("asked", ["Dana Reyes", "dana reyes", "Reyes Dana", "reyes", "Dana", "dana.r@"])
async def test_people_are_found_by_their_full_name(world: World, asked: str) -> None:
    hired = await world.hire(
        "sales_rep", branch=NEAR, email="dana.r@duskline.example", first_name="Dana", last_name="Reyes"
    )
    await world.hire("sales_rep", branch=NEAR, first_name="Dana", last_name="Moss")
    await world.hire("sales_rep", branch=NEAR, first_name="Kim", last_name="Reyes")
    admin, support = world.client("admin"), world.client("support")
    for caller, path in ((admin, "/api/panel/users"), (support, "/api/panel/users"), (admin, "/api/panel/search"),
                         (support, "/api/panel/search"), (admin, "/api/panel/assignees")):  # fmt: skip
        found = [row["id"] for row in (await caller.get(path, params={"q": asked})).json()]
        assert hired.id in found, path
        if " " in asked:
            assert found == [hired.id], path


async def test_the_migration_fills_in_rows_that_were_there_before(world: World) -> None:
    hired = await world.hire("sales_rep", branch=NEAR, first_name="Dana", last_name="Reyes")
    await store_numbers(world, "(614) 555-0177")
    said = {"lead_id": "lead-1-1", "email_key": "k", "property_type": "home", "coverage": "front", "stories": 1,
            "zip": "10001", "low": 1, "high": 2}  # fmt: skip
    async with world.console() as db:
        db.store(QuoteRequest(**said, phone="614.555.0177"))
    async with world.database.writes.begin() as connection:
        await connection.run_sync(lambda sync: command.downgrade(schema.config(sync), "0010"))
        for table in ("leads", "clients", "contact_submissions", "users"):
            await connection.execute(text(f"UPDATE {table} SET search = 'of old'"))
    await schema.upgrade(world.database)
    for path in LISTS:
        assert await numbers_found(world, path, "6145550177") == ["(614) 555-0177"]
    found = await world.client("admin").get("/api/panel/users", params={"q": "Reyes Dana"})
    assert [row["id"] for row in found.json()] == [hired.id]
    async with reading(world.database, CONSOLE) as db:
        assert (await db.scalars(select(QuoteRequest.phone_key))).all() == ["+16145550177"]
        entities: tuple[Any, ...] = (Lead, Client, ContactSubmission, User)
        for entity in entities:
            kept = (await db.scalars(select(entity).where(entity.search != "of old"))).all()
            assert [row.search for row in kept] == [row.search_text() for row in kept]
