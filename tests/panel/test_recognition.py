"""People are known again by mail, telephone and building, within scope; two who are one are merged, and can be parted."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import event, select

from duskline.core.data.base import Base
from duskline.models.activities import Activity
from duskline.models.conversions import DismissedMatch
from duskline.models.merging import POINTERS
from duskline.models.sales import Client, Lead
from duskline.models.status_changes import StatusChange
from tests.world import BESIDE, FAR, NEAR, World

PATH, LEADS, CLIENTS = "/api/panel/matches", "/api/panel/leads", "/api/panel/clients"
ORDERS = "/api/panel/work-orders"
HOME = "9 Roof Row, Springfield, IL 62701"


async def made(caller: httpx.AsyncClient, path: str = CLIENTS, **fields: Any) -> str:
    body = {"name": "Iris Eaves", "email": "iris@visitor.example", "address": HOME, "phone": "555 010 0199"}
    answer = await caller.post(path, json=body | fields)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


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


# --- merging ---


async def thread_of(world: World, rep: httpx.AsyncClient, **fields: Any) -> tuple[str, str, str]:
    """A lead, its client, and the job of both."""
    lead = await made(rep, LEADS, **fields)
    note = {"kind": "lead", "recordId": lead, "type": "note", "words": "Has a dog"}
    assert (await rep.post("/api/panel/activities", json=note)).status_code == 201
    handed = (await rep.post(f"{LEADS}/{lead}/hand-over", json={})).json()
    return lead, handed["client"]["id"], handed["workOrder"]["id"]


async def test_two_clients_become_one_and_are_parted_again(world: World) -> None:
    rep, admin = world.client("sales_rep"), world.client("admin")
    lead, gone, job = await thread_of(world, rep, address="2 Lake Road, Boise, ID 83702")
    kept = await made(rep, phone="")
    note = {"kind": "client", "recordId": gone, "type": "note", "words": "Two houses"}
    assert (await rep.post("/api/panel/activities", json=note)).status_code == 201
    before = (await rep.get(f"{CLIENTS}/{gone}")).json()
    preview = (await rep.get(f"{CLIENTS}/{kept}/merge", params={"with": gone})).json()
    assert preview == {
        "kept": "Iris Eaves", "gone": "Iris Eaves", "moves": {"workOrders": 1, "leads": 1, "activities": 1},
        "changes": {"phone": [None, "555 010 0199"], "leadId": [None, lead]}, "notesApart": False,
    }  # fmt: skip
    merged = (await rep.post(f"{CLIENTS}/{kept}/merge", json={"goneId": gone})).json()["mergeId"]
    assert (await rep.get(f"{CLIENTS}/{gone}")).status_code == 404
    page = (await rep.get(f"{CLIENTS}/{kept}/record")).json()
    assert (page["client"]["phone"], page["client"]["email"]) == ("555 010 0199", "iris@visitor.example")
    assert {row["id"] for row in page["members"]} == {lead, job}
    assert sorted(row["address"] or "" for row in page["properties"]) == ["", "2 Lake Road, Boise, ID 83702"]
    assert "Two houses" in {event["words"] for event in page["timeline"]["events"]}
    details = (await admin.get(f"/api/panel/work-orders/{job}/details")).json()
    assert details["property"]["address"] == "2 Lake Road, Boise, ID 83702"

    assert (await admin.post(f"/api/panel/merges/{merged}/undo")).status_code == 403
    assert (await rep.post(f"/api/panel/merges/{merged}/undo")).status_code == 204
    assert (await rep.post(f"/api/panel/merges/{merged}/undo")).status_code == 409
    after = (await rep.get(f"{CLIENTS}/{gone}")).json()
    changes = {"updatedAt", "version"}
    assert {k: v for k, v in after.items() if k not in changes} == {
        k: v for k, v in before.items() if k not in changes
    }
    back = (await rep.get(f"{CLIENTS}/{gone}/record")).json()
    assert {row["id"] for row in back["members"]} == {lead, job}
    assert "Two houses" in {event["words"] for event in back["timeline"]["events"]}
    left = (await rep.get(f"{CLIENTS}/{kept}/record")).json()
    assert (left["client"]["phone"], left["members"], len(left["properties"])) == (None, [], 1)
    details = (await admin.get(f"/api/panel/work-orders/{job}/details")).json()
    assert details["property"]["id"] == gone


async def test_two_leads_become_one(world: World) -> None:
    rep = world.client("sales_rep")
    kept = await made(rep, LEADS, notes="Warm white", phone="")
    gone, client, _ = await thread_of(world, rep, notes="Bronze", source="Yard sign")
    for id, day in ((kept, "2026-12-01"), (gone, "2026-12-02")):
        step = {"kind": "lead", "recordId": id, "words": f"Call {id}", "dueOn": day}
        assert (await rep.post("/api/panel/next-steps", json=step)).status_code == 201
    preview = (await rep.get(f"{LEADS}/{kept}/merge", params={"with": gone})).json()
    assert preview["changes"] == {
        "notes": ["Warm white", "Warm white\n\nBronze"], "phone": [None, "555 010 0199"], "source": [None, "Yard sign"],
    }  # fmt: skip
    merged = (await rep.post(f"{LEADS}/{kept}/merge", json={"goneId": gone})).json()["mergeId"]
    row = (await rep.get(f"{LEADS}/{kept}")).json()
    assert (row["notes"], row["phone"], row["source"]) == (
        "Warm white\n\nBronze",
        "555 010 0199",
        "Yard sign",
    )
    page = (await rep.get(f"{LEADS}/{kept}/record")).json()
    assert page["nextStep"]["words"] == f"Call {kept}"
    assert "Has a dog" in {event["words"] for event in page["timeline"]["events"]}
    assert (await rep.get(f"{CLIENTS}/{client}")).json()["leadId"] == kept
    assert (await rep.post(f"/api/panel/merges/{merged}/undo")).status_code == 204
    row = (await rep.get(f"{LEADS}/{kept}")).json()
    assert (row["notes"], row["phone"], row["source"]) == ("Warm white", None, None)
    page = (await rep.get(f"{LEADS}/{gone}/record")).json()
    assert (page["nextStep"]["words"], page["client"]["id"]) == (f"Call {gone}", client)


async def test_a_lead_that_takes_over_a_client_gives_it_back(world: World) -> None:
    rep = world.client("sales_rep")
    kept = await made(rep, LEADS)
    gone, client, job = await thread_of(world, rep, estimatedValue=4500)
    assert (await rep.patch(f"{LEADS}/{gone}/details", json={"valueKind": "guess"})).status_code == 200
    first = (await rep.get(f"{LEADS}/{gone}/record")).json()["leadFacts"]["firstResponseAt"]
    merged = (await rep.post(f"{LEADS}/{kept}/merge", json={"goneId": gone})).json()["mergeId"]
    page = (await rep.get(f"{LEADS}/{kept}/record")).json()
    assert (page["client"]["id"], page["lead"]["estimatedValue"]) == (client, 4500)
    assert (page["leadFacts"]["valueKind"], page["leadFacts"]["firstResponseAt"]) == ("guess", first)
    assert (await rep.post(f"/api/panel/merges/{merged}/undo")).status_code == 204
    page = (await rep.get(f"{LEADS}/{kept}/record")).json()
    assert (page["client"], [row["id"] for row in page["members"]]) == (None, [kept])
    assert (page["leadFacts"]["valueKind"], page["leadFacts"]["firstResponseAt"]) == (None, None)
    page = (await rep.get(f"{CLIENTS}/{client}/record")).json()
    assert {row["id"] for row in page["members"]} == {gone, job}


async def test_leads_that_became_two_clients_are_one_once_their_clients_are(world: World) -> None:
    rep = world.client("sales_rep")
    (kept, client, job), (gone, other, second) = [await thread_of(world, rep) for _ in range(2)]
    refused = "They have become two clients. Merge the clients first."
    for answer in (
        await rep.get(f"{LEADS}/{kept}/merge", params={"with": gone}),
        await rep.post(f"{LEADS}/{kept}/merge", json={"goneId": gone}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (409, refused)
    assert (await rep.post(f"{CLIENTS}/{client}/merge", json={"goneId": other})).status_code == 200
    merged = await rep.post(f"{LEADS}/{kept}/merge", json={"goneId": gone})
    assert merged.status_code == 200
    page = (await rep.get(f"{LEADS}/{kept}/record")).json()
    assert {row["id"] for row in page["members"]} == {kept, job, second}
    assert (await rep.post(f"{LEADS}/{kept}/hand-over", json={})).json()["workOrder"]["id"] == job
    assert (await rep.post(f"/api/panel/merges/{merged.json()['mergeId']}/undo")).status_code == 204
    assert (await rep.post(f"{LEADS}/{gone}/hand-over", json={})).json()["workOrder"]["id"] == second


async def test_what_lies_apart_stays_apart(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    regional, rep = world.client("regional_ops_manager"), world.client("sales_rep")
    near, beside = await made(regional, branchId=NEAR), await made(regional, branchId=BESIDE)
    answer = await regional.post(f"{CLIENTS}/{near}/merge", json={"goneId": beside})
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "They belong to different branches, so they stay apart.",
    )
    assert (await rep.post(f"{CLIENTS}/{near}/merge", json={"goneId": beside})).status_code == 404
    same = await rep.post(f"{CLIENTS}/{near}/merge", json={"goneId": near})
    assert (same.status_code, same.json()["error"]) == (400, "This is one and the same record.")
    other = await made(rep)
    merged = (await rep.post(f"{CLIENTS}/{near}/merge", json={"goneId": other})).json()["mergeId"]
    monkeypatch.setattr("duskline.models.parting.UNDONE_WITHIN", timedelta(0))
    assert (await rep.post(f"/api/panel/merges/{merged}/undo")).status_code == 409
    for who in ("technician", "support"):
        assert (
            await world.client(who).post(f"{CLIENTS}/{near}/merge", json={"goneId": other})
        ).status_code == 403


HOUSE = "9 Lake Road, Boise, ID 83702"


async def merged(rep: httpx.AsyncClient, path: str, kept: str, gone: str) -> str:
    answer = await rep.post(f"{path}/{kept}/merge", json={"goneId": gone})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["mergeId"])


async def parted(rep: httpx.AsyncClient, merge_id: str) -> tuple[int, str]:
    answer = await rep.post(f"/api/panel/merges/{merge_id}/undo")
    return answer.status_code, answer.json()["error"] if answer.content else ""


async def building(rep: httpx.AsyncClient, client: str) -> dict[str, Any]:
    rows = (await rep.get(f"{CLIENTS}/{client}/properties")).json()
    own = next(row for row in rows if row["id"] == client)
    return {name: own[name] for name in ("feet", "access", "hazards")}


async def test_what_can_hurt_at_a_building_of_both_is_known_of_both(world: World) -> None:
    rep = world.client("sales_rep")
    kept, gone = await made(rep, address=HOUSE), await made(rep, address=HOUSE)
    ours = {"feet": None, "access": "Gate 1234", "hazards": "Wire over the porch"}
    theirs = {"feet": 120, "access": "Gate 1234\nDog", "hazards": "Loose tiles"}
    for id, said in ((kept, ours), (gone, theirs)):
        assert (await rep.patch(f"/api/panel/properties/{id}", json=said)).status_code == 200
    id = await merged(rep, CLIENTS, kept, gone)
    assert await building(rep, kept) == {
        "feet": 120, "access": "Gate 1234\nDog", "hazards": "Wire over the porch\nLoose tiles",
    }  # fmt: skip
    assert await parted(rep, id) == (204, "")
    assert (await building(rep, kept), await building(rep, gone)) == (ours, theirs)


async def test_what_was_noted_of_the_other_building_meanwhile_goes_back_with_it(world: World) -> None:
    rep = world.client("sales_rep")
    kept, gone = await made(rep, address="1 Other Road, Boise, ID 83702"), await made(rep, address=HOUSE)
    id = await merged(rep, CLIENTS, kept, gone)
    rows = (await rep.get(f"{CLIENTS}/{kept}/properties")).json()
    (other,) = (row["id"] for row in rows if row["address"] == HOUSE)
    assert (await rep.patch(f"/api/panel/properties/{other}", json={"hazards": "Wire"})).status_code == 200
    manager = world.client("branch_ops_manager")
    order = await manager.post(ORDERS, json={"title": "Porch", "clientId": kept, "branchId": NEAR})
    at = f"{ORDERS}/{order.json()['id']}/details"
    assert (await manager.patch(at, json={"propertyId": other})).status_code == 200
    assert await parted(rep, id) == (204, "")
    assert (await building(rep, gone))["hazards"] == "Wire"
    assert (await manager.get(at)).json()["property"]["address"] == HOUSE


async def test_a_warranty_keeps_its_building(world: World) -> None:
    manager = world.client("branch_ops_manager")
    kept, gone = (
        await made(manager, address="1 Other Road, Boise, ID 83702"),
        await made(manager, address=HOUSE),
    )
    body = {"title": "Porch", "clientId": gone, "branchId": NEAR, "status": "completed"}
    order = (await manager.post(ORDERS, json=body)).json()["id"]

    async def places() -> tuple[str, str]:
        (warranty,) = (await manager.get("/api/panel/warranties", params={"workOrderId": order})).json()
        job = (await manager.get(f"{ORDERS}/{order}/details")).json()
        return warranty["propertyId"], job["property"]["id"]

    id = await merged(manager, CLIENTS, kept, gone)
    first, second = await places()
    assert first == second != kept
    assert await parted(manager, id) == (204, "")
    assert await places() == (gone, gone)


async def test_who_comes_back_begins_nothing(world: World) -> None:
    rep = world.client("sales_rep")
    kept, gone = await made(rep, LEADS), await made(rep, LEADS, status="contacted")

    async def changes() -> list[tuple[str, str | None, str]]:
        async with world.console() as db:
            columns = (StatusChange.record_id, StatusChange.from_status, StatusChange.to_status)
            ours = select(*columns).where(StatusChange.record_id.in_((kept, gone)))
            return sorted((row[0], row[1], row[2]) for row in await db.execute(ours))

    before = await changes()
    assert await parted(rep, await merged(rep, LEADS, kept, gone)) == (204, "")
    assert await changes() == before


async def test_nobody_comes_back_to_a_branch_that_the_other_has_left(world: World) -> None:
    admin = world.client("admin")
    kept, gone = await made(admin, LEADS), await made(admin, LEADS)
    id = await merged(admin, LEADS, kept, gone)
    assert (await admin.patch(f"{LEADS}/{kept}", json={"branchId": FAR})).status_code == 200
    said = "The one that stays is in another branch by now, so this cannot be undone any more."
    assert await parted(admin, id) == (409, said)
    assert (await admin.patch(f"{LEADS}/{kept}", json={"branchId": NEAR})).status_code == 200
    assert await parted(admin, id) == (204, "")


async def test_who_was_merged_on_comes_back_before_those_merged_into_it(world: World) -> None:
    rep, colleague = world.client("sales_rep"), world.client("near_rep")
    for path, last in ((LEADS, rep), (CLIENTS, rep), (CLIENTS, colleague)):
        kept, gone = await made(rep, path, name="Iris Eaves"), await made(rep, path, name="Iris E.")
        third = await made(rep, path, name="Iris Eaves-Roof")
        first = await merged(rep, path, kept, gone)
        second = await merged(last, path, third, kept)
        how = (
            "Undo that first, then this." if last is rep
            else "Ask whoever did that to undo it; then this can be undone, too."
        )  # fmt: skip
        said = f"Iris Eaves has been merged into Iris Eaves-Roof since. {how}"
        assert await parted(rep, first) == (409, said)
        assert await parted(last, second) == (204, "")
        assert await parted(rep, first) == (204, "")
        for id, name in ((kept, "Iris Eaves"), (gone, "Iris E."), (third, "Iris Eaves-Roof")):
            assert (await rep.get(f"{path}/{id}")).json()["name"] == name


async def test_nobody_comes_back_to_one_that_was_deleted(world: World) -> None:
    rep, admin = world.client("sales_rep"), world.client("admin")
    kept, gone = await made(rep, LEADS), await made(rep, LEADS)
    first = await merged(rep, LEADS, kept, gone)
    assert (await admin.delete(f"{LEADS}/{kept}")).status_code == 204
    said = "The one that stayed has been deleted since, so this cannot be undone any more."
    assert await parted(rep, first) == (409, said)
    assert (await rep.get(f"{LEADS}/{gone}")).status_code == 404


async def notes_of(rep: httpx.AsyncClient, lead: str) -> list[str]:
    page = (await rep.get(f"{LEADS}/{lead}/timeline", params={"source": "activity"})).json()
    return [event["words"] for event in page["events"] if event["action"] == "note"]


@pytest.mark.parametrize("length", [4998, 4999])
async def test_notes_too_long_for_one_field_are_kept_whole(world: World, length: int) -> None:
    """Together with the empty line between them 10,000 letters fit, and not one more."""
    rep, ours, theirs = world.client("sales_rep"), "a" * 5_000, "b" * length
    apart = length == 4999
    kept, gone = await made(rep, LEADS, notes=ours), await made(rep, LEADS, notes=theirs)
    preview = (await rep.get(f"{LEADS}/{kept}/merge", params={"with": gone})).json()
    assert (preview["notesApart"], "notes" in preview["changes"]) == (apart, not apart)
    id = await merged(rep, LEADS, kept, gone)
    row = (await rep.get(f"{LEADS}/{kept}")).json()
    assert row["notes"] == (ours if apart else f"{ours}\n\n{theirs}")
    assert await notes_of(rep, kept) == ([theirs] if apart else [])
    assert await parted(rep, id) == (204, "")
    assert [(await rep.get(f"{LEADS}/{each}")).json()["notes"] for each in (kept, gone)] == [ours, theirs]
    assert [await notes_of(rep, each) for each in (kept, gone)] == [[], []]


async def test_what_was_written_on_in_such_a_note_stays(world: World) -> None:
    rep, words = world.client("sales_rep"), "b" * 9_000
    kept, gone = await made(rep, LEADS, notes="a" * 9_000), await made(rep, LEADS, notes=words)
    id = await merged(rep, LEADS, kept, gone)
    async with world.console() as db:
        note = await db.scalar(select(Activity.id).where(Activity.record_id == kept))
    added = {"words": f"{words} and bronze"}
    assert (await rep.patch(f"/api/panel/activities/{note}", json=added)).status_code == 200
    assert await parted(rep, id) == (204, "")
    assert await notes_of(rep, kept) == [f"{words} and bronze"]


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


async def test_a_merge_forgets_no_link() -> None:
    """By the foreign keys of the schema; what stands beside a record has its id for its own."""
    for entity in (Lead, Client):
        links = {
            f"{mapper.class_.__name__}.{column.key}"
            for mapper in Base.registry.mappers
            for column in mapper.local_table.c
            if column.references(entity.__table__.c.id) and not column.primary_key
        }
        # A lead's client is no list: it is taken over with what else is known of the lead.
        assert links <= {str(column) for column in POINTERS[entity]}, entity


async def test_messages_go_along(world: World) -> None:
    rep = world.client("sales_rep")
    for path, kind, number in ((LEADS, "lead", 0), (CLIENTS, "client", 1)):
        kept, gone = await made(rep, path), await made(rep, path)
        body = {"kind": kind, "recordId": gone}
        assert (await rep.post(f"/api/panel/enquiries/enquiry-{number}/attach", json=body)).status_code == 200
        id = await merged(rep, path, kept, gone)
        for owner in (kept, gone):
            page = (await rep.get(f"{path}/{owner}/timeline", params={"source": "message"})).json()
            assert [event["id"] for event in page["events"]] == [f"enquiry-{number}"]
            if owner == kept:
                assert await parted(rep, id) == (204, "")
