"""Calls, notes, texts and meetings, and the next step: kept with their record, written by whoever manages it."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from duskline.models.records import conversions
from duskline.models.records.about import RecordKind
from duskline.models.records.activities import Activity, ActivityType, NextStep
from duskline.models.records.details import LeadDetails
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client
from duskline.models.records.subjects import subject
from tests.world import MISSING, NEAR, World

LEADS = "/api/panel/leads"
PATH, STEPS = "/api/panel/activities", "/api/panel/next-steps"
RECORDS = {"lead": "lead-1-1", "client": "client-1-1", "work_order": "order-1-1", "ticket": "ticket-1-1"}
WRITERS = {
    "lead": {"sales_rep", "branch_ops_manager", "regional_ops_manager", "admin"},
    "client": {"sales_rep", "branch_ops_manager", "regional_ops_manager", "admin"},
    "work_order": {"technician", "lead_technician", "branch_ops_manager", "regional_ops_manager", "admin"},
    "ticket": {"support", "branch_ops_manager", "regional_ops_manager", "admin"},
}
"""Who writes about what: whoever manages that kind of record."""
NO_ZONE = "Please enter a time with its distance from UTC, as 2026-03-01T09:00:00Z"
ROLES = sorted(set().union(*WRITERS.values()))


async def log(caller: httpx.AsyncClient, kind: str = "lead", **fields: Any) -> httpx.Response:
    body = {"kind": kind, "recordId": RECORDS[kind], "type": "note", "words": "Has a dog"} | fields
    return await caller.post(PATH, json=body)


async def step(caller: httpx.AsyncClient, kind: str = "lead", **fields: Any) -> httpx.Response:
    body = {"kind": kind, "recordId": RECORDS[kind], "words": "Call back", "dueOn": "2026-12-01"} | fields
    return await caller.post(STEPS, json=body)


@pytest.mark.parametrize("kind", RECORDS)
async def test_whoever_manages_a_record_writes_about_it(world: World, kind: str) -> None:
    for who in ROLES:
        expected = 201 if who in WRITERS[kind] else 403
        caller = world.client(who)
        assert (await log(caller, kind)).status_code == expected, who
        answer = await step(caller, kind)
        assert answer.status_code == expected, who
        if expected == 201:
            assert (await caller.post(f"{STEPS}/{answer.json()['id']}/done")).status_code == 200, who


@pytest.mark.parametrize("elsewhere", ["lead-far-1", MISSING])
async def test_about_what_lies_elsewhere_nothing_is_written(world: World, elsewhere: str) -> None:
    rep = world.client("sales_rep")
    assert (await log(rep, recordId=elsewhere)).status_code == 404
    assert (await step(rep, recordId=elsewhere)).status_code == 404


async def test_a_call_is_kept_as_it_was(world: World) -> None:
    body: dict[str, Any] = {
        "type": "call", "outcome": "left_message", "minutes": 3, "words": "Try after six", "happenedAt": "2026-11-20T18:00:00Z",
    }  # fmt: skip
    row = (await log(world.client("sales_rep"), **body)).json()
    assert {name: row[name] for name in body} == body
    assert (row["kind"], row["recordId"], row["byId"], row["version"]) == ("lead", "lead-1-1", "sales_rep", 1)


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"type": "note", "words": " "}, {"words": "Please write the note"}),
        ({"type": "text", "outcome": "reached"}, {"outcome": "Only a call has an outcome"}),
        ({"happenedAt": "2999-01-01T00:00:00Z"}, {"happenedAt": "Please choose a time that has passed"}),
        ({"happenedAt": "2026-11-20T18:00:00"}, {"happenedAt": NO_ZONE}),
        ({"happenedAt": "0001-01-01T00:00:00+14:00"}, {"happenedAt": "Please check the year"}),
        ({"type": "call", "minutes": 1441}, {"minutes": "Please enter minutes, from 0 to 1,440"}),
        ({"type": "message"}, {"type": "Please choose one of the listed values"}),
    ],
)
async def test_what_does_not_fit_is_named(
    world: World, fields: dict[str, Any], fault: dict[str, str]
) -> None:
    answer = await log(world.client("sales_rep"), **fields)
    assert (answer.status_code, answer.json()["fields"]) == (400, fault)


async def test_the_first_response_to_a_lead_is_kept(world: World) -> None:
    rep = world.client("sales_rep")

    async def first() -> datetime | None:
        async with world.console() as db:
            return await db.scalar(select(LeadDetails.first_response_at).where(LeadDetails.id == "lead-1-1"))

    assert (await log(rep, type="note")).status_code == 201
    assert await first() is None
    for at in ("2026-11-20T18:00:00Z", "2026-11-21T18:00:00Z", "2026-11-19T08:00:00Z"):
        assert (await log(rep, type="call", happenedAt=at)).status_code == 201
    assert await first() == datetime(2026, 11, 19, 8, tzinfo=UTC)
    by_mistake = await log(rep, type="text", happenedAt="2026-11-18T08:00:00Z")
    at = f"{PATH}/{by_mistake.json()['id']}"
    assert await first() == datetime(2026, 11, 18, 8, tzinfo=UTC)
    assert (await rep.patch(at, json={"happenedAt": "2026-11-18T09:00:00Z"})).status_code == 200
    assert await first() == datetime(2026, 11, 18, 9, tzinfo=UTC)
    assert (await rep.delete(at)).status_code == 204
    assert await first() == datetime(2026, 11, 19, 8, tzinfo=UTC)


async def test_only_its_author_changes_it_and_takes_it_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rep = world.client("sales_rep")
    at = f"{PATH}/{(await log(rep)).json()['id']}"
    for who, status in (("near_rep", 403), ("admin", 403), ("far_rep", 404)):
        assert (await world.client(who).patch(at, json={"words": "No dog"})).status_code == status
        assert (await world.client(who).delete(at)).status_code == status
    edited = (await rep.patch(at, json={"words": "Two dogs"})).json()
    assert (edited["words"], edited["version"]) == ("Two dogs", 2)
    assert (await rep.patch(at, json={"words": ""})).json()["fields"] == {"words": "Please write the note"}
    monkeypatch.setattr("duskline.panel.records.activities.UNDONE_WITHIN", timedelta(0))
    late = await rep.delete(at)
    assert (late.status_code, late.json()["error"]) == (
        409,
        "This could be taken back for ten minutes. They have passed.",
    )
    monkeypatch.undo()
    assert timedelta(minutes=10) == conversions.UNDONE_WITHIN
    assert (await rep.delete(at)).status_code == 204
    assert (await rep.delete(at)).status_code == 404


# --- next steps ---


async def test_a_record_has_one_next_step_at_a_time(world: World) -> None:
    rep = world.client("sales_rep")
    first = (await step(rep, dueMinute=570, assignedTo="near_rep")).json()
    refused = await step(world.client("near_rep"), words="Send pictures")
    assert (refused.status_code, refused.json()["error"]) == (
        409,
        "Another next step has been set meanwhile.",
    )
    async with world.console() as db:
        assert (await db.get_one(NextStep, first["id"])).words == first["words"]
    assert (await rep.post(f"{STEPS}/{first['id']}/done")).status_code == 200
    second = (await step(rep, words="Send pictures", dueOn="2026-12-02")).json()
    assert first["id"] != second["id"]
    assert {name: second[name] for name in ("words", "dueOn", "dueMinute", "assignedTo", "doneAt")} == {
        "words": "Send pictures", "dueOn": "2026-12-02", "dueMinute": None, "assignedTo": None, "doneAt": None,
    }  # fmt: skip


async def test_set_by_many_at_once_there_is_one(world: World) -> None:
    callers = [world.client(who) for who in ("sales_rep", "near_rep", "admin", "branch_ops_manager")]
    answers = await asyncio.gather(*(step(callers[n % 4], words=f"Call {n}") for n in range(12)))
    assert sorted(answer.status_code for answer in answers) == [201, *[409] * 11]
    async with world.console() as db:
        assert await db.scalar(select(func.count(NextStep.id))) == 1


async def test_set_done_and_put_back_at_once_nobody_waits_for_another_in_vain(world: World) -> None:
    rep, other = world.client("sales_rep"), world.client("near_rep")
    at = f"{STEPS}/{(await step(rep)).json()['id']}"
    for _ in range(3):
        calls = [
            step(rep, words="Call"),
            other.post(f"{at}/done"),
            rep.post(f"{at}/reopen"),
            step(other, words="Write"),
        ]
        answers = await asyncio.gather(*calls)
        assert {answer.status_code for answer in answers} <= {200, 201, 409}


@pytest.mark.parametrize("written", ["note", "step", "property"])
async def test_what_is_written_while_its_record_is_merged_goes_with_it(world: World, written: str) -> None:
    rep = world.client("sales_rep")
    kind, path = (
        (RecordKind.CLIENT, "/api/panel/clients") if written == "property" else (RecordKind.LEAD, LEADS)
    )
    kept, gone = f"{kind}-1-2", await new_record(rep, path)
    about: dict[str, Any] = {"kind": kind, "record_id": gone, "branch_id": NEAR}
    async with world.acting(await world.actor("near_rep")) as db:
        # As the calls do: the record first, what is written about it then.
        await (db.find_held(Client, gone) if written == "property" else subject(db, kind, gone))
        merging = asyncio.create_task(rep.post(f"{path}/{kept}/merge", json={"goneId": gone}))
        await asyncio.wait([merging], timeout=0.5)
        row: Any = {
            "note": Activity(**about, type=ActivityType.NOTE, words="Has a dog"),
            "step": NextStep(**about, words="Call back", due_on=date(2026, 12, 1)),
            "property": Property(client_id=gone, branch_id=NEAR, address="2 Row", hazards="Wire"),
        }[written]
        db.store(row)
    assert (await merging).status_code == 200
    async with world.console() as db:
        there = await db.find(type(row), row.id)
        assert (there.client_id if written == "property" else there.record_id) == kept


async def new_record(rep: httpx.AsyncClient, path: str) -> str:
    body = {"name": "Iris Eaves", "email": "iris@visitor.example", "address": "9 Roof Row", "branchId": NEAR}
    return str((await rep.post(path, json=body)).json()["id"])


async def test_it_is_snoozed_done_and_put_back(world: World) -> None:
    rep = world.client("sales_rep")
    at = f"{STEPS}/{(await step(rep)).json()['id']}"
    assert (await rep.patch(at, json={"dueOn": "2026-12-08"})).json()["dueOn"] == "2026-12-08"
    done = (await rep.post(f"{at}/done")).json()
    assert done["doneAt"] is not None
    assert (await rep.post(f"{at}/done")).json()["doneAt"] == done["doneAt"]
    assert (await rep.post(f"{at}/reopen")).json()["doneAt"] is None
    await rep.post(f"{at}/done")
    assert (await step(rep, words="Another")).status_code == 201
    late = await rep.post(f"{at}/reopen")
    assert (late.status_code, late.json()["error"]) == (409, "Another next step has been set meanwhile.")


@pytest.mark.parametrize("person", ["technician", "support", "far_rep", "beside_rep", MISSING])
async def test_a_step_is_promised_by_those_who_manage_the_record(world: World, person: str) -> None:
    answer = await step(world.client("sales_rep"), assignedTo=person)
    said = {"assignedTo": "Please choose an active staff member of this branch from the list"}
    assert (answer.status_code, answer.json()["fields"]) == (400, said)
