"""A completed installation has a warranty: drawn up at once, confirmed by those who approve jobs, found by its number and serials."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select, update

from duskline.models.places.places import BranchDetails, today_in
from duskline.models.records.status_changes import StatusChange
from duskline.models.records.warranties import Warranty, after_years
from tests.world import World

PATH, ORDER = "/api/panel/warranties", "/api/panel/work-orders/order-1-1"


async def completed(world: World, order: str = ORDER) -> dict[str, Any]:
    """The warranty of an order that is completed now."""
    manager = world.client("branch_ops_manager")
    assert (await manager.patch(order, json={"status": "completed"})).status_code == 200
    rows = (await manager.get(PATH)).json()
    return next(dict(row) for row in rows if order.endswith(row["workOrderId"]))


async def test_a_completed_installation_has_a_draft(world: World) -> None:
    row = await completed(world)
    starts = date.fromisoformat(row["starts"])
    assert re.fullmatch(r"W-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}", row["number"])
    assert {name: row[name] for name in ("clientId", "holder", "place", "status", "termsVersion", "branchId")} == {
        "clientId": "client-1-1", "holder": "Cleo 1 1", "place": "1 1 Road", "status": "draft", "termsVersion": "1",
        "branchId": "1",
    }  # fmt: skip
    assert (row["productEnds"], row["laborEnds"]) == (
        starts.replace(year=starts.year + 5).isoformat(),
        starts.replace(year=starts.year + 2).isoformat(),
    )


async def test_a_draft_goes_with_the_completion_and_a_confirmed_one_stays(world: World) -> None:
    row = await completed(world)
    manager = world.client("branch_ops_manager")
    await manager.patch(ORDER, json={"status": "in_progress"})
    assert (await manager.get(f"{PATH}/{row['id']}")).status_code == 404
    again = await completed(world)
    assert (await manager.post(f"{PATH}/{again['id']}/confirm")).json()["status"] == "confirmed"
    await manager.patch(ORDER, json={"status": "in_progress"})
    await manager.patch(ORDER, json={"status": "completed"})
    assert [found["id"] for found in (await manager.get(PATH)).json()] == [again["id"]]


@pytest.mark.parametrize("kind", ["service", "survey", "inspection"])
async def test_other_jobs_have_none(world: World, kind: str) -> None:
    manager = world.client("branch_ops_manager")
    assert (await manager.patch(f"{ORDER}/details", json={"kind": kind})).status_code == 200
    assert (await manager.patch(ORDER, json={"status": "completed"})).status_code == 200
    assert (await manager.get(PATH)).json() == []


async def test_the_list_is_narrowed(world: World) -> None:
    draft = await completed(world)
    other = await completed(world, "/api/panel/work-orders/order-1-2")
    manager = world.client("branch_ops_manager")
    assert (await manager.post(f"{PATH}/{other['id']}/confirm")).status_code == 200
    for name, value, expected in (
        ("status", "draft", {draft["id"]}), ("status", "confirmed", {other["id"]}),
        ("workOrderId", "order-1-2", {other["id"]}), ("clientId", "client-1-1", {draft["id"], other["id"]}),
        ("clientId", "client-1-2", set()), ("branchId", "1", {draft["id"], other["id"]}), ("branchId", "3", set()),
    ):  # fmt: skip
        assert {row["id"] for row in (await manager.get(PATH, params={name: value})).json()} == expected, name


async def test_parts_are_filled_in_and_found(world: World) -> None:
    row = await completed(world)
    technician = world.client("technician")
    parts = [
        {"kind": "controller", "serial": "DL-88-4711", "feet": None, "color": None},
        {"kind": "channel", "serial": None, "feet": 180, "color": "Bronze"},
    ]
    shown = (await technician.patch(f"{PATH}/{row['id']}", json={"parts": parts})).json()
    assert shown["parts"] == parts
    hits = (await world.client("admin").get("/api/panel/search", params={"q": "88-4711"})).json()
    assert [(hit["kind"], hit["title"], hit["detail"]) for hit in hits] == [
        ("warranty", row["number"], "Cleo 1 1")
    ]
    assert [found["id"] for found in (await technician.get(PATH, params={"q": "cleo 1 1"})).json()] == [
        row["id"]
    ]


async def test_only_those_who_approve_jobs_confirm_and_take_it_back(world: World) -> None:
    row = await completed(world)
    at = f"{PATH}/{row['id']}"
    for who in ("technician", "sales_rep", "support"):
        assert (await world.client(who).post(f"{at}/confirm")).status_code == 403
    lead = world.client("lead_technician")
    confirmed = (await lead.post(f"{at}/confirm")).json()
    assert (confirmed["status"], confirmed["confirmedBy"]) == ("confirmed", "lead_technician")
    assert (await lead.post(f"{at}/confirm")).json()["confirmedAt"] == confirmed["confirmedAt"]
    changed = await lead.patch(at, json={"parts": []})
    assert (changed.status_code, changed.json()["error"]) == (
        409,
        "This warranty is confirmed. Reopen it to change it.",
    )
    assert (await world.client("branch_ops_manager").post(f"{at}/reopen")).status_code == 403
    assert (await lead.post(f"{at}/reopen")).json()["status"] == "draft"
    assert (await lead.post(f"{at}/reopen")).status_code == 409


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
@pytest.mark.parametrize(
    ("days", "found"),
    [
        (-1, set()),
        (0, {"30", "90", "365"}),
        (30, {"30", "90", "365"}),
        (31, {"90", "365"}),
        (90, {"90", "365"}),
        (91, {"365"}),
        (366, set()),
    ],
)
async def test_the_list_narrows_to_what_ends_soon(
    world: World, zone: str, days: int, found: set[str]
) -> None:
    """By the day of the reader's branch: these two are 25 hours apart, so no other day is right for both."""
    row = await completed(world)
    async with world.console() as db:
        db.store(BranchDetails(id="1", time_zone=zone))
        today = datetime.now(ZoneInfo(zone)).date()
        (await db.find(Warranty, row["id"])).product_ends = today + timedelta(days=days)
    caller = world.client("sales_rep")
    shown = {word for word in ("30", "90", "365") if (await caller.get(PATH, params={"ends": word})).json()}
    assert shown == found


async def test_what_ends_soon_stands_in_the_order_in_which_it_does(world: World) -> None:
    first, second = await completed(world), await completed(world, ORDER.replace("1-1", "1-2"))
    async with world.console() as db:
        for row, days in ((first, 20), (second, 60)):
            (await db.find(Warranty, row["id"])).product_ends = datetime.now(UTC).date() + timedelta(
                days=days
            )
    caller = world.client("sales_rep")
    found = await caller.get(PATH, params={"ends": "90", "sort": "ends"})
    assert [row["id"] for row in found.json()] == [first["id"], second["id"]], "the newest comes last"
    assert (await caller.get(PATH, params={"sort": "ends"})).status_code == 400


async def test_whoever_has_no_branch_goes_by_the_time_of_the_one_that_new_records_go_to(world: World) -> None:
    row = await completed(world)
    async with world.console() as db:
        db.store(BranchDetails(id="1", time_zone="Pacific/Kiritimati"))
        today = datetime.now(ZoneInfo("Pacific/Kiritimati")).date()
        (await db.find(Warranty, row["id"])).product_ends = today
    support = world.client("support")
    assert [found["id"] for found in (await support.get(PATH, params={"ends": "30"})).json()] == [row["id"]]


async def test_an_order_s_own_is_found(world: World) -> None:
    row, technician = await completed(world), world.client("technician")
    of = {"workOrderId": row["workOrderId"]}
    assert [found["id"] for found in (await technician.get(PATH, params=of)).json()] == [row["id"]]
    assert (await technician.get(PATH, params={"workOrderId": "order-1-2"})).json() == []
    assert (await world.client("beside_manager").get(PATH, params=of)).json() == []


async def test_elsewhere_there_are_none(world: World) -> None:
    row = await completed(world, "/api/panel/work-orders/order-1-2")
    for who in ("far_rep", "beside_manager"):
        assert (await world.client(who).get(f"{PATH}/{row['id']}")).status_code == 404
        assert (await world.client(who).get(PATH)).json() == []


@pytest.mark.parametrize("status", ["completed", "pending"])
async def test_a_draft_goes_with_its_order(world: World, status: str) -> None:
    """Filled in or waiting: nobody was promised anything."""
    row, admin = await completed(world), world.client("admin")
    assert (await admin.patch(f"{PATH}/{row['id']}", json={"parts": PARTS})).status_code == 200
    assert (await admin.patch(ORDER, json={"status": status})).status_code == 200
    assert (await admin.delete(ORDER)).status_code == 204
    assert (await admin.get(f"{PATH}/{row['id']}")).status_code == 404
    assert (await admin.get(PATH)).json() == []


async def test_a_confirmed_one_keeps_its_order(world: World) -> None:
    row, admin = await completed(world), world.client("admin")
    assert (await admin.post(f"{PATH}/{row['id']}/confirm")).status_code == 200
    kept = await admin.delete(ORDER)
    said = f"Warranty {row['number']} is confirmed, so this work order stays."
    assert (kept.status_code, kept.json()["error"]) == (409, said)


@pytest.mark.parametrize(
    ("day", "years", "ends"),
    [
        (date(2024, 2, 29), 5, date(2029, 2, 28)),
        (date(2024, 2, 29), 4, date(2028, 2, 29)),
        (date(2026, 11, 22), 2, date(2028, 11, 22)),
    ],
)
def test_it_ends_on_the_same_day_some_years_on(day: date, years: int, ends: date) -> None:
    assert after_years(day, years) == ends


async def test_a_day_is_the_branch_s_own(world: World) -> None:
    late = datetime(2026, 11, 23, 3, tzinfo=UTC)
    async with world.console() as db:
        assert await today_in(db, "1", late) == date(2026, 11, 22)
        db.store(BranchDetails(id="1", time_zone="Europe/Berlin"))
        await db.flush()
        assert await today_in(db, "1", late) == date(2026, 11, 23)
        assert await db.scalar(select(BranchDetails.time_zone)) == "Europe/Berlin"


async def test_a_serial_that_grows_in_capitals_is_kept_as_it_is(world: World) -> None:
    at = f"{PATH}/{(await completed(world))['id']}"
    parts = [{"kind": "controller", "serial": "ß" * 80}, {"kind": "controller", "serial": "ab-12"}]
    answer = await world.client("technician").patch(at, json={"parts": parts})
    assert [part["serial"] for part in answer.json()["parts"]] == ["ß" * 80, "AB-12"]


@pytest.mark.parametrize("field", ["productEnds", "laborEnds"])
async def test_a_warranty_ends_after_its_start(world: World, field: str) -> None:
    row = await completed(world)
    answer = await world.client("technician").patch(f"{PATH}/{row['id']}", json={field: row["starts"]})
    assert (answer.status_code, answer.json()["fields"]) == (
        400,
        {field: "Please choose a day after the start"},
    )


async def test_a_draft_follows_its_order_to_another_client(world: World) -> None:
    row = await completed(world)
    manager = world.client("branch_ops_manager")
    assert (await manager.patch(ORDER, json={"clientId": "client-1-2"})).status_code == 200
    moved = (await manager.get(f"{PATH}/{row['id']}")).json()["warranty"]
    assert {name: moved[name] for name in ("number", "clientId", "holder", "place", "propertyId")} == {
        "number": row["number"], "clientId": "client-1-2", "holder": "Cleo 1 2", "place": "2 1 Road",
        "propertyId": "client-1-2",
    }  # fmt: skip
    assert (await manager.post(f"{PATH}/{row['id']}/confirm")).status_code == 200
    assert (await manager.patch(ORDER, json={"clientId": "client-1-1"})).status_code == 200
    kept = (await manager.get(f"{PATH}/{row['id']}")).json()["warranty"]
    assert (kept["clientId"], kept["holder"]) == ("client-1-2", "Cleo 1 2")


PARTS = [{"kind": "controller", "serial": "DL-88-4711", "feet": None, "color": None}]


async def test_what_was_typed_waits_for_an_order_that_is_opened_again(world: World) -> None:
    row, manager = await completed(world), world.client("branch_ops_manager")
    at = f"{PATH}/{row['id']}"
    assert (await manager.patch(at, json={"parts": PARTS})).status_code == 200
    assert (await manager.patch(ORDER, json={"status": "in_progress"})).status_code == 200
    waiting = (await manager.get(at)).json()
    assert (waiting["warranty"]["status"], waiting["parts"]) == ("draft", PARTS)
    assert waiting["warranty"]["waitingSince"] is not None
    refused = await manager.post(f"{at}/confirm")
    said = "The installation is not completed. Complete its work order, then confirm the warranty."
    assert (refused.status_code, refused.json()["error"]) == (409, said)
    page = (await manager.get("/api/panel/clients/client-1-1/record")).json()
    (told,) = [member for member in page["members"] if member["kind"] == "warranty"]
    assert (told["status"], told["setAside"]) == ("draft", "waiting")
    assert (await manager.patch(ORDER, json={"status": "completed"})).status_code == 200
    again = (await manager.get(at)).json()
    assert (again["warranty"]["number"], again["parts"]) == (row["number"], PARTS)
    assert again["warranty"]["waitingSince"] is None
    assert (await manager.post(f"{at}/confirm")).json()["status"] == "confirmed"


async def test_a_waiting_draft_begins_when_its_order_is_completed_again(world: World) -> None:
    """Days that nobody typed follow; what somebody typed stays."""
    manager = world.client("branch_ops_manager")
    for order, typed in (("1-1", {"parts": PARTS}), ("1-2", {"productEnds": "2040-01-02"})):
        row = await completed(world, ORDER.replace("1-1", order))
        assert (await manager.patch(f"{PATH}/{row['id']}", json=typed)).status_code == 200
        assert (
            await manager.patch(ORDER.replace("1-1", order), json={"status": "pending"})
        ).status_code == 200
        async with world.console() as db:
            found = await db.find(Warranty, row["id"])
            former = found.starts - timedelta(days=40)
            found.starts, found.labor_ends = former, after_years(former, 2)
            if "parts" in typed:
                found.product_ends = after_years(former, 5)
            done = StatusChange.__table__.c
            earlier = update(StatusChange.__table__).where(
                done.record_id == f"order-{order}", done.to_status == "completed"
            )
            await db.execute(
                earlier.values(at=datetime(former.year, former.month, former.day, 17, tzinfo=UTC))
            )
        again = await completed(world, ORDER.replace("1-1", order))
        expected = row["productEnds"] if "parts" in typed else "2040-01-02"
        assert (again["starts"], again["laborEnds"], again["productEnds"]) == (
            row["starts"],
            row["laborEnds"],
            expected,
        )


async def test_a_start_that_somebody_typed_stays(world: World) -> None:
    row, manager = await completed(world), world.client("branch_ops_manager")
    typed = {"starts": "2026-01-02"}
    assert (await manager.patch(f"{PATH}/{row['id']}", json=typed)).status_code == 200
    assert (await manager.patch(ORDER, json={"status": "pending"})).status_code == 200
    again = await completed(world)
    assert {name: again[name] for name in ("id", "starts", "productEnds", "laborEnds")} == {
        "id": row["id"], "starts": "2026-01-02", "productEnds": row["productEnds"], "laborEnds": row["laborEnds"],
    }  # fmt: skip


async def test_a_waiting_draft_that_is_emptied_goes(world: World) -> None:
    row, manager = await completed(world), world.client("branch_ops_manager")
    at = f"{PATH}/{row['id']}"
    for parts, status in ((PARTS, "pending"), ([], "in_progress")):
        assert (await manager.patch(at, json={"parts": parts})).status_code == 200
        assert (await manager.patch(ORDER, json={"status": status})).status_code == 200
    assert (await manager.get(at)).status_code == 404


async def test_what_turns_out_to_be_an_installation_has_one(world: World) -> None:
    manager = world.client("branch_ops_manager")
    assert (await manager.patch(f"{ORDER}/details", json={"kind": "service"})).status_code == 200
    assert (await manager.patch(ORDER, json={"status": "completed"})).status_code == 200
    for kind, drafts in (("installation", 1), ("survey", 0)):
        assert (await manager.patch(f"{ORDER}/details", json={"kind": kind})).status_code == 200
        assert len((await manager.get(PATH)).json()) == drafts


DRAWN = {"kind": "channel", "serial": None, "feet": 120, "color": None}


async def sized(world: World, *, feet: int | None, of_building: int | None = None) -> None:
    manager = world.client("branch_ops_manager")
    assert (await manager.patch(f"{ORDER}/details", json={"feet": feet})).status_code == 200
    building = {"feet": of_building}
    assert (await manager.patch("/api/panel/properties/client-1-1", json=building)).status_code == 200


async def parts_of(world: World, row: dict[str, Any]) -> list[dict[str, Any]]:
    page = (await world.client("technician").get(f"{PATH}/{row['id']}")).json()
    return [dict(part) for part in page["parts"]]


@pytest.mark.parametrize(
    ("feet", "of_building", "expected"),
    [
        (120, None, [DRAWN]),
        (120, 300, [DRAWN]),
        (None, 300, [DRAWN | {"feet": 300}]),
        (None, None, []),
    ],
)
async def test_a_draft_knows_the_feet_of_its_job(
    world: World, feet: int | None, of_building: int | None, expected: list[dict[str, Any]]
) -> None:
    await sized(world, feet=feet, of_building=of_building)
    assert await parts_of(world, await completed(world)) == expected


async def test_a_draft_knows_the_feet_of_its_own_building(world: World) -> None:
    await sized(world, feet=None, of_building=300)
    manager = world.client("branch_ops_manager")
    barn = await manager.post(
        "/api/panel/clients/client-1-1/properties",
        json={"name": "Barn", "address": "2 Field Road", "feet": 80},
    )
    moved = await manager.patch(f"{ORDER}/details", json={"propertyId": barn.json()["id"]})
    assert moved.status_code == 200, moved.text
    assert await parts_of(world, await completed(world)) == [DRAWN | {"feet": 80}]


async def test_feet_that_nobody_typed_fill_nothing_in_and_follow_the_job(world: World) -> None:
    await sized(world, feet=120)
    row, manager = await completed(world), world.client("branch_ops_manager")
    assert (await manager.patch(f"{ORDER}/details", json={"feet": 140})).status_code == 200
    assert await parts_of(world, row) == [DRAWN | {"feet": 140}]
    assert (await manager.patch(f"{ORDER}/details", json={"feet": None})).status_code == 200
    assert await parts_of(world, row) == []
    await sized(world, feet=150)
    assert (await manager.patch(ORDER, json={"status": "pending"})).status_code == 200
    assert (await manager.get(f"{PATH}/{row['id']}")).status_code == 404


async def test_feet_that_somebody_typed_stay(world: World) -> None:
    await sized(world, feet=120)
    row, manager = await completed(world), world.client("branch_ops_manager")
    typed = [DRAWN | {"color": "Bronze"}]
    assert (await manager.patch(f"{PATH}/{row['id']}", json={"parts": typed})).status_code == 200
    assert (await manager.patch(f"{ORDER}/details", json={"feet": 140})).status_code == 200
    assert await parts_of(world, row) == typed
    assert (await manager.patch(ORDER, json={"status": "pending"})).status_code == 200
    assert (await manager.get(f"{PATH}/{row['id']}")).json()["warranty"]["waitingSince"] is not None


async def test_the_timeline_tells_what_parts_were_and_are(world: World) -> None:
    await sized(world, feet=120)
    row, technician = await completed(world), world.client("technician")
    bronze = [DRAWN | {"color": "Bronze"}]
    for parts in (bronze, bronze):
        saved = await technician.patch(f"{PATH}/{row['id']}", json={"parts": parts})
        assert saved.status_code == 200
    page = (await world.client("sales_rep").get("/api/panel/clients/client-1-1/record")).json()
    told = [
        event["changes"]
        for event in page["timeline"]["events"]
        if (event["kind"], event["action"]) == ("warranty", "update")
    ]
    assert told == [{"parts": [[DRAWN], bronze]}]


async def test_a_part_that_somebody_else_changed_is_not_overwritten(world: World) -> None:
    """Also where no serial number changes, which stands in the warranty's own row."""
    row, technician = await completed(world), world.client("technician")
    at, seen = f"{PATH}/{row['id']}", {"If-Match": f'"{row["version"]}"'}
    first = await technician.patch(at, json={"parts": [DRAWN]}, headers=seen)
    assert (first.status_code, first.json()["warranty"]["version"]) == (200, row["version"] + 1)
    assert (await technician.patch(at, json={"parts": []}, headers=seen)).status_code == 409
