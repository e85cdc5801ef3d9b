"""What stands beside a work order: where it comes from, its size, and why it waits."""

from __future__ import annotations

import pytest

from tests.panel.threads import faults_of
from tests.world import MISSING, World

JOB = "/api/panel/work-orders/order-1-1/details"


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
            assert faults_of(await world.client(who).patch(JOB, json={field: id})) == (
                400,
                {field: said},
            )


async def test_a_job_is_held_and_taken_up_again(world: World) -> None:
    technician = world.client("technician")
    assert faults_of(await technician.patch(JOB, json={"aside": "held"})) == (
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


async def test_the_crew_reads_what_was_promised(world: World) -> None:
    rep, support, technician = (world.client(who) for who in ("sales_rep", "support", "technician"))
    orders, ticket = "/api/panel/work-orders", "/api/panel/support-tickets/ticket-1-1"
    words = {"promised": " No drilling into the brick "}
    handed = await rep.post("/api/panel/leads/lead-1-1/hand-over", json=words)
    visit = await support.post(f"{ticket}/return-visit", json={"clientId": "client-1-1"} | words)
    new = await technician.post(orders, json={"clientId": "client-1-1", "title": "Porch"} | words)
    for id in (handed.json()["workOrder"]["id"], visit.json()["id"], new.json()["id"]):
        shown = (await technician.get(f"{orders}/{id}/details")).json()
        assert shown["promised"] == "No drilling into the brick", id
    assert (await technician.get(JOB)).json()["promised"] is None
    said = "Warm white on Fridays"
    assert (await technician.patch(JOB, json={"promised": said})).json()["promised"] == said
    assert (await rep.patch(JOB, json={"promised": "Anything"})).status_code == 403


async def test_a_new_job_names_the_lead_that_it_comes_from(world: World) -> None:
    manager = world.client("branch_ops_manager")
    body = {"clientId": "client-1-1", "title": "Back porch"}
    made = await manager.post("/api/panel/work-orders", json=body | {"leadId": "lead-1-2"})
    shown = (await manager.get(f"/api/panel/work-orders/{made.json()['id']}/details")).json()
    assert shown["lead"] == {"id": "lead-1-2", "title": "Lea 1 2", "status": "new"}
    said = {"leadId": "Please choose a lead of this branch from the list"}
    for who, lead in (("branch_ops_manager", "lead-far-1"), ("admin", "lead-far-1"), ("admin", MISSING)):
        refused = await world.client(who).post("/api/panel/work-orders", json=body | {"leadId": lead})
        assert faults_of(refused) == (400, said), who
