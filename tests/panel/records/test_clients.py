"""Clients: made, read, changed and removed within one's branch; read by those who manage work orders."""

from typing import Any

import httpx
import pytest

from tests.world import FAR, NEAR, World

PATH = "/api/panel/clients"
NEW = {"name": "Ana Reyes", "email": "ana@customer.example", "address": "4 Elm Street"}


@pytest.fixture
def rep(world: World) -> httpx.AsyncClient:
    return world.client("sales_rep")


@pytest.fixture
def far_rep(world: World) -> httpx.AsyncClient:
    return world.client("far_rep")


async def made(rep: httpx.AsyncClient, **fields: Any) -> dict[str, Any]:
    answer = await rep.post(PATH, json=NEW | fields)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def test_a_client_has_the_listed_fields_and_a_version(rep: httpx.AsyncClient) -> None:
    client = await made(rep, branchId="1", leadId="", phone="")
    assert set(client) == {
        "id", "branchId", "leadId", "name", "email", "phone", "address", "status", "createdAt", "updatedAt", "version",
    }  # fmt: skip
    assert (client["branchId"], client["leadId"], client["phone"], client["status"]) == (
        "1",
        None,
        None,
        "active",
    )
    answer = await rep.get(f"{PATH}/{client['id']}")
    assert answer.json() == client
    assert answer.headers["etag"] == f'"{client["version"]}"'


async def test_every_missing_field_is_named(rep: httpx.AsyncClient) -> None:
    answer = await rep.post(PATH, json={"name": " ", "address": "", "createdAt": "2026-01-01"})
    assert answer.status_code == 400
    assert answer.json()["fields"] == {
        "createdAt": "Unknown field", "name": "Required", "email": "Required",
        "address": "Required",
    }  # fmt: skip
    assert (await rep.patch(f"{PATH}/x", json={"address": ""})).json()["fields"] == {"address": "Required"}


async def test_the_list_narrows_by_status_and_words(rep: httpx.AsyncClient) -> None:
    quiet = await made(rep, name="Quentin Quiet", status="inactive")
    by_status = await rep.get(PATH, params={"status": "inactive", "q": "quentin QUIET"})
    assert [row["id"] for row in by_status.json()] == [quiet["id"]]
    assert by_status.headers["x-total-count"] == "1"
    assert (await rep.get(PATH, params={"status": "asleep"})).status_code == 400


async def test_an_edit_changes_what_is_sent_and_leaves_a_history(rep: httpx.AsyncClient) -> None:
    client = await made(rep)
    answer = await rep.patch(
        f"{PATH}/{client['id']}", json={"status": "suspended"}, headers={"If-Match": f'"{client["version"]}"'}
    )
    assert answer.status_code == 200
    assert answer.json()["status"] == "suspended"
    assert answer.json()["address"] == client["address"]
    late = await rep.patch(f"{PATH}/{client['id']}", json={"phone": "5"}, headers={"If-Match": '"1"'})
    assert late.status_code == 409
    events = (await rep.get(f"{PATH}/{client['id']}/history")).json()
    assert [event["action"] for event in events] == ["update", "create"]
    assert events[0]["changes"] == {"status": ["active", "suspended"]}


async def test_elsewhere_a_client_does_not_exist(rep: httpx.AsyncClient, far_rep: httpx.AsyncClient) -> None:
    client = await made(rep)
    missing = await far_rep.get(f"{PATH}/nobody")
    for answer in (
        await far_rep.get(f"{PATH}/{client['id']}"),
        await far_rep.patch(f"{PATH}/{client['id']}", json={"name": "Mine"}),
        await far_rep.get(f"{PATH}/{client['id']}/history"),
    ):
        assert (answer.status_code, answer.content) == (404, missing.content)
    listed = (await far_rep.get(PATH)).json()
    assert client["id"] not in [row["id"] for row in listed]


async def test_a_lead_of_another_branch_is_like_a_missing_one(
    rep: httpx.AsyncClient, far_rep: httpx.AsyncClient
) -> None:
    lead = (await far_rep.post("/api/panel/leads", json={"name": "Lea", "email": "lea@far.example"})).json()
    elsewhere = await rep.post(PATH, json=NEW | {"leadId": lead["id"]})
    nowhere = await rep.post(PATH, json=NEW | {"leadId": "nobody"})
    said = {"leadId": "Please choose a lead of this branch from the list"}
    assert (elsewhere.status_code, elsewhere.json()["fields"]) == (400, said)
    assert elsewhere.content == nowhere.content
    assert (await rep.post(PATH, json=NEW | {"branchId": "far"})).json()["fields"].keys() == {"branchId"}


async def test_work_order_staff_read_clients_and_change_none(world: World, rep: httpx.AsyncClient) -> None:
    client = await made(rep)
    technician = world.client("technician")
    assert client["id"] in [row["id"] for row in (await technician.get(PATH)).json()]
    assert (await technician.patch(f"{PATH}/{client['id']}", json={"name": "Mine"})).status_code == 403
    assert (await technician.post(PATH, json=NEW)).status_code == 403
    nobody = world.client("no_role")
    assert (await nobody.get(PATH)).status_code == 403


async def test_only_an_administrator_removes_a_client_and_only_without_work_orders(
    world: World, rep: httpx.AsyncClient
) -> None:
    client, admin = await made(rep), world.client("admin")
    assert (await rep.delete(f"{PATH}/{client['id']}")).status_code == 403
    order = await admin.post(
        "/api/panel/work-orders", json={"clientId": client["id"], "branchId": "1", "title": "Roofline"}
    )
    refused = await admin.delete(f"{PATH}/{client['id']}")
    assert refused.status_code == 409
    assert "1 work order" in refused.json()["error"]
    moved = await admin.patch(f"{PATH}/{client['id']}", json={"branchId": "beside"})
    assert moved.json()["fields"] == {"branchId": "This client has work orders in its present branch"}
    assert (await admin.delete(f"/api/panel/work-orders/{order.json()['id']}")).status_code == 204
    assert (await admin.delete(f"{PATH}/{client['id']}")).status_code == 204
    assert (await admin.get(f"{PATH}/{client['id']}")).status_code == 404


@pytest.mark.parametrize(
    ("tie", "said"),
    [
        (("post", "/api/panel/leads/lead-1-2/client", {"clientId": "client-1-2"}), "leads"),
        (("patch", "/api/panel/clients/client-1-2", {"leadId": "lead-1-2"}), "leads"),
        (("patch", "/api/panel/support-tickets/ticket-1-2/details", {"clientId": "client-1-2"}), "tickets"),
    ],
)
async def test_a_client_stays_with_its_leads_and_tickets(
    world: World, tie: tuple[str, str, dict[str, str]], said: str
) -> None:
    admin = world.client("admin")
    method, path, body = tie
    assert (await admin.request(method, path, json=body)).status_code == 200
    answer = await admin.patch("/api/panel/clients/client-1-2", json={"branchId": FAR})
    assert answer.json()["fields"] == {"branchId": f"This client has {said} in its present branch"}
    assert (await admin.get("/api/panel/clients/client-1-2")).json()["branchId"] == NEAR


async def test_a_lead_stays_with_whom_it_was_attached_to(world: World) -> None:
    admin = world.client("admin")
    attached = await admin.post("/api/panel/leads/lead-1-2/client", json={"clientId": "client-1-2"})
    assert attached.status_code == 200
    answer = await admin.patch("/api/panel/leads/lead-1-2", json={"branchId": FAR})
    assert answer.json()["fields"] == {"branchId": "This lead has become a client in its present branch"}
