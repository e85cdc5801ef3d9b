"""What stands beside a ticket: its client, job and message, and the visit that mends it."""

from __future__ import annotations

import asyncio

import pytest

from tests.conftest import FULL_COUNTS
from tests.panel.threads import faults_of
from tests.pictures import photo
from tests.world import MISSING, World

PROPERTIES = "/api/panel/clients/client-1-1/properties"
JOB = "/api/panel/work-orders/order-1-1/details"
TICKET = "/api/panel/support-tickets/ticket-1-1"
RACERS = 100 if FULL_COUNTS else 12


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
    assert faults_of(wrong) == (400, {"workOrderId": said})


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
        assert faults_of(answer) == (400, said)


async def test_a_return_visit_goes_where_the_job_was(world: World) -> None:
    support, manager = world.client("support"), world.client("branch_ops_manager")
    asked = await support.post(f"{TICKET}/return-visit", json={})
    said = "Please choose the client first: a visit needs a place to go to"
    assert faults_of(asked) == (400, {"clientId": said})
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
