"""Drawings of lights among staff: seen with the lead, its client and its jobs, put right beside the original, measured on site."""

from __future__ import annotations

import asyncio
import json
import random
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from duskline.core.system.errors import Refusal
from duskline.models.pictures.drawings import Drawing, MeasuredRun, figures_of
from duskline.models.pictures.roofline import GRID, read_plan
from duskline.models.records.conversions import Conversion
from duskline.models.records.details import LeadDetails, WorkOrderDetails
from duskline.models.records.sales import Client
from tests.drawings import EAVE, GABLE, PLAN, QUOTE, corrected, line, reference_of, sent, shown, with_drawing
from tests.panel.schedule.test_on_site import job, operated, when
from tests.panel.schedule.test_visits import asked
from tests.world import World

LONGER = [300, 1500, 2600, 1500]
MOVED = PLAN | {"l": [LONGER, GABLE]}


async def of(world: World, path: str, id: str, who: str = "sales_rep") -> list[Any]:
    return list(await asked(await world.client(who).get(f"/api/panel/{path}/{id}/drawings")))


async def with_job(world: World, lead: str, *crew: str) -> str:
    """A job that comes from the lead; its visit has the same id."""
    id, _ = await job(world, *crew, scheduledDate="2020-01-01")
    async with world.console() as db:
        (await db.find(WorkOrderDetails, id)).lead_id = lead
    return id


async def test_it_is_seen_with_the_lead_its_client_and_its_jobs(world: World) -> None:
    lead, id = await with_drawing(world)
    rep = world.client("branch_ops_manager")
    handed = await rep.post(
        f"/api/panel/leads/{lead}/hand-over", json={"title": "Lights", "address": "9 Roof Row, 00000"}
    )
    made = await asked(handed)
    client, order = made["client"]["id"], made["workOrder"]["id"]
    places = (("leads", lead), ("clients", client), ("work-orders", order))
    for path, record in places:
        assert [one["id"] for one in await of(world, path, record, "branch_ops_manager")] == [id], path
        for who, status in (("far_manager", 404), ("no_role", 403)):
            answer = await world.client(who).get(f"/api/panel/{path}/{record}/drawings")
            assert answer.status_code == status, (path, who)
    assert [one["id"] for one in await of(world, "work-orders", order, "technician")] == [id]
    assert (await world.client("technician").get(f"/api/panel/leads/{lead}/drawings")).status_code == 403
    assert await of(world, "work-orders", "order-1-1", "technician") == []  # another client's


async def test_a_correction_stands_beside_the_original(world: World) -> None:
    _, id = await with_drawing(world)
    before = await shown(world, id)
    rep = world.client("sales_rep")
    after = await corrected(rep, id, MOVED)
    assert json.loads(after["sent"])["l"] == [EAVE, GABLE]
    assert json.loads(after["plan"])["l"] == [LONGER, GABLE]
    assert after["correctedBy"] == "sales_rep"
    assert after["correctedAt"] is not None
    assert after["feet"] > before["feet"]
    second = await corrected(world.client("branch_ops_manager"), id, PLAN)
    assert (second["correctedBy"], json.loads(second["sent"])["l"]) == ("branch_ops_manager", [EAVE, GABLE])
    told = await asked(await rep.get(f"/api/panel/drawings/{id}/history"))
    assert [json.loads(event["changes"]["corrected"][1])["l"][0] for event in told] == [EAVE, LONGER]
    same = await corrected(rep, id, PLAN)
    assert (same["version"], same["correctedBy"]) == (second["version"], "branch_ops_manager")


async def test_nobody_corrects_unknowingly_over_another(world: World) -> None:
    _, id = await with_drawing(world)
    rep, at = world.client("sales_rep"), f"/api/panel/drawings/{id}"
    tag = f'"{(await shown(world, id))["version"]}"'
    body = {"plan": json.dumps(MOVED)}
    assert (await rep.patch(at, json=body, headers={"if-match": tag})).status_code == 200
    late = await rep.patch(at, json={"plan": json.dumps(PLAN | {"b": 20})}, headers={"if-match": tag})
    assert late.status_code == 409
    assert json.loads((await shown(world, id))["plan"])["b"] == 100
    both = await asyncio.gather(
        *(rep.patch(at, json={"plan": json.dumps(PLAN | {"b": b})}) for b in (30, 40))
    )
    assert [answer.status_code for answer in both] == [200, 200]  # without it the last one counts


async def test_a_visitor_s_new_drawing_is_no_base_of_a_correction(world: World) -> None:
    visitor = world.client()
    reference = await reference_of(visitor)
    id = (await asked(await sent(visitor, reference), 201))["id"]
    rep, at = world.client("sales_rep"), f"/api/panel/drawings/{id}"
    tag = f'"{(await shown(world, id))["version"]}"'
    await asked(await sent(visitor, reference, PLAN | {"s": "cool"}), 201)
    late = await rep.patch(at, json={"plan": json.dumps(MOVED)}, headers={"if-match": tag})
    assert late.status_code == 409
    answers = await asyncio.gather(
        sent(visitor, reference, PLAN | {"s": "late"}), rep.patch(at, json={"plan": json.dumps(MOVED)})
    )
    assert answers[1].status_code == 200
    assert answers[0].status_code in (201, 409)
    assert json.loads((await shown(world, id))["plan"])["l"] == [LONGER, GABLE]


async def test_who_puts_it_right(world: World) -> None:
    lead, id = await with_drawing(world)
    for who, code in (("technician", 403), ("support", 403), ("far_rep", 404), ("beside_manager", 404)):
        await corrected(world.client(who), id, MOVED, code)
    await with_job(world, lead, "technician")
    await corrected(world.client("near_technician"), id, MOVED, 403)  # somebody else's job
    row = await corrected(world.client("technician"), id, MOVED)
    assert (row["mayCorrect"], (await shown(world, id, "near_technician"))["mayCorrect"]) == (True, False)
    assert (await shown(world, id, "near_rep"))["mayCorrect"] is True


@pytest.mark.parametrize(
    "plan", ["{}", "[]", "[" * 3000, json.dumps(PLAN | {"feet": 5}), json.dumps(PLAN | {"a": float("nan")})]
)
async def test_a_correction_is_read_like_what_visitors_send(shared_world: World, plan: str) -> None:
    async with shared_world.client("admin") as admin:
        answer = await admin.patch(
            "/api/panel/drawings/0193ffff-0000-7000-8000-000000000000", json={"plan": plan}
        )
    assert answer.status_code in (400, 404)


async def test_a_correction_that_is_no_plan_changes_nothing(world: World) -> None:
    _, id = await with_drawing(world)
    rep = world.client("sales_rep")
    for plan in ("{}", json.dumps(PLAN | {"feet": 5}), json.dumps(PLAN | {"a": float("inf")}), "x" * 4097):
        assert (await rep.patch(f"/api/panel/drawings/{id}", json={"plan": plan})).status_code == 400
    assert (await shown(world, id))["sent"] is None


async def test_a_drop_goes_with_its_line(world: World) -> None:
    _, id = await with_drawing(world)
    rep, at = world.client("sales_rep"), f"/api/panel/drawings/{id}"
    drops = [
        {"line": line(EAVE), "words": " Outlet by the door "},
        {"line": line(GABLE), "words": "From the attic"},
    ]
    row = await asked(await rep.patch(at, json={"drops": drops}))
    assert [run["drop"] for run in row["runs"]] == ["Outlet by the door", "From the attic"]
    row = await corrected(rep, id, PLAN | {"l": [GABLE, LONGER]})
    assert [run["drop"] for run in row["runs"]] == ["From the attic", None]
    row = await corrected(rep, id, PLAN)
    assert [run["drop"] for run in row["runs"]] == [None, "From the attic"]  # drawn anew, noted anew
    twice = await rep.patch(at, json={"drops": [drops[1], drops[1]]})
    assert twice.json()["fields"] == {"drops": "Each run takes one note about its power"}
    none = await asked(await rep.patch(at, json={"drops": [{"line": "1,2,3,4", "words": "Nowhere"}]}))
    assert [run["drop"] for run in none["runs"]] == [None, None]


async def test_it_follows_its_lead(world: World) -> None:
    """Merged and parted, moved to another branch: with the lead, and with nobody else."""
    lead, id = await with_drawing(world)
    rep, manager = world.client("sales_rep"), world.client("regional_ops_manager")
    other = (
        await asked(await rep.post("/api/panel/leads", json={"name": "Vera P", "email": "v@x.example"}), 201)
    )["id"]
    merged = await asked(await rep.post(f"/api/panel/leads/{other}/merge", json={"goneId": lead}))
    assert [one["id"] for one in await of(world, "leads", other)] == [id]
    assert (await shown(world, id))["leadId"] == other
    assert (await rep.post(f"/api/panel/merges/{merged['mergeId']}/undo")).status_code == 204
    assert await of(world, "leads", other) == []
    assert [one["id"] for one in await of(world, "leads", lead)] == [id]
    await asked(await manager.patch(f"/api/panel/leads/{lead}", json={"branchId": "beside"}))
    await shown(world, id, "sales_rep", 404)
    await shown(world, id, "beside_rep")


async def test_what_is_measured_stands_beside_the_estimate(world: World) -> None:
    lead, id = await with_drawing(world)
    order = await with_job(world, lead, "technician")
    technician = world.client("technician")
    (visit,) = await asked(await technician.get("/api/panel/own-visits"))
    plan = visit["lighting"]
    assert (plan["id"], plan["spacing"], plan["scheme"], plan["picture"]) == (id, 8, "warm", None)
    assert [run["line"] for run in plan["runs"]] == [line(EAVE), line(GABLE)]
    told = await operated(technician, order, runs=[{"line": line(EAVE), "feet": 41.5}])
    run, other = told["visit"]["lighting"]["runs"]
    assert (told["told"], run["measured"], run["measuredBy"], run["bulbs"]) == ([], 41.5, "technician", 62)
    assert (run["feet"], other["measured"]) == (plan["runs"][0]["feet"], None)
    (row,) = await of(world, "leads", lead)
    assert [each["measured"] for each in row["runs"]] == [41.5, None]
    async with world.console() as db:
        (kept,) = await db.scalars(select(MeasuredRun))
    assert (kept.reference_kind, kept.inches, kept.work_order_id) == ("garage16x7", 498, order)
    assert kept.estimated == pytest.approx(run["feet"] * 12, abs=1)
    history = await asked(await world.client("sales_rep").get(f"/api/panel/drawings/{id}/history"))
    assert history[0]["changes"] == {"measured": [{"Run 1": None}, {"Run 1": 41.5}]}
    await operated(technician, order, runs=[{"line": line(EAVE)}])
    assert [each["measured"] for each in (await shown(world, id))["runs"]] == [None, None]


async def test_bulbs_are_known_once_all_is_measured_where_the_size_says_nothing(world: World) -> None:
    upside_down = {"k": "garage16x7", "q": [2600, 2900, 3400, 2900, 3400, 2300, 2600, 2300], "h": 15}
    lead, _ = await with_drawing(world, PLAN | {"r": upside_down})
    order = await with_job(world, lead, "technician")
    for points, bulbs, whole in ((EAVE, 60, None), (GABLE, 30, 90)):
        run = {"line": line(points), "feet": bulbs * 8 / 12}
        plan = (await operated(world.client("technician"), order, runs=[run]))["visit"]["lighting"]
        assert [each["bulbs"] for each in plan["runs"] if each["line"] == line(points)] == [bulbs]
        assert (plan["bulbs"], plan["feet"]) == (whole, None)
    async with world.console() as db:
        kept = {(run.reference_kind, run.estimated) for run in await db.scalars(select(MeasuredRun))}
    assert kept == {(None, None)}


async def test_a_survey_measures_too(world: World) -> None:
    lead, id = await with_drawing(world)
    rep = world.client("sales_rep")
    survey = {"kind": "lead", "recordId": lead, "day": "2027-03-10", "crew": ["sales_rep"]}
    visit = (await asked(await rep.post("/api/panel/visits", json=survey), 201))["id"]
    told = await operated(rep, visit, runs=[{"line": line(EAVE), "feet": 41.5}])
    assert (told["told"], told["visit"]["lighting"]["runs"][0]["measured"]) == ([], 41.5)
    async with world.console() as db:
        (kept,) = await db.scalars(select(MeasuredRun))
    assert (kept.drawing_id, kept.work_order_id) == (id, None)


async def test_the_day_shows_the_newest_drawing_as_staff_put_it_right(world: World) -> None:
    lead, first = await with_drawing(world)
    visitor = world.client()
    second = await asked(await sent(visitor, await reference_of(visitor, stories=2)), 201)
    await corrected(world.client("sales_rep"), second["id"], MOVED)
    order = await with_job(world, lead, "technician")
    technician = world.client("technician")
    (visit,) = await asked(await technician.get("/api/panel/own-visits"))
    told = await operated(technician, order, runs=[{"line": line(LONGER), "feet": 44}])
    for plan in (visit["lighting"], told["visit"]["lighting"]):
        assert plan["id"] == second["id"] != first
        assert [run["line"] for run in plan["runs"]] == [line(LONGER), line(GABLE)]
    assert told["visit"]["lighting"]["runs"][0]["measured"] == 44
    assert [run["measured"] for run in (await shown(world, first))["runs"]] == [None, None]


async def test_a_job_s_own_lead_counts_before_its_client_s(world: World) -> None:
    """And where it names none, the client's does: for what is seen and for who corrects."""
    own, drawn = await with_drawing(world)
    visitor, key = world.client(), "z" * 22
    reference = await reference_of(visitor, key=key, email="other@visitor.example", name="Otto Porch")
    other = (await asked(await sent(visitor, reference, key=key), 201))["id"]
    order = await with_job(world, own, "technician")
    async with world.console() as db:
        (await db.find(Client, "client-1-1")).lead_id = (await shown(world, other))["leadId"]
    assert [one["id"] for one in await of(world, "work-orders", order, "technician")] == [drawn]
    assert (await shown(world, drawn, "technician"))["mayCorrect"] is True
    async with world.console() as db:
        (await db.find(WorkOrderDetails, order)).lead_id = None
    assert [one["id"] for one in await of(world, "work-orders", order, "technician")] == [other]
    assert (await shown(world, other, "technician"))["mayCorrect"] is True
    assert (await shown(world, drawn, "technician"))["mayCorrect"] is False


async def test_a_client_has_the_drawings_of_all_their_leads(world: World) -> None:
    lead, first = await with_drawing(world)
    visitor, key = world.client(), "z" * 22
    reference = await reference_of(visitor, key=key, email="other@visitor.example", name="Otto Porch")
    second = (await asked(await sent(visitor, reference, key=key), 201))["id"]
    async with world.console() as db:
        for each in (lead, (await shown(world, second))["leadId"]):
            (await db.find(LeadDetails, each)).client_id = "client-1-1"
    assert [one["id"] for one in await of(world, "clients", "client-1-1")] == [second, first]


async def test_of_two_who_measure_the_later_counts(world: World) -> None:
    lead, id = await with_drawing(world)
    order = await with_job(world, lead, "technician", "near_technician")
    run = {"line": line(EAVE), "feet": 40}
    await operated(world.client("technician"), order, runs=[run], at=when())
    late = await operated(
        world.client("near_technician"), order, runs=[run | {"feet": 44}], at=when(timedelta(hours=1))
    )
    assert [(one["field"], one["mine"], one["kept"]) for one in late["told"]] == [("runs", "44 ft", "40 ft")]
    assert (await shown(world, id))["runs"][0]["measured"] == 40
    await operated(world.client("near_technician"), order, runs=[run | {"feet": 45}], at=when())
    assert (await shown(world, id))["runs"][0]["measured"] == 45


async def test_what_was_measured_of_a_line_that_is_gone_becomes_a_note(world: World) -> None:
    lead, id = await with_drawing(world)
    order = await with_job(world, lead, "technician")
    await operated(world.client("technician"), order, runs=[{"line": line(GABLE), "feet": 21}])
    row = await corrected(world.client("sales_rep"), id, MOVED)
    assert [run["measured"] for run in row["runs"]] == [None, 21]
    late = await operated(world.client("technician"), order, runs=[{"line": line(EAVE), "feet": 40}])
    assert [(one["field"], one["mine"]) for one in late["told"]] == [("runs", "40 ft")]
    async with world.console() as db:
        assert [run.line for run in await db.scalars(select(MeasuredRun))] == [line(GABLE)]
    page = await asked(await world.client("branch_ops_manager").get("/api/panel/clients/client-1-1/record"))
    words = [event["words"] for event in page["timeline"]["events"]]
    assert "Measured on site: a run of 40 ft that stands in no drawing." in words
    _, elsewhere = await job(world, "technician")
    none = await operated(world.client("technician"), elsewhere, runs=[{"line": line(EAVE), "feet": 9}])
    assert "is gone" in none["told"][0]["words"]


@pytest.mark.parametrize("feet", [0, 0.5, 1000.1, -3, "40"])
async def test_feet_have_bounds(world: World, feet: object) -> None:
    lead, _ = await with_drawing(world)
    order = await with_job(world, lead, "technician")
    await operated(world.client("technician"), order, 400, runs=[{"line": line(EAVE), "feet": feet}])


async def test_what_was_measured_is_not_drawn_over_by_the_visitor(world: World) -> None:
    lead, id = await with_drawing(world)
    order = await with_job(world, lead, "technician")
    await operated(world.client("technician"), order, runs=[{"line": line(EAVE), "feet": 40}])
    visitor = world.client()
    again = await sent(visitor, await reference_of(visitor), PLAN | {"s": "cool"})
    assert again.status_code == 409
    assert (await shown(world, id))["runs"][0]["measured"] == 40


async def test_undoing_the_lead_of_a_message_leaves_the_drawing_in_the_inbox(world: World) -> None:
    visitor, rep = world.client(), world.client("sales_rep")
    reference = await reference_of(visitor, website="https://spam.example")
    id = (await asked(await sent(visitor, reference), 201))["id"]
    rows = (await rep.get("/api/panel/enquiries", params={"state": "suspected"})).json()
    (message,) = [row["id"] for row in rows if row["reference"] == reference]
    await asked(await rep.post(f"/api/panel/enquiries/{message}/lead", json={}), 201)
    await shown(world, id, "sales_rep")
    async with world.console() as db:
        became = await db.scalar(select(Conversion.id).where(Conversion.from_id == message))
    assert (await rep.post(f"/api/panel/conversions/{became}/undo")).status_code == 204
    await shown(world, id, "sales_rep", 404)


def test_no_plan_breaks_the_arithmetic() -> None:
    """Whatever passes the reader has figures: corners in a heap, on one line, turned over, at the rim."""
    dice = random.Random(66)
    read = 0
    for _ in range(3_000):
        spread = dice.choice((1, 3, 60, GRID))
        places = [min(GRID, dice.randrange(spread + 1) + dice.choice((0, GRID - spread))) for _ in range(8)]
        plan = PLAN | {
            "a": dice.uniform(0.4, 2.5), "f": dice.choice((None, 0.3, 6)), "roll": dice.uniform(-0.3, 0.3),
            "l": [[dice.randrange(GRID + 1) for _ in range(2 * dice.randint(2, 12))] for _ in range(dice.randint(1, 4))],
            "r": {"k": dice.choice(("garage8x7", "door3x7", "door_double")), "q": places, "h": dice.choice((0, 5, 15))},
        }  # fmt: skip
        try:
            figures = figures_of(read_plan(json.dumps(plan).encode()), {}, {})
        except Refusal:
            continue
        read += 1
        assert figures.feet is None or (0 <= figures.low <= figures.feet <= figures.high)  # type: ignore[operator]
        json.dumps(figures, allow_nan=False)
    assert read > 2_500


async def test_the_drawing_of_each_request_is_its_own(world: World) -> None:
    visitor = world.client()
    first = (await asked(await sent(visitor, await reference_of(visitor)), 201))["id"]
    second = await reference_of(visitor, stories=2)
    newer = (await asked(await sent(visitor, second, MOVED), 201))["id"]
    lead = (await shown(world, newer))["leadId"]
    assert [one["id"] for one in await of(world, "leads", lead)] == [newer, first]
    assert QUOTE["stories"] == 1
    async with world.console() as db:
        assert len(list(await db.scalars(select(Drawing)))) == 2
