"""The visits of one person: all that must be known on site, in one statement, so that it can be kept where there is no network."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Date, Select, String, bindparam, func, literal, select

from duskline.core.data.database import Reader
from duskline.core.data.session import Db
from duskline.models.about import RecordKind
from duskline.models.details import WorkOrderDetails
from duskline.models.places import today_of
from duskline.models.properties import Property
from duskline.models.sales import Client, Lead
from duskline.models.schedule import is_open
from duskline.models.service import WorkOrder
from duskline.models.site_merge import numbered
from duskline.models.visits import Visit, VisitCrew, VisitStatus

MOST = 200


async def own_visits(reader: Reader, days: int) -> list[list[Any]]:
    """From today on, and what of the days before is not finished; the earliest first."""
    today = await today_of(reader)
    values = {"self": reader.actor.id, "today": today, "end": today + timedelta(days=days)}
    return [_shown(row) for row in await reader.rows("own visits", _own, values)]


async def one_visit(db: Db, id: str) -> list[Any]:
    """One visit as those who come there read it."""
    return _shown((await db.execute(_visits().where(Visit.id == id))).one())


def _shown(row: Sequence[Any]) -> list[Any]:
    """Every line of materials has an id."""
    return [numbered(value) if place == MATERIALS and value else value for place, value in enumerate(row)]


def _own() -> Select[*tuple[Any, ...]]:
    today = bindparam("today", type_=Date)
    mine = select(VisitCrew.visit_id).where(VisitCrew.user_id == bindparam("self", type_=String))
    return (
        _visits()
        .where(
            Visit.id.in_(mine), Visit.day < bindparam("end", type_=Date), (Visit.day >= today) | is_open(),
            Visit.status != literal(str(VisitStatus.CANCELLED), String),
        )
        .order_by(Visit.day, Visit.start_minute.is_(None), Visit.start_minute, Visit.position, Visit.id)
        .limit(MOST)
    )  # fmt: skip


def _visits() -> Select[*tuple[Any, ...]]:
    job = (Visit.kind == literal(str(RecordKind.WORK_ORDER), String)) & (WorkOrder.id == Visit.record_id)
    lead = (Visit.kind == literal(str(RecordKind.LEAD), String)) & (Lead.id == Visit.record_id)
    return (
        select(*_columns())
        .outerjoin(WorkOrder, job)
        .outerjoin(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .outerjoin(Client, Client.id == WorkOrder.client_id)
        .outerjoin(Property, Property.id == func.coalesce(WorkOrderDetails.property_id, WorkOrder.client_id))
        .outerjoin(Lead, lead)
    )


def _columns() -> list[Any]:
    return [
        Visit.id, Visit.kind, Visit.record_id, Visit.branch_id, Visit.day, Visit.start_minute, Visit.end_minute,
        Visit.starts_at, Visit.ends_at, Visit.status, Visit.crew, Visit.position, Visit.reason, Visit.set_off_at,
        Visit.started_at, Visit.done_at, Visit.met, Visit.nobody_there, Visit.version,
        func.coalesce(WorkOrder.title, Lead.name), WorkOrder.description, WorkOrder.status, WorkOrder.priority,
        func.coalesce(WorkOrder.notes, Lead.notes), WorkOrder.images, WorkOrder.materials_used, WorkOrder.version,
        WorkOrderDetails.kind, WorkOrderDetails.feet, WorkOrderDetails.stories, WorkOrderDetails.promised,
        WorkOrderDetails.held_since,
        func.coalesce(Client.name, Lead.name), func.coalesce(Client.phone, Lead.phone),
        func.coalesce(Client.email, Lead.email), func.coalesce(Property.address, Client.address, Lead.address),
        Property.access, Property.hazards,
    ]  # fmt: skip


MATERIALS = next(place for place, column in enumerate(_columns()) if column is WorkOrder.materials_used)
