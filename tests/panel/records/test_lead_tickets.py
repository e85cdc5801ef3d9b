"""A lead's ticket: it comes of a message, and goes where its lead goes."""

from __future__ import annotations

import httpx
import pytest

from tests.panel.threads import faults_of, message
from tests.world import BESIDE, MISSING, NEAR, World

TICKET = "/api/panel/support-tickets/ticket-1-1"
LEAD, RECORD = "/api/panel/leads/lead-1-2", "/api/panel/leads/lead-1-2/record"


async def ticket_of_lead(support: httpx.AsyncClient, lead: str = "lead-1-2") -> str:
    made = await support.post("/api/panel/enquiries/enquiry-0/ticket", json={"leadId": lead})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


async def tickets_of(caller: httpx.AsyncClient, kind: str, id: str) -> list[str]:
    page = (await caller.get(f"/api/panel/{kind}/{id}/record")).json()
    return [row["id"] for row in page["members"] if row["kind"] == "support_ticket"]


async def test_a_message_of_a_lead_becomes_its_ticket(world: World) -> None:
    support, rep, manager = (world.client(who) for who in ("support", "sales_rep", "branch_ops_manager"))
    id = await ticket_of_lead(support)
    assert (await support.get(f"/api/panel/support-tickets/{id}")).json()["branchId"] == NEAR
    shown = (await support.get(f"/api/panel/support-tickets/{id}/details")).json()
    lead = {"id": "lead-1-2", "title": "Lea 1 2", "status": "new"}
    assert (shown["lead"], shown["client"]) == (lead, None)
    (summary,) = (await support.get("/api/panel/ticket-details", params={"ids": id})).json()
    assert summary == {"id": id, "client": None, "lead": lead}
    sent = await message(manager)
    assert (sent["state"], sent["ticketId"], sent["leadId"]) == ("taken", id, "lead-1-2")
    assert await tickets_of(rep, "leads", "lead-1-2") == [id]
    events = (await rep.get(RECORD)).json()["timeline"]["events"]
    assert {(event["source"], event["recordId"]) for event in events} >= {
        ("message", "lead-1-2"),
        ("conversion", id),
    }


async def test_its_ticket_goes_with_a_lead_that_becomes_a_client(world: World) -> None:
    support, rep = world.client("support"), world.client("sales_rep")
    id = await ticket_of_lead(support)
    made = (await rep.post(f"{LEAD}/client", json={"address": "2 Lake Road"})).json()
    details = f"/api/panel/support-tickets/{id}/details"
    assert (await support.get(details)).json()["client"]["id"] == made["id"]
    (summary,) = (await support.get("/api/panel/ticket-details", params={"ids": id})).json()
    assert summary["client"]["id"] == made["id"]
    assert await tickets_of(rep, "clients", made["id"]) == await tickets_of(rep, "leads", "lead-1-2") == [id]
    visit = (await support.post(f"/api/panel/support-tickets/{id}/return-visit", json={})).json()
    order = (await world.client("admin").get(f"/api/panel/work-orders/{visit['id']}")).json()
    assert order["clientId"] == made["id"]
    assert await tickets_of(rep, "clients", made["id"]) == [id]
    for conversion in (visit["conversionId"], made["conversionId"]):
        caller = support if conversion == visit["conversionId"] else rep
        assert (await caller.post(f"/api/panel/conversions/{conversion}/undo")).status_code == 204
    back = (await support.get(details)).json()
    assert (back["client"], back["lead"]["id"]) == (None, "lead-1-2")
    assert await tickets_of(rep, "leads", "lead-1-2") == [id]


async def test_its_ticket_goes_with_a_lead_that_is_merged(world: World) -> None:
    support, rep = world.client("support"), world.client("sales_rep")
    id = await ticket_of_lead(support)
    body = {"name": "Lea", "email": "lea@visitor.example"}
    kept = (await rep.post("/api/panel/leads", json=body)).json()["id"]
    preview = await rep.get(f"/api/panel/leads/{kept}/merge", params={"with": "lead-1-2"})
    assert preview.json()["moves"] == {"messages": 1, "tickets": 1}
    merged = (await rep.post(f"/api/panel/leads/{kept}/merge", json={"goneId": "lead-1-2"})).json()
    assert await tickets_of(rep, "leads", kept) == [id]
    assert (await rep.post(f"/api/panel/merges/{merged['mergeId']}/undo")).status_code == 204
    assert (await tickets_of(rep, "leads", kept), await tickets_of(rep, "leads", "lead-1-2")) == ([], [id])


async def test_a_lead_that_is_removed_lets_go_of_its_ticket(world: World) -> None:
    support = world.client("support")
    id = await ticket_of_lead(support)
    assert (await world.client("admin").delete(LEAD)).status_code == 204
    details = (await support.get(f"/api/panel/support-tickets/{id}/details")).json()
    assert (details["lead"], details["client"]) == (None, None)


async def test_nobody_is_left_behind_by_a_ticket(world: World) -> None:
    admin = world.client("admin")
    id = await ticket_of_lead(admin)
    ticket = f"/api/panel/support-tickets/{id}"
    said = {"branchId": "This lead has tickets in its present branch"}
    assert faults_of(await admin.patch(LEAD, json={"branchId": BESIDE})) == (400, said)
    said = {"branchId": "This ticket is of somebody in its present branch"}
    for link in ({"leadId": "lead-1-2"}, {"clientId": "client-1-1"}):
        assert (await admin.patch(f"{ticket}/details", json=link)).status_code == 200
        assert faults_of(await admin.patch(ticket, json={"branchId": BESIDE})) == (400, said)
    for free in ({"branchId": None}, {"branchId": NEAR}):
        assert (await admin.patch(ticket, json=free)).status_code == 200
    assert (await admin.patch(f"{ticket}/details", json={"clientId": None})).status_code == 200
    assert (await admin.patch(ticket, json={"branchId": BESIDE})).status_code == 200


async def test_a_ticket_is_one_person_s(world: World) -> None:
    """`lead-1-1` has become `client-1-1`, `lead-1-2` nobody's client."""
    support, at = world.client("support"), f"{TICKET}/details"

    async def chosen(**links: str | None) -> tuple[str | None, str | None, str | None]:
        row = (await support.patch(at, json=links)).json()
        return tuple(row[name] and row[name]["id"] for name in ("lead", "client", "workOrder"))

    assert await chosen(leadId="lead-1-2") == ("lead-1-2", None, None)
    assert await chosen(clientId="client-1-1") == (None, "client-1-1", None)
    assert await chosen(leadId="lead-1-1") == ("lead-1-1", "client-1-1", None)
    assert await chosen(workOrderId="order-1-1") == ("lead-1-1", "client-1-1", "order-1-1")
    assert await chosen(leadId="lead-1-2") == ("lead-1-2", None, None)
    assert await chosen(workOrderId="order-1-1") == (None, "client-1-1", "order-1-1")
    assert await chosen(leadId="lead-1-1", clientId=None) == ("lead-1-1", "client-1-1", "order-1-1")
    assert await chosen(clientId=None) == (None, None, None)
    both = await support.patch(at, json={"leadId": "lead-1-2", "clientId": "client-1-1"})
    said = {"leadId": "Please choose a lead of this client from the list"}
    assert faults_of(both) == (400, said)
    taken = {"leadId": "lead-1-2", "clientId": "client-1-1"}
    refused = await support.post("/api/panel/enquiries/enquiry-0/ticket", json=taken)
    assert faults_of(refused) == (400, {"leadId": "Please choose either a client or a lead"})


@pytest.mark.parametrize("lead", ["lead-far-1", "lead-beside-1", MISSING])
async def test_a_ticket_is_of_a_lead_of_its_branch(world: World, lead: str) -> None:
    said = {"leadId": "Please choose a lead of this branch from the list"}
    for who in ("support", "branch_ops_manager"):
        answer = await world.client(who).patch(f"{TICKET}/details", json={"leadId": lead})
        assert faults_of(answer) == (400, said)
    taken = await world.client("branch_ops_manager").post(
        "/api/panel/enquiries/enquiry-0/ticket", json={"leadId": lead}
    )
    assert faults_of(taken) == (400, said)
