"""People are known again by mail, telephone and building, within scope."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import event, select

from duskline.models.merging import matches
from duskline.models.records.conversions import DismissedMatch
from tests.panel.threads import CLIENTS, HOME, LEADS, ORDERS, made
from tests.world import FAR, NEAR, World

PATH = "/api/panel/matches"


async def found(caller: httpx.AsyncClient, **typed: str) -> list[tuple[str, str, list[str]]]:
    answer = await caller.get(PATH, params=typed)
    assert answer.status_code == 200, answer.text
    return [(row["kind"], row["id"], row["by"]) for row in answer.json()]


@pytest.mark.parametrize(
    ("typed", "by"),
    [
        ({"email": " IRIS@visitor.example"}, ["email"]),
        ({"phone": "(555) 010-0199"}, ["phone"]),
        ({"phone": "+1 555 010 0199"}, ["phone"]),
        ({"address": "9 roof row springfield il 62701"}, ["address"]),
        ({"email": "iris@visitor.example", "address": HOME}, ["email", "address"]),
        ({"email": "other@visitor.example", "phone": "555 010 0198"}, None),
        ({"address": "9 Roof Row"}, None),
        ({}, None),
    ],
)
async def test_somebody_is_known_again(world: World, typed: dict[str, str], by: list[str] | None) -> None:
    rep = world.client("sales_rep")
    client = await made(rep)
    assert await found(rep, **typed) == ([("client", client, by)] if by else [])


async def test_a_match_says_how_long_and_with_how_many_jobs(world: World) -> None:
    rep, manager = world.client("sales_rep"), world.client("branch_ops_manager")
    client = await made(rep)
    for title in ("Porch", "Garage"):
        await manager.post(
            "/api/panel/work-orders", json={"title": title, "clientId": client, "branchId": NEAR}
        )
    (row,) = (await rep.get(PATH, params={"email": "iris@visitor.example"})).json()
    client_row = (await rep.get(f"{CLIENTS}/{client}")).json()
    assert row == {
        "kind": "client", "id": client, "name": "Iris Eaves", "status": "active", "since": client_row["createdAt"],
        "jobs": 2, "by": ["email"],
    }  # fmt: skip


async def test_whoever_has_several_buildings_is_known_by_each(world: World) -> None:
    rep = world.client("sales_rep")
    client = await made(rep)
    building = {"name": "Mill House", "address": "77 Mill Lane, Springfield, IL 62702"}
    place = (await rep.post(f"{CLIENTS}/{client}/properties", json=building)).json()["id"]
    typed = {"address": "77 mill ln springfield il 62702"}
    assert await found(rep, **typed) == [("client", client, ["address"])]
    assert await found(world.client("far_rep"), **typed) == []
    moved = {"address": "79 Mill Lane, Springfield, IL 62702"}
    assert (await rep.patch(f"/api/panel/properties/{place}", json=moved)).status_code == 200
    assert await found(rep, **typed) == []


@pytest.mark.parametrize("path", [LEADS, CLIENTS])
async def test_who_agrees_in_most_comes_first_however_many_live_there(world: World, path: str) -> None:
    rep = world.client("sales_rep")
    for number in range(matches.MOST):
        await made(rep, path, email=f"neighbor.{number}@visitor.example", phone=None)
    same = await made(rep, path, email="iris@visitor.example", phone=None, address=HOME)
    several = await found(rep, email="iris@visitor.example", address=HOME)
    assert len(several) == matches.MOST
    assert several[0][1:] == (same, ["email", "address"])


async def joined_by_a_browser(caller: httpx.AsyncClient, visitor: httpx.AsyncClient, lead: str) -> str:
    """The id of a visitor's message that says nothing of its sender but the browser, whose thread a lead is."""
    said = {
        "name": "Vera",
        "email": "vera@elsewhere.example",
        "message": "The porch is dark.",
        "key": "k" * 22,
    }
    first = (await visitor.post("/api/contact", json=said)).json()["id"]
    body = {"kind": "lead", "recordId": lead}
    assert (await caller.post(f"/api/panel/enquiries/{first}/attach", json=body)).status_code == 200
    return str((await visitor.post("/api/contact", json=said | {"street": HOME})).json()["id"])


@pytest.mark.both
@pytest.mark.parametrize("path", [LEADS, CLIENTS])
async def test_a_newer_one_with_the_same_email_comes_before_an_older_one_who_lives_there(
    world: World, path: str
) -> None:
    rep = world.client("sales_rep")
    neighbor = await made(rep, path, email="neighbor@visitor.example", phone=None)
    same = await made(rep, path, address="2 Lake Road, Boise, ID 83702", phone=None)
    several = await found(rep, email="iris@visitor.example", address=HOME)
    assert [row[1:] for row in several] == [(same, ["email"]), (neighbor, ["address"])]


@pytest.mark.both
async def test_a_newer_one_with_the_same_browser_comes_before_an_older_one_who_lives_there(
    world: World,
) -> None:
    rep = world.client("sales_rep")
    neighbor = await made(rep, LEADS, email="neighbor@visitor.example", phone=None)
    same = await made(rep, LEADS, address="2 Lake Road, Boise, ID 83702", phone=None)
    sent = await joined_by_a_browser(rep, world.client(), same)
    people = (await rep.get(f"/api/panel/enquiries/{sent}/matches")).json()["people"]
    assert [(row["id"], row["by"]) for row in people] == [(same, ["browser"]), (neighbor, ["address"])]


SOME: dict[str, dict[str, Any]] = {
    "email": {"email": "iris@visitor.example", "phone": None, "address": "1 Other Road, Boise, ID 83702"},
    "phone": {"email": "p@visitor.example", "phone": "555 010 0199", "address": "2 Other Road, Boise, ID 83702"},
    "address": {"email": "a@visitor.example", "phone": None, "address": HOME},
    "email and address": {"email": "iris@visitor.example", "phone": None, "address": HOME},
    "phone and address": {"email": "b@visitor.example", "phone": "555 010 0199", "address": HOME},
}  # fmt: skip
"""Who agrees with Iris Eaves in what."""


@pytest.mark.both
@pytest.mark.parametrize("order", [list(SOME), list(reversed(SOME))], ids=["surest last", "surest first"])
async def test_many_at_once_are_known_in_the_order_of_one(world: World, order: list[str]) -> None:
    """A file that is imported, and a form in which the same is typed."""
    rep = world.client("sales_rep")
    for path in (LEADS, CLIENTS):
        for what in order:
            await made(rep, path, **SOME[what])
    keys = [
        matches.keys_of("iris@visitor.example", "555 010 0199", HOME),
        matches.keys_of("iris@visitor.example", None, HOME),
        matches.keys_of("nobody@visitor.example", "555 010 0199", HOME),
    ]
    async with world.console() as db:
        many = await matches.matches_of_many(db, keys, leads=True)
        one_by_one = [await matches.matches(db, each, leads=True) for each in keys]
    found = [[(one.kind, one.id, one.by) for one in each] for each in many]
    assert found == [[(one.kind, one.id, one.by) for one in each] for each in one_by_one]


async def test_control_without_weights_the_oldest_come_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "WEIGHTS", dict.fromkeys(matches.NAMES, 0))
    with pytest.raises(AssertionError):
        await test_who_agrees_in_most_comes_first_however_many_live_there(world, LEADS)


async def test_leads_are_for_those_who_see_leads(world: World) -> None:
    lead = await made(world.client("sales_rep"), LEADS)
    typed = {"email": "iris@visitor.example"}
    assert await found(world.client("sales_rep"), **typed) == [("lead", lead, ["email"])]
    assert await found(world.client("technician"), **typed) == []
    client = (await world.client("sales_rep").post(f"{LEADS}/{lead}/client", json={})).json()["id"]
    assert await found(world.client("sales_rep"), **typed) == [("client", client, ["email"])]


async def test_beyond_scope_there_is_not_a_word_and_the_same_work(world: World) -> None:
    """Statements that differed would tell a listener who is a client elsewhere."""
    await made(world.client("far_rep"), branchId=FAR)
    ran: list[tuple[str, ...]] = []

    def note(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        ran[-1] = (*ran[-1], statement)

    engine = world.database.reads.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    for typed in (
        {"email": "iris@visitor.example"},
        {"email": "nobody@visitor.example"},
        {"phone": "555 010 0199"},
    ):
        ran.append(())
        assert await found(world.client("sales_rep"), **typed) == []
    event.remove(engine, "before_cursor_execute", note)
    assert ran[0] == ran[1] == ran[2]


async def test_not_the_same_is_remembered(world: World) -> None:
    rep = world.client("sales_rep")
    client = await made(rep)
    answer = await rep.post(f"{PATH}/dismiss", json={"oneId": "lead-1-2", "otherId": client})
    assert answer.status_code == 204
    assert await found(rep, email="iris@visitor.example", except_id="lead-1-2") == []
    assert len(await found(rep, email="iris@visitor.example", except_id="lead-1-1")) == 1
    again = [
        await rep.post(f"{PATH}/offer", json={"oneId": client, "otherId": id})
        for id in ("lead-1-2", "lead-1-1")
    ]
    assert [answer.status_code for answer in again] == [204, 204]
    assert len(await found(rep, email="iris@visitor.example", except_id="lead-1-2")) == 1
    strange = await made(world.client("far_rep"), branchId=FAR)
    for call in ("dismiss", "offer"):
        answer = await rep.post(f"{PATH}/{call}", json={"oneId": client, "otherId": strange})
        assert answer.status_code == 404


async def test_the_sender_of_a_message_is_known_again(world: World) -> None:
    rep, manager = world.client("sales_rep"), world.client("branch_ops_manager")
    client = await made(rep, email="porch@visitor.example")
    assert (
        await manager.patch("/api/panel/work-orders/order-1-1", json={"status": "completed"})
    ).status_code == 200
    (warranty,) = (await manager.get("/api/panel/warranties")).json()
    parts = [{"kind": "controller", "serial": "dl-88-4711"}]
    await manager.patch(f"/api/panel/warranties/{warranty['id']}", json={"parts": parts})
    said = {
        "name": "V",
        "email": "porch@visitor.example",
        "message": "Serial: DL-88-4711, since May.",
        "topic": "product_registration",
    }
    sent = (await world.client().post("/api/contact", json=said | {"name": "Vera"})).json()["id"]
    for who, people, warranties in (("branch_ops_manager", [client], 1), ("far_rep", [], 0)):
        shown = (await world.client(who).get(f"/api/panel/enquiries/{sent}/matches")).json()
        assert [row["id"] for row in shown["people"]] == people
        assert [row["number"] for row in shown["warranties"]] == [warranty["number"]] * warranties


async def test_a_registration_is_offered_the_warranty_of_its_sender(world: World) -> None:
    """By mail or address, where it names no serial number."""
    manager = world.client("branch_ops_manager")
    client = await made(manager)
    order = await manager.post(
        "/api/panel/work-orders", json={"title": "Porch", "clientId": client, "branchId": NEAR}
    )
    await manager.patch(f"/api/panel/work-orders/{order.json()['id']}", json={"status": "completed"})
    (warranty,) = (await manager.get("/api/panel/warranties")).json()
    for said in (
        {"email": "iris@visitor.example", "topic": "product_registration"},
        {"email": "other@visitor.example", "street": HOME, "topic": "extended_coverage"},
        {"email": "iris@visitor.example", "topic": "contact"},
    ):
        body = {"name": "Iris Eaves", "message": "Installed in May 2024."} | said
        sent = (await world.client().post("/api/contact", json=body)).json()["id"]
        shown = (await manager.get(f"/api/panel/enquiries/{sent}/matches")).json()
        expected = [] if said["topic"] == "contact" else [warranty["number"]]
        assert [row["number"] for row in shown["warranties"]] == expected
        far = (await world.client("far_rep").get(f"/api/panel/enquiries/{sent}/matches")).json()
        assert (far["people"], far["warranties"]) == ([], [])


async def warranted(caller: httpx.AsyncClient, client: str, serial: str) -> tuple[str, str]:
    """A job that is done for a client, and its warranty, of a controller with this serial number."""
    made_of = {"title": "Porch", "clientId": client, "branchId": NEAR}
    job = (await caller.post(ORDERS, json=made_of)).json()["id"]
    assert (await caller.patch(f"{ORDERS}/{job}", json={"status": "completed"})).status_code == 200
    (warranty,) = (await caller.get("/api/panel/warranties", params={"workOrderId": job})).json()
    parts = [{"kind": "controller", "serial": serial}]
    edited = await caller.patch(f"/api/panel/warranties/{warranty['id']}", json={"parts": parts})
    assert edited.status_code == 200, edited.text
    return job, warranty["id"]


@pytest.mark.parametrize(
    ("words", "topic", "named", "known"),
    [
        ("Controller dl-77-0001 stays dark.", "contact", True, "first"),
        ("It is DL-77-0002, or so it says.", "extended_coverage", True, "second"),
        ("DL-77-0001 and DL-77-0002 stay dark.", "contact", True, None),
        ("It stays dark since the storm.", "contact", True, None),
        ("It is the neighbor's, DL-77-0003.", "contact", True, None),
        ("Controller dl-77-0001 stays dark.", "contact", False, None),
    ],
)
async def test_a_ticket_knows_the_warranty_that_its_message_is_about(
    world: World, words: str, topic: str, named: bool, known: str | None
) -> None:
    """And the job; where it may be one of several, whoever reads it chooses."""
    manager, support = world.client("branch_ops_manager"), world.client("support")
    client, other = await made(manager), await made(manager, email="next@visitor.example")
    of = {
        "first": await warranted(manager, client, "DL-77-0001"),
        "second": await warranted(manager, client, "DL-77-0002"),
    }
    await warranted(manager, other, "DL-77-0003")
    said = {"name": "Iris", "email": "iris@visitor.example", "message": words, "topic": topic}
    sent = (await world.client().post("/api/contact", json=said)).json()["id"]
    body = {"clientId": client} if named else {"branchId": NEAR}
    ticket = (await support.post(f"/api/panel/enquiries/{sent}/ticket", json=body)).json()["id"]
    details = (await support.get(f"/api/panel/support-tickets/{ticket}/details")).json()
    linked = [details[name] and details[name]["id"] for name in ("workOrder", "warranty")]
    assert linked == (list(of[known]) if known else [None, None])


async def test_a_message_about_a_warranty_that_names_none_is_about_the_only_one(world: World) -> None:
    manager, support = world.client("branch_ops_manager"), world.client("support")
    client = await made(manager)
    job, warranty = await warranted(manager, client, "DL-77-0001")
    for topic, expected in (("extended_coverage", [job, warranty]), ("contact", [None, None])):
        said = {
            "name": "Iris",
            "email": "iris@visitor.example",
            "message": "Installed in May.",
            "topic": topic,
        }
        sent = (await world.client().post("/api/contact", json=said)).json()["id"]
        made_of = await support.post(f"/api/panel/enquiries/{sent}/ticket", json={"clientId": client})
        details = (await support.get(f"/api/panel/support-tickets/{made_of.json()['id']}/details")).json()
        assert [details[name] and details[name]["id"] for name in ("workOrder", "warranty")] == expected


async def test_nothing_is_remembered_of_whom_one_does_not_see(world: World) -> None:
    rep = world.client("sales_rep")
    for pair in (("client-far-1", "client-1-1"), ("client-1-1", "client-far-1"), ("nobody", "client-1-1")):
        for call in ("dismiss", "offer"):
            answer = await rep.post(f"{PATH}/{call}", json={"oneId": pair[0], "otherId": pair[1]})
            assert answer.status_code == 404
    async with world.console() as db:
        assert await db.scalar(select(DismissedMatch.one_id)) is None


async def test_said_by_many_at_once_it_is_remembered_once(world: World) -> None:
    rep = world.client("sales_rep")
    pair = {"oneId": "enquiry-0", "otherId": "client-1-1"}
    answers = await asyncio.gather(*(rep.post(f"{PATH}/dismiss", json=pair) for _ in range(8)))
    assert {answer.status_code for answer in answers} == {204}
