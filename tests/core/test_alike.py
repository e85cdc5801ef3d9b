"""Accents, quotation marks and dashes make no difference to what is looked for, wherever it is looked for, on both databases."""

from __future__ import annotations

from typing import Any

import pytest
from alembic import command
from sqlalchemy import select, text

from duskline.core.data import schema
from duskline.core.data.session import reading
from duskline.core.values.contacts import phone_key
from duskline.core.values.texts import folded, normalized
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead
from duskline.policy import CONSOLE
from tests.world import NEAR, World

NAME = "Jos\u00e9 O\u2019Hara\u2013N\u00fa\u00f1ez"
ASKED = (
    "jose o'hara-nunez",
    "Jos\u00e9 O'Hara",
    "JOSE\u0301",
    "O\u2019hara\u2014nu\u0301",
    "o`hara",
    "hara\u2212n",
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u0141ukasz", "lukasz"), ("S\u00f8ren", "soren"), ("Stra\u00dfe", "STRASSE"), ("\u0130stanbul", "istanbul"),
        ("\u00abThe Lamp\u00bb", '"the lamp"'), ("\u00c6sir \u0152uvre", "aesir oeuvre"),
        ("5\u2032", "5'"), ("\u201cThe Lamp\u201d", '"the lamp"'), ("Mid\u00adtown", "midtown"), ("\uff21nn", "ann"), ("\u1ec7", "e"),
    ],
)  # fmt: skip
def test_they_are_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    "words", ["\ud55c\uae00", "\u6771\u4eac", "\u0639\u0645\u0631", "\u0928\u092e\u0938\u094d\u0924\u0947"]
)
def test_other_scripts_keep_their_letters(words: str) -> None:
    assert folded(words) == words


async def stored(world: World) -> dict[str, str]:
    said = {"name": NAME, "email": "jose@home.example", "branchId": NEAR}
    admin = world.client("admin")
    lead = await admin.post("/api/panel/leads", json=said)
    client = await admin.post(
        "/api/panel/clients", json=said | {"address": "12 N\u00fa\u00f1ez Street, Austin, TX 78701"}
    )
    hired = await world.hire(
        "sales_rep", branch=NEAR, first_name="Jos\u00e9", last_name="O\u2019Hara\u2013N\u00fa\u00f1ez"
    )
    return {"leads": lead.json()["id"], "clients": client.json()["id"], "users": hired.id}


@pytest.mark.parametrize("asked", ASKED)
async def test_a_name_is_found_however_it_is_written(world: World, asked: str) -> None:
    ids = await stored(world)
    admin = world.client("admin")
    for kind, id in ids.items():
        found = await admin.get(f"/api/panel/{kind}", params={"q": asked})
        assert [row["id"] for row in found.json()] == [id], kind
    hits = await admin.get("/api/panel/search", params={"q": asked})
    assert {hit["id"] for hit in hits.json()} == set(ids.values())
    assignees = await admin.get("/api/panel/assignees", params={"q": asked})
    assert [row["id"] for row in assignees.json()] == [ids["users"]]
    file = await admin.get("/api/panel/leads/export", params={"q": asked})
    assert file.text.count("jose@home.example") == 1


async def test_a_building_is_known_again_by_a_plain_street(world: World) -> None:
    ids = await stored(world)
    known = {"address": "12 Nunez St, Austin TX 78701"}
    found = await world.client("admin").get("/api/panel/matches", params=known)
    assert [match["id"] for match in found.json()] == [ids["clients"]]


async def test_control_case_and_width_alone_find_less(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duskline.core.data.search.folded", normalized)
    await stored(world)
    found = await world.client("admin").get("/api/panel/leads", params={"q": "jose o'hara"})
    assert found.json() == []


async def test_the_migration_works_out_what_was_kept_by_the_former_rules(world: World) -> None:
    await stored(world)
    async with world.console() as db:
        db.store(Lead(name="Uma", email="uma@home.example", phone="call after 5", branch_id=NEAR))
        db.store(Lead(name="Cy", email="cy@home.example", phone="614-555-0133 (cell)", branch_id=NEAR))
    async with world.database.writes.begin() as connection:
        await connection.run_sync(lambda sync: command.downgrade(schema.config(sync), "0071"))
        for table in ("leads", "clients"):
            former = f"UPDATE {table} SET phone_key = '5', place_key = 'former', search = replace(search, 'jose', 'jos\u00e9')"
            await connection.execute(text(former))
        await connection.execute(text("UPDATE properties SET place_key = 'former'"))
    await schema.upgrade(world.database)
    async with reading(world.database, CONSOLE) as db:
        entities: tuple[Any, ...] = (Lead, Client)
        for entity in entities:
            rows = (await db.scalars(select(entity))).all()
            assert [row.search for row in rows] == [row.search_text() for row in rows]
            assert [row.phone_key for row in rows] == [phone_key(row.phone) for row in rows]
            assert not [row for row in rows if row.place_key == "former"]
        assert await db.scalar(select(Property.id).where(Property.place_key == "former")) is None
