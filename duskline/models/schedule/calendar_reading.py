"""What a calendar feed shows: the visits with a day, as the person whose feed it is sees them at that moment."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Boolean, Date, Select, String, bindparam, func, literal, select

from duskline.core.data.base import UtcDateTime, now
from duskline.core.data.database import Database, Reader
from duskline.models.people.access_links import hashed
from duskline.models.people.calendar_feeds import CalendarFeed
from duskline.models.people.sessions import TOUCH, acting
from duskline.models.records.about import RecordKind
from duskline.models.records.details import WorkOrderDetails
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import WorkOrder
from duskline.models.records.visits import Visit, VisitCrew, VisitStatus
from duskline.policy import KEEP_CALENDARS, SEE_LEADS, SEE_WORK_ORDERS

MOST_SHOWN = 2_000
"""Where there are more, those longest ago are left out: what is to come is what a calendar is for."""
CANCELLED_SHOWN = timedelta(days=30)
"""Long enough for every program to have read that a visit does not take place."""
FEEDS: Any = CalendarFeed.__table__


class Shown:
    """A feed that somebody reads, as the person whose it is."""

    def __init__(self, id: str, branch: str | None, reader: Reader) -> None:
        self.id, self.branch, self._reader = id, branch, reader

    async def visits(self, since: date) -> Sequence[Sequence[Any]]:
        """Id, kind and id of the record, day, two moments, status, title, place, hold, and times of change; the soonest first."""
        own, actor = self.branch is None, self._reader.actor
        key = "calendar of a person" if own else "calendar of a branch"
        values = {
            "whose": actor.id if own else self.branch, "since": since, "cancelled_since": now() - CANCELLED_SHOWN,
            "jobs": SEE_WORK_ORDERS.lets(actor), "leads": SEE_LEADS.lets(actor),
        }  # fmt: skip
        return (await self._reader.rows(key, _own if own else _of_branch, values))[::-1]


async def shown(database: Database, secret: str) -> Shown | None:
    """The feed of an address, while its person may have one."""
    async with database.reads.connect() as connection:
        known = select(FEEDS.c.id, FEEDS.c.user_id, FEEDS.c.branch_id).where(FEEDS.c.secret == hashed(secret))
        row = (await connection.execute(known)).one_or_none()
    actor = await acting(database, row.user_id) if row else None
    if row is None or actor is None or not KEEP_CALENDARS.lets(actor):
        return None
    return Shown(row.id, row.branch_id, Reader(database, actor))


async def note_reading(database: Database, id: str) -> None:
    """Notes that it was read, at most once a minute."""
    at = now()
    stale = FEEDS.c.used_at.is_(None) | (FEEDS.c.used_at < at - TOUCH)
    async with database.writes.begin() as connection:
        await connection.execute(FEEDS.update().where(FEEDS.c.id == id, stale).values(used_at=at))


def _own() -> Select[*tuple[Any, ...]]:
    theirs = select(VisitCrew.visit_id).where(VisitCrew.user_id == bindparam("whose", type_=String))
    return _visits().where(Visit.id.in_(theirs))


def _of_branch() -> Select[*tuple[Any, ...]]:
    return _visits().where(Visit.branch_id == bindparam("whose", type_=String))


def _visits() -> Select[*tuple[Any, ...]]:
    """With a day: of jobs and of leads as far as both are open to the person, and of cancelled ones those of the last weeks."""
    jobs, leads = _is(RecordKind.WORK_ORDER), _is(RecordKind.LEAD)
    stands = Visit.status != literal(str(VisitStatus.CANCELLED), String)
    return (
        select(
            Visit.id, Visit.kind, Visit.record_id, Visit.day, Visit.starts_at, Visit.ends_at, Visit.status, WorkOrder.title,
            func.coalesce(Property.address, Client.address, Lead.address), WorkOrderDetails.held_since,
            Visit.updated_at, WorkOrder.updated_at, WorkOrderDetails.updated_at, Property.updated_at, Client.updated_at,
            Lead.updated_at,
        )
        .outerjoin(WorkOrder, jobs & (WorkOrder.id == Visit.record_id))
        .outerjoin(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .outerjoin(Client, Client.id == WorkOrder.client_id)
        .outerjoin(Property, Property.id == func.coalesce(WorkOrderDetails.property_id, WorkOrder.client_id))
        .outerjoin(Lead, leads & (Lead.id == Visit.record_id))
        .where(
            Visit.day >= bindparam("since", type_=Date),
            stands | (Visit.updated_at >= bindparam("cancelled_since", type_=UtcDateTime)),
            (jobs & bindparam("jobs", type_=Boolean)) | (leads & bindparam("leads", type_=Boolean)),
        )
        .order_by(Visit.day.desc(), Visit.start_minute.desc(), Visit.id.desc())
        .limit(MOST_SHOWN)
    )  # fmt: skip


def _is(kind: RecordKind) -> Any:
    return Visit.kind == literal(str(kind), String)
