"""The board of a week: what it shows of a branch, who is away, and days that differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx

from duskline.models.company.availability import crews_out
from tests.tokens import made, program
from tests.world import BESIDE, FAR, NEAR, World

PATH, VISITS, ORDERS = "/api/panel/schedule", "/api/panel/visits", "/api/panel/work-orders"
WEEK = {"branchId": NEAR, "from": "2027-05-10", "days": "7"}


async def asked(answer: httpx.Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


async def board(caller: httpx.AsyncClient, **given: str) -> Any:
    return await asked(await caller.get(PATH, params=WEEK | given))


async def test_a_week_shows_who_goes_where(world: World) -> None:
    manager = world.client("branch_ops_manager")
    job = await asked(await manager.patch(f"{ORDERS}/order-1-1", json={"scheduledDate": "2027-05-12"}))
    survey = {
        "kind": "lead", "recordId": "lead-1-1", "day": "2027-05-11", "startMinute": 540, "endMinute": 600,
        "crew": ["sales_rep"],
    }  # fmt: skip
    await asked(await manager.post(VISITS, json=survey), 201)
    shown = await board(manager)
    assert [(v["kind"], v["title"], v["client"], v["day"]) for v in shown["visits"]] == [
        ("lead", "Lea 1 1", "Lea 1 1", "2027-05-11"), ("work_order", job["title"], "Cleo 1 1", "2027-05-12"),
    ]  # fmt: skip
    shown = await board(world.client("technician"))
    survey = shown["visits"][0]
    assert [survey[name] for name in ("title", "client", "address")] == ["Survey", None, None], (
        "sees no leads"
    )
    assert survey["crew"] == ["sales_rep"]
    assert shown["visits"][1]["address"] == "1 1 Road"
    assert (shown["zone"], len(shown["days"])) == ("America/New_York", 7)
    names = {person["id"] for person in shown["people"]}
    assert {"technician", "lead_technician", "branch_ops_manager", "regional_ops_manager"} <= names
    assert "sales_rep" in names, "whoever comes to a visit of that week"
    later = await board(world.client("technician"), **{"from": "2027-05-17"})
    assert "sales_rep" not in {person["id"] for person in later["people"]}
    assert not names & {"beside_technician", "far_technician", "support", "deactivated"}
    assert shown["unplanned"]["count"] == 1
    assert [v["title"] for v in shown["unplanned"]["visits"]] == ["Porch 1 2"]
    assert (await board(world.client("admin")))["unplanned"]["count"] == 1, "other branches' are not counted"
    gone = await asked(await manager.get(VISITS, params={"kind": "work_order", "recordId": "order-1-1"}))
    cancelled = {"status": "cancelled", "reason": "Sold the house"}
    await asked(await manager.patch(f"{VISITS}/{gone[0]['id']}", json=cancelled))
    assert [v["kind"] for v in (await board(manager))["visits"]] == ["lead"]
    month = await asked(await manager.get(f"{PATH}/month", params=WEEK))
    assert [day["visits"] for day in month["days"]] == [0, 1, 0, 0, 0, 0, 0]


async def test_what_nobody_came_back_from_is_late(world: World) -> None:
    manager = world.client("branch_ops_manager")
    await asked(await manager.patch(f"{ORDERS}/order-1-1", json={"scheduledDate": "2020-05-12"}))
    shown = await board(manager)
    assert (shown["late"]["count"], shown["late"]["visits"][0]["recordId"]) == (1, "order-1-1")
    await asked(await manager.patch(f"{ORDERS}/order-1-2", json={"scheduledDate": shown["today"]}))
    past = {"scheduledDate": "2020-05-12"}
    await asked(await world.client("admin").patch(f"{ORDERS}/order-far-1", json=past))
    late = (await board(world.client("admin")))["late"]
    assert (late["count"], [v["recordId"] for v in late["visits"]]) == (1, ["order-1-1"])
    await asked(await manager.patch(f"{ORDERS}/order-1-1", json={"status": "completed"}))
    assert (await board(manager))["late"]["count"] == 0


async def test_a_branch_out_of_reach_is_not_there(world: World) -> None:
    manager = world.client("branch_ops_manager")
    for branch in (BESIDE, FAR, "nowhere"):
        assert (await manager.get(PATH, params=WEEK | {"branchId": branch})).status_code == 404
    for path in (PATH, f"{PATH}/month"):
        nowhere = await world.client("admin").get(path, params=WEEK | {"branchId": "nowhere"})
        assert nowhere.status_code == 404
    assert (await world.client("sales_rep").get(PATH, params=WEEK)).status_code == 403
    for wrong in ({"days": "0"}, {"days": "43"}, {"from": "soon"}):
        assert (await manager.get(PATH, params=WEEK | wrong)).status_code == 400


async def test_who_is_away_is_not_sent_out_unnoticed(world: World) -> None:
    manager = world.client("branch_ops_manager")
    away = {"userId": "technician", "firstDay": "2027-05-10", "lastDay": "2027-05-12", "kind": "vacation"}
    row = await asked(await manager.post("/api/panel/absences", json=away), 201)
    assert [a["id"] for a in (await board(manager))["absences"]] == [row["id"]]
    visit = {"kind": "work_order", "recordId": "order-1-1", "day": "2027-05-12", "crew": ["technician"]}
    refused = await asked(await manager.post(VISITS, json=visit), 409)
    assert refused["fields"] == {"absence": "Technician is away that day."}
    await asked(await manager.post(VISITS, json=visit | {"accept": ["absence"]}), 201)
    some_hours = {"lastDay": "2027-05-10", "startMinute": 480, "endMinute": 600}
    await asked(await manager.patch(f"/api/panel/absences/{row['id']}", json=some_hours))
    await asked(await manager.post(VISITS, json=visit), 201)
    at_ten = visit | {"day": "2027-05-10", "startMinute": 600, "endMinute": 660}
    await asked(await manager.post(VISITS, json=at_ten), 201)
    refused = await asked(await manager.post(VISITS, json=at_ten | {"startMinute": 599}), 409)
    assert set(refused["fields"]) == {"absence", "clash"}
    before = {"startMinute": 420, "endMinute": 480}
    await asked(await manager.post(VISITS, json=at_ten | before), 201)
    any_time = visit | {"recordId": "order-1-2", "day": "2027-05-10"}
    refused = await asked(await manager.post(VISITS, json=any_time), 409)
    assert refused["fields"] == {"absence": "Technician is away from 8 AM to 10 AM."}
    assert (await manager.delete(f"/api/panel/absences/{row['id']}")).status_code == 204
    assert (await board(manager))["absences"] == []
    assert (await world.client("technician").post("/api/panel/absences", json=away)).status_code == 403
    elsewhere = away | {"userId": "far_technician"}
    assert (await manager.post("/api/panel/absences", json=elsewhere)).status_code == 400


async def test_a_closed_day_and_one_with_fewer_crews(world: World) -> None:
    manager = world.client("branch_ops_manager")
    path, day = "/api/panel/schedule/days", {"branchId": NEAR, "day": "2027-05-13"}
    await asked(await manager.post(path, json=day | {"crews": 0, "note": "Inventory"}))
    assert (await board(manager))["days"][3]["closed"] == "Inventory"
    visit = {"kind": "work_order", "recordId": "order-1-1", "day": "2027-05-13"}
    refused = await asked(await manager.post(VISITS, json=visit), 409)
    assert refused["fields"] == {"capacity": "The branch is closed that day."}
    await asked(await manager.post(path, json=day | {"crews": 1}))
    await asked(await manager.post(VISITS, json=visit), 201)
    refused = await asked(await manager.post(VISITS, json=visit | {"recordId": "order-1-2"}), 409)
    assert refused["fields"] == {"capacity": "All crews are out that day: 1 of 1."}
    assert (await manager.post(path, json=day | {"branchId": FAR, "crews": 0})).status_code == 404


async def test_a_day_of_the_week_without_hours_is_closed(world: World) -> None:
    manager, admin = world.client("branch_ops_manager"), world.client("admin")
    weekdays = [{"day": day, "opens": 480, "closes": 1020} for day in range(5)]
    await asked(await admin.patch(f"/api/panel/branches/{NEAR}", json={"openHours": weekdays}))
    closed = [day["closed"] for day in (await board(manager))["days"]]
    assert closed == [None] * 5 + ["Closed"] * 2
    saturday = {"kind": "work_order", "recordId": "order-1-1", "day": "2027-05-15"}
    refused = await asked(await manager.post(VISITS, json=saturday), 409)
    assert refused["fields"] == {"capacity": "The branch is closed that day."}
    await asked(await manager.post(f"{PATH}/days", json={"branchId": NEAR, "day": "2027-05-15", "crews": 2}))
    assert [day["closed"] for day in (await board(manager))["days"]] == [None] * 6 + ["Closed"]
    await asked(await manager.post(VISITS, json=saturday), 201)


async def test_a_branch_says_how_many_crews_go_out(world: World) -> None:
    manager, admin = world.client("branch_ops_manager"), world.client("admin")
    for wrong in (0, 201):
        answer = await admin.patch(f"/api/panel/branches/{NEAR}", json={"crews": wrong})
        assert answer.json()["fields"] == {"crews": "Please enter a number from 1 to 200"}
    kept = await asked(await admin.patch(f"/api/panel/branches/{NEAR}", json={"crews": 1}))
    assert kept["crews"] == 1
    visit = {"kind": "work_order", "recordId": "order-1-1", "day": "2027-05-13"}
    await asked(await manager.post(VISITS, json=visit), 201)
    refused = await asked(await manager.post(VISITS, json=visit | {"recordId": "order-1-2"}), 409)
    assert refused["fields"] == {"capacity": "All crews are out that day: 1 of 1."}
    told = {"branchId": NEAR, "day": "2027-05-13", "crews": 3, "note": "Two vans more"}
    await asked(await manager.post(f"{PATH}/days", json=told))
    day = (await board(manager))["days"][3]
    assert (day["crews"], day["ownCrews"], day["note"]) == (3, 3, "Two vans more")


async def test_a_crew_that_goes_to_several_places_is_one(world: World) -> None:
    manager = world.client("branch_ops_manager")
    day = {"branchId": NEAR, "day": "2027-05-13", "crews": 1}
    await asked(await manager.post(f"{PATH}/days", json=day))

    async def planned(start: int, *crew: str, status: int = 201) -> Any:
        at = {"day": day["day"], "startMinute": start, "endMinute": start + 60, "crew": list(crew)}
        new = {"kind": "work_order", "recordId": "order-1-1"} | at
        return await asked(await manager.post(VISITS, json=new), status)

    first = await planned(480, "technician", "lead_technician")
    await asked(await manager.patch(f"{VISITS}/{first['id']}", json={"status": "done"}))
    second = await planned(540, "technician")
    full = {"capacity": "All crews are out that day: 1 of 1."}
    assert (await planned(600, "near_technician", status=409))["fields"] == full, (
        "also after the first is done"
    )
    assert (await planned(600, status=409))["fields"] == full, "what nobody is sent to yet needs a crew too"
    other = {"crew": ["near_technician"]}
    assert (await manager.patch(f"{VISITS}/{second['id']}", json=other)).status_code == 409
    await asked(await manager.patch(f"{VISITS}/{second['id']}", json=other | {"accept": ["capacity"]}))
    await planned(600, "near_technician")  # it goes out already: one more crew than there are, and not two
    gone = {"status": "cancelled", "reason": "Sold the house"}
    await asked(await manager.patch(f"{VISITS}/{first['id']}", json=gone))
    await planned(660, "near_technician")


def test_what_shares_somebody_is_one_crew_s() -> None:
    for case in json.loads(Path("tests/vectors/crews.json").read_text()):
        assert len(crews_out(case["visits"])) == case["crews"], case["says"]


async def test_a_month_says_how_full_each_day_is(world: World) -> None:
    manager = world.client("branch_ops_manager")
    month = {"branchId": NEAR, "from": "2027-05-03", "days": "42"}
    people = len((await board(manager))["people"])
    crew = {"kind": "work_order", "recordId": "order-1-1", "day": "2027-05-12"}
    timed = {"startMinute": 480, "endMinute": 600, "crew": ["technician", "near_technician"]}
    await asked(await manager.post(VISITS, json=crew | timed), 201)
    await asked(await manager.post(VISITS, json=crew | {"crew": ["lead_technician"]}), 201)
    await asked(await manager.post(VISITS, json=crew), 201)
    away = {"userId": "technician", "firstDay": "2027-05-12", "lastDay": "2027-05-12", "kind": "sick"}
    await asked(await manager.post("/api/panel/absences", json=away), 201)
    some_hours = away | {"userId": "near_technician", "startMinute": 540, "endMinute": 600}
    await asked(await manager.post("/api/panel/absences", json=some_hours), 201)
    closed = {"branchId": NEAR, "day": "2027-05-13", "crews": 0, "note": "Inventory"}
    await asked(await manager.post(f"{PATH}/days", json=closed))
    days = (await asked(await manager.get(f"{PATH}/month", params=month)))["days"]
    assert (len(days), days[0]["day"], days[0]["visits"], days[0]["open"]) == (
        42,
        "2027-05-03",
        0,
        people * 480,
    )
    assert {name: days[9][name] for name in ("day", "visits", "booked", "open")} == {
        "day": "2027-05-12", "visits": 3, "booked": 120 * 2 + 480, "open": (people - 1) * 480,
    }  # fmt: skip
    assert (days[10]["closed"], days[10]["open"]) == ("Inventory", 0)
    assert (await manager.get(f"{PATH}/month", params=month | {"branchId": FAR})).status_code == 404


async def test_who_goes_out_reads_what_must_be_known_on_site(world: World) -> None:
    manager, technician = world.client("branch_ops_manager"), world.client("technician")
    today = (await board(manager))["today"]
    place = {"hazards": "Slate roof\nDog", "access": "Gate code 4711"}
    await asked(await manager.patch("/api/panel/properties/client-1-1", json=place))
    for day, crew in (
        ("2020-05-12", ["technician"]),
        (today, ["near_technician", "technician"]),
        (today, ["near_technician"]),
    ):
        visit = {"kind": "work_order", "recordId": "order-1-1", "day": day, "crew": crew}
        await asked(await manager.post(VISITS, json=visit), 201)
    old, new = await asked(await technician.get("/api/panel/own-visits"))
    assert (old["day"], new["day"]) == ("2020-05-12", today)
    assert (new["name"], new["address"], new["hazards"], new["access"]) == (
        "Cleo 1 1", "1 1 Road", "Slate roof\nDog", "Gate code 4711",
    )  # fmt: skip
    await asked(await technician.patch(f"{VISITS}/{old['id']}", json={"status": "done"}))
    assert [row["id"] for row in await asked(await technician.get("/api/panel/own-visits"))] == [new["id"]]
    assert await asked(await world.client("sales_rep").get("/api/panel/own-visits")) == []
    assert (await world.client("support").get("/api/panel/own-visits")).status_code == 403


async def test_a_week_without_its_branch_or_its_first_day_says_what_is_missing(world: World) -> None:
    manager = world.client("branch_ops_manager")
    refused = await asked(await manager.get(PATH, params={"from": "2027-05-10"}), 400)
    assert refused == {"error": "Required", "fields": {"branchId": "Required"}}


async def test_the_calendar_ends_without_a_fault(world: World) -> None:
    manager, last = world.client("branch_ops_manager"), "9999-12-31"
    asked_for = {"branchId": NEAR, "from": last}
    for path in (PATH, f"{PATH}/month"):
        found = await asked(await manager.get(path, params=asked_for))
        assert [day["day"] for day in found["days"]] == [last]
    visit = {"kind": "work_order", "recordId": "order-1-1", "day": last}
    await asked(await manager.post(VISITS, json=visit), 201)
    refused = await manager.post(VISITS, json=visit | {"startMinute": 1380, "endMinute": 1440})
    assert (refused.status_code, set(refused.json()["fields"])) == (400, {"startMinute"})
    rain = {"branchId": NEAR, "day": last}
    (proposed,) = await asked(await manager.post(f"{PATH}/moves/preview", json=rain))
    assert proposed["day"] is None


async def test_own_visits_are_of_what_one_handles_by_now(world: World) -> None:
    survey = {"kind": "lead", "recordId": "lead-1-1", "day": "2020-05-11"}
    manager = world.client("branch_ops_manager")
    for crew in (["sales_rep"], ["branch_ops_manager"]):
        await asked(await manager.post(VISITS, json=survey | {"crew": crew}), 201)
    jobs = await made(world, "branch_ops_manager", areas=["work_orders"])
    own = f"{VISITS.removesuffix('visits')}own-visits"
    for caller, shown in ((manager, 1), (program(world, jobs["token"]), 0)):
        assert len(await asked(await caller.get(own))) == shown
    rep = world.client("sales_rep")
    assert len(await asked(await rep.get(own))) == 1
    await asked(await world.client("admin").patch("/api/panel/users/sales_rep", json={"role": "technician"}))
    assert await asked(await rep.get(own)) == []


async def test_who_leaves_a_crew_does_not_come_there_any_more(world: World) -> None:
    manager, leaves = world.client("branch_ops_manager"), world.client("near_technician")
    today = (await board(manager))["today"]
    hours = {"startMinute": 480, "endMinute": 600}
    new = {
        "kind": "work_order",
        "recordId": "order-1-1",
        "day": today,
        "crew": ["technician", "near_technician"],
    }
    visit = await asked(await manager.post(VISITS, json=new | hours), 201)
    comes = [row["id"] for row in await asked(await leaves.get("/api/panel/own-visits"))]
    assert comes == [visit["id"]]
    await asked(await manager.patch(f"{VISITS}/{visit['id']}", json={"crew": ["technician"]}))
    assert await asked(await leaves.get("/api/panel/own-visits")) == []
    (stays,) = await asked(await world.client("technician").get("/api/panel/own-visits"))
    assert (stays["id"], stays["crew"]) == (visit["id"], ["technician"])
    free = {"branchId": NEAR, "day": today, "crew": ["near_technician"]} | hours
    assert await asked(await manager.post(f"{VISITS}/check", json=free)) == [], "free again at that hour"


async def test_an_absence_makes_sense_and_is_of_somebody_of_its_branch(world: World) -> None:
    manager = world.client("branch_ops_manager")
    path = "/api/panel/absences"
    days = {"userId": "technician", "firstDay": "2027-05-10", "lastDay": "2027-05-12", "kind": "training"}
    day = days | {"lastDay": "2027-05-10"}
    for wrong in (
        day | {"startMinute": 480, "endMinute": 480}, days | {"startMinute": 480, "endMinute": 540},
        day | {"startMinute": 480}, day | {"endMinute": 480},
    ):  # fmt: skip
        assert set((await asked(await manager.post(path, json=wrong), 400))["fields"]) == {"endMinute"}
    row = await asked(await manager.post(path, json=days), 201)
    edit = f"{path}/{row['id']}"
    refused = await asked(await manager.patch(edit, json={"lastDay": "2027-05-09"}), 400)
    assert refused["fields"] == {"lastDay": "The last day must not be before the first"}
    shown = await board(manager, **{"from": "2027-05-12"})
    assert [each["id"] for each in shown["absences"]] == [row["id"]], "to its last day"
    assert (await board(manager, **{"from": "2027-05-13"}))["absences"] == []
    elsewhere = days | {"userId": "far_technician", "branchId": NEAR}
    assert (await world.client("admin").post(path, json=elsewhere)).status_code == 400


async def test_visits_without_a_time_stand_in_the_order_that_somebody_gave_them(world: World) -> None:
    manager, technician = world.client("branch_ops_manager"), world.client("technician")
    today = (await board(manager))["today"]
    visit = {"kind": "work_order", "recordId": "order-1-1", "day": today, "crew": ["technician"]}
    ids = [(await asked(await manager.post(VISITS, json=visit), 201))["id"] for _ in range(3)]
    order = [ids[2], ids[0], ids[1]]
    for place, id in enumerate(order):
        await asked(await manager.patch(f"{VISITS}/{id}", json={"position": place}))
    shown = (await board(manager, **{"from": today}))["visits"]
    assert [each["id"] for each in shown if each["id"] in ids] == order
    own = await asked(await technician.get("/api/panel/own-visits"))
    assert [each["id"] for each in own if each["id"] in ids] == order


ORDER = f"{PATH}/order"


async def test_a_day_s_order_is_put_at_once(world: World) -> None:
    manager = world.client("branch_ops_manager")
    visit = {"kind": "work_order", "recordId": "order-1-1", "day": "2027-05-13", "crew": ["technician"]}
    ids = [(await asked(await manager.post(VISITS, json=visit), 201))["id"] for _ in range(3)]
    wanted = [ids[1], ids[2], ids[0]]
    told = await asked(await manager.post(ORDER, json={"day": "2027-05-13", "visits": wanted}))
    assert [(row["id"], row["position"]) for row in told] == list(zip(wanted, range(3), strict=True))
    shown = (await board(manager))["visits"]
    assert [each["id"] for each in shown] == wanted
    assert {each["id"]: each["version"] for each in shown} == {row["id"]: row["version"] for row in told}
    again = await asked(await manager.post(ORDER, json={"day": "2027-05-13", "visits": wanted}))
    assert again == told, "what stands there already is no change"


async def test_an_order_is_of_visits_without_a_time_on_that_day(world: World) -> None:
    manager = world.client("branch_ops_manager")
    visit = {"kind": "work_order", "recordId": "order-1-1", "day": "2027-05-13"}
    one, other = [(await asked(await manager.post(VISITS, json=visit), 201))["id"] for _ in range(2)]
    order = {"day": "2027-05-13", "visits": [other, one]}
    assert (await world.client("technician").post(ORDER, json=order)).status_code == 403
    assert (await world.client("beside_manager").post(ORDER, json=order)).status_code == 409
    twice = await asked(await manager.post(ORDER, json=order | {"visits": [one, one]}), 400)
    assert twice["fields"] == {"visits": "One of the visits is there twice"}
    await asked(await manager.patch(f"{VISITS}/{one}", json={"startMinute": 480, "endMinute": 540}))
    refused = await asked(await manager.post(ORDER, json=order), 409)
    assert refused["error"] == "One of these visits has a time or another day by now. Look at the day again."
    await asked(
        await manager.patch(
            f"{VISITS}/{one}", json={"day": "2027-05-14", "startMinute": None, "endMinute": None}
        )
    )
    assert (await manager.post(ORDER, json=order)).status_code == 409
    assert [each["position"] for each in (await board(manager))["visits"]] == [0, 0]


async def test_where_a_visit_stands_in_its_day_is_no_new_plan(world: World) -> None:
    manager = world.client("branch_ops_manager")
    at = {"day": "2027-05-13", "startMinute": 480, "endMinute": 540, "crew": ["technician"]}
    visit = {"kind": "work_order", "recordId": "order-1-1"} | at
    await asked(await manager.post(VISITS, json=visit), 201)
    beside = await asked(await manager.post(VISITS, json=visit | {"accept": ["clash"]}), 201)
    path = f"{VISITS}/{beside['id']}"
    await asked(await manager.patch(path, json={"pinned": True, "position": 3}))
    assert (await manager.patch(path, json={"endMinute": 600})).status_code == 409, "control: its time is"
