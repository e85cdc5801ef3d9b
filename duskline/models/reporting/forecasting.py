"""How the forecast comes of figures: how leads went through the stages, those that stand there today, and the jobs that are booked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

from duskline.core.data.database import Reader
from duskline.core.data.figures import ALL, DAY, MONTH
from duskline.models.places.places import today_of
from duskline.models.records.sales import ValueKind
from duskline.models.reporting.answers import (
    Days,
    Expected,
    Forecast,
    ForecastAge,
    ForecastStage,
    ForecastWeek,
    Number,
    Rows,
)
from duskline.models.reporting.building import require_branch
from duskline.models.reporting.catalog import period_of
from duskline.models.reporting.forecast import (
    ENOUGH_DAYS,
    ENOUGH_SETTLED,
    ENOUGH_WON,
    STAGE_NAMES,
    YEAR,
    History,
    Outlook,
    Pile,
    Place,
    Range,
    Seen,
    piles,
    run_rate,
)
from duskline.models.reporting.lead_facts import AGES, AHEAD, OLDEST, WEEKS
from duskline.models.reporting.measures import OPENED_BY, Subject
from duskline.models.reporting.periods import Period, month_end
from duskline.models.reporting.reading import Asked, Cells, Found, at_present, merged, of_period, on_days
from duskline.models.reporting.saved_reports import Span
from duskline.policy import SEE_MONEY

Open = Mapping[tuple[int, str], Pile]
STAGES_ASKED = ("stage.stood", "stage.near", "stage.standing", "stage.settled")
DAYS_ASKED = ("lead.made", "lead.won", "lead.lost", "lead.early")
RECORD = YEAR + AHEAD
"""Days that are read one by one."""
MONTHS = 12
"""Of leads that came to a stage, so many months are learned from at each age."""
UNTIL = (*AGES[1:], OLDEST)


class _Read(NamedTuple):
    """What was read of a branch, or of every one."""

    today: date
    branch: str | None
    money: bool
    open: Open
    months: Found
    history: History


async def foresee(db: Reader, branch: str | None) -> Forecast:
    """Raises NotFound where no such branch is in scope."""
    await require_branch(db, branch)
    read = await _read(db, branch)
    history, outlook = read.history, Outlook(read.history) if read.history.is_enough else None
    period = period_of(Span.NEXT_6_WEEKS, read.today)
    quoted, guess = (
        outlook.dollars(read.open, kind).carried if outlook and read.money else None
        for kind in (ValueKind.QUOTED, ValueKind.GUESS)
    )
    return Forecast(
        days=Days(*period),
        branch=branch or None,
        sentence=_sentence(outlook, quoted) if outlook else _too_little(history),
        caution=_caution(outlook) if outlook else None,
        enough=outlook is not None,
        wins=_told(outlook.wins) if outlook else None,
        open_wins=round(outlook.open, 1) if outlook else None,
        new_wins=round(outlook.new, 1) if outlook else None,
        run_rate=_told(run_rate(history.won)) if outlook else None,
        quoted=_told(quoted) if quoted else None,
        guess=_told(guess) if guess else None,
        stages=[_stage(read, outlook, place) for place in range(len(STAGE_NAMES))],
        weeks=await _weeks(db, branch, period, outlook),
    )


async def _read(db: Reader, branch: str | None) -> _Read:
    today, pipeline = await today_of(db), await _open(db, branch)
    months = await on_days(db, Asked(STAGES_ASKED, "stage", branch), MONTH, stage_months(today))
    lately = await on_days(db, Asked(["stage.standing"], "stage", branch), DAY, _days(AGES[-1], today))
    days = await on_days(db, Asked(DAYS_ASKED, ALL, branch), DAY, _days(RECORD, today), by_part=False)
    open_leads = {name: _number(pipeline, place) for place, name in enumerate(STAGE_NAMES)}
    history = history_of(months, lately, days, open_leads, today)
    return _Read(today, branch, SEE_MONEY.lets(db.actor), pipeline, months, history)


def stage_months(today: date) -> list[date]:
    """Of which something is learned: who came to a stage then may have become the oldest there, and six weeks passed."""
    first = (today - timedelta(days=OLDEST + AHEAD + YEAR + 31)).replace(day=1)
    return [month.first for month in Period(first, today).months()]


def _days(number: int, today: date) -> list[date]:
    return [today - timedelta(days=back) for back in range(number)]


def history_of(
    months: Found, lately: Found, days: Found, open_leads: Mapping[str, int], today: date
) -> History:
    """`months` and `lately`: stages by month and by day; `days`: leads day by day; `open_leads`: how many stand in each stage."""
    first = min((day for (_, day), cells in days.items() if cells.number("lead.made")), default=today)
    every = [days.get(("", first + timedelta(days=n)), Cells()) for n in range((today - first).days + 1)]
    made, won, lost = ([day.number(name) for day in every] for name in DAYS_ASKED[:3])
    judged = slice(-AHEAD - YEAR, -AHEAD)
    early = sum(made[judged]), sum(day.total("lead.early") for day in every[judged])
    return History(_seen(months, today), _standing(lately, open_leads, today), made, won, lost, early)


def _seen(months: Found, today: date) -> dict[Place, Seen]:
    """Leads that came to a stage so long ago that at each age it is known what the six weeks after it brought, those that stand there still too."""
    every, found = sorted({month for _, month in months}), {}
    for age, (since, until) in enumerate(zip(AGES, UNTIL, strict=True)):
        early = today - timedelta(days=until + AHEAD)
        last = set([month for month in every if month_end(month) <= early][-MONTHS:])
        for stage in STAGE_NAMES:
            cells = merged(months, [each for each in months if each[0] == stage and each[1] in last])
            still, parts = cells.number("stage.standing"), [str(age)]
            found[stage, age] = Seen(
                cells.number("stage.stood", parts) + still,
                cells.total("stage.stood", parts) + still * (until - since),
                cells.total("stage.near", parts),
            )
    return found


def _standing(lately: Found, open_leads: Mapping[str, int], today: date) -> dict[Place, int]:
    """A lead that stands in a stage and did not come to it lately has its last age."""
    oldest = len(AGES) - 1
    found = Counter({(stage, oldest): number for stage, number in open_leads.items()})
    for (stage, day), cells in lately.items():
        number = cells.number("stage.standing")
        found[stage, sum(since <= (today - day).days for since in AGES[1:])] += number
        found[stage, oldest] -= number
    return dict(+found)


async def _open(db: Reader, branch: str | None) -> Open:
    found = await at_present(db, Asked(["lead.open"], ALL, branch))
    cells = merged(found, list(found))
    return piles(cells.figures.get("lead.open", {}))


def _number(pipeline: Open, place: int) -> int:
    return sum(pile.number for (stage, _), pile in pipeline.items() if stage == place)


def _told(range_: Range) -> Expected:
    return Expected(*(round(number, 1) for number in range_))


def _percent(share: float) -> float:
    return round(100 * share, 1)


def _stage(read: _Read, outlook: Outlook | None, place: int) -> ForecastStage:
    name, number = STAGE_NAMES[place], _number(read.open, place)
    query = {"status": name, **({"branchId": read.branch} if read.branch else {})}

    def worth(kind: ValueKind) -> Number | None:
        its = read.open.get((place, kind), Pile(0, 0, 0))
        rows = Rows(Subject.LEADS, query | {"value": kind.value}, its.number)
        return Number(its.total, its.number, list=rows) if read.money else None

    year = [each for each in read.months if each[0] == name and each[1] > read.today - timedelta(days=YEAR)]
    cells = merged(read.months, year)
    settled, won = cells.number("stage.settled"), cells.number("stage.settled", ["won"])
    return ForecastStage(
        stage=name,
        open=Number(number, number, list=Rows(Subject.LEADS, query, number)),
        guess=worth(ValueKind.GUESS),
        quoted=worth(ValueKind.QUOTED),
        conversion=_percent(won / settled) if settled else None,
        chance=_percent(outlook.chance(name)) if outlook else None,
        of=settled,
        ages=[
            ForecastAge(
                since,
                read.history.standing.get((name, age), 0),
                _percent(outlook.chances[name, age]) if outlook else None,
                read.history.seen[name, age].leads,
            )
            for age, since in enumerate(AGES)
        ],
    )


async def _weeks(
    db: Reader, branch: str | None, period: Period, outlook: Outlook | None
) -> list[ForecastWeek]:
    booked = OPENED_BY[Subject.WORK_ORDERS].lets(db.actor)
    found = (
        await of_period(db, Asked(["order.planned", "order.hours"], ALL, branch), period, by_day=True)
        if booked
        else {}
    )
    share = round(outlook.wins.middle / WEEKS, 1) if outlook else None
    weeks = []
    for number in range(WEEKS):
        first = period.first + timedelta(days=7 * number)
        week = Period(first, first + timedelta(days=6))
        cells = merged(found, [each for each in found if week.first <= each[1] <= week.last])
        jobs, hours = _booked(cells, week, branch) if booked else (None, None)
        weeks.append(ForecastWeek(Days(*week), jobs, hours, share))
    return weeks


def _booked(cells: Cells, week: Period, branch: str | None) -> tuple[Number, Number]:
    number = cells.number("order.planned", ["open"])
    query = {"planned": week.words, "outcome": "open", **({"branchId": branch} if branch else {})}
    rows = Rows(Subject.WORK_ORDERS, query, number)
    known, hours = (kind("order.hours", ["open"]) for kind in (cells.number, cells.total))
    return Number(number, number, list=rows), Number(
        hours if known else None, number, list=rows, known=known if known < number else None
    )


def _too_little(history: History) -> str:
    won, lost = sum(history.won[-YEAR:]), sum(history.lost[-YEAR:])
    return (
        f"Not enough history for a forecast yet: it takes {ENOUGH_DAYS // 7} weeks, and {ENOUGH_SETTLED} leads won or lost within twelve months, "
        f"{ENOUGH_WON} of them won. So far: {len(history.made) // 7} weeks, {won} won, {lost} lost."
    )


def _sentence(outlook: Outlook, quoted: Range | None) -> str:
    ahead, pace = outlook.wins, run_rate(outlook.history.won)
    worth = ""
    if quoted is not None and quoted.middle:
        worth = f" Open quotes will probably bring ${quoted.low:,.0f} to ${quoted.high:,.0f}."
    return (
        f"Expect {ahead.low:.0f} to {ahead.high:.0f} wins in the next six weeks: about {outlook.open:.0f} from leads that are open today "
        f"and {outlook.new:.0f} from leads still to come. At the pace of the last six months it would be {pace.low:.0f} to {pace.high:.0f}.{worth}"
    )


def _caution(outlook: Outlook) -> str | None:
    """Said where the company leaves its own record."""
    history, (fewest, most), middle = outlook.history, outlook.record, outlook.wins.middle
    said = []
    if history.strangeness:
        said.append(
            f"You have {history.open} open leads; until six weeks ago there were never more than {history.most_open} at once. Your past does not show how "
            "many of so many are won, so the forecast stays near your usual pace. Check that all of them are still real."
        )
    if middle > most:
        said.append(f"This is more than your best six weeks of the past year ({most} wins).")
    if middle < fewest:
        said.append(f"This is less than your slowest six weeks of the past year ({fewest} wins).")
    return " ".join(said) or None
