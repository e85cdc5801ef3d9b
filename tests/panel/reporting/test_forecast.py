"""The forecast's range holds what comes in four of five companies and beats the run rate; it learns of open leads too, and knows its limits."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import cache
from typing import Any

import pytest
from sqlalchemy import delete, select

from bench.forecasts import FORECAST, RUN_RATE, Company, company, history, judged, mean_score, share_held
from duskline.core.data.audit import SecurityEvent
from duskline.core.data.base import now
from duskline.models.records.sales import Lead, LeadStatus
from duskline.models.records.service import WorkOrder
from duskline.models.records.status_changes import StatusChange
from duskline.models.reporting import forecast, lead_facts
from duskline.models.reporting.forecast import History, Place, Range, Seen
from tests.conftest import FULL_COUNTS, SEED
from tests.world import NEAR, World

COMPANIES, FIRST = (200, SEED) if FULL_COUNTS else (60, 0)
"""How many, and by which seed they begin: the same ones in a short run, whose share would be off by chance now and then."""
PATH = "/api/panel/reports/forecast"
Step = tuple[int, str]
"""Days after a lead was made, and the status that it came to."""


@cache
def companies() -> list[Company]:
    return [company(FIRST + number) for number in range(COMPANIES)]


@cache
def known() -> list[tuple[Company, History]]:
    return [(each, history(each.leads)) for each in companies()]


def result(some: Sequence[tuple[Company, History]]) -> tuple[float, float, float]:
    """In which share of the companies the range holds the wins that came, its score, and that of the run rate."""
    found = [judged(each, what) for each, what in some if what.is_enough]
    assert len(found) > 0.9 * len(some)
    return share_held(found, FORECAST), mean_score(found, FORECAST), mean_score(found, RUN_RATE)


def is_good(held: float, score: float, of_run_rate: float) -> bool:
    return 0.7 <= held <= 0.9 and score < of_run_rate


def test_the_range_holds_four_of_five_and_beats_the_run_rate() -> None:
    assert is_good(*result(known())), result(known())


@pytest.mark.parametrize("deviations", [0.5, 4.0])
def test_control_a_range_too_narrow_or_too_wide_is_noticed(
    deviations: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecast, "Z", deviations)
    assert not is_good(*result(known()))


def test_control_the_chance_of_being_won_at_any_time_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: what the open leads bring some day is not what six weeks bring."""
    monkeypatch.setattr(lead_facts, "AHEAD", 10_000)
    held, score, of_run_rate = result([(each, history(each.leads)) for each in companies()[:24]])
    assert held < 0.5
    assert score > of_run_rate


def test_control_a_chance_that_does_not_know_how_long_a_lead_has_stood_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_age: Callable[..., dict[Place, float]] = forecast.chances

    def by_stage(seen: dict[Place, Seen]) -> dict[Place, float]:
        return {(stage, age): by_age(seen)[stage, 0] for stage, age in by_age(seen)}

    monkeypatch.setattr(forecast, "chances", by_stage)
    held, score, of_run_rate = result(known())
    assert held < 0.5
    assert score > of_run_rate


async def walk(world: World, number: int, made_ago: int, *steps: Step) -> None:
    """So many leads of the near branch that were made, one a day, until so many days ago, and went these steps since."""
    async with world.console() as db:
        for each in range(number):
            made = now() - timedelta(days=made_ago + each % 10)
            begun = LeadStatus(steps[-1][1])
            lead = Lead(
                branch_id=NEAR,
                name="N",
                email="n@n.example",
                created_at=made,
                status=begun,
                estimated_value=1000,
            )
            db.store(lead)
            await db.flush()
            table = StatusChange.__table__
            await (await db.connection()).execute(delete(table).where(table.c.record_id == lead.id))
            for days, word in steps:
                at = made + timedelta(days=days)
                db.store(StatusChange(kind="lead", record_id=lead.id, branch_id=NEAR, to_status=word, at=at))


async def half_are_won(world: World) -> None:
    """Forty leads stood in negotiation for ten days, a while ago; then twenty were won and twenty lost."""
    await walk(world, 20, 200, (0, "negotiation"), (10, "won"))
    await walk(world, 20, 200, (0, "negotiation"), (10, "lost"))


async def told(world: World) -> dict[str, Any]:
    async with world.client("branch_ops_manager") as manager:
        answer: dict[str, Any] = (await manager.get(PATH)).json()
        return answer | {"stages": {stage["stage"]: stage for stage in answer["stages"]}}


def ages(stage: dict[str, Any]) -> list[tuple[int, int, float, int]]:
    return [(age["since"], age["open"], age["chance"], age["of"]) for age in stage["ages"]]


def by_stage(answer: dict[str, Any]) -> float:
    """The wins to which the chances of the table add up."""
    stages = answer["stages"].values()
    total: float = sum(stage["open"]["value"] * stage["chance"] / 100 for stage in stages)
    return total


def by_age(answer: dict[str, Any]) -> float:
    """The same by time in the stage."""
    stages = answer["stages"].values()
    return sum(number * chance / 100 for stage in stages for _, number, chance, _ in ages(stage))


async def test_time_in_the_stage_matters(world: World) -> None:
    """Of forty leads in their first week half were won, as were those in the second; none stood there for longer. Five
    leads' worth is what was expected: a fifth of all, then what the stage shows, then half of the chance of those before."""
    await half_are_won(world)
    await walk(world, 1, 1, (0, "negotiation"))
    await walk(world, 1, 10, (0, "negotiation"))
    await walk(world, 1, 30, (0, "negotiation"))
    answer = await told(world)
    assert ages(answer["stages"]["negotiation"]) == [
        (0, 1, 50.0, 40), (7, 1, 47.2, 40), (21, 1, 23.6, 0), (56, 0, 11.8, 0), (112, 0, 5.9, 0), (224, 0, 3.0, 0),
    ]  # fmt: skip
    assert (answer["stages"]["negotiation"]["chance"], answer["stages"]["negotiation"]["conversion"]) == (
        40.3,
        50,
    )
    assert ages(answer["stages"]["new"])[:2] == [(0, 2, 46.7, 0), (7, 0, 23.3, 0)]
    assert answer["openWins"] == 2.1
    assert answer["newWins"] == 1.3
    assert answer["wins"]["middle"] == 3.4
    assert (answer["enough"], answer["caution"]) == (True, None)


async def test_leads_that_are_still_open_count(world: World) -> None:
    """Forty more came to negotiation then, and stand there still: so the chance in the first week is a quarter, and of
    those that stood for longer than anybody who was won it is next to nothing."""
    await half_are_won(world)
    await walk(world, 40, 200, (0, "negotiation"))
    answer = await told(world)
    assert ages(answer["stages"]["negotiation"]) == [
        (0, 0, 23.8, 80), (7, 0, 9.0, 80), (21, 0, 0.5, 40), (56, 0, 0.0, 40), (112, 40, 0.0, 0), (224, 0, 0.0, 0),
    ]  # fmt: skip


async def test_the_share_that_is_won_is_that_of_the_last_year(world: World) -> None:
    await half_are_won(world)
    await walk(world, 20, 500, (0, "negotiation"), (10, "won"))
    stage = (await told(world))["stages"]["negotiation"]
    assert (stage["conversion"], stage["of"]) == (50, 40)


async def test_a_lead_that_moved_on_is_judged_where_it_stands(world: World) -> None:
    """Back in the first stage it is as new there as any."""
    await half_are_won(world)
    await walk(world, 1, 40, (0, "new"), (5, "negotiation"), (38, "new"))
    answer = await told(world)
    assert ages(answer["stages"]["new"])[0][:2] == (0, 3)
    assert not any(open_leads for _, open_leads, _, _ in ages(answer["stages"]["negotiation"]))


async def test_it_says_when_it_leaves_the_company_s_record(world: World) -> None:
    await half_are_won(world)
    await walk(world, 10, 1, (0, "negotiation"))
    answer = await told(world)
    assert answer["caution"] is None
    await walk(world, 120, 1, (0, "negotiation"))
    answer = await told(world)
    assert answer["caution"] == (
        "You have 132 open leads; until six weeks ago there were never more than 40 at once. Your past does not show how many of so many are "
        "won, so the forecast stays near your usual pace. Check that all of them are still real."
    )
    assert answer["openWins"] < 0.3 * 132
    assert by_stage(answer) == pytest.approx(answer["openWins"], rel=0.02)
    assert by_age(answer) == pytest.approx(answer["openWins"], rel=0.02)


async def test_more_than_ever_before(world: World) -> None:
    await half_are_won(world)
    await walk(world, 70, 1, (0, "negotiation"))
    answer = await told(world)
    assert answer["caution"] == "This is more than your best six weeks of the past year (20 wins)."
    assert answer["wins"]["low"] > 20


async def test_the_run_rate_stands_beside_it(world: World) -> None:
    """Twenty were won in six months, so five in six weeks."""
    await walk(world, 20, 100, (0, "negotiation"), (10, "won"))
    await walk(world, 20, 100, (0, "negotiation"), (10, "lost"))
    answer = await told(world)
    assert answer["runRate"]["middle"] == pytest.approx(20 * 42 / 110, abs=0.1)
    assert answer["runRate"]["low"] < answer["runRate"]["middle"] < answer["runRate"]["high"]
    assert "At the pace of the last six months it would be" in answer["sentence"]


@pytest.mark.parametrize(
    ("won", "lost", "ago", "said"),
    [
        (20, 9, 200, "So far: 30 weeks, 20 won, 9 lost."),
        (9, 40, 200, "So far: 30 weeks, 9 won, 40 lost."),
        (20, 20, 60, "So far: 10 weeks, 20 won, 20 lost."),
        (20, 20, 500, "So far: 0 weeks, 0 won, 0 lost."),
    ],
)
async def test_too_little_history_says_so(world: World, won: int, lost: int, ago: int, said: str) -> None:
    await walk(world, won, ago, (0, "negotiation"), (10, "won"))
    await walk(world, lost, ago, (0, "negotiation"), (10, "lost"))
    answer = await told(world)
    assert answer["sentence"] == (
        "Not enough history for a forecast yet: it takes 12 weeks, and 30 leads won or lost within twelve months, 10 of them won. "
        + said
    )
    expected = "wins", "openWins", "newWins", "runRate", "quoted", "guess", "caution"
    assert [answer[name] for name in expected] == [None] * 7
    assert {stage["chance"] for stage in answer["stages"].values()} == {None}
    assert {week["wins"] for week in answer["weeks"]} == {None}
    assert answer["stages"]["new"]["open"]["value"] == 2


@pytest.mark.parametrize(
    ("exact", "rounded"),
    [
        ((18_234.5, 12_345.6, 23_456.7), (18_000, 12_000, 23_000)),
        ((4_699.6, 1_234.5, 8_765.4), (4_700, 1_200, 8_800)),
        ((1_234_567, 1_200_000, 1_299_999), (1_235_000, 1_200_000, 1_300_000)),
        ((12.4, 11.1, 13.6), (12, 11, 14)),
        ((1_000, 1_000, 1_000), (1_000, 1_000, 1_000)),
    ],
)
def test_dollars_are_as_exact_as_their_range(exact: Any, rounded: Any) -> None:
    assert tuple(Range(*exact).carried) == rounded


async def test_a_forecast_says_no_dollars_more_exactly_than_its_range(world: World) -> None:
    await half_are_won(world)
    await walk(world, 1, 1, (0, "negotiation"))
    answer = await told(world)
    low, middle, high = (answer["quoted"][name] for name in ("low", "middle", "high"))
    step = 10 ** (len(str(int(high - low))) - 2)
    assert step > 1
    assert [number % step for number in (low, middle, high)] == [0, 0, 0]
    assert f"${low:,.0f} to ${high:,.0f}" in answer["sentence"]


async def test_the_file_of_the_forecast_says_of_how_many_jobs_hours_are_known(world: World) -> None:
    async with world.console() as db:
        for hours in (6, None):
            order = WorkOrder(
                branch_id=NEAR,
                client_id="client-1-1",
                title="Booked",
                scheduled_date=now().date() + timedelta(days=9),
            )
            order.with_details = {"hours": hours} if hours else {}
            db.store(order)
    async with world.client("branch_ops_manager") as manager:
        file = await manager.get(f"{PATH}/export")
    heading, *rows = csv.reader(io.StringIO(file.content.decode("utf-8-sig")))
    assert heading[6:9] == ["Booked jobs (count)", "Booked hours (hours)", "Booked hours: known for"]
    assert rows[6][6:9] == ["2", "6", "1 of 2"]


async def exports(world: World) -> list[Any]:
    async with world.database.reads.connect() as connection:
        events = SecurityEvent.__table__.c
        return list(await connection.execute(select(events.details).where(events.kind == "export")))


async def test_the_call_and_its_file(world: World) -> None:
    await half_are_won(world)
    await walk(world, 1, 1, (0, "negotiation"))
    async with world.console() as db:
        order = WorkOrder(
            branch_id=NEAR,
            client_id="client-1-1",
            title="Booked",
            scheduled_date=now().date() + timedelta(days=9),
        )
        order.with_details = {"hours": 6}
        db.store(order)
    async with world.client("branch_ops_manager") as manager:
        answer = (await manager.get(PATH)).json()
        stages = {stage["stage"]: stage for stage in answer["stages"]}
        assert (stages["negotiation"]["open"]["value"], stages["negotiation"]["quoted"]["value"]) == (1, 1000)
        assert answer["quoted"]["middle"] == pytest.approx(0.49959 * 1000 + 0.46667 * 2 * 4500, abs=50)
        assert answer["quoted"]["low"] < answer["quoted"]["middle"] < answer["quoted"]["high"]
        assert [week["booked"]["value"] for week in answer["weeks"]] == [0, 1, 0, 0, 0, 0]
        assert answer["weeks"][1]["bookedHours"]["value"] == 6
        for number in (
            *(stage["open"] for stage in answer["stages"]),
            *(week["booked"] for week in answer["weeks"]),
        ):
            rows = number["list"]
            listed = await manager.get(rows["path"], params=rows["query"])
            assert listed.headers["X-Total-Count"] == str(rows["count"]), rows
        file = await manager.get(f"{PATH}/export")
        heading, *rows = csv.reader(io.StringIO(file.content.decode("utf-8-sig")))
        assert (len(rows), {len(row) for row in rows}) == (11, {len(heading)})
        assert rows[0][:2] == ["New", "2"]
        assert rows[4][:6] == ["Negotiation", "1", "1000", "0", "50", "50"]
        assert rows[6][6:9] == ["1", "6", ""]
        assert [row.details["of"] for row in await exports(world)] == ["report forecast"]
    async with world.client("support") as support:
        file = await support.get(f"{PATH}/export")
        assert {row[3] for row in csv.reader(io.StringIO(file.text))} == {"Guess (dollars)", ""}
        answer = (await support.get(PATH, params={"branch": "far"})).json()
        assert (answer["enough"], answer["wins"], answer["quoted"]) == (False, None, None)
        assert answer["stages"][0]["open"]["value"] == 2
    async with world.client("branch_ops_manager") as manager:
        assert (await manager.get(PATH, params={"branch": "far"})).status_code == 404
        before = await exports(world)
        refused = await manager.get(f"{PATH}/export", params={"branch": "far"})
        assert (refused.status_code, await exports(world)) == (404, before)
    async with world.client("lead_technician") as technician:
        assert (await technician.get(PATH)).status_code == 403
        assert (await technician.get(f"{PATH}/export")).status_code == 403
