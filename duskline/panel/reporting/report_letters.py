"""What the letter of a Monday says: a saved report of the week before, or the forecast, written when it leaves, as far as its reader's rights go then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple
from urllib.parse import urlencode

from sqlalchemy import select

from duskline.company import Company
from duskline.core.data.database import Database, Reader
from duskline.core.data.session import reading
from duskline.core.mail.letters import Letter
from duskline.core.mail.worker import Writers
from duskline.core.system.errors import NotFound
from duskline.letters.kinds import words_of
from duskline.letters.words import Line, Part, greeting, known_name, written
from duskline.models.people.sessions import acting
from duskline.models.places.places import today_of
from duskline.models.reporting.answers import (
    ColumnShown,
    Days,
    Expected,
    Forecast,
    ForecastWeek,
    Number,
    Report,
    Unit,
)
from duskline.models.reporting.building import Question, build
from duskline.models.reporting.catalog import FORECAST, KINDS, opens, period_of, seen_of
from duskline.models.reporting.forecasting import foresee
from duskline.models.reporting.saved_reports import (
    LETTER,
    ReportLetter,
    SavedReport,
    Span,
    reader_of,
    seen_by,
)
from duskline.models.reporting.sentences import in_words, told
from duskline.policy import Actor
from duskline.settings import Mailbox


class _Told(NamedTuple):
    """What a letter tells of its report: `asked` is its address, `lines` a number each with what to compare it with."""

    days: Days
    sentence: str
    asked: dict[str, str]
    heading: str
    lines: list[tuple[str, str]]


def report_writers(database: Database, company: Callable[[], Awaitable[Company]], public_url: str) -> Writers:
    """What writes these letters; each is about a `ReportLetter`."""

    async def weekly(about: str) -> Letter | None:
        person = await reader_of(database, about)
        actor = await acting(database, person) if person else None
        if actor is None or actor.role is None:
            return None
        async with reading(database, actor) as db:
            theirs = select(SavedReport).join(ReportLetter, ReportLetter.report_id == SavedReport.id)
            saved: SavedReport | None = await db.scalar(
                theirs.where(ReportLetter.id == about, seen_by(actor))
            )
            words = await words_of(db, LETTER)
            told = None if saved is None else await _told(Reader(database, actor), actor, saved)
        if saved is None or told is None:
            return None
        link = f"{public_url}/panel/reports?{urlencode({name: value for name, value in told.asked.items() if value})}"
        first, last = told.days.first, told.days.last
        places = {
            "greeting": greeting(actor.first_name),
            "report": known_name(saved.name) or KINDS[saved.report].title,
            "days": f"{first:%B} {first.day} to {last:%B} {last.day}",
            "sentence": told.sentence,
            "link": link,
        }
        name = known_name(" ".join(filter(None, (actor.first_name, actor.last_name))))
        part = Part(told.heading, tuple(Line(words, link, beside) for words, beside in told.lines), 0)
        return written(words, Mailbox(actor.email, name), await company(), places, [part])

    return {LETTER: weekly}


async def _told(db: Reader, actor: Actor, saved: SavedReport) -> _Told | None:
    """None where its reader may not open it, or its branch, any more."""
    if not opens(actor, saved.report, saved.measures):
        return None
    try:
        if saved.report == FORECAST:
            return _foreseen(await foresee(db, saved.of_branch))
        measures = seen_of(actor, saved.report, saved.measures)
        period = period_of(Span.LAST_WEEK, await today_of(db))
        question = Question(saved.report, measures, period, saved.by, saved.of_branch)
        return _counted(await build(db, question), chosen=bool(saved.measures))
    except NotFound:
        return None


def _counted(report: Report, *, chosen: bool) -> _Told:
    asked = {
        "report": report.report,
        "from": str(report.days.first),
        "to": str(report.days.last),
        "by": report.by,
        "branch": report.branch or "",
        "measures": ",".join(each.id for each in report.columns) if chosen else "",
    }
    lines = [
        (f"{column.title}: {told(column.unit, number)}", _before(column, number))
        for column in report.columns
        for number in [report.totals[column.id]]
    ]
    return _Told(report.days, report.sentence, asked, "The week in numbers", lines)


def _before(column: ColumnShown, number: Number) -> str:
    if number.before is None:
        return ""
    before = f"the week before: {in_words(column.unit, number.before)}"
    return f"{number.change.words}; {before}" if number.change else before


def _foreseen(forecast: Forecast) -> _Told:
    asked = {"report": FORECAST, "branch": forecast.branch or ""}
    expected = [
        ("Wins in six weeks", Unit.COUNT, forecast.wins),
        ("At the pace of the last six months", Unit.COUNT, forecast.run_rate),
        ("Open quotes", Unit.DOLLARS, forecast.quoted),
        ("Open estimates", Unit.DOLLARS, forecast.guess),
    ]
    lines = [_expected(title, unit, range_) for title, unit, range_ in expected if range_ is not None]
    lines += [_booked(week, week.booked) for week in forecast.weeks if week.booked is not None]
    sentence = " ".join(filter(None, (forecast.sentence, forecast.caution)))
    return _Told(forecast.days, sentence, asked, "The next six weeks", lines)


def _expected(title: str, unit: Unit, range_: Expected) -> tuple[str, str]:
    low, high = in_words(unit, range_.low), in_words(unit, range_.high)
    return f"{title}: {in_words(unit, range_.middle)}", f"{low} to {high} in four of five cases"


def _booked(week: ForecastWeek, jobs: Number) -> tuple[str, str]:
    hours = week.booked_hours
    beside = ""
    if hours is not None and hours.of:
        beside = "hours not known" if hours.value is None else told(Unit.HOURS, hours)
    first = week.days.first
    return f"Booked in the week of {first:%B} {first.day}: {in_words(Unit.COUNT, jobs.value or 0)}", beside
