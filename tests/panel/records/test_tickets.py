"""Support tickets: the author is the caller, a ticket without a branch is for global roles alone."""

from typing import Any

import httpx
import pytest

from tests.world import FAR, MISSING, NEAR, World

PATH = "/api/panel/support-tickets"
NEW = {"subject": "Dark porch", "description": "Half of it stays dark", "category": "technical"}


@pytest.fixture
def manager(world: World) -> httpx.AsyncClient:
    return world.client("branch_ops_manager")


@pytest.fixture
def support(world: World) -> httpx.AsyncClient:
    return world.client("support")


async def made(caller: httpx.AsyncClient, **fields: Any) -> dict[str, Any]:
    answer = await caller.post(PATH, json=NEW | fields)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def test_a_ticket_has_the_listed_fields_and_its_real_author(manager: httpx.AsyncClient) -> None:
    me = (await manager.get("/api/auth/user")).json()["id"]
    ticket = await made(manager, createdBy="somebody-else", branchId="1", assignedTo="")
    assert set(ticket) == {
        "id", "createdBy", "assignedTo", "branchId", "subject", "description", "status", "priority", "category",
        "resolvedAt", "createdAt", "updatedAt", "version",
    }  # fmt: skip
    assert (ticket["createdBy"], ticket["status"], ticket["priority"]) == (me, "open", "medium")
    edited = await manager.patch(f"{PATH}/{ticket['id']}", json={"createdBy": "me", "priority": "urgent"})
    assert (edited.json()["createdBy"], edited.json()["priority"]) == (me, "urgent")


async def test_every_missing_field_is_named(manager: httpx.AsyncClient) -> None:
    answer = await manager.post(PATH, json={"subject": "", "description": "  ", "resolvedAt": None})
    assert answer.json()["fields"] == {
        "resolvedAt": "Unknown field", "subject": "Required", "description": "Required", "category": "Required",
    }  # fmt: skip
    assert (await manager.post(PATH, json=NEW | {"status": "gone"})).status_code == 400


async def test_resolving_sets_the_time_and_reopening_clears_it(manager: httpx.AsyncClient) -> None:
    at = f"{PATH}/{(await made(manager))['id']}"
    resolved = (await manager.patch(at, json={"status": "resolved"})).json()
    closed = (await manager.patch(at, json={"status": "closed"})).json()
    assert resolved["resolvedAt"] is not None
    assert closed["resolvedAt"] == resolved["resolvedAt"]
    assert (await manager.patch(at, json={"status": "in_progress"})).json()["resolvedAt"] is None
    assert (await made(manager, status="closed"))["resolvedAt"] is not None


async def test_without_a_branch_a_ticket_is_for_global_roles(
    world: World, manager: httpx.AsyncClient, support: httpx.AsyncClient
) -> None:
    company = await made(support, branchId=None)
    assert company["branchId"] is None
    assert (await made(support))["branchId"] == "1"
    assert (await made(manager, branchId=None))["branchId"] == "1"
    missing = await manager.get(f"{PATH}/nobody")
    assert (await manager.get(f"{PATH}/{company['id']}")).content == missing.content
    assert company["id"] not in [row["id"] for row in (await manager.get(PATH)).json()]
    own = await made(manager)
    assert (await manager.patch(f"{PATH}/{own['id']}", json={"branchId": ""})).json()["branchId"] == "1"
    assert (await support.patch(f"{PATH}/{own['id']}", json={"branchId": ""})).json()["branchId"] is None
    branchless = await world.hire("sales_rep")
    answer = await support.patch(f"{PATH}/{company['id']}", json={"assignedTo": branchless.id})
    assert answer.json()["fields"].keys() == {"assignedTo"}


async def test_the_list_narrows(manager: httpx.AsyncClient) -> None:
    me = (await manager.get("/api/auth/user")).json()["id"]
    ticket = await made(manager, subject="Narrow gate", priority="high", category="billing", assignedTo=me)
    for narrow in (
        {"q": "NARROW"},
        {"priority": "high", "category": "billing"},
        {"assignedTo": "me"},
        {"assignedTo": me, "status": "open", "branchId": "1"},
    ):
        assert [row["id"] for row in (await manager.get(PATH, params=narrow)).json()] == [ticket["id"]], (
            narrow
        )
    assert (await manager.get(PATH, params={"branchId": "far"})).json() == []


async def test_who_enters(world: World, support: httpx.AsyncClient, manager: httpx.AsyncClient) -> None:
    ticket = await made(manager)
    rep = world.client("sales_rep")
    assert (await rep.get(PATH)).status_code == 403
    assert (await rep.get(f"{PATH}/{ticket['id']}")).status_code == 403
    assert (await world.client().get(PATH)).status_code == 401
    assert (await support.patch(f"{PATH}/{ticket['id']}", json={"subject": "Seen"})).status_code == 200
    assert (await support.delete(f"{PATH}/{ticket['id']}")).status_code == 403
    admin = world.client("admin")
    assert (await admin.delete(f"{PATH}/{ticket['id']}")).status_code == 204


async def client_of(caller: httpx.AsyncClient, ticket: dict[str, Any]) -> str | None:
    links = (await caller.get(f"{PATH}/{ticket['id']}/details")).json()
    return links["client"] and str(links["client"]["id"])


async def test_a_ticket_is_made_of_a_client_and_lies_in_the_client_s_branch(
    manager: httpx.AsyncClient, support: httpx.AsyncClient
) -> None:
    assert await client_of(manager, await made(manager)) is None
    assert await client_of(manager, await made(manager, clientId="client-1-1")) == "client-1-1"
    far = await made(support, clientId="client-far-1")
    assert (await client_of(support, far), far["branchId"]) == ("client-far-1", FAR)
    company = await made(support, clientId="client-far-1", branchId=None)
    assert (await client_of(support, company), company["branchId"]) == ("client-far-1", None)


@pytest.mark.parametrize(
    ("who", "fields"),
    [
        ("branch_ops_manager", {"clientId": "client-far-1"}),
        ("branch_ops_manager", {"clientId": MISSING}),
        ("support", {"clientId": "client-far-1", "branchId": NEAR}),
    ],
)
async def test_a_ticket_of_a_client_elsewhere_is_not_made(
    world: World, who: str, fields: dict[str, str]
) -> None:
    answer = await world.client(who).post(PATH, json=NEW | fields)
    assert (answer.status_code, answer.json()["fields"]) == (
        400, {"clientId": "Please choose a client of this branch from the list"},
    )  # fmt: skip
