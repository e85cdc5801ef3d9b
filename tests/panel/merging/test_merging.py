"""Two who are one are merged, and can be parted: what goes along, what comes back, and what stands in the way."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from duskline.models.notifying.notifications import Notification, ToldOf
from duskline.models.people.preferences import Happening
from duskline.models.records.status_changes import StatusChange
from tests.panel.merging.test_previewing import taken_over
from tests.panel.schedule.test_visits import asked
from tests.panel.threads import CLIENTS, HOME, LEADS, ORDERS, made, parted
from tests.world import BESIDE, FAR, NEAR, World

STEPS, VISITS = "/api/panel/next-steps", "/api/panel/visits"
HOUSE = "9 Lake Road, Boise, ID 83702"


async def thread_of(world: World, rep: httpx.AsyncClient, **fields: Any) -> tuple[str, str, str]:
    """A lead, its client, and the job of both."""
    lead = await made(rep, LEADS, **fields)
    note = {"kind": "lead", "recordId": lead, "type": "note", "words": "Has a dog"}
    assert (await rep.post("/api/panel/activities", json=note)).status_code == 201
    handed = (await rep.post(f"{LEADS}/{lead}/hand-over", json={})).json()
    return lead, handed["client"]["id"], handed["workOrder"]["id"]


def side(value: Any) -> dict[str, Any]:
    """A field in which both have the same."""
    return {"stays": value, "goes": value, "becomes": value}


async def test_two_clients_become_one_and_are_parted_again(world: World) -> None:
    rep, admin = world.client("sales_rep"), world.client("admin")
    lead, gone, job = await thread_of(world, rep, address="2 Lake Road, Boise, ID 83702")
    kept = await made(rep, phone="")
    note = {"kind": "client", "recordId": gone, "type": "note", "words": "Two houses"}
    assert (await rep.post("/api/panel/activities", json=note)).status_code == 201
    before = (await rep.get(f"{CLIENTS}/{gone}")).json()
    preview = (await rep.get(f"{CLIENTS}/{kept}/merge", params={"with": gone})).json()
    assert len(preview.pop("seal")) == 64
    assert preview == {
        "kept": "Iris Eaves", "gone": "Iris Eaves", "moves": {"workOrders": 1, "leads": 1, "activities": 1},
        "fields": {
            "name": side("Iris Eaves"), "email": side("iris@visitor.example"), "status": side("active"),
            "address": {"stays": HOME, "goes": "2 Lake Road, Boise, ID 83702", "becomes": HOME},
            "phone": {"stays": None, "goes": "555 010 0199", "becomes": "555 010 0199"},
            "leadId": {"stays": None, "goes": lead, "becomes": lead},
        },
        "beside": None, "notesApart": False, "nextSteps": None,
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
    assert taken_over(preview["fields"]) == {
        "notes": ["Warm white", "Warm white\n\nBronze"], "phone": [None, "555 010 0199"], "source": [None, "Yard sign"],
    }  # fmt: skip
    assert taken_over(preview["beside"])["clientId"] == [None, client]
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
    monkeypatch.setattr("duskline.models.merging.parting.UNDONE_WITHIN", timedelta(0))
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


async def test_who_was_merged_on_comes_back_before_those_merged_into_it(world: World) -> None:
    rep, colleague = world.client("sales_rep"), world.client("near_rep")
    for path, last in ((LEADS, rep), (CLIENTS, rep), (CLIENTS, colleague)):
        kept, gone = await made(rep, path, name="Iris Eaves"), await made(rep, path, name="Iris E.")
        third = await made(rep, path, name="Iris Eaves-Roof")
        first = await merged(rep, path, kept, gone)
        second = await merged(last, path, third, kept)
        how = (
            "Undo that first, then this." if last is rep
            else "Ask the person who did that to undo it; then this can be undone, too."
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
    assert (preview["notesApart"], "notes" in taken_over(preview["fields"])) == (apart, not apart)
    id = await merged(rep, LEADS, kept, gone)
    row = (await rep.get(f"{LEADS}/{kept}")).json()
    assert row["notes"] == (ours if apart else f"{ours}\n\n{theirs}")
    assert await notes_of(rep, kept) == ([theirs] if apart else [])
    assert await parted(rep, id) == (204, "")
    assert [(await rep.get(f"{LEADS}/{each}")).json()["notes"] for each in (kept, gone)] == [ours, theirs]
    assert [await notes_of(rep, each) for each in (kept, gone)] == [[], []]


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


async def surveyed(world: World, lead: str, day: str, *statuses: str) -> str:
    """The id of a visit to a lead, that went through some statuses."""
    rep = world.client("sales_rep")
    survey = {"kind": "lead", "recordId": lead, "day": day, "crew": ["sales_rep"]}
    visit = await asked(await rep.post(VISITS, json=survey), 201)
    for status in statuses:
        await asked(await rep.patch(f"{VISITS}/{visit['id']}", json={"status": status}))
    return str(visit["id"])


async def visits_of(world: World, lead: str) -> dict[str, str]:
    rows = await asked(await world.client("sales_rep").get(VISITS, params={"kind": "lead", "recordId": lead}))
    return {row["id"]: row["status"] for row in rows}


async def test_visits_go_along_whatever_became_of_them(world: World) -> None:
    rep = world.client("sales_rep")
    kept, gone = await made(rep, LEADS), await made(rep, LEADS)
    done = await surveyed(world, gone, "2026-11-20", "on_the_way", "started", "done")
    cancelled = await surveyed(world, gone, "2031-12-01", "cancelled")
    planned, own = await surveyed(world, gone, "2031-12-02"), await surveyed(world, kept, "2031-12-03")
    theirs = {done: "done", cancelled: "cancelled", planned: "planned"}
    preview = (await rep.get(f"{LEADS}/{kept}/merge", params={"with": gone})).json()
    assert preview["moves"] == {"visits": 3}
    id = await merged(rep, LEADS, kept, gone)
    assert await visits_of(world, kept) == theirs | {own: "planned"}
    moved = [
        row for row in await world.audit_log() if row.entity_type == "visit" and "record_id" in row.changes
    ]
    assert {row.entity_id for row in moved if row.changes["record_id"] == [gone, kept]} == set(theirs)
    assert await parted(rep, id) == (204, "")
    assert await visits_of(world, gone) == theirs
    assert await visits_of(world, kept) == {own: "planned"}


async def stepped(rep: httpx.AsyncClient, lead: str, words: str, day: str, **fields: Any) -> dict[str, Any]:
    step = {"kind": "lead", "recordId": lead, "words": words, "dueOn": day} | fields
    return dict(await asked(await rep.post(STEPS, json=step), 201))


async def step_of(rep: httpx.AsyncClient, lead: str) -> dict[str, Any]:
    """What people read of the open next step: its time of the last change aside."""
    page = await asked(await rep.get(f"{LEADS}/{lead}/record"))
    return {name: value for name, value in page["nextStep"].items() if name != "version"}


async def told_of(rep: httpx.AsyncClient, lead: str) -> list[tuple[str, str, str]]:
    page = (await rep.get(f"{LEADS}/{lead}/timeline", params={"source": "activity"})).json()
    return [(event["who"], event["action"], event["words"]) for event in page["events"]]


@pytest.mark.parametrize("first", ["kept", "gone"])
async def test_of_two_open_follow_ups_the_earlier_stays_due_and_both_can_be_read(
    world: World, first: str
) -> None:
    rep = world.client("sales_rep")
    kept, gone = await made(rep, LEADS), await made(rep, LEADS)
    early, late = (kept, gone) if first == "kept" else (gone, kept)
    due = await stepped(rep, early, "Call back", "2031-12-01", dueMinute=540)
    aside = await stepped(rep, late, "Send the quote", "2031-12-01", assignedTo="near_rep")
    before = {lead: await step_of(rep, lead) for lead in (kept, gone)}
    preview = (await rep.get(f"{LEADS}/{kept}/merge", params={"with": gone})).json()
    assert preview["nextSteps"] == {"due": due, "setAside": aside}
    assert preview["moves"] == ({} if first == "kept" else {"nextSteps": 1})
    id = await merged(rep, LEADS, kept, gone)
    assert await step_of(rep, kept) == before[early] | {"recordId": kept}
    said = "Next step set aside by the merge: Send the quote (due Monday, December 1, 2031, assigned to Near Rep)"
    assert await told_of(rep, kept) == [("Sales Rep", "note", said)]
    assert await parted(rep, id) == (204, "")
    for lead in (kept, gone):
        assert await step_of(rep, lead) == before[lead]
        assert await told_of(rep, lead) == []


async def test_the_bell_says_of_merged_leads_what_is_still_so(world: World) -> None:
    """What is due follows; that the lead was new or is somebody's goes with it, and comes back."""
    rep, colleague = world.client("sales_rep"), world.client("near_rep")
    kept, gone = await made(rep, LEADS), await made(rep, LEADS, assignedTo="near_rep")
    async with world.console() as db:
        about = {"kind": ToldOf.LEAD, "record_id": gone, "branch_id": NEAR, "user_id": "near_rep"}
        db.store(Notification(**about, what=Happening.STEP_DUE, key="due"))

    async def bell() -> list[tuple[str, str]]:
        rows = (await colleague.get("/api/panel/notifications")).json()
        return sorted((row["what"], row["recordId"]) for row in rows if row["recordId"] in (kept, gone))

    before = [("assigned", gone), ("new_lead", kept), ("step_due", gone)]
    assert await bell() == before
    assert (await rep.patch(f"{LEADS}/{kept}", json={"assignedTo": "sales_rep"})).status_code == 200
    id = await merged(rep, LEADS, kept, gone)
    assert await bell() == [("new_lead", kept), ("step_due", kept)]
    assert await parted(rep, id) == (204, "")
    assert await bell() == before


async def test_who_lost_sight_of_the_one_that_stays_is_not_told_that_it_was_deleted(world: World) -> None:
    rep, admin = world.client("sales_rep"), world.client("admin")
    kept, gone = await made(rep, LEADS), await made(rep, LEADS)
    id = await merged(rep, LEADS, kept, gone)
    assert (await admin.patch(f"{LEADS}/{kept}", json={"branchId": FAR})).status_code == 200
    said = "The one that stays is out of your reach by now, so this cannot be undone any more."
    assert await parted(rep, id) == (409, said)


async def test_the_first_response_is_the_earlier_of_both(world: World) -> None:
    rep = world.client("sales_rep")
    gone, kept = await made(rep, LEADS), await made(rep, LEADS)
    for lead in (gone, kept):
        call = {"kind": "lead", "recordId": lead, "type": "call", "outcome": "reached"}
        await asked(await rep.post("/api/panel/activities", json=call), 201)

    async def responses() -> list[str]:
        pages = [await asked(await rep.get(f"{LEADS}/{lead}/record")) for lead in (gone, kept)]
        return [page["leadFacts"]["firstResponseAt"] for page in pages]

    before = await responses()
    id = await merged(rep, LEADS, kept, gone)
    page = await asked(await rep.get(f"{LEADS}/{kept}/record"))
    assert page["leadFacts"]["firstResponseAt"] == before[0]
    assert await parted(rep, id) == (204, "")
    assert await responses() == before
