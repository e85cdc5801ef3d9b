"""A lead that was attached to the wrong client is detached, or made the right one's, unless that tears something apart."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.panel.threads import CLIENTS, LEADS, ORDERS, TICKETS, undone
from tests.world import FAR, NEAR, World


async def attached(rep: httpx.AsyncClient, client: str = "client-1-2", **fields: Any) -> tuple[str, str]:
    """A new lead that was attached to a client, and the conversion."""
    body = {"name": "Iris Eaves", "email": "iris@visitor.example", "address": "9 Roof Row", "branchId": NEAR}
    lead = (await rep.post(LEADS, json=body | fields)).json()["id"]
    made = await rep.post(f"{LEADS}/{lead}/client", json={"clientId": client})
    assert made.status_code == 200, made.text
    return lead, made.json()["conversionId"]


async def detached(caller: httpx.AsyncClient, lead: str, **body: str) -> tuple[int, Any]:
    answer = await caller.post(f"{LEADS}/{lead}/detach", json=body)
    return answer.status_code, answer.json() if answer.is_success else answer.json()["error"]


async def client_of(caller: httpx.AsyncClient, lead: str) -> str | None:
    client = (await caller.get(f"{LEADS}/{lead}/record")).json()["client"]
    return client and str(client["id"])


async def told(caller: httpx.AsyncClient, path: str) -> list[tuple[str, str, str | None, bool]]:
    events = (await caller.get(f"{path}/timeline", params={"source": "conversion"})).json()["events"]
    return [(event["kind"], event["action"], event["words"], event["undoable"]) for event in events]


async def test_a_lead_is_detached_and_both_pages_tell_of_it(world: World) -> None:
    rep, colleague = world.client("sales_rep"), world.client("near_rep")
    lead, _ = await attached(rep)
    status, made = await detached(colleague, lead)
    assert (status, made["id"], made["title"]) == (200, "client-1-2", "Cleo 1 2")
    assert await client_of(rep, lead) is None
    assert await told(colleague, f"{LEADS}/{lead}") == [("lead", "detachment", "Cleo 1 2", True)]
    assert await told(rep, f"{CLIENTS}/client-1-2") == [("client", "detachment", "Iris Eaves", False)]
    (change,) = [
        event for event in (await rep.get(f"{LEADS}/{lead}/history")).json()
        if event["changes"].get("clientId") == ["client-1-2", None]
    ]  # fmt: skip
    assert change["action"] == "update"
    assert await detached(rep, lead) == (409, "This lead belongs to no client by now.")


async def test_detaching_is_undone_by_whoever_did_it(world: World) -> None:
    rep, colleague = world.client("sales_rep"), world.client("near_rep")
    lead, conversion = await attached(rep)
    _, made = await detached(rep, lead)
    assert await undone(colleague, made["conversionId"]) == (403, "Only the person who did this can undo it.")
    assert await undone(rep, made["conversionId"]) == (204, "")
    assert await client_of(rep, lead) == "client-1-2"
    assert await told(rep, f"{LEADS}/{lead}") == [("lead", "attached_client", None, True)]
    assert await undone(rep, conversion) == (204, "")
    assert await client_of(rep, lead) is None


async def test_it_is_not_undone_once_the_lead_is_somebody_s_again(world: World) -> None:
    rep = world.client("sales_rep")
    lead, _ = await attached(rep)
    _, made = await detached(rep, lead)
    assert (await rep.post(f"{LEADS}/{lead}/client", json={"clientId": "client-1-1"})).status_code == 200
    said = "Something has been added or changed since, so this cannot be undone any more."
    assert await undone(rep, made["conversionId"]) == (409, said)
    again, _ = await detached(rep, lead), None
    assert again[0] == 200
    assert await client_of(rep, lead) is None


async def test_a_lead_is_given_to_the_right_client_at_once(world: World) -> None:
    rep = world.client("sales_rep")
    lead, _ = await attached(rep)
    same = await rep.post(f"{LEADS}/{lead}/detach", json={"clientId": "client-1-2"})
    assert (same.status_code, same.json()["fields"]) == (
        400,
        {"clientId": "This lead is this client's already"},
    )
    far = await rep.post(f"{LEADS}/{lead}/detach", json={"clientId": "client-far-1"})
    said = {"clientId": "Please choose a client of this branch from the list"}
    assert (far.status_code, far.json()["fields"]) == (400, said)
    assert await client_of(rep, lead) == "client-1-2"
    _, made = await detached(rep, lead, clientId="client-1-1")
    assert (made["title"], await client_of(rep, lead)) == ("Cleo 1 1", "client-1-1")
    assert await told(rep, f"{LEADS}/{lead}") == [
        ("lead", "attached_client", None, True),
        ("lead", "detachment", "Cleo 1 2", False),
    ]
    assert await undone(rep, made["conversionId"]) == (204, "")
    assert await client_of(rep, lead) == "client-1-2"


async def test_a_client_that_was_made_of_the_lead_keeps_it(world: World) -> None:
    rep = world.client("sales_rep")
    body = {"name": "Iris Eaves", "email": "iris@visitor.example", "address": "9 Roof Row", "branchId": NEAR}
    lead = (await rep.post(LEADS, json=body)).json()["id"]
    client = (await rep.post(f"{LEADS}/{lead}/client", json={})).json()["id"]
    said = "This client was made of this lead, so they stay together. If the client is there twice, merge the two clients."
    assert await detached(rep, lead) == (409, said)
    assert await client_of(rep, lead) == client


async def test_a_client_that_named_the_lead_by_hand_names_it_no_more(world: World) -> None:
    rep = world.client("sales_rep")
    assert (await rep.get(f"{CLIENTS}/client-1-1")).json()["leadId"] == "lead-1-1"
    _, made = await detached(rep, "lead-1-1")
    assert (await rep.get(f"{CLIENTS}/client-1-1")).json()["leadId"] is None
    assert await undone(rep, made["conversionId"]) == (204, "")
    assert (await rep.get(f"{CLIENTS}/client-1-1")).json()["leadId"] == "lead-1-1"
    assert await client_of(rep, "lead-1-1") == "client-1-1"


async def test_a_client_that_names_another_lead_meanwhile_goes_on_doing_so(world: World) -> None:
    rep = world.client("sales_rep")
    _, made = await detached(rep, "lead-1-1")
    assert (await rep.patch(f"{CLIENTS}/client-1-1", json={"leadId": "lead-1-2"})).status_code == 200
    assert await undone(rep, made["conversionId"]) == (204, "")
    assert (await rep.get(f"{CLIENTS}/client-1-1")).json()["leadId"] == "lead-1-2"
    assert await client_of(rep, "lead-1-1") == "client-1-1"


async def test_it_is_not_undone_once_they_are_in_different_branches(world: World) -> None:
    admin = world.client("admin")
    lead, _ = await attached(admin)
    _, made = await detached(admin, lead)
    assert (await admin.patch(f"{LEADS}/{lead}", json={"branchId": FAR})).status_code == 200
    said = "They are in different branches by now, so this cannot be undone any more."
    assert await undone(admin, made["conversionId"]) == (409, said)


async def test_what_would_be_torn_apart_is_named(world: World) -> None:
    rep, manager = world.client("sales_rep"), world.client("branch_ops_manager")
    lead, _ = await attached(rep)
    job = (await rep.post(f"{LEADS}/{lead}/hand-over", json={"title": "Gable"})).json()["workOrder"]["id"]
    said = "This client has {} of this lead. Choose the right client there first."
    assert await detached(rep, lead) == (409, said.format('the work order "Gable"'))
    links = {"leadId": lead, "clientId": "client-1-2"}
    assert (await manager.patch(f"{TICKETS}/ticket-1-1/details", json=links)).status_code == 200
    both = 'the work order "Gable" and the ticket "Dark porch 1 1"'
    assert await detached(rep, lead) == (409, said.format(both))
    visit = (await manager.post(f"{TICKETS}/ticket-1-1/return-visit", json={})).json()["id"]
    for order in ("order-1-2", visit):
        assert (await manager.patch(f"{ORDERS}/{order}", json={"clientId": "client-1-2"})).status_code == 200
        assert (await manager.patch(f"{ORDERS}/{order}/details", json={"leadId": lead})).status_code == 200
    _, sentence = await detached(rep, lead)
    assert sentence.endswith(" and 2 more of this lead. Choose the right client there first.")
    for order in ("order-1-2", visit, job):
        assert (await manager.patch(f"{ORDERS}/{order}", json={"clientId": "client-1-1"})).status_code == 200
    free = {"leadId": None}
    assert (await manager.patch(f"{TICKETS}/ticket-1-1/details", json=free)).status_code == 200
    _, made = await detached(rep, lead, clientId="client-1-1")
    assert made["title"] == "Cleo 1 1"
    handed = (await rep.post(f"{LEADS}/{lead}/hand-over", json={})).json()
    assert (handed["client"]["id"], handed["workOrder"]["id"]) == ("client-1-1", job)
    assert await undone(rep, made["conversionId"]) == (204, "")
    assert await client_of(rep, lead) == "client-1-2"


async def test_its_ticket_goes_with_the_lead(world: World) -> None:
    rep, support = world.client("sales_rep"), world.client("support")
    lead, _ = await attached(rep)
    taken = await support.post("/api/panel/enquiries/enquiry-0/ticket", json={"leadId": lead})
    details = f"{TICKETS}/{taken.json()['id']}/details"
    assert (await support.get(details)).json()["client"]["id"] == "client-1-2"
    assert (await detached(rep, lead))[0] == 200
    row = (await support.get(details)).json()
    assert (row["client"], row["lead"]["id"]) == (None, lead)


@pytest.mark.parametrize(("who", "status"), [("support", 403), ("technician", 403), ("far_rep", 404)])
async def test_others_detach_nothing(world: World, who: str, status: int) -> None:
    assert (await detached(world.client(who), "lead-1-1"))[0] == status
    assert await client_of(world.client("sales_rep"), "lead-1-1") == "client-1-1"
