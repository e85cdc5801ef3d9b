"""What the letter of a Monday says: a saved report of the week before, written when it leaves, as far as its reader's rights go then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import urlencode

from sqlalchemy import select

from duskline.company import Company
from duskline.core.data.database import Database, Reader
from duskline.core.data.session import reading
from duskline.core.errors import NotFound
from duskline.core.mail.letters import Letter
from duskline.core.mail.worker import Writers
from duskline.letters.kinds import words_of
from duskline.letters.words import Line, Part, greeting, known_name, written
from duskline.models.places import today_of
from duskline.models.saved_reports import LETTER, ReportLetter, SavedReport, Span, reader_of, seen_by
from duskline.models.sessions import acting
from duskline.panel.reports.answers import ColumnShown, Number, Report
from duskline.panel.reports.building import Question, build
from duskline.panel.reports.catalog import REPORTS, period_of, seen_of
from duskline.panel.reports.sentences import in_words
from duskline.policy import Actor
from duskline.settings import Mailbox


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
            report = None if saved is None else await _report(Reader(database, actor), actor, saved)
        if saved is None or report is None:
            return None
        asked = {
            "report": report.report,
            "from": str(report.days.first),
            "to": str(report.days.last),
            "by": report.by,
            "branch": report.branch,
            "measures": ",".join(each.id for each in report.columns if saved.measures),
        }
        asked = {name: value for name, value in asked.items() if value}
        places = {
            "greeting": greeting(actor.first_name),
            "report": known_name(saved.name) or REPORTS[report.report].title,
            "days": f"{report.days.first:%B} {report.days.first.day} to {report.days.last:%B} {report.days.last.day}",
            "sentence": report.sentence,
            "link": f"{public_url}/panel/reports?{urlencode(asked)}",
        }
        name = known_name(" ".join(filter(None, (actor.first_name, actor.last_name))))
        return written(
            words, Mailbox(actor.email, name), await company(), places, [_part(report, places["link"])]
        )

    return {LETTER: weekly}


async def _report(db: Reader, actor: Actor, saved: SavedReport) -> Report | None:
    """None where its reader may not open it, or its branch, any more."""
    measures = seen_of(actor, saved.report, saved.measures)
    if not measures:
        return None
    period = period_of(Span.LAST_WEEK, await today_of(db))
    try:
        return await build(db, Question(saved.report, measures, period, saved.by, saved.of_branch))
    except NotFound:
        return None


def _part(report: Report, link: str) -> Part:
    lines = [
        Line(
            f"{column.title}: {_words(column, report.totals[column.id])}",
            link,
            _before(column, report.totals[column.id]),
        )
        for column in report.columns
    ]
    return Part("The week in numbers", tuple(lines), 0)


def _words(column: ColumnShown, number: Number) -> str:
    return "none" if number.value is None else in_words(column.unit, number.value)


def _before(column: ColumnShown, number: Number) -> str:
    return "" if number.before is None else f"the week before: {in_words(column.unit, number.before)}"
