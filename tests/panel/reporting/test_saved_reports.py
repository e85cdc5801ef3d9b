"""Reports under a name: whose they are, who sees them, and what comes by mail on Mondays."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import httpx
import pytest
from sqlalchemy import select, update

from duskline.core.data.base import now
from duskline.core.mail.outbox import MAILS
from duskline.models.places.places import DEFAULT_ZONE, day_at
from duskline.models.reporting.answers import Days, Expected, Forecast, ForecastWeek, Number
from duskline.models.reporting.catalog import period_of
from duskline.models.reporting.saved_reports import (
    UNDOABLE,
    ReportLetter,
    SavedReport,
    Span,
    sweep,
    write_reports,
)
from duskline.panel.reporting import saved_reports
from duskline.panel.reporting.report_letters import _foreseen, report_writers
from tests.world import BESIDE, NEAR, World

PATH = "/api/panel/saved-reports"
SAVED = {"name": "Our week", "report": "sales", "by": "person", "period": "last_week"}
FORECAST = {"name": "Six weeks", "report": "forecast", "by": "", "period": "next_6_weeks"}
SPANS = json.loads((Path(__file__).parents[2] / "vectors" / "spans.json").read_text("utf-8"))
MONDAY = datetime(2026, 11, 30, 12, tzinfo=UTC)


async def saved(caller: httpx.AsyncClient, **fields: Any) -> dict[str, Any]:
    answer = await caller.post(PATH, json=SAVED | fields)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def names(world: World, who: str) -> list[str]:
    async with world.client(who) as caller:
        return [row["name"] for row in (await caller.get(PATH)).json()]


async def test_one_s_own_and_what_is_shared(world: World) -> None:
    async with world.client("branch_ops_manager") as manager:
        mine = await saved(manager)
        shared = await saved(manager, name="For all", shared=True)
        assert (shared["mine"], shared["weekly"], shared["version"]) == (True, False, 1)
    assert await names(world, "branch_ops_manager") == ["For all", "Our week"]
    for who, seen in (
        ("near_manager", ["For all"]), ("regional_ops_manager", ["For all"]), ("admin", ["For all"]),
        ("lead_technician", []), ("beside_manager", []), ("far_manager", []),
    ):  # fmt: skip
        assert await names(world, who) == seen, who
    async with world.client("near_manager") as other:
        assert (await other.patch(f"{PATH}/{shared['id']}", json={"name": "Mine"})).status_code == 403
        assert (await other.delete(f"{PATH}/{shared['id']}")).status_code == 403
        assert (await other.delete(f"{PATH}/{mine['id']}")).status_code == 404
    async with world.client("branch_ops_manager") as manager:
        renamed = await manager.patch(f"{PATH}/{mine['id']}", json={"name": "Week", "by": "source"})
        assert (renamed.json()["name"], renamed.json()["by"], renamed.json()["version"]) == (
            "Week",
            "source",
            2,
        )
        stale = await manager.patch(f"{PATH}/{mine['id']}", json={"name": "X"}, headers={"If-Match": '"1"'})
        assert stale.status_code == 409
        assert (await manager.delete(f"{PATH}/{mine['id']}")).status_code == 204
    assert await names(world, "branch_ops_manager") == ["For all"]


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"report": "nothing"}, "report"),
        ({"by": "shoe size"}, "by"),
        ({"measures": ["won"]}, "measures"),
        ({"report": "custom", "measures": []}, "measures"),
        ({"report": "custom", "measures": ["won", "nothing"]}, "measures"),
        ({"period": "never"}, "period"),
        ({"ofBranch": BESIDE}, "ofBranch"),
        ({"period": "next_6_weeks"}, "period"),
        (FORECAST | {"period": "last_week"}, "period"),
        (FORECAST | {"by": "person"}, "by"),
        (FORECAST | {"measures": ["won"]}, "measures"),
        ({"name": " "}, "name"),
    ],
)
async def test_what_could_not_be_opened_is_not_saved(
    shared_world: World, fields: dict[str, Any], fault: str
) -> None:
    async with shared_world.client("branch_ops_manager") as manager:
        answer = await manager.post(PATH, json=SAVED | fields)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [fault])


async def test_a_report_of_what_one_may_not_open_is_not_saved(shared_world: World) -> None:
    async with shared_world.client("lead_technician") as technician:
        for body in (SAVED, FORECAST):
            assert (await technician.post(PATH, json=body)).status_code == 400


async def letters(world: World) -> list[Any]:
    async with world.database.reads.connect() as connection:
        return list(
            await connection.execute(select(MAILS.c.recipient, MAILS.c.about).where(MAILS.c.kind == "report"))
        )


async def subscribed(world: World, who: str = "branch_ops_manager", **fields: Any) -> str:
    """As of the Monday before; answers what the letter is about."""
    async with world.client(who) as caller:
        id = (await saved(caller, **fields))["id"]
        assert (await caller.post(f"{PATH}/{id}/weekly", json={"weekly": True})).json()["weekly"]
    async with world.database.writes.begin() as connection:
        table = ReportLetter.__table__
        await connection.execute(update(table).values(sent_on=MONDAY.date() - timedelta(days=7)))
        return str(await connection.scalar(select(table.c.id)))


async def test_a_letter_each_monday_morning_and_no_second(world: World) -> None:
    await subscribed(world)
    for at, number in (
        (MONDAY - timedelta(days=1), 0), (MONDAY.replace(hour=9), 0), (MONDAY, 1), (MONDAY + timedelta(hours=3), 1),
        (MONDAY + timedelta(days=7), 2),
    ):  # fmt: skip
        await write_reports(world.database, at)
        assert len(await letters(world)) == number, at
    assert {row.recipient for row in await letters(world)} == {"branch.ops.manager@duskline.example"}


async def written(world: World, about: str) -> Any:
    writers = report_writers(world.database, _company(world), "https://duskline.example")
    return await writers["report"](about)


def _company(world: World) -> Any:
    async def company() -> Any:
        return world.services.company_file.company

    return company


async def test_what_the_letter_says(world: World) -> None:
    about = await subscribed(world)
    letter = await written(world, about)
    week = period_of(Span.LAST_WEEK, day_at(now(), DEFAULT_ZONE))
    assert letter.subject.startswith(f"Our week, {week.first:%B}")
    assert "No lead came in" in letter.text
    assert "New leads: 0" in letter.text
    assert "/panel/reports?report=sales" in letter.text


async def test_it_ends_with_the_rights_to_it(world: World) -> None:
    about = await subscribed(world)
    assert await written(world, about) is not None
    async with world.client("admin") as admin:
        changed = await admin.patch("/api/panel/users/branch_ops_manager", json={"role": "sales_rep"})
        assert changed.status_code == 200, changed.text
    assert await written(world, about) is None


async def test_it_ends_when_one_ends_it(world: World) -> None:
    await subscribed(world)
    async with world.client("branch_ops_manager") as manager:
        (row,) = (await manager.get(PATH)).json()
        told = await manager.post(f"{PATH}/{row['id']}/weekly", json={"weekly": False})
        assert not told.json()["weekly"]
    await write_reports(world.database, MONDAY)
    assert await letters(world) == []


async def test_whoever_ends_it_ends_ones_own_alone(world: World) -> None:
    async with world.client("branch_ops_manager") as manager, world.client("near_manager") as other:
        id = (await saved(manager, shared=True))["id"]
        for caller in (manager, other):
            await caller.post(f"{PATH}/{id}/weekly", json={"weekly": True})
        await other.post(f"{PATH}/{id}/weekly", json={"weekly": False})
        weekly = [(await caller.get(PATH)).json()[0]["weekly"] for caller in (manager, other)]
    assert weekly == [True, False]


async def test_somebody_who_left_is_written_nothing(world: World) -> None:
    about = await subscribed(world)
    async with world.client("admin") as admin:
        changed = await admin.patch("/api/panel/users/branch_ops_manager", json={"status": "inactive"})
        assert changed.status_code == 200, changed.text
    await write_reports(world.database, MONDAY)
    assert (await letters(world), await written(world, about)) == ([], None)


@pytest.mark.parametrize("case", SPANS, ids=lambda case: str(case["today"]))
def test_periods_as_of_a_day(case: dict[str, Any]) -> None:
    """The browser names the same days (period.test.ts)."""
    today = date.fromisoformat(case["today"])
    found = {span: period_of(span, today) for span in Span if span != Span.NEXT_6_WEEKS}
    assert period_of(Span.NEXT_6_WEEKS, today) == (today, today + timedelta(days=41))
    assert {span: [str(day) for day in days] for span, days in found.items()} == case["days"]


async def test_the_link_in_the_letter_asks_what_the_letter_tells(world: World) -> None:
    fields: dict[str, Any] = {
        "name": "Our branch",
        "report": "custom",
        "measures": ["won", "quoted", "jobs"],
        "by": "month",
    }
    letter = await written(world, await subscribed(world, **fields, ofBranch=NEAR))
    link = re.search(r"/panel/reports\?(\S+)", letter.text)
    assert link is not None
    week = period_of(Span.LAST_WEEK, day_at(now(), DEFAULT_ZONE))
    assert dict(parse_qsl(link[1])) == {
        "report": "custom", "from": str(week.first), "to": str(week.last), "by": "month", "branch": NEAR,
        "measures": "won,quoted,jobs",
    }  # fmt: skip
    assert letter.subject.startswith("Our branch, ")
    assert "Won: 0, as many as before; Won, as quoted: –; Jobs: 0, as many as before." in letter.text


async def test_a_name_that_no_letter_may_say_is_not_said(world: World) -> None:
    letter = await written(world, await subscribed(world, name="Win at http://evil.example"))
    assert "evil" not in letter.subject + letter.text + letter.html
    assert letter.subject.startswith("Sales performance, ")


async def test_of_what_is_shared_one_sees_what_one_may_open(world: World) -> None:
    async with world.client("branch_ops_manager") as manager:
        custom = {"report": "custom", "measures": ["quoted", "jobs"], "by": "person", "shared": True}
        sales = await saved(manager, name="Sales", shared=True)
        await saved(manager, name="Mixed", **custom)
        await saved(manager, name="Dollars", **custom | {"measures": ["quoted"]})
    async with world.client("regional_ops_manager") as regional:
        assert await names(world, "regional_ops_manager") == ["Dollars", "Mixed", "Sales"]
        elsewhere = (await saved(regional, name="Beside", ofBranch=BESIDE, shared=True))["id"]
    async with world.database.writes.begin() as connection:
        home = update(SavedReport.__table__).where(SavedReport.__table__.c.id == elsewhere)
        await connection.execute(home.values(branch_id=NEAR))
    assert await names(world, "branch_ops_manager") == ["Dollars", "Mixed", "Sales"]
    async with world.client("lead_technician") as technician:
        (seen,) = (await technician.get(PATH)).json()
        assert (seen["name"], seen["measures"]) == ("Mixed", ["jobs"])
        for id in (sales["id"], elsewhere):
            asked = await technician.post(f"{PATH}/{id}/weekly", json={"weekly": True})
            assert asked.status_code == 404


async def test_nobody_keeps_more_than_fit_a_list(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_reports, "MOST", 2)
    async with world.client("branch_ops_manager") as manager:
        await saved(manager)
        await saved(manager)
        assert (await manager.post(PATH, json=SAVED)).status_code == 409
    async with world.client("near_manager") as other:
        await saved(other)


async def test_a_forecast_is_saved_opened_and_mailed(world: World) -> None:
    async with world.client("branch_ops_manager") as manager, world.client("near_manager") as other:
        kept = await saved(manager, **FORECAST, shared=True, ofBranch=NEAR)
        (seen,) = (await other.get(PATH)).json()
        today = day_at(now(), DEFAULT_ZONE)
        assert (kept["first"], kept["last"]) == (str(today), str(today + timedelta(days=41)))
        assert (seen["report"], seen["by"], seen["ofBranch"], seen["mine"]) == ("forecast", "", NEAR, False)
        for id, weekly in ((kept["id"], True), ("saved-9", False)):
            told = await other.post(f"{PATH}/{id}/weekly", json={"weekly": True})
            assert (told.status_code == 200) is weekly
    assert await names(world, "lead_technician") == []
    async with world.client("lead_technician") as technician:
        told = await technician.post(f"{PATH}/{kept['id']}/weekly", json={"weekly": True})
        assert told.status_code == 404
    await write_reports(world.database, MONDAY)
    ((recipient, about),) = await letters(world)
    assert recipient == "near.manager@duskline.example"
    letter = await written(world, about)
    week = today + timedelta(days=7)
    assert letter.subject.startswith(f"Six weeks, {today:%B} {today.day} to ")
    assert "Not enough history for a forecast yet" in letter.text
    assert f"Booked in the week of {week:%B} {week.day}: 0" in letter.text
    assert "Wins in six weeks" not in letter.text
    assert f"/panel/reports?report=forecast&branch={NEAR}" in letter.text
    async with world.client("admin") as admin:
        changed = await admin.patch("/api/panel/users/near_manager", json={"role": "lead_technician"})
        assert changed.status_code == 200, changed.text
    assert await written(world, about) is None


def test_a_letter_tells_what_a_forecast_expects() -> None:
    days = Days(date(2026, 11, 30), date(2027, 1, 10))
    told = _foreseen(
        Forecast(
            days=days,
            branch=None,
            sentence="Soon.",
            caution="More than ever.",
            enough=True,
            wins=Expected(3.4, 1, 6),
            open_wins=3,
            new_wins=0.4,
            run_rate=Expected(2.2, 1, 4),
            quoted=Expected(4200, 1000, 9000),
            guess=None,
            stages=[],
            weeks=[ForecastWeek(days, Number(2, 2), Number(12, 2), 1.2)],
        )
    )
    assert told.sentence == "Soon. More than ever."
    assert told.lines == [
        ("Wins in six weeks: 3", "1 to 6 in four of five cases"),
        ("At the pace of the last six months: 2", "1 to 4 in four of five cases"),
        ("Open quotes: $4,200", "$1,000 to $9,000 in four of five cases"),
        ("Booked in the week of November 30: 2", "12.0 hours"),
    ]


async def deleted_ago(world: World, time: timedelta) -> None:
    table = SavedReport.__table__
    async with world.database.writes.begin() as connection:
        await connection.execute(
            update(table).where(table.c.ended_at.is_not(None)).values(ended_at=now() - time)
        )


async def test_a_deletion_is_taken_back_with_the_letters_of_colleagues(world: World) -> None:
    async with world.client("branch_ops_manager") as manager, world.client("near_manager") as other:
        one = f"{PATH}/{(await saved(manager, shared=True))['id']}"
        await other.post(f"{one}/weekly", json={"weekly": True})
        assert (await manager.delete(one)).status_code == 204
        assert (await names(world, "branch_ops_manager"), await names(world, "near_manager")) == ([], [])
        for caller, call in ((other, "weekly"), (manager, "weekly")):
            assert (await caller.post(f"{one}/{call}", json={"weekly": True})).status_code == 404
        assert (await manager.patch(one, json={"name": "X"})).status_code == 404
        await write_reports(world.database, MONDAY)
        assert await letters(world) == []  # nor is the week noted as told
        await sweep(world.database)
        for who, status in (("far_manager", 404), ("near_manager", 404), ("branch_ops_manager", 200)):
            async with world.client(who) as caller:
                assert (await caller.post(f"{one}/restore")).status_code == status, who
        assert [row["weekly"] for row in (await other.get(PATH)).json()] == [True]
        await write_reports(world.database, MONDAY)
        assert [row.recipient for row in await letters(world)] == ["near.manager@duskline.example"]


async def test_a_deletion_is_final_after_ten_minutes(world: World) -> None:
    async with world.client("branch_ops_manager") as manager:
        id = (await saved(manager))["id"]
        await manager.post(f"{PATH}/{id}/weekly", json={"weekly": True})
        await manager.delete(f"{PATH}/{id}")
        await deleted_ago(world, UNDOABLE + timedelta(seconds=1))
        late = await manager.post(f"{PATH}/{id}/restore")
        assert (late.status_code, "ten minutes" in late.json()["error"]) == (409, True)
        await sweep(world.database)
        async with world.database.reads.connect() as connection:
            rows = await connection.execute(select(ReportLetter.__table__))
            assert list(rows) == []
        assert (await manager.post(f"{PATH}/{id}/restore")).status_code == 404


async def test_what_is_deleted_takes_no_room_until_it_is_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_reports, "MOST", 1)
    async with world.client("branch_ops_manager") as manager:
        first = f"{PATH}/{(await saved(manager))['id']}"
        await manager.delete(first)
        second = f"{PATH}/{(await saved(manager, name='Second'))['id']}"
        assert (await manager.post(f"{first}/restore")).status_code == 409
        assert await names(world, "branch_ops_manager") == ["Second"]
        await manager.delete(second)
        assert (await manager.post(f"{first}/restore")).status_code == 200
