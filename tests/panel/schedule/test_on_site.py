"""A day on site: what is pressed there arrives once, whenever it arrives, and nothing that was written is lost."""

from __future__ import annotations

import asyncio
import itertools
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from duskline.core.data.base import now
from duskline.models.company.checklists import ChecklistItem
from duskline.models.people.people import User
from duskline.models.records.sales import QuoteRequest
from tests.panel.notifying.test_notifications import people_told
from tests.panel.schedule.test_visits import asked, changed, made, order, planned, visits
from tests.pictures import photo
from tests.world import FAR, NEAR, World

PATH = "/api/panel/visits/{}/operations"
KEYS = (f"operation-{number:04}" for number in itertools.count())
EARLIER = timedelta(hours=3)


async def operated(
    caller: httpx.AsyncClient, visit: str, code: int = 200, /, key: str | None = None, **fields: Any
) -> Any:
    headers = {"idempotency-key": key or next(KEYS)}
    return await asked(await caller.post(PATH.format(visit), json=fields, headers=headers), code)


async def job(world: World, *crew: str, asks: bool = False, **fields: Any) -> tuple[str, str]:
    """A job with one visit; their ids. `asks`: whether anything must be done there."""
    if not asks:
        async with world.console() as db:
            for item in await db.scalars(select(ChecklistItem)):
                await db.delete(item)
    manager = world.client("branch_ops_manager")
    planned = {"scheduledDate": "2027-03-10", "assignedTo": crew[0]}
    id = (await made(manager, **planned | fields))["id"]
    await changed(manager, id, crew=list(crew))
    return id, id


def when(ago: timedelta = timedelta(0)) -> str:
    return (now() - ago).isoformat()


def same(shown: str, told: str) -> bool:
    return datetime.fromisoformat(shown) == datetime.fromisoformat(told)


async def test_no_phone_offers_to_tell_a_client_where_no_letter_leaves(world: World) -> None:
    """The control of what `test_arrivals.py` shows where they do."""
    _, visit = await job(world, "technician")
    assert not (await operated(world.client("technician"), visit))["visit"]["tellsClient"]


async def test_a_day_is_told_as_it_happened(world: World) -> None:
    technician = world.client("technician")
    id, visit = await job(world, "technician")
    left, began, over = when(EARLIER), when(EARLIER / 2), when(EARLIER / 3)
    told = await operated(technician, visit, status="on_the_way", at=left, day="2027-03-10")
    assert (told["visit"]["status"], told["told"]) == ("on_the_way", [])
    assert same(told["visit"]["setOffAt"], left)
    assert (await order(technician, id))["status"] == "in_progress"
    await operated(technician, visit, status="started", at=began)
    done = await operated(technician, visit, status="done", at=over, closing={"met": " Ada Lovelace "})
    assert same(done["visit"]["startedAt"], began)
    assert same(done["visit"]["doneAt"], over)
    assert (done["visit"]["met"], done["visit"]["nobodyThere"]) == ("Ada Lovelace", False)
    assert (await order(technician, id))["status"] == "in_progress", "the job is completed on its own"
    (row,) = await visits(world.client("branch_ops_manager"), id)
    assert (row["met"], row["nobodyThere"]) == ("Ada Lovelace", False)


@pytest.mark.parametrize("told", [timedelta(hours=-2), timedelta(days=40)])
async def test_a_clock_that_cannot_be_right_is_not_believed(world: World, told: timedelta) -> None:
    _, visit = await job(world, "technician")
    before = now()
    found = await operated(world.client("technician"), visit, status="started", at=when(told))
    assert before <= datetime.fromisoformat(found["visit"]["startedAt"]) <= now()


async def test_a_repeat_has_one_effect(world: World) -> None:
    technician = world.client("technician")
    id, visit = await job(world, "technician")
    sent: dict[str, Any] = {
        "status": "started", "at": when(), "notes": {"base": None, "text": "Dog"},
        "materials": [{"id": "line-of-mine", "name": "Clips", "quantity": 4}],
    }  # fmt: skip
    first, *others = await asyncio.gather(
        *(operated(technician, visit, key="operation-once", **sent) for _ in range(4))
    )
    assert others == [first] * 3
    found = await order(technician, id)
    assert (found["notes"], found["materialsUsed"]) == (
        "Dog",
        [{"name": "Clips", "quantity": 4, "unit": None}],
    )
    other = sent | {"notes": {"base": None, "text": "Cat"}}
    await operated(technician, visit, 422, key="operation-once", **other)
    _, another = await job(world, "technician")
    elsewhere = await operated(technician, another, key="operation-once", **sent)
    assert elsewhere["visit"]["id"] == another, "a key is of its visit"
    again = await operated(technician, visit, **sent)  # under another key, it says the same once more
    assert again["visit"]["notes"] == "Dog"
    assert len(again["visit"]["materialsUsed"]) == 1


async def test_a_kept_answer_is_not_for_who_is_out_of_reach_by_now(world: World) -> None:
    _, visit = await job(world, "technician")
    await operated(world.client("technician"), visit, key="operation-kept", status="started")
    async with world.console() as db:
        (await db.find(User, "technician")).apply({"branch_id": FAR})
    await operated(world.client("technician"), visit, 404, key="operation-kept", status="started")


async def test_a_start_that_arrives_after_anothers_end_takes_nothing_back(world: World) -> None:
    one, two = world.client("technician"), world.client("near_technician")
    _, visit = await job(world, "technician", "near_technician")
    began, over = when(EARLIER), when(EARLIER / 2)
    await operated(two, visit, status="done", at=over, closing={"nobodyThere": True})
    late = await operated(one, visit, status="started", at=began, closing={"met": "Ada"})
    assert (late["visit"]["status"], same(late["visit"]["startedAt"], began)) == ("done", True)
    assert same(late["visit"]["doneAt"], over)
    assert [(each["field"], each["mine"], each["kept"]) for each in late["told"]] == [
        ("status", "started", "done"), ("met", "Ada", "Nobody there"),
    ]  # fmt: skip
    after = await operated(one, visit, status="on_the_way", at=when())  # later than the end: no time to keep
    assert (after["visit"]["setOffAt"], after["visit"]["status"]) == (None, "done")
    same_again = await operated(one, visit, status="done", at=over)
    assert (same_again["told"], same(same_again["visit"]["doneAt"], over)) == ([], True)


async def test_why_something_is_missing_stays_as_it_was_first_told(world: World) -> None:
    one, two = world.client("technician"), world.client("near_technician")
    _, visit = await job(world, "technician", "near_technician")
    first = await operated(two, visit, status="done", closing={"missing": "No ladder"})
    assert (first["visit"]["missing"], first["told"]) == ("No ladder", [])
    late = await operated(one, visit, closing={"missing": "Rain"})
    assert [(each["field"], each["mine"], each["kept"]) for each in late["told"]] == [
        ("missing", "Rain", "No ladder")
    ]
    assert late["visit"]["missing"] == "No ladder"
    right = await operated(one, visit, closing={"missing": "Rain"}, reason="The ladder came")
    assert (right["visit"]["missing"], right["told"]) == ("Rain", [])


async def test_who_came_to_a_step_at_another_time_finds_it_in_a_note(world: World) -> None:
    lead, technician, manager = map(world.client, ("lead_technician", "technician", "branch_ops_manager"))
    _, visit = await job(world, "technician", "lead_technician")
    stands, mine = when(EARLIER / 3), when(EARLIER / 2)
    await operated(lead, visit, status="started", at=stands)
    press: dict[str, Any] = {"status": "started", "at": mine, "day": "2027-03-10"}
    found = await operated(technician, visit, key="operation-later", **press)
    assert same(found["visit"]["startedAt"], stands), "what was there first stays"
    (told,) = found["told"]
    assert told["words"] == (
        "This visit is started already, and the time noted for it stays. Yours is kept in a note."
    )
    assert (told["field"], same(told["mine"], mine), same(told["kept"], stands)) == ("status", True, True)
    assert await operated(technician, visit, key="operation-later", **press) == found
    for again in (stands, None):
        assert (await operated(lead, visit, status="started", at=again))["told"] == []
    record = await asked(await manager.get("/api/panel/clients/client-1-1/record"))
    (noted,) = [event for event in record["timeline"]["events"] if event["source"] == "activity"]
    assert (noted["words"], noted["who"], same(noted["at"], mine)) == (
        "Pressed: started.",
        "Technician",
        True,
    )


async def test_back_goes_only_what_somebody_says_why(world: World) -> None:
    technician = world.client("technician")
    _, visit = await job(world, "technician")
    await operated(technician, visit, status="done", at=when(EARLIER), closing={"met": "Ada"})
    stays = await operated(technician, visit, status="started")
    assert (stays["visit"]["status"], len(stays["told"])) == ("done", 1)
    early = await operated(technician, visit, status="planned", reason="Wrong house", at=when(2 * EARLIER))
    assert (early["visit"]["status"], len(early["told"])) == ("done", 1), "it was pressed before the end was"
    back = await operated(technician, visit, status="started", reason="Pressed by mistake")
    assert (back["visit"]["status"], back["visit"]["doneAt"], back["visit"]["met"]) == ("started", None, None)
    assert (back["visit"]["reason"], back["told"]) == ("Pressed by mistake", [])


async def test_an_undo_takes_back_only_what_its_phone_showed(world: World) -> None:
    lead, technician, manager = map(world.client, ("lead_technician", "technician", "branch_ops_manager"))
    _, visit = await job(world, "technician", "lead_technician", kind="installation")
    began, over = when(EARLIER), when(EARLIER / 2)
    closing = {"met": "Mr. Y", "missing": "Owner forbade drilling"}
    await operated(lead, visit, status="done", at=over, closing=closing, completesJob=True)
    planned: dict[str, Any] = {"status": "planned"}
    started: dict[str, Any] = {"status": "started", "startedAt": began}
    await operated(technician, visit, status="started", at=began, base=planned)
    undo: dict[str, Any] = {"status": "planned", "reason": "Pressed by mistake"}
    for base in (started, None):
        found = await operated(technician, visit, **undo, at=when(EARLIER / 3), base=base)
        assert [(each["field"], each["mine"], each["kept"]) for each in found["told"]] == [
            ("status", "planned", "done")
        ]
        assert found["told"][0]["words"] == (
            "Others noted meanwhile that this visit is done, and that stays. "
            "That you took it back to planned is kept in a note."
        )
        shown = found["visit"]
        assert (shown["status"], shown["met"], shown["missing"]) == (
            "done",
            "Mr. Y",
            "Owner forbade drilling",
        )
        assert (same(shown["startedAt"], began), same(shown["doneAt"], over)) == (True, True)
        assert (shown["reason"], shown["jobStatus"]) == (None, "completed")
    # Of a visit that the phone showed as it is, the step is taken back, and its words and time stand in a note.
    base = {name: shown[name] for name in ("status", "startedAt", "doneAt", "met", "missing")}
    mine = when(EARLIER / 4)
    back = await operated(
        technician, visit, status="started", reason="Pressed by mistake", at=mine, base=base
    )
    assert (back["told"], back["visit"]["status"], back["visit"]["doneAt"]) == ([], "started", None)
    assert (back["visit"]["met"], back["visit"]["jobStatus"]) == (None, "in_progress")
    record = await asked(await manager.get("/api/panel/clients/client-1-1/record"))
    noted = [event for event in record["timeline"]["events"] if event["source"] == "activity"]
    (last,) = [event for event in noted if same(event["at"], mine)]
    assert last["words"].startswith("Pressed: back to started. Until then: Ended: ")
    assert last["words"].endswith(" Met: Mr. Y. Missing: Owner forbade drilling.")
    kept = [event["words"] for event in noted if event is not last]
    assert kept == ["Pressed: back to planned. Reason: Pressed by mistake."] * 2


async def test_an_undo_offered_with_a_press_takes_that_press_back(world: World) -> None:
    """Its notice knows the visit as it was when the press was made."""
    technician = world.client("technician")
    _, visit = await job(world, "technician", kind="installation")
    started = (await operated(technician, visit, status="started"))["visit"]
    base = {"status": "started", "startedAt": started["startedAt"]}
    await operated(technician, visit, status="done", closing={"met": "Mr. Y"}, base=base)
    back = await operated(technician, visit, status="started", reason="Pressed by mistake", base=base)
    assert (back["visit"]["status"], back["visit"]["met"], back["told"]) == ("started", None, [])


@pytest.mark.parametrize(("ago", "noted"), [(0, 0), (600, 1)])
async def test_a_slip_that_is_taken_back_at_once_leaves_no_note(world: World, ago: int, noted: int) -> None:
    """A press that waited for a network says when it was, as the log tells only when it came."""
    technician, manager = world.client("technician"), world.client("branch_ops_manager")
    _, visit = await job(world, "technician", kind="installation")
    at = now() - timedelta(seconds=ago)
    await operated(technician, visit, status="started", at=(at - timedelta(seconds=5)).isoformat())
    await operated(technician, visit, status="planned", reason="Pressed by mistake", at=at.isoformat())
    record = await asked(await manager.get("/api/panel/clients/client-1-1/record"))
    notes = [event["words"] for event in record["timeline"]["events"] if event["source"] == "activity"]
    assert notes == ["Pressed: back to planned."] * noted


async def test_an_undo_of_an_undo_goes_nowhere(world: World) -> None:
    lead, technician = world.client("lead_technician"), world.client("technician")
    _, visit = await job(world, "technician", "lead_technician")
    await operated(lead, visit, status="done", at=when(EARLIER))
    base = {"status": "done"}
    await operated(lead, visit, status="planned", reason="Wrong house", at=when(EARLIER / 2))
    found = await operated(
        technician, visit, status="started", reason="Pressed by mistake", at=when(), base=base
    )
    assert (found["visit"]["status"], found["visit"]["startedAt"]) == ("planned", None)
    assert [(each["mine"], each["kept"]) for each in found["told"]] == [("started", "planned")]


async def test_times_that_others_noted_first_stay(world: World) -> None:
    lead, technician, manager = map(world.client, ("lead_technician", "technician", "branch_ops_manager"))
    _, visit = await job(world, "technician", "lead_technician")
    began, over = when(EARLIER), when(EARLIER / 2)
    await operated(lead, visit, status="started", at=began)
    await operated(lead, visit, status="done", at=over, closing={"missing": "Owner forbade drilling"})
    forgotten: dict[str, Any] = {
        "reason": "Forgot to press", "startedAt": when(2 * EARLIER), "doneAt": when(EARLIER / 3),
    }  # fmt: skip
    closing = {"missing": "Forgot to press"}
    for base in (None, {"status": "planned"}):
        found = await operated(technician, visit, status="done", **forgotten, closing=closing, base=base)
        assert [each["field"] for each in found["told"]] == ["startedAt", "doneAt", "missing"]
        assert found["told"][0]["words"] == (
            "Somebody else noted before you when this visit began, and that stays. Yours is kept in a note."
        )
        assert same(found["told"][0]["mine"], forgotten["startedAt"])
        assert same(found["told"][0]["kept"], began)
        shown = found["visit"]
        assert (same(shown["startedAt"], began), same(shown["doneAt"], over)) == (True, True)
        assert (shown["missing"], shown["reason"]) == ("Owner forbade drilling", None)
    # The form of a visit that its phone knew to be done puts them right; the others stand in a note.
    base = {name: shown[name] for name in ("status", "startedAt", "doneAt", "missing")}
    right = await operated(technician, visit, **forgotten, base=base)
    assert (right["told"], right["visit"]["reason"]) == ([], "Forgot to press")
    assert same(right["visit"]["startedAt"], forgotten["startedAt"])
    record = await asked(await manager.get("/api/panel/clients/client-1-1/record"))
    noted = [event["words"] for event in record["timeline"]["events"] if event["source"] == "activity"]
    assert [words.startswith("Until then: Started: ") for words in noted].count(True) == 1
    # Another reason of somebody who knew neither stays beside, and so does a time that would turn the others around.
    other = await operated(
        lead, visit, doneAt=when(3 * EARLIER), reason="Other clock", base={"status": "done"}
    )
    assert [each["words"] for each in other["told"]] == [
        "Somebody else noted before you when this visit ended, and that stays. Yours is kept in a note."
    ]
    turned = await operated(technician, visit, doneAt=when(3 * EARLIER), reason="Other clock")
    assert [each["words"] for each in turned["told"]] == [
        "It must end after it begins, so this time is kept in a note."
    ]
    assert same(turned["visit"]["doneAt"], forgotten["doneAt"])


async def test_a_forgotten_press_is_put_right_with_a_reason(world: World) -> None:
    technician = world.client("technician")
    _, visit = await job(world, "technician")
    began, over = when(2 * EARLIER), when(EARLIER)
    without = await operated(technician, visit, 400, status="done", startedAt=began)
    assert list(without["fields"]) == ["reason"]
    early = await operated(technician, visit, startedAt=began, reason="Forgotten")
    assert [each["words"] for each in early["told"]] == [
        "This visit is planned by now, so the time when it began is kept in a note."
    ]
    assert (early["visit"]["startedAt"], early["visit"]["reason"]) == (None, None)
    for wrong, field in (
        ({"startedAt": over, "doneAt": began}, "doneAt"),
        ({"doneAt": when(-EARLIER)}, "doneAt"),
    ):
        refused = await operated(technician, visit, 400, status="done", reason="Forgotten", **wrong)
        assert list(refused["fields"]) == [field]
    right = await operated(technician, visit, status="done", startedAt=began, doneAt=over, reason="Forgotten")
    assert same(right["visit"]["startedAt"], began)
    assert same(right["visit"]["doneAt"], over)
    assert right["visit"]["reason"] == "Forgotten"


@pytest.mark.parametrize("told", ["0001-01-01T00:00:00+14:00", "1926-11-25T09:00:00Z"])
@pytest.mark.parametrize("field", ["startedAt", "doneAt"])
async def test_what_was_more_than_a_year_ago_was_typed_wrong(world: World, field: str, told: str) -> None:
    technician = world.client("technician")
    _, visit = await job(world, "technician")
    await operated(technician, visit, status="done", at=when())
    refused = await operated(technician, visit, 400, **{field: told}, reason="Forgot to press")
    assert refused["fields"] == {field: "This time is more than a year ago"}


async def test_what_both_wrote_stands(world: World) -> None:
    technician, boss = world.client("technician"), world.client("lead_technician")
    id, visit = await job(world, "technician", notes="Gate sticks")
    await asked(await boss.patch(f"/api/panel/work-orders/{id}", json={"notes": "Gate sticks\nDog"}))
    notes = {"base": "Gate sticks", "text": "Gate sticks\nSoffit is rotten"}
    found = await operated(technician, visit, notes=notes)
    assert found["visit"]["notes"] == "Gate sticks\nDog\nSoffit is rotten"
    (told,) = found["told"]
    assert (told["field"], told["mine"], told["kept"]) == ("notes", notes["text"], found["visit"]["notes"])
    alone = await operated(technician, visit, notes={"base": found["visit"]["notes"], "text": None})
    assert (alone["visit"]["notes"], alone["told"]) == (None, [])
    long = {"base": None, "text": "x" * 9_000}
    await asked(await boss.patch(f"/api/panel/work-orders/{id}", json={"notes": "y" * 2_000}))
    refused = await operated(technician, visit, 400, notes=long, status="started")
    assert list(refused["fields"]) == ["notes"]
    assert (await order(technician, id))["notes"] == "y" * 2_000
    wrong = await operated(technician, visit, 400, notes={"text": "x" * 10_001, "color": 1})
    assert wrong["fields"] == {
        "notes.text": "Please use at most 10,000 characters",
        "notes.color": "Unknown field",
    }


async def test_materials_are_merged_by_line(world: World) -> None:
    technician, boss = world.client("technician"), world.client("lead_technician")
    clips, channel = (
        {"name": name, "quantity": n, "unit": unit}
        for name, n, unit in (("Clips", 4, None), ("Channel", 30, "ft"))
    )
    id, visit = await job(world, "technician", materialsUsed=[clips, channel])
    one, two = (await operated(technician, visit))["visit"]["materialsUsed"]
    more = [clips | {"quantity": 9}, channel]
    await asked(await boss.patch(f"/api/panel/work-orders/{id}", json={"materialsUsed": more}))
    found = await operated(
        technician, visit,
        materials=[
            clips | {"id": one["id"], "quantity": 6, "base": clips},
            {"id": two["id"], "removed": True, "base": channel},
            {"id": "of-the-phone", "name": "Tape", "quantity": 1.5, "unit": "roll", "base": None},
        ],
    )  # fmt: skip
    assert found["visit"]["materialsUsed"] == [
        more[0] | {"id": one["id"]},
        {"id": "of-the-phone", "name": "Tape", "quantity": 1.5, "unit": "roll"},
    ]
    assert [(each["field"], each["mine"], each["kept"]) for each in found["told"]] == [
        ("materials", "6 Clips", "9 Clips")
    ]
    plain = await operated(technician, visit, materials=[clips | {"id": one["id"], "quantity": 7}])
    assert plain["visit"]["materialsUsed"][0]["quantity"] == 7
    assert (await order(technician, id))["materialsUsed"][1] == {
        "name": "Tape",
        "quantity": 1.5,
        "unit": "roll",
    }
    nameless = await operated(technician, visit, 400, materials=[{"id": "x", "quantity": 1}])
    assert nameless["fields"] == {"materials.0.name": "Required"}
    many = [{"id": f"line{n}", "name": "Clip", "quantity": 1} for n in range(100)]
    assert list((await operated(technician, visit, 400, materials=many))["fields"]) == ["materials"]


async def test_of_a_cancelled_visit_the_facts_are_kept_and_planners_are_told(world: World) -> None:
    technician, manager = world.client("technician"), world.client("branch_ops_manager")
    id, visit = await job(world, "technician")
    await changed(manager, visit, status="cancelled", reason="Rain")
    found = await operated(
        technician, visit, status="done", at=when(EARLIER), notes={"base": None, "text": "Half is up"},
        materials=[{"id": "mine", "name": "Clips", "quantity": 4}], closing={"met": "Ada"}, completesJob=True,
    )  # fmt: skip
    assert (found["visit"]["status"], found["visit"]["doneAt"]) == ("cancelled", None)
    assert [each["words"] for each in found["told"]] == [
        "This visit was cancelled meanwhile. What you noted is kept, and those who plan are told."
    ]
    kept = await order(manager, id)
    assert (kept["notes"], len(kept["materialsUsed"]), kept["completedDate"]) == ("Half is up", 1, None)
    record = await asked(await manager.get("/api/panel/clients/client-1-1/record"))
    noted = [event for event in record["timeline"]["events"] if event["source"] == "activity"]
    assert [event["words"] for event in noted] == [
        "This visit was cancelled meanwhile. Pressed: done. Met: Ada. The job was to be completed."
    ]
    told = await people_told(world, "on_site")
    assert {"branch_ops_manager", "lead_technician"} <= told
    assert not told & {"technician", "near_technician", "sales_rep"}


async def test_planners_hear_once_a_day_and_not_of_what_they_told_themselves(world: World) -> None:
    manager, leader = world.client("branch_ops_manager"), world.client("lead_technician")
    _, visit = await job(world, "lead_technician")
    await changed(manager, visit, status="cancelled", reason="Rain")
    why = await operated(leader, visit, closing={"missing": "No ladder"})
    assert [each["field"] for each in why["told"]] == ["status"]
    await operated(leader, visit, notes={"base": None, "text": "Half is up"})
    bell = "/api/panel/notifications"
    heard = [row for row in await asked(await manager.get(bell)) if row["what"] == "on_site"]
    assert len(heard) == 1
    assert [row for row in await asked(await leader.get(bell)) if row["what"] == "on_site"] == []


async def test_who_plans_takes_no_visit_further_that_was_given_away_meanwhile(world: World) -> None:
    """Their phone tells what they pressed while they were to come; who never was to come acts as a planner."""
    leader, manager = world.client("lead_technician"), world.client("branch_ops_manager")
    _, visit = await job(world, "lead_technician")
    await changed(manager, visit, crew=["technician"])
    found = await operated(leader, visit, status="done", at=when(EARLIER))
    assert (found["visit"]["status"], found["visit"]["doneAt"]) == ("planned", None)
    assert [each["words"] for each in found["told"]] == [
        "This visit was given to others meanwhile. What you noted is kept, and those who plan are told."
    ]
    assert "branch_ops_manager" in await people_told(world, "on_site")
    assert (await operated(manager, visit, status="started"))["visit"]["status"] == "started"
    await changed(manager, visit, crew=["technician", "lead_technician"])
    assert (await operated(leader, visit, status="done"))["visit"]["status"] == "done"


async def test_of_a_visit_that_was_given_to_others_the_facts_are_kept(world: World) -> None:
    technician, manager = world.client("technician"), world.client("branch_ops_manager")
    id, visit = await job(world, "technician")
    stranger = world.client("near_technician")
    refused = await operated(stranger, visit, 403, notes={"base": None, "text": "Not mine"})
    assert refused["error"] == "You can work only on your own visits."
    await changed(manager, visit, crew=["near_technician"])
    found = await operated(technician, visit, status="started", notes={"base": None, "text": "Dog"})
    assert (found["visit"]["status"], found["visit"]["notes"]) == ("planned", "Dog")
    assert [each["field"] for each in found["told"]] == ["status"]
    assert "branch_ops_manager" in await people_told(world, "on_site")
    taken = {"image": ("a.jpg", photo(40, 30), "image/jpeg")}
    added = await technician.post(f"/api/panel/work-orders/{id}/photos", files=taken)
    assert added.status_code == 201, added.text
    edited = await technician.patch(f"/api/panel/work-orders/{id}", json={"notes": "Mine"})
    assert edited.status_code == 403, "the job itself is not theirs any more"
    assert (await operated(stranger, visit, status="started"))["visit"]["status"] == "started"
    back = await operated(technician, visit)
    assert back["told"] == []


async def test_of_a_visit_on_another_day_by_now_the_facts_are_kept(world: World) -> None:
    technician, manager = world.client("technician"), world.client("branch_ops_manager")
    id, visit = await job(world, "technician")
    await changed(manager, visit, day="2027-03-12")
    seen: dict[str, Any] = {"day": "2027-03-10", "status": "started", "notes": {"base": None, "text": "Dog"}}
    found = await operated(technician, visit, **seen)
    assert (found["visit"]["status"], found["visit"]["notes"]) == ("planned", "Dog")
    assert found["told"][0]["words"].startswith("This visit was moved to Friday, March 12, 2027 meanwhile.")
    await changed(manager, visit, day=None)
    untimed = await operated(technician, visit, day="2027-03-10", status="started")
    assert untimed["told"][0]["words"].startswith("This visit was taken from its day meanwhile.")
    await changed(manager, visit, day="2027-03-10")
    assert (await operated(technician, visit, **seen))["visit"]["status"] == "started"
    assert (await order(technician, id))["status"] == "in_progress"


async def test_what_is_gone_or_elsewhere_is_refused_whole(world: World) -> None:
    _, visit = await job(world, "technician")
    for caller in ("far_technician", "beside_technician"):
        await operated(world.client(caller), visit, 404, status="started")
    admin = world.client("admin")
    assert (await admin.delete(f"/api/panel/work-orders/{visit}")).status_code == 204
    await operated(world.client("technician"), visit, 404, status="started")


async def test_senseless_presses_are_refused(world: World) -> None:
    technician = world.client("technician")
    _, visit = await job(world, "technician")
    for wrong, field in (
        ({"status": "cancelled"}, "status"),
        ({"status": "started", "completesJob": True}, "completesJob"),
    ):
        assert list((await operated(technician, visit, 400, **wrong))["fields"]) == [field]


async def test_the_last_visit_completes_the_job(world: World) -> None:
    technician, manager = world.client("technician"), world.client("branch_ops_manager")
    id, visit = await job(world, "technician", kind="installation")
    second = (await planned(manager, id, day="2027-03-11", crew=["technician"]))["id"]
    await operated(technician, visit, status="started")
    first = await operated(technician, visit, status="done", completesJob=True)
    assert [each["field"] for each in first["told"]] == ["completesJob"]
    assert (await order(technician, id))["status"] == "in_progress"
    assert [row["status"] for row in await visits(manager, id)] == ["done", "planned"]
    last = await operated(technician, second, status="done", completesJob=True)
    assert (last["told"], last["visit"]["jobStatus"]) == ([], "completed")
    assert (await order(technician, id))["completedDate"]
    drafts = await asked(await manager.get("/api/panel/warranties"))
    assert [draft["workOrderId"] for draft in drafts] == [id]
    again = await operated(technician, second, status="done", completesJob=True)
    assert (again["told"], again["visit"]["jobStatus"]) == ([], "completed")
    # Taken back, as by Undo, the job goes on with it, and no other visit is made.
    back = await operated(technician, second, status="started", reason="Pressed by mistake")
    assert (back["told"], back["visit"]["jobStatus"]) == ([], "in_progress")
    assert (await order(technician, id))["completedDate"] is None
    assert [row["status"] for row in await visits(manager, id)] == ["done", "started"]
    end = await operated(technician, second, status="done", completesJob=True)
    assert (end["told"], end["visit"]["jobStatus"]) == ([], "completed")
    drafts = await asked(await manager.get("/api/panel/warranties"))
    assert [draft["workOrderId"] for draft in drafts] == [id]


async def test_a_survey_is_told_too(world: World) -> None:
    rep = world.client("sales_rep")
    visit = await asked(
        await rep.post(
            "/api/panel/visits",
            json={"kind": "lead", "recordId": "lead-1-1", "day": "2027-03-10", "crew": ["sales_rep"]},
        ),
        201,
    )
    notes = {"base": "Calls back on Monday", "text": "Calls back on Monday\n120 feet"}
    lines = (await operated(rep, visit["id"]))["visit"]["checklist"]
    assert [line["words"] for line in lines] == [
        "Measure the roofline", "Find the power outlets", "Note what can hurt whoever works there",
    ]  # fmt: skip
    checks = [{"item": line["id"]} for line in lines]
    closing = {"nobodyThere": True}
    found = await operated(rep, visit["id"], status="done", notes=notes, closing=closing, checks=checks)
    assert (found["visit"]["status"], found["visit"]["notes"]) == ("done", notes["text"])
    assert found["visit"]["nobodyThere"] is True
    line = [{"id": "x", "name": "Clips", "quantity": 1}]
    assert list((await operated(rep, visit["id"], 400, materials=line))["fields"]) == ["materials"]


async def test_two_of_the_crew_at_once_lose_nothing(world: World) -> None:
    callers = [world.client(name) for name in ("technician", "near_technician", "lead_technician")]
    id, visit = await job(world, "technician", "near_technician", "lead_technician")
    sent: list[dict[str, Any]] = [
        {
            "status": status, "at": when(timedelta(minutes=30 - place)), "notes": {"base": None, "text": f"Words {place}"},
            "materials": [{"id": f"line-of-{place}", "name": f"Part {place}", "quantity": place, "base": None}],
        }
        for place, status in enumerate(["on_the_way", "started", "done"])
    ]  # fmt: skip
    await asyncio.gather(*(operated(one, visit, **each) for one, each in zip(callers, sent, strict=True)))
    (row,) = await visits(callers[0], id)
    assert (row["status"], bool(row["setOffAt"]), bool(row["startedAt"])) == ("done", True, True)
    found = await order(callers[0], id)
    assert sorted(found["notes"].splitlines()) == ["Words 0", "Words 1", "Words 2"]
    assert sorted(line["name"] for line in found["materialsUsed"]) == ["Part 0", "Part 1", "Part 2"]


async def test_a_cancellation_that_comes_at_the_same_time_loses_nothing(world: World) -> None:
    technician, manager = world.client("technician"), world.client("branch_ops_manager")
    id, visit = await job(world, "technician")
    details = f"/api/panel/work-orders/{id}/details"
    cancelled, found = await asyncio.gather(
        manager.patch(details, json={"aside": "cancelled", "reason": "Moved away"}),
        operated(technician, visit, status="started", notes={"base": None, "text": "Dog"}),
    )
    assert cancelled.status_code == 200, cancelled.text
    assert (await order(manager, id))["notes"] == "Dog"
    assert [row["status"] for row in await visits(manager, id)] == ["cancelled"]
    assert found["visit"]["status"] in ("started", "cancelled")
    assert found["visit"]["branchId"] == NEAR


async def test_the_photos_that_the_client_sent_are_there(world: World) -> None:
    """The crew opens them, whom the inbox is closed to."""
    quote = {
        "propertyType": "home", "coverage": "front", "stories": 1, "zip": "10001", "name": "Quinn",
        "email": "quinn@v.example", "secondsOpen": 30, "key": "k" * 22,
    }  # fmt: skip
    visitor, technician = world.client(), world.client("technician")
    reference = (await asked(await visitor.post("/api/quotes", json=quote), 201))["reference"]
    sent = await visitor.post(
        "/api/visitor-photos",
        data={"reference": reference, "key": quote["key"]},
        files={"image": ("a.jpg", photo(40, 30), "image/jpeg")},
    )
    address = f"/api/panel/visitor-photos/{(await asked(sent, 201))['id']}"
    _, visit = await job(world, "technician", scheduledDate="2020-01-01")
    assert (await operated(technician, visit))["visit"]["visitorPhotos"] == []
    async with world.console() as db:
        (request,) = await db.scalars(select(QuoteRequest))
        request.lead_id = "lead-1-1"  # whom the job's client came from
    (shown,) = await asked(await technician.get("/api/panel/own-visits"))
    assert (
        shown["visitorPhotos"] == (await operated(technician, visit))["visit"]["visitorPhotos"] == [address]
    )
    seen = await technician.get(address)
    assert (seen.status_code, seen.headers["content-type"]) == (200, "image/webp")
