"""The visits of one person: all that must be known on site, in one statement, so that it can be kept where there is no network."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Date,
    ScalarSelect,
    Select,
    String,
    and_,
    bindparam,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.orm import aliased

from duskline.core.data.database import Reader
from duskline.core.data.session import Db
from duskline.models.company.checklists import VisitCheck, lines_of, offered
from duskline.models.pictures.drawings import (
    Drawing,
    Lighting,
    MeasuredRun,
    OnSite,
    in_feet,
    lead_of_job,
    lighting_of,
    newest_of,
)
from duskline.models.pictures.roofline import kept_plan
from duskline.models.places.places import DEFAULT_ZONE, BranchDetails, today_of
from duskline.models.records.about import RecordKind
from duskline.models.records.details import JobKind, WorkOrderDetails
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import WorkOrder
from duskline.models.records.subjects import WRITERS
from duskline.models.records.visitors import VisitorReference, photo_addresses, photos_sent_with, sent_about
from duskline.models.records.visits import OPEN, VISITED, Visit, VisitCrew, VisitStatus
from duskline.models.schedule import arrivals
from duskline.models.schedule.schedule import is_open
from duskline.models.schedule.site_merge import numbered
from duskline.policy import Actor

MOST = 200
IN_ORDER = (Visit.day, Visit.start_minute.is_(None), Visit.start_minute, Visit.position, Visit.id)
Rows = Sequence[Sequence[Any]]


async def own_visits(reader: Reader, days: int) -> list[list[Any]]:
    """From today on, and what of the days before is not finished; the earliest first."""
    today = await today_of(reader)
    values = own(reader.actor, today, days)
    visits, items, checks, drawn = await reader.together(
        {"own visits": _own, "checklists": offered, "own checks": _own_checks, "own drawings": _own_drawings},
        values,
    )
    return [_shown(row, items, checks, drawn) for row in visits]


def own(actor: Actor, today: date, days: int) -> dict[str, Any]:
    """The values of `_is_own`: whose visits, of which kinds, and up to which day."""
    kinds = {str(kind): WRITERS[kind].lets(actor) for kind in VISITED}
    return {"self": actor.id, "today": today, "end": today + timedelta(days=days), **kinds}


def open_in_brief() -> Select[*tuple[Any, ...]]:
    """One's own that are not over, as a line of a list: what is done where and when, in their order."""
    columns = (
        Visit.id, Visit.kind, Visit.record_id, Visit.day, Visit.start_minute, Visit.end_minute, Visit.status,
        func.coalesce(WorkOrder.title, Lead.name), func.coalesce(Client.name, Lead.name),
        func.coalesce(Property.address, Client.address, Lead.address),
    )  # fmt: skip
    return _at_places(_joined(select(*columns))).where(_is_own(), is_open()).order_by(*IN_ORDER)


async def one_visit(db: Db, id: str) -> list[Any]:
    """One visit as those who come there read it."""
    row = (await db.execute(_visits().where(Visit.id == id))).one()
    items, checks = await db.execute(offered()), await db.execute(_checks().where(VisitCheck.visit_id == id))
    drawn = await db.execute(_drawings().where(Visit.id == id))
    return _shown(row, items.all(), checks.all(), drawn.all())


def _shown(row: Sequence[Any], items: Rows, checks: Rows, drawn: Rows) -> list[Any]:
    """A visit with its checklist and its lighting plan; every line of materials has an id."""
    shown = list(row)
    shown[MATERIALS] = shown[MATERIALS] and numbered(shown[MATERIALS])
    done = {item: is_done for visit, item, is_done in checks if visit == shown[0]}
    photos = photo_addresses(shown.pop())
    lines = lines_of(items, shown[JOB_KIND] or JobKind.SURVEY, shown[IMAGES], done)
    return [*shown, photos, lines, _lighting([row[1:] for row in drawn if row[0] == shown[0]])]


def _lighting(drawn: Rows) -> Lighting | None:
    """The drawing of a visit, of which each row has one run that was measured, if any was."""
    if not drawn:
        return None
    id, plan, picture_id, drops, *_ = drawn[0]
    on_site = {
        line: OnSite(in_feet(inches), by, at) for *_, line, inches, by, at in drawn if line is not None
    }
    return lighting_of(id, kept_plan(plan), picture_id, drops, on_site)


def _own() -> Select[*tuple[Any, ...]]:
    return _visits().where(_is_own()).order_by(*IN_ORDER).limit(MOST)


def _own_checks() -> Select[*tuple[Any, ...]]:
    return _checks().join(Visit, Visit.id == VisitCheck.visit_id).where(_is_own())


def _checks() -> Select[*tuple[Any, ...]]:
    return select(VisitCheck.visit_id, VisitCheck.item_id, VisitCheck.done)


def _is_own() -> ColumnElement[bool]:
    """Of the kinds of records that they handle: somebody may have another role by now, and a program fewer rights."""
    today = bindparam("today", type_=Date)
    mine = select(VisitCrew.visit_id).where(VisitCrew.user_id == bindparam("self", type_=String))
    handled = [
        (Visit.kind == literal(str(kind), String)) & bindparam(str(kind), type_=Boolean) for kind in VISITED
    ]
    return and_(
        Visit.id.in_(mine), or_(*handled), Visit.day < bindparam("end", type_=Date), (Visit.day >= today) | is_open(),
        Visit.status != literal(str(VisitStatus.CANCELLED), String),
    )  # fmt: skip


def _visits() -> Select[*tuple[Any, ...]]:
    return _at_places(_joined(select(*_columns()))).outerjoin(
        BranchDetails, BranchDetails.id == Visit.branch_id
    )


def _at_places(visits: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    """With the property of each job."""
    at = func.coalesce(WorkOrderDetails.property_id, WorkOrder.client_id)
    return visits.outerjoin(Property, Property.id == at)


def _joined(visits: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    """With the job or the lead that each is about."""
    job = (Visit.kind == literal(str(RecordKind.WORK_ORDER), String)) & (WorkOrder.id == Visit.record_id)
    lead = (Visit.kind == literal(str(RecordKind.LEAD), String)) & (Lead.id == Visit.record_id)
    return (
        visits.outerjoin(WorkOrder, job)
        .outerjoin(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .outerjoin(Client, Client.id == WorkOrder.client_id)
        .outerjoin(Lead, lead)
    )


def _columns() -> list[Any]:
    return [
        Visit.id, Visit.kind, Visit.record_id, Visit.branch_id, Visit.day, Visit.start_minute, Visit.end_minute,
        Visit.starts_at, Visit.ends_at, Visit.status, Visit.crew, Visit.position, Visit.reason, Visit.set_off_at,
        Visit.started_at, Visit.done_at, Visit.met, Visit.nobody_there, Visit.missing,
        Visit.version,
        func.coalesce(WorkOrder.title, Lead.name), WorkOrder.description, WorkOrder.status, WorkOrder.priority,
        func.coalesce(WorkOrder.notes, Lead.notes), WorkOrder.images, WorkOrder.materials_used, WorkOrder.version,
        WorkOrderDetails.kind, WorkOrderDetails.feet, WorkOrderDetails.stories, WorkOrderDetails.promised,
        WorkOrderDetails.held_since,
        func.coalesce(Client.name, Lead.name), func.coalesce(Client.phone, Lead.phone),
        func.coalesce(Client.email, Lead.email), arrivals.is_told(),
        func.coalesce(Property.address, Client.address, Lead.address),
        Property.access, Property.hazards, _is_last(), func.coalesce(BranchDetails.time_zone, DEFAULT_ZONE),
        arrivals.told_at(), arrivals.missed(), _sent_by_visitor(),
    ]  # fmt: skip


def _drawings() -> Select[*tuple[Any, ...]]:
    """The newest drawing of each visit's lead, with what was measured of it."""
    of_visit = _joined(
        select(Visit.id.label("visit_id"), newest_of(LEAD, *AROUND).label("drawing_id"))
    ).subquery()
    return (
        select(
            Visit.id, Drawing.id, func.coalesce(Drawing.corrected, Drawing.sent), Drawing.picture_id, Drawing.drops,
            MeasuredRun.line, MeasuredRun.inches, MeasuredRun.by_id, MeasuredRun.at,
        )
        .join(of_visit, of_visit.c.visit_id == Visit.id)
        .join(Drawing, Drawing.id == of_visit.c.drawing_id)
        .outerjoin(MeasuredRun, MeasuredRun.drawing_id == Drawing.id)
    )  # fmt: skip


def _own_drawings() -> Select[*tuple[Any, ...]]:
    return _drawings().where(_is_own())


AROUND = (Lead, WorkOrderDetails, Client)
LEAD = func.coalesce(Lead.id, lead_of_job())
"""The lead that a visit is about, or its job comes from."""


def _sent_by_visitor() -> ScalarSelect[str]:
    """The photos of the request, or message, that the job comes from."""
    references = sent_about(lambda id: id == LEAD, *AROUND)
    return photos_sent_with(VisitorReference.id.in_(references))


def _is_last() -> ColumnElement[bool]:
    """Whether no other visit of the record is open; this one may be over."""
    other = aliased(Visit)
    same = (other.kind == Visit.kind) & (other.record_id == Visit.record_id) & (other.id != Visit.id)
    open_ones = [literal(str(status), String) for status in OPEN]
    return ~select(other.id).where(same, other.status.in_(open_ones)).correlate(Visit).exists()


def _place(column: Any) -> int:
    return next(place for place, each in enumerate(_columns()) if each is column)


MATERIALS, IMAGES, JOB_KIND = (
    _place(column) for column in (WorkOrder.materials_used, WorkOrder.images, WorkOrderDetails.kind)
)
