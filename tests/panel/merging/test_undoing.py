"""What hangs on a conversion keeps it from being undone; and what was made being removed, it may be made again."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from duskline.models.records.conversions import Conversion
from duskline.models.records.details import LeadDetails
from duskline.models.records.sales import QuoteRequest
from duskline.models.records.visitors import hold_thread, key_hash, thread_behind
from duskline.models.records.visits import Visit
from duskline.policy import WEBSITE
from tests.panel.threads import CLIENTS, LEADS, ORDERS, TICKETS, undone
from tests.world import NEAR, World

VISITS = "/api/panel/visits"
HANGS = "Something has been added or changed since, so this cannot be undone any more."
KEY = "kept-in-one-browser-alone"
MESSAGE = {
    "name": "Vera Porch",
    "email": "vera@visitor.example",
    "message": "One segment stays dark.",
    "key": KEY,
}
HOUSE = {
    "propertyType": "home", "coverage": "front", "stories": 2, "feet": 120, "zip": "00000", "name": "Vera Porch",
    "email": "vera@visitor.example", "key": KEY,
}  # fmt: skip


async def lead_of(world: World, **fields: Any) -> str:
    body = {"name": "Iris Eaves", "email": "iris@visitor.example", "address": "9 Roof Row", "branchId": NEAR}
    return await made(world.client("sales_rep"), LEADS, body | fields)


async def client_of(world: World, **fields: Any) -> str:
    body = {"name": "Cora Eaves", "email": "cora@visitor.example", "address": "1 Row", "branchId": NEAR}
    return await made(world.client("sales_rep"), CLIENTS, body | fields)


async def made(caller: httpx.AsyncClient, path: str, body: dict[str, Any]) -> str:
    answer = await caller.post(path, json=body)
    assert answer.status_code in (200, 201), answer.text
    return str(answer.json()["id"])


async def conversion_of(world: World, from_id: str) -> str:
    async with world.console() as db:
        return (await db.scalars(select(Conversion.id).where(Conversion.from_id == from_id))).one()


async def test_nobody_loses_whom_a_new_client_was_merged_into(world: World) -> None:
    rep = world.client("sales_rep")
    old = await client_of(world, leadId="lead-1-2", phone="555 010 0177")
    new = (await rep.post(f"{LEADS}/{await lead_of(world)}/client", json={})).json()
    merged = await rep.post(f"{CLIENTS}/{old}/merge", json={"goneId": new["id"]})
    assert await undone(rep, new["conversionId"]) == (409, HANGS)
    assert (await rep.get(f"{CLIENTS}/{old}")).status_code == 200
    assert (await rep.post(f"/api/panel/merges/{merged.json()['mergeId']}/undo")).status_code == 204
    assert (await rep.get(f"{CLIENTS}/{old}")).status_code == 200


async def test_nobody_loses_the_lead_that_a_message_was_merged_into(world: World) -> None:
    rep = world.client("sales_rep")
    old = await lead_of(world, phone="555-0100", source="Referral", notes="Please call me about my porch.")
    new = await made(rep, "/api/panel/enquiries/enquiry-0/lead", {})
    assert (await rep.post(f"{LEADS}/{old}/merge", json={"goneId": new})).status_code == 200
    assert await undone(rep, await conversion_of(world, "enquiry-0")) == (409, HANGS)
    assert (await rep.get(f"{LEADS}/{old}")).json()["source"] == "Referral"


async def test_a_lead_keeps_its_status_when_that_of_another_is_put_back(world: World) -> None:
    rep = world.client("sales_rep")
    gone, kept = await lead_of(world, status="proposal"), await lead_of(world, status="negotiation")
    made = (await rep.post(f"{LEADS}/{gone}/client", json={"won": True})).json()["conversionId"]
    assert (await rep.post(f"{LEADS}/{kept}/merge", json={"goneId": gone})).status_code == 200
    assert await undone(rep, made) == (409, HANGS)
    assert (await rep.get(f"{LEADS}/{kept}")).json()["status"] == "negotiation"


async def test_what_a_visitor_sent_to_it_since_is_not_lost(world: World) -> None:
    rep, visitor = world.client("sales_rep"), world.client()
    message = await made(visitor, "/api/contact", MESSAGE)
    lead = await made(rep, f"/api/panel/enquiries/{message}/lead", {})
    asked = await made(visitor, "/api/quotes", HOUSE)
    assert await undone(rep, await conversion_of(world, message)) == (409, HANGS)
    async with world.console() as db:
        assert await db.scalar(select(QuoteRequest.lead_id).where(QuoteRequest.id == asked)) == lead


@pytest.mark.parametrize("way", ["merged", "undone"])
async def test_a_request_that_is_on_its_way_meanwhile_is_not_lost(world: World, way: str) -> None:
    rep, visitor = world.client("sales_rep"), world.client()
    message = await made(visitor, "/api/contact", MESSAGE)
    lead = await made(rep, f"/api/panel/enquiries/{message}/lead", {})
    async with world.acting(WEBSITE) as db:
        behind = await hold_thread(db, await thread_behind(db, key_hash(KEY)))
        merging = (f"{LEADS}/lead-1-2/merge", {"goneId": lead})
        path, body = merging if way == "merged" else (f"/api/panel/enquiries/{message}/restore", {})
        other = asyncio.create_task(rep.post(path, json=body))
        await asyncio.wait([other], timeout=0.5)
        asked: dict[str, Any] = {
            "email_key": "vera@visitor.example", "property_type": "home", "coverage": "front", "stories": 2,
            "zip": "00000", "low": 1000, "high": 2000, "lead_id": behind.lead_id,
        }  # fmt: skip
        request = db.store(QuoteRequest(**asked))
    assert (await other).status_code == (200 if way == "merged" else 409)
    async with world.console() as db:
        assert (await db.find(QuoteRequest, request.id)).lead_id == ("lead-1-2" if way == "merged" else lead)


async def test_what_is_sent_to_a_lead_that_is_gone_begins_anew(world: World) -> None:
    rep, visitor = world.client("sales_rep"), world.client()
    await made(visitor, "/api/quotes", HOUSE)
    (lead,) = (await rep.get(LEADS, params={"q": "vera@visitor.example"})).json()
    assert (await world.client("admin").delete(f"{LEADS}/{lead['id']}")).status_code == 204
    await made(visitor, "/api/quotes", HOUSE | {"feet": 200})
    (second,) = (await rep.get(LEADS, params={"q": "vera@visitor.example"})).json()
    assert second["id"] != lead["id"]


@pytest.mark.parametrize("way", ["lead", "first job"])
async def test_a_visit_that_a_colleague_planned_meanwhile_is_not_lost(world: World, way: str) -> None:
    """Also one that was moved to another day: the first job begins with one."""
    rep, manager = world.client("sales_rep"), world.client("branch_ops_manager")
    if way == "lead":
        lead = await made(rep, "/api/panel/enquiries/enquiry-0/lead", {})
        made_by = await conversion_of(world, "enquiry-0")
        visit = await made(manager, VISITS, {"kind": "lead", "recordId": lead, "day": "2031-12-01"})
    else:
        job = (await rep.post(f"{LEADS}/{await lead_of(world)}/hand-over", json={})).json()["workOrder"]
        made_by, visit = job["conversionId"], job["id"]
        answer = await manager.patch(f"{VISITS}/{visit}", json={"startMinute": None, "crew": ["technician"]})
        assert answer.status_code == 200, answer.text
    assert await undone(rep, made_by) == (409, HANGS)
    async with world.console() as db:
        assert await db.get(Visit, visit) is not None


async def test_a_visit_that_was_only_put_in_another_place_keeps_the_job(world: World) -> None:
    """It came with the job: neither its row is new, nor does the job's own log tell of it."""
    rep, manager = world.client("sales_rep"), world.client("branch_ops_manager")
    job = (await rep.post(f"{LEADS}/{await lead_of(world)}/hand-over", json={})).json()["workOrder"]
    log = await world.audit_log()
    answer = await manager.patch(f"{VISITS}/{job['id']}", json={"position": 3})
    assert answer.status_code == 200, answer.text
    assert {row.entity_type for row in (await world.audit_log())[len(log) :]} == {"visit"}
    assert await undone(rep, job["conversionId"]) == (409, HANGS)


async def test_a_merge_that_was_undone_keeps_nothing(world: World) -> None:
    rep = world.client("sales_rep")
    new = await made(rep, "/api/panel/enquiries/enquiry-0/lead", {})
    other = await lead_of(world, address=None)
    merged = await rep.post(f"{LEADS}/{new}/merge", json={"goneId": other})
    conversion = await conversion_of(world, "enquiry-0")
    assert await undone(rep, conversion) == (409, HANGS)
    assert (await rep.post(f"/api/panel/merges/{merged.json()['mergeId']}/undo")).status_code == 204
    assert await undone(rep, conversion) == (204, "")


@pytest.mark.parametrize("added", ["property", "second lead", "second message"])
async def test_what_points_at_a_new_client_keeps_it(world: World, added: str) -> None:
    rep = world.client("sales_rep")
    made = (await rep.post(f"{LEADS}/{await lead_of(world)}/client", json={})).json()
    id = made["id"]
    answer = await {
        "property": lambda: rep.post(
            f"{CLIENTS}/{id}/properties", json={"address": "2 Row", "hazards": "Wire"}
        ),
        "second lead": lambda: rep.post(f"{LEADS}/lead-1-2/client", json={"clientId": id}),
        "second message": lambda: rep.post(
            "/api/panel/enquiries/enquiry-1/attach", json={"kind": "client", "recordId": id}
        ),
    }[added]()
    assert answer.status_code in (200, 201), answer.text
    assert await undone(rep, made["conversionId"]) == (409, HANGS)
    assert (await rep.get(f"{CLIENTS}/{id}")).status_code == 200


async def test_a_lead_that_became_somebody_s_stays(world: World) -> None:
    rep = world.client("sales_rep")
    lead = await made(rep, "/api/panel/enquiries/enquiry-0/lead", {})
    attached = (await rep.post(f"{LEADS}/{lead}/client", json={"clientId": "client-1-2"})).json()
    assert await undone(rep, await conversion_of(world, "enquiry-0")) == (409, HANGS)
    assert await undone(rep, attached["conversionId"]) == (204, "")


async def test_a_lead_with_a_first_job_keeps_its_client(world: World) -> None:
    rep = world.client("sales_rep")
    id = await lead_of(world)
    attached = (await rep.post(f"{LEADS}/{id}/client", json={"clientId": "client-1-2"})).json()
    handed = (await rep.post(f"{LEADS}/{id}/hand-over", json={})).json()
    torn = 'This client has the work order "Installation: Cleo 1 2" of this lead. Choose the right client there first.'
    assert await undone(rep, attached["conversionId"]) == (409, torn)
    assert (await rep.post(f"{LEADS}/{id}/hand-over", json={})).json() == handed
    assert await undone(rep, handed["workOrder"]["conversionId"]) == (204, "")
    assert await undone(rep, attached["conversionId"]) == (204, "")


async def test_a_lead_keeps_its_client_also_where_its_first_job_is_another_s_by_now(world: World) -> None:
    rep, manager = world.client("sales_rep"), world.client("branch_ops_manager")
    id = await lead_of(world)
    attached = (await rep.post(f"{LEADS}/{id}/client", json={"clientId": "client-1-2"})).json()
    job = (await rep.post(f"{LEADS}/{id}/hand-over", json={})).json()["workOrder"]["id"]
    assert (await manager.patch(f"{ORDERS}/{job}", json={"clientId": "client-1-1"})).status_code == 200
    assert await undone(rep, attached["conversionId"]) == (409, HANGS)


async def test_what_was_made_being_removed_it_is_made_again(world: World) -> None:
    rep, admin = world.client("sales_rep"), world.client("admin")
    id = await lead_of(world)
    first = (await rep.post(f"{LEADS}/{id}/hand-over", json={})).json()
    assert (await admin.delete(f"{ORDERS}/{first['workOrder']['id']}")).status_code == 204
    second = (await rep.post(f"{LEADS}/{id}/hand-over", json={})).json()
    assert second["client"] == first["client"]
    assert second["workOrder"]["id"] != first["workOrder"]["id"]
    for path, row in ((ORDERS, second["workOrder"]), (CLIENTS, second["client"])):
        assert (await admin.delete(f"{path}/{row['id']}")).status_code == 204
    third = await rep.post(f"{LEADS}/{id}/client", json={})
    assert (third.status_code, third.json()["id"] == first["client"]["id"]) == (200, False)


async def test_a_ticket_has_one_open_visit_whichever_was_removed(world: World) -> None:
    manager, admin = world.client("branch_ops_manager"), world.client("admin")
    at = f"{TICKETS}/ticket-1-2/return-visit"
    first = await made(manager, at, {"clientId": "client-1-1"})
    assert (await admin.delete(f"{ORDERS}/{first}")).status_code == 204
    second = await made(manager, at, {})
    assert (await manager.patch(f"{ORDERS}/{second}", json={"status": "completed"})).status_code == 200
    third = await made(manager, at, {})
    assert len({first, second, third}) == 3
    assert (await manager.patch(f"{ORDERS}/{third}", json={"status": "completed"})).status_code == 200
    assert (await manager.patch(f"{ORDERS}/{second}", json={"status": "in_progress"})).status_code == 200
    assert await made(manager, at, {}) == second


async def test_undoing_a_visit_gives_the_ticket_back_as_it_was(world: World) -> None:
    manager = world.client("branch_ops_manager")
    for chosen, left in (({}, None), ({"clientId": "client-1-2"}, "client-1-2")):
        assert (await manager.patch(f"{TICKETS}/ticket-1-2/details", json=chosen)).status_code == 200
        visit = await manager.post(f"{TICKETS}/ticket-1-2/return-visit", json={"clientId": "client-1-2"})
        assert await undone(manager, visit.json()["conversionId"]) == (204, "")
        client = (await manager.get(f"{TICKETS}/ticket-1-2/details")).json()["client"]
        assert (client and client["id"]) == left


async def test_a_return_visit_goes_to_its_own_client_s_house(world: World) -> None:
    manager = world.client("branch_ops_manager")
    house = await made(manager, f"{CLIENTS}/client-1-1/properties", {"address": "5 Former Road"})
    assert (await manager.patch(f"{ORDERS}/order-1-1/details", json={"propertyId": house})).status_code == 200
    at = f"{TICKETS}/ticket-1-2/details"
    assert (await manager.patch(at, json={"workOrderId": "order-1-1"})).status_code == 200
    assert (await manager.patch(f"{ORDERS}/order-1-1", json={"clientId": "client-1-2"})).status_code == 200
    visit = await made(manager, f"{TICKETS}/ticket-1-2/return-visit", {})
    row = (await manager.get(f"{ORDERS}/{visit}/details")).json()
    assert (row["property"]["id"], row["earlier"]) == ("client-1-1", None)


async def test_the_lead_of_a_removed_client_belongs_to_nobody(world: World) -> None:
    rep = world.client("sales_rep")
    id = await lead_of(world)
    client = (await rep.post(f"{LEADS}/{id}/client", json={})).json()["id"]
    assert (await world.client("admin").delete(f"{CLIENTS}/{client}")).status_code == 204
    async with world.console() as db:
        assert await db.scalar(select(LeadDetails.client_id).where(LeadDetails.id == id)) is None
