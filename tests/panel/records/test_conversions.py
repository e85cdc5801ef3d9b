"""A lead becomes a client, and a client's first job, once; whoever did it can take it back for a while."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from duskline.models.records import conversions
from duskline.models.records.about import RecordKind
from duskline.models.records.activities import Activity, ActivityType
from duskline.models.records.details import LeadDetails, WorkOrderDetails
from duskline.models.records.sales import Client
from duskline.models.records.service import WorkOrder
from tests.conftest import FULL_COUNTS
from tests.panel.threads import CLIENTS, LEADS, ORDERS, undone
from tests.world import FAR, MISSING, NEAR, World

RACERS = 100 if FULL_COUNTS else 12
HOUSE = {
    "propertyType": "home", "coverage": "front", "stories": 2, "feet": 120, "zip": "00000", "name": "Vera Porch",
    "email": "vera@visitor.example", "phone": "555 010 0199",
}  # fmt: skip


async def lead_of(world: World, **fields: Any) -> str:
    body = {"name": "Iris Eaves", "email": "iris@visitor.example", "address": "9 Roof Row", "branchId": NEAR}
    answer = await world.client("sales_rep").post(LEADS, json=body | fields)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def client_of(world: World, lead_id: str) -> str | None:
    async with world.console() as db:
        return await db.scalar(select(LeadDetails.client_id).where(LeadDetails.id == lead_id))


async def number(world: World, column: Any, value: str) -> int:
    async with world.console() as db:
        return await db.scalar(select(func.count()).select_from(column.class_).where(column == value)) or 0


# --- a client ---


async def test_a_client_takes_over_what_the_lead_says(world: World) -> None:
    id = await lead_of(world, phone="555 010 0199")
    rep = world.client("sales_rep")
    made = (await rep.post(f"{LEADS}/{id}/client", json={})).json()
    row = (await rep.get(f"{CLIENTS}/{made['id']}")).json()
    said = {name: row[name] for name in ("name", "email", "phone", "address", "branchId", "leadId", "status")}
    assert made["title"] == "Iris Eaves"
    assert said == {
        "name": "Iris Eaves", "email": "iris@visitor.example", "phone": "555 010 0199", "address": "9 Roof Row",
        "branchId": "1", "leadId": id, "status": "active",
    }  # fmt: skip
    assert await client_of(world, id) == made["id"]
    assert (await rep.get(f"{LEADS}/{id}")).json()["status"] == "new"


async def test_asked_again_it_is_the_same(world: World) -> None:
    id = await lead_of(world)
    rep = world.client("sales_rep")
    answers = [await rep.post(f"{LEADS}/{id}/client", json=body) for body in ({}, {}, {"won": True})]
    assert answers[0].json() == answers[1].json() == answers[2].json()
    assert await number(world, Client.lead_id, id) == 1


async def test_a_client_entered_by_hand_is_the_lead_s(world: World) -> None:
    made = (await world.client("sales_rep").post(f"{LEADS}/lead-1-1/client", json={})).json()
    assert made == {"id": "client-1-1", "title": "Cleo 1 1", "conversionId": None}


async def test_a_missing_address_is_asked_for(world: World) -> None:
    id = await lead_of(world, address=None)
    rep = world.client("sales_rep")
    answer = await rep.post(f"{LEADS}/{id}/client", json={})
    assert (answer.status_code, answer.json()["fields"]) == (
        400,
        {"address": "Please enter the address: the lead has none"},
    )
    made = (await rep.post(f"{LEADS}/{id}/client", json={"address": "1 New Road"})).json()
    assert (await rep.get(f"{CLIENTS}/{made['id']}")).json()["address"] == "1 New Road"


async def test_a_lead_is_attached_to_a_client_that_is_there(world: World) -> None:
    id = await lead_of(world)
    rep = world.client("sales_rep")
    made = (await rep.post(f"{LEADS}/{id}/client", json={"clientId": "client-1-2"})).json()
    assert (made["id"], await client_of(world, id)) == ("client-1-2", "client-1-2")
    assert await undone(rep, made["conversionId"]) == (204, "")
    assert await client_of(world, id) is None
    assert (await rep.get(f"{CLIENTS}/client-1-2")).status_code == 200


@pytest.mark.parametrize("elsewhere", ["client-far-1", "client-beside-1", MISSING])
async def test_a_client_elsewhere_and_none_are_refused_alike(world: World, elsewhere: str) -> None:
    id = await lead_of(world)
    for who in ("sales_rep", "admin"):
        answer = await world.client(who).post(f"{LEADS}/{id}/client", json={"clientId": elsewhere})
        said = {"clientId": "Please choose a client of this branch from the list"}
        assert (answer.status_code, answer.json()["fields"]) == (400, said)


async def test_the_lead_may_be_won_by_it(world: World) -> None:
    id = await lead_of(world, status="proposal")
    rep = world.client("sales_rep")
    made = (await rep.post(f"{LEADS}/{id}/client", json={"won": True})).json()
    assert (await rep.get(f"{LEADS}/{id}")).json()["status"] == "won"
    assert await undone(rep, made["conversionId"]) == (204, "")
    assert (await rep.get(f"{LEADS}/{id}")).json()["status"] == "proposal"
    assert (await rep.get(f"{CLIENTS}/{made['id']}")).status_code == 404


# --- a first job ---


async def test_a_rep_hands_a_job_over(world: World) -> None:
    assert (await world.client().post("/api/quotes", json=HOUSE)).status_code == 201
    rep, manager = world.client("sales_rep"), world.client("branch_ops_manager")
    (lead,) = (await rep.get(LEADS, params={"q": "vera@visitor.example"})).json()
    made = (await rep.post(f"{LEADS}/{lead['id']}/hand-over", json={"address": "9 Roof Row"})).json()
    order = (await manager.get(f"{ORDERS}/{made['workOrder']['id']}")).json()
    told = {
        name: order[name] for name in ("clientId", "title", "status", "assignedTo", "branchId", "description")
    }
    assert told == {
        "clientId": made["client"]["id"], "title": "Installation: Vera Porch", "status": "pending", "assignedTo": None,
        "branchId": "1", "description": lead["notes"],
    }  # fmt: skip
    assert (await rep.get(f"{ORDERS}/{order['id']}")).status_code == 403
    async with world.console() as db:
        details = await db.find(WorkOrderDetails, order["id"])
        known = details.kind, details.lead_id, details.property_id, details.feet, details.stories
    assert known == ("installation", lead["id"], made["client"]["id"], 120, 2)
    (building,) = (await rep.get(f"{CLIENTS}/{made['client']['id']}/properties")).json()
    assert (building["feet"], building["stories"]) == (120, 2), "later jobs ask for neither"


async def test_handed_over_again_it_is_the_same(world: World) -> None:
    id = await lead_of(world)
    rep = world.client("sales_rep")
    client = (await rep.post(f"{LEADS}/{id}/client", json={})).json()
    answers = [await rep.post(f"{LEADS}/{id}/hand-over", json={"title": "Porch"}) for _ in range(3)]
    assert answers[0].json() == answers[1].json() == answers[2].json()
    assert answers[0].json()["client"] == client
    assert answers[0].json()["workOrder"]["title"] == "Porch"
    assert await number(world, WorkOrder.client_id, client["id"]) == 1


@pytest.mark.parametrize("call", ["client", "hand-over"])
async def test_pressed_by_many_at_once_there_is_one(world: World, call: str) -> None:
    id = await lead_of(world)
    callers = [world.client(who) for who in ("sales_rep", "near_rep", "admin", "branch_ops_manager")]
    presses = [callers[n % 4].post(f"{LEADS}/{id}/{call}", json={"won": True}) for n in range(RACERS)]
    answers = await asyncio.gather(*presses)
    assert Counter(answer.status_code for answer in answers) == {200: RACERS}
    assert len({answer.text for answer in answers}) == 1
    client_id = await client_of(world, id)
    assert client_id is not None
    assert await number(world, Client.lead_id, id) == 1
    assert await number(world, WorkOrder.client_id, client_id) == (call == "hand-over")


# --- taking it back ---


async def test_undoing_a_hand_over_takes_both_back(world: World) -> None:
    id = await lead_of(world, status="negotiation")
    rep = world.client("sales_rep")
    made = (await rep.post(f"{LEADS}/{id}/hand-over", json={"won": True})).json()
    assert await undone(rep, made["workOrder"]["conversionId"]) == (204, "")
    assert (await rep.get(f"{CLIENTS}/{made['client']['id']}")).status_code == 404
    assert (await world.client("admin").get(f"{ORDERS}/{made['workOrder']['id']}")).status_code == 404
    assert (await rep.get(f"{LEADS}/{id}")).json()["status"] == "negotiation"
    again = (await rep.post(f"{LEADS}/{id}/hand-over", json={})).json()
    assert again["client"]["id"] != made["client"]["id"]


async def test_only_its_maker_undoes_it_once(world: World) -> None:
    id = await lead_of(world)
    rep = world.client("sales_rep")
    made = (await rep.post(f"{LEADS}/{id}/client", json={})).json()["conversionId"]
    for who in ("near_rep", "admin", "branch_ops_manager"):
        assert await undone(world.client(who), made) == (403, "Only the person who did this can undo it.")
    for who in ("far_rep", "far_manager"):
        assert await undone(world.client(who), made) == (404, "Not found.")
    assert await undone(rep, made) == (204, "")
    assert await undone(rep, made) == (409, "This has been undone already.")


async def test_it_is_undone_within_ten_minutes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert timedelta(minutes=10) == conversions.UNDONE_WITHIN
    id = await lead_of(world)
    rep = world.client("sales_rep")
    made = (await rep.post(f"{LEADS}/{id}/client", json={})).json()["conversionId"]
    monkeypatch.setattr(conversions, "UNDONE_WITHIN", timedelta(0))
    assert await undone(rep, made) == (409, "This could be undone for ten minutes. They have passed.")


HANGS = "Something has been added or changed since, so this cannot be undone any more."


async def test_what_has_been_changed_or_spoken_of_stays(world: World) -> None:
    rep, admin = world.client("sales_rep"), world.client("admin")
    edited, noted, ordered = [
        (await rep.post(f"{LEADS}/{await lead_of(world)}/client", json={})).json() for _ in range(3)
    ]
    assert (await admin.patch(f"{CLIENTS}/{edited['id']}", json={"name": "Iris E."})).status_code == 200
    async with world.console() as db:
        note = {"kind": RecordKind.CLIENT, "record_id": noted["id"], "branch_id": NEAR}
        db.store(Activity(**note, type=ActivityType.NOTE, words="Has a dog"))
    order = {"title": "Porch", "clientId": ordered["id"], "branchId": NEAR}
    assert (await admin.post(ORDERS, json=order)).status_code == 201
    assert await undone(rep, edited["conversionId"]) == (409, HANGS)
    assert await undone(rep, noted["conversionId"]) == (409, HANGS)
    said = "This record still has 1 work order. Remove those first."
    assert await undone(rep, ordered["conversionId"]) == (409, said)
    for made in (edited, noted, ordered):
        assert (await rep.get(f"{CLIENTS}/{made['id']}")).status_code == 200


@pytest.mark.parametrize("who", ["support", "technician", "lead_technician", "no_role", "far_rep"])
async def test_others_convert_nothing(world: World, who: str) -> None:
    for call in ("client", "hand-over"):
        answer = await world.client(who).post(f"{LEADS}/lead-{NEAR}-2/{call}", json={"address": "1 Road"})
        assert answer.status_code == (404 if who == "far_rep" else 403)
    assert await number(world, Client.lead_id, f"lead-{NEAR}-2") == 0
    assert FAR != NEAR
