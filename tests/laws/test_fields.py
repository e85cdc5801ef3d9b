"""Fields of what can be merged: none without a word on how two values become one, and none that a list, a file or a webhook forgets."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import inspect

from duskline.core.data.audit import MECHANISM
from duskline.core.data.base import Base, UtcDateTime
from duskline.models.records.details import LeadDetails
from duskline.models.records.mergeable import Mergeable
from duskline.models.records.sales import Client, Lead
from duskline.panel.notifying.webhook_records import RECORDS
from tests.panel.records.test_pointers import something
from tests.panel.threads import CLIENTS, LEADS
from tests.world import World

PANEL = Path(__file__).resolve().parents[2] / "web" / "app" / "panel"
LISTS: dict[Any, tuple[str, str, tuple[str, ...]]] = {
    Lead: (LEADS, "lead-1-2", ("leads/lead-columns.tsx", "leads/value.tsx")),
    Client: (CLIENTS, "client-1-2", ("clients/client-columns.tsx",)),
}
"""Where they are called, one of them, and the files of their columns."""
NO_COLUMN = {
    "branch_id": "the list is narrowed by it, and most see one branch",
    "notes": "a table has no room for them; the form and the file have them",
    "lead_id": "the page of the client leads there",
    "client_id": "the page of the lead leads there",
    "lost_reason": "the list is narrowed by it, and reports count it",
    "lost_note": "a table has no room for it; the form and the file have it",
    "first_response_at": "the list is narrowed by it, and reports measure it",
}
"""What no column of a table shows, and why."""
NAMED: dict[str, dict[str, str]] = {
    "branch_id": {"1": "Branch 1"},
    "assigned_to": {"near_rep": "Near Rep"},
    "lead_id": {"lead-1-1": "lead-1-1"},
    "client_id": {"client-1-2": "client-1-2"},
}
"""What names something else, and how a file tells it."""
TIMES = frozenset({"createdAt", "updatedAt", "created_at", "updated_at"})


def undeclared(entity: Any) -> set[str]:
    return {each.key for each in inspect(entity).column_attrs} - MECHANISM - set(entity.fields)


def mergeable() -> list[Any]:
    found = (mapper.class_ for mapper in Base.registry.mappers if issubclass(mapper.class_, Mergeable))
    return sorted(found, key=lambda entity: entity.__name__)


@pytest.mark.parametrize("entity", mergeable())
def test_every_field_says_how_two_values_become_one(entity: Any) -> None:
    said = f"Say in `{entity.__name__}.fields` what becomes of two values (`models/records/mergeable.py`)."
    assert undeclared(entity) == set(), said
    assert set(entity.fields) <= {each.key for each in inspect(entity).column_attrs}


@pytest.mark.parametrize(("entity", "name"), [(each, name) for each in mergeable() for name in each.fields])
def test_control_a_field_that_is_forgotten_is_named(
    monkeypatch: pytest.MonkeyPatch, entity: Any, name: str
) -> None:
    left = {each: two for each, two in entity.fields.items() if each != name}
    monkeypatch.setattr(entity, "fields", left)
    assert undeclared(entity) == {name}


def unnamed(shown: str) -> set[str]:
    """The fields that a merge shows as an id, or as a time in the server's form, for want of a word in the browser."""
    found = set()
    for entity in mergeable():
        for name in entity.compared():
            column, word = entity.__table__.c[name], _in_the_browser(name)
            named = f"  {word}: (id) =>" if column.foreign_keys else f"  {word}: moment,"
            if (column.foreign_keys or isinstance(column.type, UtcDateTime)) and named not in shown:
                found.add(name)
    return found


def test_the_browser_has_a_name_for_whom_a_field_of_a_merge_names() -> None:
    shown = (PANEL / "any-record" / "shown.tsx").read_text()
    assert unnamed(shown) == set()
    assert unnamed("") == {"assigned_to", "lead_id", "client_id", "first_response_at"}


async def fill(world: World, *entities: Any) -> dict[str, set[str]]:
    """Puts something of its own in every field of a lead or client, and of what stands beside it; how each may be told."""
    _, id, _ = LISTS[entities[0]]
    said: dict[str, set[str]] = {}
    async with world.console() as db:
        for entity in entities:
            row = await db.find(entity, id)
            for number, name in enumerate(entity.fields):
                named = NAMED.get(name, {})
                value = next(iter(named), None) or something(entity.__table__.c[name], 700 + number)
                setattr(row, name, value)
                said[name] = {str(value)[:16], *named.values()}
    return said


def untold(said: Mapping[str, set[str]], values: Iterable[Any]) -> list[str]:
    told = {str(value).replace("T", " ")[:16] for value in values}
    return [name for name, words in said.items() if not words & told]


@pytest.mark.parametrize("entities", [(Lead, LeadDetails), (Client,)], ids=["leads", "clients"])
async def test_a_file_tells_every_field(world: World, entities: tuple[Any, ...]) -> None:
    path, id, _ = LISTS[entities[0]]
    said = await fill(world, *entities)
    answer = await world.client("admin").get(f"{path}/export")
    rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""))
    assert untold(said, next(row for row in rows if id in row)) == []


@pytest.mark.parametrize("entity", LISTS)
async def test_a_call_and_a_webhook_tell_every_field(world: World, entity: Any) -> None:
    path, id, _ = LISTS[entity]
    said = await fill(world, entity)
    row = (await world.client("admin").get(f"{path}/{id}")).json()
    assert untold(said, row.values()) == []
    async with world.console() as db:
        told = msgspec.to_builtins(RECORDS[entity](await db.find(entity, id), lambda _: None))
    assert {name: str(value) for name, value in told.items() if name not in TIMES} == {
        name: str(value) for name, value in row.items() if name not in TIMES
    }


async def test_what_stands_beside_a_lead_is_told_by_a_call_of_its_own(world: World) -> None:
    """And not by webhooks: they tell the record."""
    said = await fill(world, Lead, LeadDetails)
    (row,) = (await world.client("admin").get("/api/panel/lead-details", params={"ids": "lead-1-2"})).json()
    assert untold({name: said[name] for name in LeadDetails.fields}, row.values()) == []


@pytest.mark.parametrize("entities", [(Lead, LeadDetails), (Client,)], ids=["leads", "clients"])
def test_a_table_has_a_column_for_every_field(entities: tuple[Any, ...]) -> None:
    """By the words of its files: each column takes its field out of the row."""
    shown = {
        word
        for name in LISTS[entities[0]][2]
        for word in re.findall(r"\w+", (PANEL / "records" / name).read_text())
    }
    left = {name for entity in entities for name in entity.fields if _in_the_browser(name) not in shown}
    assert left == NO_COLUMN.keys() & {name for entity in entities for name in entity.fields}


def _in_the_browser(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.title, others))
