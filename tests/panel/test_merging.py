"""Two who are one are merged, and can be parted: what goes along, what comes back, and what stands in the way."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from duskline.core.data.base import Base
from duskline.models.activities import Activity
from duskline.models.merging import POINTERS
from duskline.models.sales import Client, Lead
from duskline.models.status_changes import StatusChange
from tests.panel.threads import CLIENTS, LEADS, ORDERS, made, parted
from tests.world import BESIDE, FAR, NEAR, World

HOUSE = "9 Lake Road, Boise, ID 83702"


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


async def merged(rep: httpx.AsyncClient, path: str, kept: str, gone: str) -> str:
    answer = await rep.post(f"{path}/{kept}/merge", json={"goneId": gone})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["mergeId"])


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
