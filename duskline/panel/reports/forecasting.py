"""How the forecast comes of figures: what stages have shown, the leads that stand in them today, and the jobs that are booked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from duskline.core.data.database import Reader
from duskline.core.data.figures import ALL
from duskline.models.lead_facts import WEEKS
from duskline.models.places import today_of
from duskline.models.sales import ValueKind
from duskline.models.saved_reports import Span
from duskline.panel.reports.answers import Days, Expected, Forecast, ForecastStage, ForecastWeek, Number, Rows
from duskline.panel.reports.building import require_branch
from duskline.panel.reports.catalog import period_of
from duskline.panel.reports.forecast import (
    ENOUGH,
    MONTHS_BACK,
    STAGE_NAMES,
    Learned,
    Pile,
    Range,
    by_week,
    dollars,
    learned,
    piles,
    wins,
)
from duskline.panel.reports.measures import OPENED_BY, Subject
from duskline.panel.reports.reading import Asked, Cells, Period, at_present, merged, month_end, of_period
from duskline.policy import SEE_MONEY

Open = Mapping[tuple[int, str], Pile]


async def foresee(db: Reader, branch: str | None) -> Forecast:
    """Raises NotFound where no such branch is in scope."""
    await require_branch(db, branch)
    today = await today_of(db)
    period = period_of(Span.NEXT_6_WEEKS, today)
    stages, pipeline = await _learned(db, branch, today), await _open(db, branch)
    enough = stages[0].left >= ENOUGH
    money = SEE_MONEY.lets(db.actor)
    ahead = wins(stages, pipeline) if enough else None
    quoted, guess = (
        dollars(stages, pipeline, kind) if enough and money else None
        for kind in (ValueKind.QUOTED, ValueKind.GUESS)
    )
    return Forecast(
        days=Days(*period),
        branch=branch or None,
        sentence=_sentence(ahead, quoted),
        enough=enough,
        wins=_told(ahead),
        quoted=_told(quoted),
        guess=_told(guess),
        stages=[
            _stage(place, stages[place], pipeline, branch, money=money) for place in range(len(STAGE_NAMES))
        ],
        weeks=await _weeks(db, branch, period, by_week(stages, pipeline) if enough else None),
    )


async def _learned(db: Reader, branch: str | None, today: date) -> dict[int, Learned]:
    first = today.replace(day=1)
    for _ in range(MONTHS_BACK):
        first = (first - timedelta(days=1)).replace(day=1)
    names = ["stage.left", *(f"stage.won_{weeks}" for weeks in range(1, WEEKS + 1))]
    found = await of_period(db, Asked(names, "stage", branch), Period(first, month_end(today)))
    stages = {}
    for place, stage in enumerate(STAGE_NAMES):
        cells = merged(found, [each for each in found if each[0] == stage])
        near = [cells.total(f"stage.won_{weeks}") for weeks in range(1, WEEKS + 1)]
        left = {part: number for part, (number, _) in cells.figures.get("stage.left", {}).items()}
        stages[place] = learned(left, cells.total("stage.left"), near)
    return stages


async def _open(db: Reader, branch: str | None) -> Open:
    found = await at_present(db, Asked(["lead.open"], ALL, branch))
    cells = merged(found, list(found))
    return piles(cells.figures.get("lead.open", {}))


def _told(range_: Range | None) -> Expected | None:
    return None if range_ is None else Expected(*(round(number, 1) for number in range_))


def _stage(place: int, stage: Learned, pipeline: Open, branch: str | None, *, money: bool) -> ForecastStage:
    def pile(kind: ValueKind) -> Pile:
        return pipeline.get((place, kind), Pile(0, 0, 0))

    query = {"status": STAGE_NAMES[place], **({"branchId": branch} if branch else {})}

    def worth(kind: ValueKind) -> Number | None:
        its = pile(kind)
        rows = Rows(Subject.LEADS, query | {"value": kind.value}, its.number)
        return Number(its.total, its.number, list=rows) if money else None

    number = sum(pile(kind).number for kind in ValueKind)
    return ForecastStage(
        stage=STAGE_NAMES[place],
        open=Number(number, number, list=Rows(Subject.LEADS, query, number)),
        guess=worth(ValueKind.GUESS),
        quoted=worth(ValueKind.QUOTED),
        conversion=round(100 * stage.won / stage.left, 1) if stage.left else None,
        chance=round(100 * stage.chance(WEEKS), 1) if stage.days else None,
        of=stage.left,
    )


async def _weeks(
    db: Reader, branch: str | None, period: Period, ahead: list[float] | None
) -> list[ForecastWeek]:
    booked = OPENED_BY[Subject.WORK_ORDERS].lets(db.actor)
    found = (
        await of_period(db, Asked(["order.planned", "order.hours"], ALL, branch), period, by_day=True)
        if booked
        else {}
    )
    weeks = []
    for number in range(WEEKS):
        first = period.first + timedelta(days=7 * number)
        week = Period(first, first + timedelta(days=6))
        cells = merged(found, [each for each in found if week.first <= each[1] <= week.last])
        jobs, hours = _booked(cells, week, branch) if booked else (None, None)
        weeks.append(ForecastWeek(Days(*week), jobs, hours, round(ahead[number], 1) if ahead else None))
    return weeks


def _booked(cells: Cells, week: Period, branch: str | None) -> tuple[Number, Number]:
    number = cells.number("order.planned", ["open"])
    query = {"planned": week.words, "outcome": "open", **({"branchId": branch} if branch else {})}
    rows = Rows(Subject.WORK_ORDERS, query, number)
    known, hours = (kind("order.hours", ["open"]) for kind in (cells.number, cells.total))
    return Number(number, number, list=rows), Number(
        hours if known else None, number, list=rows, known=known if known < number else None
    )


def _sentence(ahead: Range | None, quoted: Range | None) -> str:
    if ahead is None:
        return f"Too few leads were won or lost in twelve months for a forecast: it takes {ENOUGH}."
    worth = ""
    if quoted is not None and quoted.middle:
        worth = f", and ${quoted.low:,.0f} to ${quoted.high:,.0f} of what was quoted"
    return (
        f"Of the leads that are open today, {ahead.low:.0f} to {ahead.high:.0f} will probably be won within six weeks{worth}; "
        "new leads come on top."
    )
