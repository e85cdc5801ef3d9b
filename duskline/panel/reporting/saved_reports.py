"""Saved reports. Who may enter: those who view reports; each sees those that they may open, their own and what is shared with a branch in scope."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import msgspec
from sqlalchemy import select

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.http.routing import change, delete, patch, post, read
from duskline.core.system.errors import Conflict, Invalid, NotFound
from duskline.core.values.bodies import NOT_LISTED, UNSET, Body, Id, Meta, ResponseModel, UnsetType
from duskline.models.places.places import Branch, home_branch, today_in
from duskline.models.reporting.building import groups_of
from duskline.models.reporting.catalog import CUSTOM, FORECAST, MOST_MEASURES, opens, period_of, seen_of
from duskline.models.reporting.saved_reports import (
    LOCK,
    ReportLetter,
    SavedReport,
    Span,
    found,
    kept_by,
    restored,
    seen_by,
    subscribe,
)
from duskline.policy import VIEW_REPORTS

PATH = "/api/panel/saved-reports"
MOST = 50
"""Reports that a person keeps."""
TOO_MANY = f"You have {MOST} saved reports. Please delete one first."
Title = Annotated[str, Meta(min_length=1, max_length=100)]
Word = Annotated[str, Meta(max_length=40)]
Chosen = Annotated[list[Word], Meta(max_length=MOST_MEASURES)]


class NewSavedReport(Body, kw_only=True):
    name: Title
    report: Word
    by: Word = ""
    """Left out of the forecast, which has no rows."""
    period: Span
    measures: Chosen = msgspec.field(default_factory=list)
    """Of a custom report: what it counts."""
    of_branch: Id | None = None
    chart: bool = True
    shared: bool = False
    """With the people of one's branch, and those who see it from above."""


class SavedReportEdit(Body):
    name: Title | UnsetType = UNSET
    report: Word | UnsetType = UNSET
    by: Word | UnsetType = UNSET
    period: Span | UnsetType = UNSET
    measures: Chosen | UnsetType = UNSET
    of_branch: Id | UnsetType | None = UNSET
    chart: bool | UnsetType = UNSET
    shared: bool | UnsetType = UNSET


class SavedReportRow(ResponseModel):
    """`measures` are those that the reader may see. `mine`: whether the reader may change it. `weekly`: whether it comes to them by mail. `first` and `last` are its days today."""

    id: str
    name: str
    report: str
    by: str
    period: Span
    measures: list[str]
    of_branch: str | None
    chart: bool
    shared: bool
    mine: bool
    weekly: bool
    first: date
    last: date
    version: int


class Weekly(Body):
    weekly: bool


@read(PATH, may=VIEW_REPORTS)
async def saved_reports(db: Db) -> list[SavedReportRow]:
    """One's own and those that are shared with one, by name; of each what one may open."""
    rows = await db.scalars(
        select(SavedReport).where(seen_by(db.actor)).order_by(SavedReport.name, SavedReport.id)
    )
    by_mail = set(await db.scalars(select(ReportLetter.report_id).where(ReportLetter.user_id == db.actor.id)))
    today = await today_in(db, home_branch(db.actor))
    return [
        _told(db, row, today, weekly=row.id in by_mail)
        for row in rows
        if opens(db.actor, row.report, row.measures)
    ]


@change(post, PATH, may=VIEW_REPORTS, lock=LOCK)
async def save_report(db: Db, data: NewSavedReport) -> SavedReportRow:
    """Keeps a report under a name."""
    await _require_room(db)
    home = home_branch(db.actor)
    report = db.store(SavedReport(user_id=db.actor.id, branch_id=home, **data.given()))
    await _check(db, report)
    await db.flush()
    return await _row(db, report)


@change(patch, PATH + "/{id:str}", may=VIEW_REPORTS)
async def edit_saved_report(db: Db, id: str, data: SavedReportEdit) -> SavedReportRow:
    """Changes the fields that are sent; one's own alone."""
    report = (await found(db, id, own=True)).apply(data.given())
    await _check(db, report)
    await db.flush()
    return await _row(db, report)


@change(delete, PATH + "/{id:str}", may=VIEW_REPORTS, status=204)
async def drop_saved_report(db: Db, id: str) -> None:
    """Deletes one's own; those who got it by mail get it no more."""
    (await found(db, id, own=True)).ended_at = now()


@change(post, PATH + "/{id:str}/restore", may=VIEW_REPORTS, status=200, lock=LOCK)
async def restore_saved_report(db: Db, id: str) -> SavedReportRow:
    """Takes the deletion back, for ten minutes; those who got it by mail get it again."""
    report = await restored(db, id)
    await db.flush()
    if await kept_by(db) > MOST:
        raise Conflict(TOO_MANY)
    return await _row(db, report)


@change(post, PATH + "/{id:str}/weekly", may=VIEW_REPORTS, status=200)
async def get_weekly(db: Db, id: str, data: Weekly) -> SavedReportRow:
    """Has it sent to oneself every Monday, of the week before, or no more."""
    report = await found(db, id, own=False)
    if data.weekly and not opens(db.actor, report.report, report.measures):
        raise NotFound
    await subscribe(db, report, await today_in(db, home_branch(db.actor)), weekly=data.weekly)
    return await _row(db, report)


async def _require_room(db: Db) -> None:
    if await kept_by(db) >= MOST:
        raise Conflict(TOO_MANY)


async def _check(db: Db, report: SavedReport) -> None:
    """Raises Invalid where it could not be opened by the user who saves it."""
    if not opens(db.actor, report.report, report.measures) and report.report != CUSTOM:
        raise Invalid({"report": NOT_LISTED})
    faults = {}
    measures = seen_of(db.actor, report.report, report.measures)
    if report.report == CUSTOM:
        if not measures or len(measures) != len(report.measures):
            faults["measures"] = "Please choose what to count"
    elif report.measures:
        faults["measures"] = "Only a custom report chooses what it counts"
    if not faults and report.by not in (groups_of(measures) or [""]):
        faults["by"] = NOT_LISTED
    if (report.report == FORECAST) is not (report.period == Span.NEXT_6_WEEKS):
        faults["period"] = NOT_LISTED
    if report.of_branch and await db.scalar(select(Branch.id).where(Branch.id == report.of_branch)) is None:
        faults["ofBranch"] = NOT_LISTED
    if faults:
        raise Invalid(faults)


async def _row(db: Db, report: SavedReport) -> SavedReportRow:
    mine = ReportLetter.report_id == report.id, ReportLetter.user_id == db.actor.id
    weekly = await db.scalar(select(ReportLetter.id).where(*mine)) is not None
    return _told(db, report, await today_in(db, home_branch(db.actor)), weekly=weekly)


def _told(db: Db, report: SavedReport, today: date, *, weekly: bool) -> SavedReportRow:
    days = period_of(report.period, today)
    told: dict[str, Any] = {
        name: getattr(report, name)
        for name in (
            "id",
            "name",
            "report",
            "by",
            "period",
            "of_branch",
            "chart",
            "shared",
            "version",
        )
    }
    seen = {each.id for each in seen_of(db.actor, report.report, report.measures)}
    told["measures"] = [id for id in report.measures if id in seen]
    return SavedReportRow(
        **told, mine=report.user_id == db.actor.id, weekly=weekly, first=days.first, last=days.last
    )


ROUTES = [saved_reports, save_report, edit_saved_report, drop_saved_report, restore_saved_report, get_weekly]
