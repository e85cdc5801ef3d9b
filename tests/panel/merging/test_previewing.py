"""What a merge would do is shown before: each field that it changes, as it is and as it will be, and nothing else."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from duskline.core.values.naming import camel_case
from duskline.models.merging.merging import pairs
from duskline.models.records.details import LeadDetails
from duskline.models.records.mergeable import Two, plain
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead
from duskline.panel.merging import merging
from tests.panel.records.test_pointers import OTHERS, PATHS, something
from tests.panel.schedule.test_visits import asked
from tests.panel.threads import HOME, LEADS, made
from tests.world import NEAR, World

BESIDE: dict[Any, Any] = {Lead: LeadDetails, Client: Property}
ELSEWHERE = "2 Roof Row"
SHAPES: list[Any] = [
    pytest.param(Lead, ELSEWHERE, id="leads"),
    pytest.param(Client, ELSEWHERE, id="clients"),
    pytest.param(Client, HOME, id="clients of one building"),
]
LEFT_OUT: dict[Any, set[str]] = {Property: {"branchId", "clientId"}, LeadDetails: set()}
"""What a preview does not show: where a row lies, which stays. Of a record that is its branch."""


def taken_over(fields: dict[str, Any] | None) -> dict[str, list[Any]]:
    """Of a preview, by field what stands there and what becomes of it."""
    sides = (fields or {}).items()
    return {name: [two["stays"], two["becomes"]] for name, two in sides if two["stays"] != two["becomes"]}


async def fill(world: World, record: Any, id: str, first: int | None) -> None:
    """Something of its own in each field of a record and of what stands beside it, or nothing where it may be empty."""
    async with world.console() as db:
        for entity in (record, BESIDE[record]):
            row = await db.find(entity, id)
            for number, (name, two) in enumerate(entity.fields.items()):
                column = entity.__table__.c[name]
                if name == "address" or (two is Two.KEEP and (column.foreign_keys or not column.nullable)):
                    continue
                others = [OTHERS[key.column.table.name] for key in column.foreign_keys]
                value = None if first is None else (others or [something(column, first + number)])[0]
                setattr(row, name, value)


async def told_of(world: World, record: Any, id: str) -> list[dict[str, Any]]:
    """Every field of a record, and of what stands beside it."""
    async with world.console() as db:
        rows = [await db.find(entity, id) for entity in (record, BESIDE[record])]
        return [{camel_case(name): plain(getattr(row, name)) for name in row.fields} for row in rows]


async def previewed(world: World, record: Any, address: str, first: int | None) -> tuple[str, str, Any]:
    """The two, of which the one that goes has everything; and what merging would do."""
    admin, path = world.client("admin"), PATHS[record]
    kept = await made(admin, path, branchId=NEAR, address=HOME)
    gone = await made(admin, path, branchId=NEAR, address=address, name="Ivy", email="ivy@visitor.example")
    await fill(world, record, kept, first)
    await fill(world, record, gone, 10)
    return kept, gone, await asked(await admin.get(f"{path}/{kept}/merge", params={"with": gone}))


@pytest.mark.both
@pytest.mark.parametrize("first", [None, 40], ids=["nothing", "something else"])
@pytest.mark.parametrize(("record", "address"), SHAPES)
async def test_a_preview_says_of_every_field_what_the_merge_does(
    world: World, record: Any, address: str, first: int | None
) -> None:
    kept, gone, preview = await previewed(world, record, address, first)
    before, theirs = await told_of(world, record, kept), await told_of(world, record, gone)
    path = f"{PATHS[record]}/{kept}/merge"
    await asked(await world.client("admin").post(path, json={"goneId": gone, "seal": preview["seal"]}))
    after = await told_of(world, record, kept)
    changed = [
        {name: [was[name], now[name]] for name in was if was[name] != now[name]}
        for was, now in zip(before, after, strict=True)
    ]
    sides = [preview["fields"], preview["beside"]]
    assert [taken_over(fields) for fields in sides] == changed
    two_houses = record is Client and address != HOME
    assert (preview["beside"] is None) is two_houses
    for entity, fields, was, other in zip((record, BESIDE[record]), sides, before, theirs, strict=True):
        if fields is not None:
            had = {name for name in was if was[name] or other[name]} - LEFT_OUT.get(entity, {"branchId"})
            told = {name: (two["stays"], two["goes"]) for name, two in fields.items()}
            assert told == {name: (was[name], other[name]) for name in had}


async def test_control_a_preview_of_the_record_alone_says_less(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def alone(*two: Any) -> Any:
        record, beside = await pairs(*two)
        return record, beside and beside._replace(changes={})

    monkeypatch.setattr(merging, "pairs", alone)
    for record in PATHS:
        with pytest.raises(AssertionError, match=r"clientId|access"):
            await test_a_preview_says_of_every_field_what_the_merge_does(world, record, HOME, None)


async def detailed(caller: httpx.AsyncClient, kept: str, gone: str) -> dict[str, Any]:
    preview = await asked(await caller.get(f"{LEADS}/{kept}/merge", params={"with": gone}))
    return taken_over(preview["fields"]) | taken_over(preview["beside"])


async def test_whose_client_and_whose_lead_it_will_be_is_told(world: World) -> None:
    rep = world.client("sales_rep")
    kept, gone = await made(rep, LEADS), await made(rep, LEADS, assignedTo="near_rep")
    client = (await asked(await rep.post(f"{LEADS}/{gone}/client", json={"address": HOME})))["id"]
    assert await detailed(rep, kept, gone) == {"assignedTo": [None, "near_rep"], "clientId": [None, client]}
