"""What ties records together, set by hand: properties, what a job comes from, whose a ticket is, whose a message is."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.conftest import FULL_COUNTS
from tests.pictures import photo
from tests.world import BESIDE, MISSING, NEAR, World

PROPERTIES = "/api/panel/clients/client-1-1/properties"
JOB = "/api/panel/work-orders/order-1-1/details"
TICKET = "/api/panel/support-tickets/ticket-1-1"
RACERS = 100 if FULL_COUNTS else 12


async def fields_of(answer: httpx.Response) -> tuple[int, dict[str, str]]:
    return answer.status_code, answer.json().get("fields", {})


# --- properties ---


async def test_a_client_has_several_properties(world: World) -> None:
    rep, technician = world.client("sales_rep"), world.client("technician")
    said = {
        "name": "Lake house",
        "address": "2 Lake Road",
        "feet": 300,
        "stories": 2,
        "access": "Key at the office",
    }
    made = (await rep.post(PROPERTIES, json=said)).json()
    assert {name: made[name] for name in said} == said
    noted = await technician.patch(
        f"/api/panel/properties/{made['id']}", json={"hazards": "Wire over the porch"}
    )
    assert (noted.json()["hazards"], noted.json()["version"]) == ("Wire over the porch", 2)
    assert [row["id"] for row in (await technician.get(PROPERTIES)).json()] == ["client-1-1", made["id"]]


async def test_the_own_address_stands_with_the_client(world: World) -> None:
    rep, own = world.client("sales_rep"), "/api/panel/properties/client-1-1"
    said = "This is the client's own address. Change it with the client."
    assert await fields_of(await rep.patch(own, json={"address": "1 Else"})) == (400, {"address": said})
    gone = await rep.delete(own)
    assert (gone.status_code, gone.json()["error"]) == (409, said)
    assert (await rep.patch(own, json={"access": "Gate 4711"})).json()["access"] == "Gate 4711"


async def test_a_property_with_a_job_stays(world: World) -> None:
    rep, manager = world.client("sales_rep"), world.client("branch_ops_manager")
    ids = [(await rep.post(PROPERTIES, json={"address": f"{n} Row"})).json()["id"] for n in (1, 2)]
    assert (await manager.patch(JOB, json={"propertyId": ids[0]})).status_code == 200
    gone = [await rep.delete(f"/api/panel/properties/{id}") for id in ids]
    assert [answer.status_code for answer in gone] == [409, 204]
    assert gone[0].json()["error"] == "A work order was for this property, so it stays."


@pytest.mark.parametrize(
    ("who", "read", "written"),
    [("support", 200, 403), ("no_role", 403, 403), ("far_rep", 404, 404), ("lead_technician", 200, 201)],
)
async def test_who_reads_and_writes_them(world: World, who: str, read: int, written: int) -> None:
    caller = world.client(who)
    assert (await caller.get(PROPERTIES)).status_code == read
    assert (await caller.post(PROPERTIES, json={"address": "1 Row"})).status_code == written


# --- what stands beside a work order ---


async def test_a_job_knows_where_it_comes_from(world: World) -> None:
    manager = world.client("branch_ops_manager")
    links = {
        "kind": "service", "leadId": "lead-1-1", "ticketId": "ticket-1-1", "earlierId": "order-1-2",
        "propertyId": "client-1-1", "feet": 180, "stories": 2, "hours": 6, "crewSize": 2,
    }  # fmt: skip
    shown = (await manager.patch(JOB, json=links)).json()
    assert {name: shown[name] for name in ("kind", "feet", "stories", "hours", "crewSize")} == {
        "kind": "service", "feet": 180, "stories": 2, "hours": 6, "crewSize": 2,
    }  # fmt: skip
    assert shown["lead"] == {"id": "lead-1-1", "title": "Lea 1 1", "status": "new"}
    assert shown["ticket"] == {"id": "ticket-1-1", "title": "Dark porch 1 1", "status": "open"}
    assert shown["earlier"] == {"id": "order-1-2", "title": "Porch 1 2", "status": "pending"}
    assert shown["property"]["id"] == "client-1-1"
    assert (await world.client("technician").get(JOB)).json() == shown


@pytest.mark.parametrize(
    ("field", "wrong", "said"),
    [
        ("leadId", ("lead-far-1", "lead-beside-1", MISSING), "Please choose a lead of this branch from the list"),
        ("ticketId", ("ticket-far-1", "ticket-nowhere", MISSING), "Please choose a ticket of this branch from the list"),
        (
            "earlierId", ("order-1-1", "order-far-1", MISSING),
            "Please choose another work order of this client from the list",
        ),
        ("propertyId", ("client-1-2", "client-far-1", MISSING), "Please choose a property of this client from the list"),
    ],
)  # fmt: skip
async def test_a_link_that_leads_out_of_the_thread_is_refused(
    world: World, field: str, wrong: tuple[str, ...], said: str
) -> None:
    for who in ("branch_ops_manager", "admin"):
        for id in wrong:
            assert await fields_of(await world.client(who).patch(JOB, json={field: id})) == (
                400,
                {field: said},
            )


async def test_a_job_is_held_and_taken_up_again(world: World) -> None:
    technician = world.client("technician")
    assert await fields_of(await technician.patch(JOB, json={"aside": "held"})) == (
        400,
        {"reason": "Please say why"},
    )
    held = (await technician.patch(JOB, json={"aside": "held", "reason": "Rain"})).json()
    assert (held["aside"], held["reason"], held["asideSince"] is not None) == ("held", "Rain", True)
    freed = (await technician.patch(JOB, json={"aside": None})).json()
    assert (freed["aside"], freed["reason"], freed["asideSince"]) == (None, None, None)


async def test_only_those_who_assign_jobs_cancel_one(world: World) -> None:
    technician, lead_technician = world.client("technician"), world.client("lead_technician")
    cancel = {"aside": "cancelled", "reason": "Sold the house"}
    assert (await technician.patch(JOB, json=cancel)).status_code == 403
    assert (await lead_technician.patch(JOB, json=cancel)).json()["aside"] == "cancelled"
    for again in ({"aside": None}, {"aside": "held", "reason": "Rain"}):
        assert (await technician.patch(JOB, json=again)).status_code == 403
    assert (await lead_technician.patch(JOB, json={"aside": None})).json()["aside"] is None


async def test_others_jobs_are_left_alone(world: World) -> None:
    at = "/api/panel/work-orders/order-1-1"
    assert (await world.client("admin").patch(at, json={"assignedTo": "near_technician"})).status_code == 200
    assert (await world.client("technician").patch(JOB, json={"feet": 10})).status_code == 403
    assert (await world.client("near_technician").patch(JOB, json={"feet": 10})).status_code == 200
    assert (await world.client("support").patch(JOB, json={"feet": 10})).status_code == 403


async def test_a_job_is_not_both_done_and_set_aside(world: World) -> None:
    technician, lead_technician = world.client("technician"), world.client("lead_technician")
    order = JOB.removesuffix("/details")
    assert (await technician.patch(JOB, json={"aside": "held", "reason": "Rain"})).status_code == 200
    assert (await technician.patch(order, json={"status": "completed"})).status_code == 200
    row = (await technician.get(JOB)).json()
    assert (row["aside"], row["reason"]) == (None, None)
    for aside in ("held", "cancelled"):
        answer = await lead_technician.patch(JOB, json={"aside": aside, "reason": "Rain"})
        said = "This work order is completed. Open it again to set it aside."
        assert (answer.status_code, answer.json()["error"]) == (409, said)
    assert (await technician.patch(order, json={"status": "pending"})).status_code == 200
    cancel = {"aside": "cancelled", "reason": "Sold the house"}
    assert (await lead_technician.patch(JOB, json=cancel)).status_code == 200
    answer = await technician.patch(order, json={"status": "completed"})
    said = "This work order is cancelled. Take it up again to complete it."
    assert (answer.status_code, answer.json()["error"]) == (409, said)
    assert (await lead_technician.get(order)).json()["status"] == "pending"


async def test_each_job_of_a_page_has_its_details(world: World) -> None:
    technician, at = world.client("technician"), "/api/panel/work-order-details"
    await technician.patch(JOB, json={"kind": "service", "aside": "held", "reason": "Rain"})
    rows = (await technician.get(at, params={"ids": "order-1-1,order-1-2,order-far-1,nobody"})).json()
    assert sorted(rows, key=lambda row: str(row["id"])) == [
        {"id": "order-1-1", "kind": "service", "aside": "held", "reason": "Rain"},
        {"id": "order-1-2", "kind": "installation", "aside": None, "reason": None},
    ]
    assert (await technician.get(at)).json() == []
    assert (await world.client("sales_rep").get(at)).status_code == 403


async def test_a_job_of_another_client_leaves_the_former_one_s_building(world: World) -> None:
    manager, order = world.client("branch_ops_manager"), "/api/panel/work-orders/order-1-1"
    await manager.patch(JOB, json={"propertyId": "client-1-1", "earlierId": "order-1-2"})
    assert (await manager.patch(order, json={"title": "Gable", "clientId": "client-1-1"})).status_code == 200
    kept = (await manager.get(JOB)).json()
    assert (kept["property"]["id"], kept["earlier"]["id"]) == ("client-1-1", "order-1-2")
    assert (await manager.patch(order, json={"clientId": "client-1-2"})).status_code == 200
    left = (await manager.get(JOB)).json()
    assert (left["property"]["id"], left["earlier"]) == ("client-1-2", None)


# --- what stands beside a ticket ---


async def test_each_ticket_of_a_page_has_its_client(world: World) -> None:
    support, at = world.client("support"), "/api/panel/ticket-details"
    await support.patch(f"{TICKET}/details", json={"clientId": "client-1-1"})
    ids = {"ids": "ticket-1-1,ticket-1-2,nobody"}
    client = {"id": "client-1-1", "title": "Cleo 1 1", "status": "active"}
    for who in ("support", "branch_ops_manager"):
        rows = (await world.client(who).get(at, params=ids)).json()
        assert {row["id"]: row["client"] for row in rows} == {"ticket-1-1": client, "ticket-1-2": None}
    assert (await world.client("beside_manager").get(at, params=ids)).json() == []
    assert (await world.client("technician").get(at, params=ids)).status_code == 403


async def test_a_ticket_shows_the_message_it_came_from(world: World) -> None:
    support, visitor = world.client("support"), world.client()
    key = "k" * 22
    said = {"name": "Vera", "email": "vera@visitor.example", "message": "One segment stays dark.", "key": key}
    sent = (await visitor.post("/api/contact", json=said)).json()
    ticket = (await support.post(f"/api/panel/enquiries/{sent['id']}/ticket", json={})).json()["id"]
    at = f"/api/panel/support-tickets/{ticket}/details"
    bare = (await support.get(at)).json()
    assert (bare["message"], bare["photos"]) == ("One segment stays dark.", [])
    form, picture = {"reference": sent["reference"], "key": key}, ("a.jpg", photo(64, 48), "image/jpeg")
    assert (await visitor.post("/api/visitor-photos", data=form, files={"image": picture})).status_code == 201
    (address,) = (await support.get(at)).json()["photos"]
    assert (await support.get(address)).status_code == 200


async def test_a_ticket_knows_its_client_and_job(world: World) -> None:
    support = world.client("support")
    shown = (await support.patch(f"{TICKET}/details", json={"workOrderId": "order-1-1"})).json()
    assert shown["client"] == {"id": "client-1-1", "title": "Cleo 1 1", "status": "active"}
    assert shown["workOrder"] == {"id": "order-1-1", "title": "Porch 1 1", "status": "pending"}
    wrong = await support.patch(
        f"{TICKET}/details", json={"clientId": "client-1-2", "workOrderId": "order-1-2"}
    )
    said = "Please choose a work order of this client from the list"
    assert await fields_of(wrong) == (400, {"workOrderId": said})


@pytest.mark.parametrize("client", ["client-1-2", None])
async def test_a_job_leaves_a_ticket_with_its_client(world: World, client: str | None) -> None:
    support = world.client("support")
    assert (await support.patch(f"{TICKET}/details", json={"workOrderId": "order-1-1"})).status_code == 200
    shown = (await support.patch(f"{TICKET}/details", json={"clientId": client})).json()
    assert (shown["client"] and shown["client"]["id"], shown["workOrder"]) == (client, None)


@pytest.mark.parametrize("client", ["client-far-1", "client-beside-1", MISSING])
async def test_a_ticket_is_of_a_client_of_its_branch(world: World, client: str) -> None:
    for who in ("support", "branch_ops_manager"):
        answer = await world.client(who).patch(f"{TICKET}/details", json={"clientId": client})
        said = {"clientId": "Please choose a client of this branch from the list"}
        assert await fields_of(answer) == (400, said)


async def test_a_return_visit_goes_where_the_job_was(world: World) -> None:
    support, manager = world.client("support"), world.client("branch_ops_manager")
    asked = await support.post(f"{TICKET}/return-visit", json={})
    said = "Please choose the client first: a visit needs a place to go to"
    assert await fields_of(asked) == (400, {"clientId": said})
    place = (await manager.post(PROPERTIES, json={"address": "2 Lake Road"})).json()["id"]
    await manager.patch(JOB, json={"propertyId": place})
    await support.patch(f"{TICKET}/details", json={"workOrderId": "order-1-1"})
    made = (await support.post(f"{TICKET}/return-visit", json={})).json()
    assert (await support.post(f"{TICKET}/return-visit", json={})).json() == made
    order = (await manager.get(f"/api/panel/work-orders/{made['id']}")).json()
    known = {name: order[name] for name in ("clientId", "title", "status", "assignedTo", "description")}
    assert known == {
        "clientId": "client-1-1", "title": "Return visit: Dark porch 1 1", "status": "pending", "assignedTo": None,
        "description": "Half of it stays dark",
    }  # fmt: skip
    details = (await manager.get(f"/api/panel/work-orders/{made['id']}/details")).json()
    assert (details["kind"], details["ticket"]["id"], details["earlier"]["id"], details["property"]["id"]) == (
        "service", "ticket-1-1", "order-1-1", place,
    )  # fmt: skip
    shown = (await support.get(f"{TICKET}/details")).json()
    assert [visit["id"] for visit in shown["visits"]] == [made["id"]]


async def test_a_return_visit_comes_back_to_the_job_of_the_ticket_s_warranty(world: World) -> None:
    support, manager = world.client("support"), world.client("branch_ops_manager")
    place = (await manager.post(PROPERTIES, json={"address": "2 Lake Road"})).json()["id"]
    await manager.patch(JOB, json={"propertyId": place, "kind": "installation"})
    await manager.patch("/api/panel/work-orders/order-1-1", json={"status": "completed"})
    (warranty,) = (await manager.get("/api/panel/warranties")).json()
    chosen = await support.patch(f"{TICKET}/details", json={"warrantyId": warranty["id"]})
    assert (chosen.status_code, chosen.json()["workOrder"]) == (200, None)
    made = (await support.post(f"{TICKET}/return-visit", json={})).json()
    details = (await manager.get(f"/api/panel/work-orders/{made['id']}/details")).json()
    assert (details["earlier"]["id"], details["property"]["id"]) == ("order-1-1", place)


async def test_when_a_visit_is_done_there_may_be_another(world: World) -> None:
    support, manager = world.client("support"), world.client("branch_ops_manager")
    first = (await support.post(f"{TICKET}/return-visit", json={"clientId": "client-1-1"})).json()
    await manager.patch(f"/api/panel/work-orders/{first['id']}", json={"status": "completed"})
    second = (await support.post(f"{TICKET}/return-visit", json={})).json()
    assert second["id"] != first["id"]
    undone = await support.post(f"/api/panel/conversions/{second['conversionId']}/undo")
    assert undone.status_code == 204
    assert (await manager.get(f"/api/panel/work-orders/{second['id']}")).status_code == 404
    late = await support.post(f"/api/panel/conversions/{first['conversionId']}/undo")
    assert late.status_code == 409


async def test_when_a_visit_is_cancelled_there_may_be_another(world: World) -> None:
    support, lead_technician = world.client("support"), world.client("lead_technician")
    first = (await support.post(f"{TICKET}/return-visit", json={"clientId": "client-1-1"})).json()["id"]
    at = f"/api/panel/work-orders/{first}/details"
    for aside, same in (("held", True), ("cancelled", False)):
        await lead_technician.patch(at, json={"aside": aside, "reason": "Sold the house"})
        visits = (await support.get(f"{TICKET}/details")).json()["visits"]
        assert [(visit["id"], visit["status"]) for visit in visits] == [(first, aside)]
        again = (await support.post(f"{TICKET}/return-visit", json={})).json()["id"]
        assert (again == first) is same


async def test_pressed_by_many_at_once_there_is_one_visit(world: World) -> None:
    callers = [world.client(who) for who in ("support", "admin", "branch_ops_manager", "technician")]
    presses = [
        callers[n % 4].post(f"{TICKET}/return-visit", json={"clientId": "client-1-1"}) for n in range(RACERS)
    ]
    answers = await asyncio.gather(*presses)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1


# --- a lead's ticket ---

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
    sent = await message(world, manager)
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
    assert await fields_of(await admin.patch(LEAD, json={"branchId": BESIDE})) == (400, said)
    said = {"branchId": "This ticket is of somebody in its present branch"}
    for link in ({"leadId": "lead-1-2"}, {"clientId": "client-1-1"}):
        assert (await admin.patch(f"{ticket}/details", json=link)).status_code == 200
        assert await fields_of(await admin.patch(ticket, json={"branchId": BESIDE})) == (400, said)
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
    assert await fields_of(both) == (400, said)
    taken = {"leadId": "lead-1-2", "clientId": "client-1-1"}
    refused = await support.post("/api/panel/enquiries/enquiry-0/ticket", json=taken)
    assert await fields_of(refused) == (400, {"leadId": "Please choose either a client or a lead"})


@pytest.mark.parametrize("lead", ["lead-far-1", "lead-beside-1", MISSING])
async def test_a_ticket_is_of_a_lead_of_its_branch(world: World, lead: str) -> None:
    said = {"leadId": "Please choose a lead of this branch from the list"}
    for who in ("support", "branch_ops_manager"):
        answer = await world.client(who).patch(f"{TICKET}/details", json={"leadId": lead})
        assert await fields_of(answer) == (400, said)
    taken = await world.client("branch_ops_manager").post(
        "/api/panel/enquiries/enquiry-0/ticket", json={"leadId": lead}
    )
    assert await fields_of(taken) == (400, said)


# --- whose a message is ---


async def message(world: World, caller: httpx.AsyncClient, id: str = "enquiry-0") -> dict[str, Any]:
    rows = (await caller.get("/api/panel/enquiries", params={"limit": "200"})).json()
    return next(dict(row) for row in rows if row["id"] == id)


@pytest.mark.parametrize(
    ("who", "kind", "record", "field"),
    [
        ("sales_rep", "lead", "lead-1-1", "leadId"),
        ("sales_rep", "client", "client-1-1", "clientId"),
        ("branch_ops_manager", "ticket", "ticket-1-1", "ticketId"),
    ],
)
async def test_a_message_is_attached_to_a_record(
    world: World, who: str, kind: str, record: str, field: str
) -> None:
    caller, at = world.client(who), "/api/panel/enquiries/enquiry-0"
    attached = (await caller.post(f"{at}/attach", json={"kind": kind, "recordId": record})).json()
    assert (attached["state"], attached[field]) == ("taken", record)
    assert (await message(world, caller))[field] == record
    again = await caller.post(f"{at}/attach", json={"kind": kind, "recordId": record})
    assert again.status_code == 409
    back = (await caller.post(f"{at}/restore")).json()
    assert (back["state"], back[field], back["takenBy"]) == ("open", None, None)


async def test_what_was_made_of_a_message_is_taken_back(world: World) -> None:
    rep, at = world.client("sales_rep"), "/api/panel/enquiries/enquiry-0"
    lead = (await rep.post(f"{at}/lead", json={})).json()["id"]
    assert (await world.client("near_rep").post(f"{at}/restore")).status_code == 403
    assert (await rep.post(f"{at}/restore")).json()["state"] == "open"
    assert (await rep.get(f"/api/panel/leads/{lead}")).status_code == 404
    second = (await rep.post(f"{at}/lead", json={})).json()["id"]
    await rep.patch(f"/api/panel/leads/{second}", json={"status": "contacted"})
    kept = await rep.post(f"{at}/restore")
    said = "Something has been added or changed since, so this cannot be undone any more."
    assert (kept.status_code, kept.json()["error"]) == (409, said)


@pytest.mark.parametrize(
    ("who", "kind", "record", "status"),
    [
        ("support", "lead", "lead-1-1", 403), ("sales_rep", "ticket", "ticket-1-1", 403),
        ("sales_rep", "lead", "lead-far-1", 404), ("sales_rep", "work_order", "order-1-1", 400),
    ],
)  # fmt: skip
async def test_where_one_may_not_write_nothing_is_attached(
    world: World, who: str, kind: str, record: str, status: int
) -> None:
    body = {"kind": kind, "recordId": record}
    answer = await world.client(who).post("/api/panel/enquiries/enquiry-0/attach", json=body)
    assert answer.status_code == status
    assert (await message(world, world.client("admin")))["state"] == "open"
    assert NEAR == "1"
