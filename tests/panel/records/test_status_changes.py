"""Every change of a status is kept as a row, in the branch of its record, by whoever made it; what is about a record goes with it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from duskline.models.records.about import RecordKind
from duskline.models.records.activities import Activity, ActivityType
from duskline.models.records.properties import Property
from duskline.models.records.status_changes import StatusChange
from tests.world import BESIDE, NEAR, World

LEADS, CLIENTS = "/api/panel/leads", "/api/panel/clients"


async def changes(world: World, record_id: str) -> list[tuple[Any, ...]]:
    """Kind, from, to, by and branch of each, oldest first."""
    columns = (
        StatusChange.kind, StatusChange.from_status, StatusChange.to_status, StatusChange.by_id, StatusChange.branch_id,
    )  # fmt: skip
    async with world.console() as db:
        rows = select(*columns).where(StatusChange.record_id == record_id).order_by(StatusChange.id)
        return [tuple(row) for row in await db.execute(rows)]


async def made(world: World, who: str = "regional_ops_manager", path: str = LEADS, **fields: Any) -> str:
    body = {"name": "Iris", "email": "iris@visitor.example", "branchId": NEAR} | fields
    answer = await world.client(who).post(path, json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_a_lead_s_way_is_kept(world: World) -> None:
    id = await made(world)
    caller = world.client("regional_ops_manager")
    for body in ({"status": "contacted"}, {"status": "contacted", "name": "Iris Eaves"}, {"status": "lost"}):
        assert (await caller.patch(f"{LEADS}/{id}", json=body)).status_code == 200
    who = "regional_ops_manager"
    assert await changes(world, id) == [
        ("lead", None, "new", who, "1"),
        ("lead", "new", "contacted", who, "1"),
        ("lead", "contacted", "lost", who, "1"),
    ]


@pytest.mark.parametrize(
    ("path", "body", "kind", "first"),
    [
        (
            "/api/panel/clients",
            {"name": "C", "email": "c@c.example", "address": "1 Road"},
            "client",
            "active",
        ),
        ("/api/panel/work-orders", {"title": "W", "clientId": "client-1-1"}, "work_order", "pending"),
        (
            "/api/panel/support-tickets",
            {"subject": "T", "description": "Dark", "category": "general"},
            "ticket",
            "open",
        ),
    ],
)
async def test_each_kind_of_record_keeps_its_first_status(
    world: World, path: str, body: dict[str, Any], kind: str, first: str
) -> None:
    answer = await world.client("admin").post(path, json=body)
    assert await changes(world, answer.json()["id"]) == [(kind, None, first, "admin", "1")]


async def test_what_a_visitor_starts_is_nobody_s(world: World) -> None:
    asked = {
        "propertyType": "home", "coverage": "front", "stories": 1, "zip": "00000", "name": "Vera Porch",
        "email": "vera@visitor.example",
    }  # fmt: skip
    assert (await world.client().post("/api/quotes", json=asked)).status_code == 201
    (lead,) = (await world.client("admin").get(LEADS, params={"q": "vera@visitor.example"})).json()
    assert [change[:4] for change in await changes(world, lead["id"])] == [("lead", None, "new", None)]


async def test_a_refused_change_leaves_no_row(world: World) -> None:
    id = await made(world)
    answer = await world.client("regional_ops_manager").patch(
        f"{LEADS}/{id}", json={"status": "won", "branchId": "far"}
    )
    assert answer.status_code == 400
    assert len(await changes(world, id)) == 1


async def test_rows_move_with_their_record(world: World) -> None:
    id = await made(world)
    moved = await world.client("regional_ops_manager").patch(f"{LEADS}/{id}", json={"branchId": BESIDE})
    assert moved.status_code == 200
    assert [change[4] for change in await changes(world, id)] == ["beside"]


async def test_rows_go_with_their_record(world: World) -> None:
    id, other = await made(world), await made(world)
    async with world.console() as db:
        db.store(Activity(kind=RecordKind.LEAD, record_id=id, branch_id=NEAR, type=ActivityType.NOTE))
    assert (await world.client("admin").delete(f"{LEADS}/{id}")).status_code == 204
    assert await changes(world, id) == []
    assert len(await changes(world, other)) == 1
    async with world.console() as db:
        assert await db.scalar(select(Activity.id).where(Activity.record_id == id)) is None


async def test_a_client_has_a_property_at_the_own_address(world: World) -> None:
    id = await made(world, path=CLIENTS, address="9 Roof Row")
    async with world.console() as db:
        (own,) = (await db.scalars(select(Property).where(Property.client_id == id))).all()
        assert (own.address, own.branch_id, own.version) == (None, "1", 1)
    moved = await world.client("regional_ops_manager").patch(f"{CLIENTS}/{id}", json={"branchId": BESIDE})
    assert moved.status_code == 200
    async with world.console() as db:
        assert await db.scalar(select(Property.branch_id).where(Property.client_id == id)) == "beside"
