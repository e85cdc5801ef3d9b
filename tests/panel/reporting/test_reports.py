"""Reports: every number is what its list has, for whoever asks; none tells more than the lists do."""

from __future__ import annotations

import csv
import io
import random
from datetime import date, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from duskline.core.data.audit import SecurityEvent
from duskline.core.data.base import now
from duskline.core.data.figures import DAY, MONTH, YEAR, DailyFigure
from duskline.models.places.places import DEFAULT_ZONE, day_at
from duskline.models.records.sales import Lead, LeadStatus
from duskline.models.records.service import WorkOrder
from duskline.models.records.status_changes import StatusChange
from duskline.models.reporting.catalog import REPORTS
from duskline.models.reporting.lead_facts import LeadFacts
from duskline.models.reporting.measures import MEASURES, PERIOD
from duskline.models.reporting.numbers import number_of
from duskline.models.reporting.periods import Period, Segment, segments
from duskline.models.reporting.reading import Cells
from tests.conftest import FULL_COUNTS, SEED
from tests.houses import LEADS, everybody
from tests.world import BESIDE, NEAR, World

pytestmark = pytest.mark.both
PATH = "/api/panel/reports"
READERS = ("admin", "support", "regional_ops_manager", "branch_ops_manager", "lead_technician")
FOLLOWED = 100_000 if FULL_COUNTS else 60
"""Numbers of each reader."""
TODAY = day_at(now(), DEFAULT_ZONE)
"""Where the branches are: at midnight elsewhere theirs is another."""
WIDE = {"from": (TODAY - timedelta(days=40)).isoformat(), "to": (TODAY + timedelta(days=50)).isoformat()}


async def report(caller: httpx.AsyncClient, name: str, **asked: str) -> Any:
    answer = await caller.get(f"{PATH}/{name}", params=WIDE | asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def offered(caller: httpx.AsyncClient) -> dict[str, Any]:
    return {each["name"]: each for each in (await caller.get(PATH)).json() if each["name"] in REPORTS}


async def numbers(caller: httpx.AsyncClient) -> list[tuple[str, dict[str, Any]]]:
    """Every number of every report that a reader may open, in every grouping, with where it stands."""
    found: list[tuple[str, dict[str, Any]]] = []
    for name, kind in (await offered(caller)).items():
        ids = [each["id"] for each in kind["measures"]]
        chosen = (
            [",".join(ids[start : start + 12]) for start in range(0, len(ids), 12)]
            if name == "custom"
            else [""]
        )
        for measures in chosen:
            first = await report(caller, name, measures=measures)
            found += [(f"{name} {id}", number) for id, number in first["totals"].items()]
            for by in kind["by"]:
                if name == "custom" and not any(by in MEASURES[id].groups for id in measures.split(",")):
                    continue
                told = await report(caller, name, by=by, measures=measures)
                found += [
                    (f"{name} by {by} {row['label']!r} {id}", number)
                    for row in told["rows"]
                    for id, number in row["numbers"].items()
                ]
    return found


async def unlike(caller: httpx.AsyncClient, most: int) -> list[str]:
    """The numbers whose lists have another number of rows, of a sample."""
    found = await numbers(caller)
    wrong = []
    for where, number in random.Random(SEED).sample(found, min(most, len(found))):
        if (rows := number["list"]) is None:
            continue
        answer = await caller.get(rows["path"], params=rows["query"] | {"limit": "1"})
        assert answer.status_code == 200, (where, rows, answer.text)
        if answer.headers["X-Total-Count"] != str(rows["count"]):
            wrong.append(f"{where}: {rows} has {answer.headers['X-Total-Count']}")
    return wrong


async def test_every_number_is_its_list(world: World) -> None:
    await everybody(world, 200 if FULL_COUNTS else 5)
    for who in READERS:
        async with world.client(who) as caller:
            assert await unlike(caller, FOLLOWED) == [], who


async def test_control_a_number_of_elsewhere_is_noticed(world: World) -> None:
    """A row of another branch that is counted in one's own: the list does not have it."""
    async with world.database.writes.begin() as connection:
        figures = DailyFigure.__table__
        await connection.execute(
            update(figures).where(figures.c.branch_id == NEAR).values(number=figures.c.number + 1)
        )
    async with world.client("branch_ops_manager") as caller:
        assert await unlike(caller, 40)


async def test_only_what_one_reaches_is_counted(world: World) -> None:
    """The same company, as everybody sees it: the sums of the branches in reach."""
    leads = {}
    for who in ("admin", "regional_ops_manager", "branch_ops_manager"):
        async with world.client(who) as caller:
            leads[who] = (await report(caller, "sales"))["totals"]["leads"]["value"]
    assert leads == {"admin": 6, "regional_ops_manager": 4, "branch_ops_manager": 2}
    async with world.client("homeless") as nobody:
        assert (await report(nobody, "sales"))["totals"]["leads"]["value"] == 0
    async with world.client("branch_ops_manager") as manager:
        other = await manager.get(f"{PATH}/sales", params={"branch": BESIDE})
        missing = await manager.get(f"{PATH}/sales", params={"branch": "nowhere"})
    assert (other.status_code, other.content) == (404, missing.content)


def counted(answer: Any, columns: set[str]) -> dict[tuple[str, str], float]:
    """The numbers of some columns that rest on anything, totals and rows, by where they stand."""
    rows = [("in all", answer["totals"]), *((row["key"], row["numbers"]) for row in answer["rows"])]
    return {
        (key, id): number["value"]
        for key, numbers in rows
        for id, number in numbers.items()
        if id in columns and number["of"]
    }


async def test_one_branch_of_several_is_what_its_manager_sees(world: World) -> None:
    await everybody(world, 3)
    async with (
        world.client("regional_ops_manager") as regional,
        world.client("branch_ops_manager") as manager,
    ):
        whole = await report(regional, "sales")
        assert (
            whole["totals"]["leads"]["value"] > (await report(manager, "sales"))["totals"]["leads"]["value"]
        )
        for name, kind in (await offered(manager)).items():
            for by in kind["by"] if name != "custom" else []:
                narrowed = await report(regional, name, by=by, branch=NEAR)
                columns = {column["id"] for column in narrowed["columns"]}
                own = await report(manager, name, by=by)
                assert counted(narrowed, columns) == counted(own, columns), (name, by)
                for here, there in zip(narrowed["series"]["points"], own["series"]["points"], strict=True):
                    assert here["numbers"].items() <= there["numbers"].items(), (name, here["days"])


async def test_who_may_open_what(shared_world: World) -> None:
    seen: dict[str, list[str]] = {}
    for who in (*READERS, "sales_rep", "technician"):
        async with shared_world.client(who) as caller:
            answer = await caller.get(PATH)
            seen[who] = [each["name"] for each in answer.json()] if answer.status_code == 200 else []
            for name in REPORTS:
                opened = (await caller.get(f"{PATH}/{name}", params={"measures": "jobs"})).status_code == 200
                assert opened == (name in seen[who]), (who, name)
    every = ["forecast", *REPORTS]
    assert seen == {
        "admin": every, "support": every, "regional_ops_manager": every, "branch_ops_manager": every,
        "lead_technician": ["completion", "technicians", "custom"], "sales_rep": [], "technician": [],
    }  # fmt: skip


async def test_money_is_for_managers(shared_world: World) -> None:
    for who, sees in (("admin", True), ("branch_ops_manager", True), ("support", False)):
        async with shared_world.client(who) as caller:
            columns = {column["id"] for column in (await report(caller, "sales"))["columns"]}
            answer = await caller.get(f"{PATH}/custom", params={"measures": "quoted"})
        assert ({"quoted", "guess"} <= columns, answer.status_code == 200) == (sees, sees), who


async def test_a_guess_and_a_quoted_value_are_never_added(world: World) -> None:
    async with world.client("admin") as admin:
        for value, kind in ((1000, "guess"), (250, "quoted")):
            body = {
                "branchId": NEAR,
                "name": "N",
                "email": "n@n.example",
                "estimatedValue": value,
                "status": "won",
            }
            id = (await admin.post(LEADS, json=body)).json()["id"]
            assert (await admin.patch(f"{LEADS}/{id}/details", json={"valueKind": kind})).status_code == 200
        totals = (await report(admin, "sales"))["totals"]
    assert (totals["won"]["value"], totals["guess"]["value"], totals["quoted"]["value"]) == (2, 1000, 250)
    assert (
        "worth $250 as quoted and $1,000 as guessed"
        in (await report(world.client("admin"), "sales"))["sentence"]
    )


async def test_the_days_before_are_compared(world: World) -> None:
    async with world.console() as db:
        for ago, status in ((3, "won"), (4, "won"), (13, "won"), (25, "won")):
            at = now() - timedelta(days=ago)
            lead = Lead(
                branch_id=NEAR, name="N", email="n@n.example", status=LeadStatus(status), created_at=at
            )
            db.store(lead)
            await db.flush()
            table = StatusChange.__table__
            await (await db.connection()).execute(
                update(table).where(table.c.record_id == lead.id).values(at=at)
            )
    days = (
        9 if (TODAY - timedelta(days=9)).day > 1 else 10
    )  # what begins with a month is compared with that before
    period = {"from": (TODAY - timedelta(days=days)).isoformat(), "to": TODAY.isoformat()}
    async with world.client("admin") as admin:
        answer = (await admin.get(f"{PATH}/sales", params=period)).json()
    assert (answer["totals"]["won"]["value"], answer["totals"]["won"]["before"]) == (2, 1)
    assert sum(point["numbers"]["won"] for point in answer["series"]["points"]) == 2
    before = [(TODAY - timedelta(days=ago)).isoformat() for ago in (2 * days + 1, days + 1)]
    assert [answer["before"]["first"], answer["before"]["last"]] == before
    assert answer["sentence"].startswith("2 leads won, 1 more than before; 0 lost; ")


@pytest.mark.parametrize("name", ["sales", "completion"])
async def test_days_to_come_change_no_comparison(shared_world: World, name: str) -> None:
    """But of what is planned for them, which is then not compared."""
    first = TODAY - timedelta(days=40 if TODAY.day > 1 else 41)

    async def totals(start: date, end: date) -> dict[str, Any]:
        async with shared_world.client("admin") as admin:
            answer = await admin.get(
                f"{PATH}/{name}", params={"from": start.isoformat(), "to": end.isoformat()}
            )
            found: dict[str, Any] = answer.json()["totals"]
            return {id: (number["before"], number["change"]) for id, number in found.items()}

    so_far = await totals(first, TODAY)
    assert any(change for _, change in so_far.values())
    ahead = {id: (None, None) for id in so_far if MEASURES[id].looks_ahead}
    assert await totals(first, TODAY + timedelta(days=5)) == so_far | ahead
    to_come = await totals(TODAY + timedelta(days=1), TODAY + timedelta(days=9))
    assert set(to_come.values()) == {(None, None)}


@pytest.mark.parametrize("name", ["sales", "completion"])
@pytest.mark.parametrize("by_day", [True, False])
async def test_a_chart_draws_nothing_on_days_to_come_but_what_is_planned(
    shared_world: World, name: str, by_day: bool
) -> None:
    period = {
        "from": (TODAY - timedelta(days=2)).isoformat(),
        "to": (TODAY + timedelta(days=5 if by_day else 70)).isoformat(),
    }
    async with shared_world.client("admin") as admin:
        series = (await admin.get(f"{PATH}/{name}", params=period)).json()["series"]
    assert series["unit"] == ("day" if by_day else "month")
    points = [(date.fromisoformat(each["days"]["first"]), each["numbers"]) for each in series["points"]]
    assert all(None not in numbers.values() for day, numbers in points if day <= TODAY)
    to_come = [numbers for day, numbers in points if day > TODAY]
    assert len(to_come) >= 2
    drawn = {id for numbers in to_come for id, number in numbers.items() if number is not None}
    assert drawn == {id for id in series["columns"] if MEASURES[id].looks_ahead}
    assert ("planned" in drawn) is (name == "completion")


@pytest.mark.parametrize(("first", "is_compared"), [(1, False), (0, True)])
async def test_days_to_come_alone_are_compared_with_none(
    shared_world: World, first: int, is_compared: bool
) -> None:
    period = {
        "from": (TODAY + timedelta(days=first)).isoformat(),
        "to": (TODAY + timedelta(days=9)).isoformat(),
    }
    async with shared_world.client("admin") as admin:
        answer = (await admin.get(f"{PATH}/sales", params=period)).json()
    assert (answer["before"] is not None) is is_compared


@pytest.mark.parametrize(
    ("now", "of", "known", "before", "words"),
    [
        (1200, 10, 10, 1000, "20% more than before"),
        (1200, 10, 9, 1000, "20% more than before"),
        (1200, 10, 8, 1000, None),
        (1440, 61, 9, 1690, None),
    ],
)
def test_a_sum_of_which_too_little_is_known_is_not_compared(
    now: int, of: int, known: int, before: int, words: str | None
) -> None:
    lately, earlier = Cells(), Cells()
    for cells, feet, jobs, measured in ((lately, now, of, known), (earlier, before, 10, 10)):
        cells.add("crew.jobs", "", jobs, 0)
        cells.add("crew.feet", "", measured, feet)
    change = number_of(MEASURES["feet"], lately, {}, TODAY, earlier).change
    assert (change and change.words) == words


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"from": "yesterday"}, "from"),
        ({"to": "2026-13-01"}, "to"),
        ({"from": "20260101"}, "from"),
        ({"to": "2026-W45-1"}, "to"),
        ({"from": "2026-02-01", "to": "2026-01-01"}, "to"),
        ({"from": "2020-01-01", "to": "2026-01-01"}, "to"),
        ({"from": "0001-01-01", "to": "2026-01-01"}, "from"),
        ({"by": "shoe size"}, "by"),
    ],
)
async def test_what_makes_no_sense_is_said(shared_world: World, query: dict[str, str], field: str) -> None:
    async with shared_world.client("admin") as admin:
        answer = await admin.get(f"{PATH}/sales", params=query)
        assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
        odd = await admin.get(LEADS, params={"won": "2026-02-01..2026-01-01"})
        assert odd.status_code == 400


async def test_a_custom_report_needs_something_to_count(shared_world: World) -> None:
    async with shared_world.client("admin") as admin:
        for measures in ("", "nothing", "won,nothing", ",".join(list(MEASURES)[:13])):
            answer = await admin.get(f"{PATH}/custom", params={"measures": measures})
            assert (answer.status_code, "measures" in answer.json()["fields"]) == (400, True), measures
        answer = await admin.get(f"{PATH}/custom", params=WIDE | {"measures": "jobs,tickets", "by": "branch"})
        assert [column["id"] for column in answer.json()["columns"]] == ["jobs", "tickets"]


async def test_the_file_has_the_rows_and_is_kept_as_an_export(world: World) -> None:
    async with world.client("admin") as admin:
        answer = await admin.get(f"{PATH}/sales/export", params=WIDE | {"by": "branch"})
        shown = await report(admin, "sales", by="branch")
    assert answer.status_code == 200
    heading, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert heading[:3] == ["Branch", "New leads (count)", "Answered (percent)"]
    assert [row[0] for row in rows] == [*(row["label"] for row in shown["rows"]), "Total"]
    assert [row[1] for row in rows] == ["2", "2", "2", "6"]
    assert all(len(row) == len(heading) for row in rows)
    async with world.database.reads.connect() as connection:
        events = SecurityEvent.__table__
        (event,) = (await connection.execute(select(events).where(events.c.kind == "export"))).all()
    assert (event.kind, event.user_id, event.details["of"]) == ("export", "admin", "report sales")


async def test_the_file_says_of_how_many_a_number_is_known_where_the_screen_does(world: World) -> None:
    async with world.console() as db:
        for number, feet in enumerate((120, None)):
            order = WorkOrder(
                branch_id=NEAR, client_id="client-1-1", title="Eaves", status="completed", assigned_to="technician",
                completed_date=now() - timedelta(hours=number + 1),
            )  # fmt: skip
            order.with_details = {"feet": feet}
            db.store(order)
    async with world.client("admin") as admin:
        file = await admin.get(f"{PATH}/technicians/export", params=WIDE)
        shown = await report(admin, "technicians")
    heading, *rows = csv.reader(io.StringIO(file.content.decode("utf-8-sig")))
    titles = {column["id"]: f"{column['title']} ({column['unit']})" for column in shown["columns"]}
    told = [*((row["label"], row["numbers"]) for row in shown["rows"]), ("Total", shown["totals"])]
    partly = {id for _, numbers in told for id, number in numbers.items() if number["known"] is not None}
    assert "feet" in partly
    beside = {id: heading.index(titles[id]) + 1 for id in titles}
    assert {
        id
        for id, place in beside.items()
        if heading[place:][:1] == [f"{titles[id].partition(' (')[0]}: known for"]
    } == partly
    for (label, numbers), row in zip(told, rows, strict=True):
        assert (row[0], len(row)) == (label, len(heading))
        for id in partly & numbers.keys():
            known, of = numbers[id]["known"], numbers[id]["of"]
            assert row[beside[id]] == ("" if known is None else f"{known} of {of}")


@pytest.mark.parametrize("years", [False, True])
def test_a_period_is_its_days_however_it_is_cut(years: bool) -> None:
    """Years, months and days, added and taken away, count every day of a period once and no other."""
    chance = random.Random(SEED)
    for _ in range(600):
        first = date(2024, 1, 1) + timedelta(days=chance.randrange(500))
        period = Period(first, first + timedelta(days=chance.choice((0, 3, 20, 29, 40, 100, 365, 800))))
        counted: dict[date, int] = {}
        parts = segments(period, years=years)
        for part in parts:
            day = part.first
            while day <= part.last:
                days = LASTS[part.span](day)
                for each in days:
                    counted[each] = counted.get(each, 0) + part.sign
                day = days[-1] + timedelta(days=1)
        assert sorted(day for day, number in counted.items() if number) == [
            period.first + timedelta(days=n) for n in range(period.length)
        ]
        assert set(counted.values()) <= {0, 1}
        assert all((part.last - part.first).days < 30 for part in parts if part.span == DAY)
        assert len(parts) <= (7 if years else 3)
        assert not years or sum(len(part_months(part)) for part in parts if part.span == MONTH) <= 13


def part_months(part: Segment) -> list[Period]:
    return Period(part.first, part.last).months()


def _month(day: date) -> list[date]:
    return [
        day + timedelta(days=number)
        for number in range(31)
        if (day + timedelta(days=number)).month == day.month
    ]


def _year(day: date) -> list[date]:
    return [
        day + timedelta(days=number)
        for number in range(366)
        if (day + timedelta(days=number)).year == day.year
    ]


LASTS = {DAY: lambda day: [day], MONTH: _month, YEAR: _year}
"""By span the days that begin with one."""


async def test_every_measure_by_every_group(shared_world: World) -> None:
    """Each in a custom report, by whatever it offers."""
    async with shared_world.client("admin") as admin:
        for id, measure in MEASURES.items():
            for by in measure.groups:
                told = await report(admin, "custom", measures=id, by=by)
                assert (told["by"], [column["id"] for column in told["columns"]]) == (by, [id])
                assert by != PERIOD or len(told["rows"]) >= 3


async def test_a_visitor_s_page_and_campaign_are_kept(world: World) -> None:
    asked = {
        "propertyType": "home", "coverage": "front", "stories": 1, "zip": "00000", "name": "Vera Porch",
        "email": "vera@visitor.example", "landingPage": "/residential", "campaign": "fall",
    }  # fmt: skip
    message = {
        "name": "Max",
        "email": "m@m.example",
        "message": "Please call me back.",
        "landingPage": "/support",
    }
    async with world.client() as visitor:
        assert (await visitor.post("/api/quotes", json=asked)).status_code == 201
        assert (await visitor.post("/api/contact", json=message)).status_code == 201
    async with world.client("admin") as admin:
        by_page = {
            row["key"]: row["numbers"] for row in (await report(admin, "sources", by="landing_page"))["rows"]
        }
        by_campaign = {
            row["key"]: row["numbers"] for row in (await report(admin, "sources", by="campaign"))["rows"]
        }
    assert by_page["/residential"]["leads"]["value"] == 1
    assert by_page["/support"]["enquiries"]["value"] == 1
    assert by_campaign["fall"]["leads"]["value"] == 1
    async with world.database.reads.connect() as connection:
        rows = await connection.scalars(select(LeadFacts.__table__.c.landing_page))
        assert sorted(rows)[-1] == "/residential"


def test_no_two_things_that_a_custom_report_counts_are_called_alike() -> None:
    titles = [measure.title for measure in REPORTS["custom"].measures]
    assert sorted(titles) == sorted(set(titles))
