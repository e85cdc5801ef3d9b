"""What whoever does a job reads of what came before it: the person's own words and photos, and earlier visits to the building."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.world import MISSING, World

ORDERS = "/api/panel/work-orders"
ASKED = {
    "propertyType": "home", "coverage": "front", "stories": 2, "feet": 120, "zip": "00000", "name": "Vera Porch",
    "email": "porch@visitor.example",
}  # fmt: skip


async def thread_of(caller: httpx.AsyncClient, id: str) -> dict[str, Any]:
    answer = await caller.get(f"{ORDERS}/{id}/thread")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def done(world: World, client: str, title: str, place: str, **more: Any) -> str:
    """A completed order at one of the client's buildings."""
    manager = world.client("branch_ops_manager")
    id = str((await manager.post(ORDERS, json={"clientId": client, "title": title, **more})).json()["id"])
    assert (await manager.patch(f"{ORDERS}/{id}/details", json={"propertyId": place})).status_code == 200
    assert (await manager.patch(f"{ORDERS}/{id}", json={"status": "completed"})).status_code == 200
    return id


async def test_it_shows_what_the_person_asked_for(world: World) -> None:
    rep, technician = world.client("sales_rep"), world.client("technician")
    assert (await world.client().post("/api/quotes", json=ASKED)).status_code == 201
    (lead,) = (await rep.get("/api/panel/leads", params={"q": "porch@visitor.example"})).json()
    note = {"kind": "lead", "recordId": lead["id"], "type": "note", "words": "Haggles"}
    assert (await rep.post("/api/panel/activities", json=note)).status_code == 201
    made = (await rep.post(f"/api/panel/leads/{lead['id']}/hand-over", json={"address": "9 Roof Row"})).json()
    words = {"name": "Vera Porch", "email": "porch@visitor.example", "message": "Mind the dog."}
    sent = (await world.client().post("/api/contact", json=words)).json()["id"]
    attached = {"kind": "client", "recordId": made["client"]["id"]}
    assert (await rep.post(f"/api/panel/enquiries/{sent}/attach", json=attached)).status_code == 200
    shown = await thread_of(technician, made["workOrder"]["id"])
    assert [(event["source"], event["words"]) for event in shown["said"]] == [
        ("message", "Mind the dog."), ("request", None),
    ]  # fmt: skip
    assert shown["said"][1]["changes"]["feet"] == [None, 120]
    assert shown["visits"] == []


async def test_the_price_range_is_for_those_who_read_leads(world: World) -> None:
    """It is the company's word and not the visitor's; on the job, and on the client's page."""
    rep = world.client("sales_rep")
    assert (await world.client().post("/api/quotes", json=ASKED | {"feet": None})).status_code == 201
    (lead,) = (await rep.get("/api/panel/leads", params={"q": "porch@visitor.example"})).json()
    made = (await rep.post(f"/api/panel/leads/{lead['id']}/hand-over", json={"address": "9 Roof Row"})).json()
    page = f"/api/panel/clients/{made['client']['id']}/record"
    for who, told in (("technician", []), ("support", ["high", "low", "value"])):
        caller = world.client(who)
        events = (await caller.get(page)).json()["timeline"]["events"]
        asked = [event for event in events if event["source"] == "request"]
        asked += (await thread_of(caller, made["workOrder"]["id"]))["said"]
        assert [event["changes"]["coverage"] for event in asked] == [[None, "front"]] * 2
        assert [sorted({"low", "high", "value"} & set(event["changes"])) for event in asked] == [told] * 2


async def test_it_shows_who_was_at_the_building_before(world: World) -> None:
    manager = world.client("branch_ops_manager")
    other = (await manager.post("/api/panel/clients/client-1-1/properties", json={"address": "2 Row"})).json()
    first = await done(world, "client-1-1", "First", "client-1-1", notes="Ladder on the north side")
    second = await done(world, "client-1-1", "Second", "client-1-1")
    await done(world, "client-1-1", "Elsewhere", other["id"])
    await done(world, "client-1-2", "Another's", "client-1-2")
    visits = (await thread_of(world.client("technician"), "order-1-1"))["visits"]
    assert [(visit["id"], visit["kind"], visit["notes"]) for visit in visits] == [
        (second, "installation", None), (first, "installation", "Ladder on the north side"),
    ]  # fmt: skip
    assert [visit["id"] for visit in (await thread_of(manager, second))["visits"]] == [first]


@pytest.mark.parametrize(
    ("who", "order", "status"),
    [
        ("support", "order-1-1", 200), ("sales_rep", "order-1-1", 403), ("technician", "order-far-1", 404),
        ("beside_technician", "order-1-1", 404), ("technician", MISSING, 404),
    ],
)  # fmt: skip
async def test_who_reads_it(world: World, who: str, order: str, status: int) -> None:
    assert (await world.client(who).get(f"{ORDERS}/{order}/thread")).status_code == status
