"""What a calendar feed shows: the work orders with a day, as the person whose feed it is sees them at that moment."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import Date, Select, String, bindparam, func, select

from duskline.core.data.base import now
from duskline.core.data.database import Database, Reader
from duskline.models.access_links import hashed
from duskline.models.calendar_feeds import CalendarFeed
from duskline.models.details import WorkOrderDetails
from duskline.models.properties import Property
from duskline.models.sales import Client
from duskline.models.service import WorkOrder
from duskline.models.sessions import TOUCH, acting
from duskline.policy import SEE_WORK_ORDERS

MOST_SHOWN = 2_000
"""Where there are more, those longest ago are left out: what is to come is what a calendar is for."""
FEEDS: Any = CalendarFeed.__table__


class Shown:
    """A feed that somebody reads, as the person whose it is."""

    def __init__(self, id: str, branch: str | None, reader: Reader) -> None:
        self.id, self.branch, self._reader = id, branch, reader

    async def orders(self, since: date) -> Sequence[Sequence[Any]]:
        """id, title, day, place, when cancelled, when put on hold, two versions and two times of change, the soonest first."""
        own = self.branch is None
        key = "calendar of a person" if own else "calendar of a branch"
        whose = self._reader.actor.id if own else self.branch
        rows = await self._reader.rows(key, _own if own else _of_branch, {"whose": whose, "since": since})
        return rows[::-1]


async def shown(database: Database, secret: str) -> Shown | None:
    """The feed of an address, while its person may see work orders."""
    async with database.reads.connect() as connection:
        known = select(FEEDS.c.id, FEEDS.c.user_id, FEEDS.c.branch_id).where(FEEDS.c.secret == hashed(secret))
        row = (await connection.execute(known)).one_or_none()
    actor = await acting(database, row.user_id) if row else None
    if row is None or actor is None or not SEE_WORK_ORDERS.lets(actor):
        return None
    return Shown(row.id, row.branch_id, Reader(database, actor))


async def note_reading(database: Database, id: str) -> None:
    """Notes that it was read, at most once a minute."""
    at = now()
    stale = FEEDS.c.used_at.is_(None) | (FEEDS.c.used_at < at - TOUCH)
    async with database.writes.begin() as connection:
        await connection.execute(FEEDS.update().where(FEEDS.c.id == id, stale).values(used_at=at))


def _own() -> Select[*tuple[Any, ...]]:
    return _orders().where(WorkOrder.assigned_to == bindparam("whose", type_=String))


def _of_branch() -> Select[*tuple[Any, ...]]:
    return _orders().where(WorkOrder.branch_id == bindparam("whose", type_=String))


def _orders() -> Select[*tuple[Any, ...]]:
    place = func.coalesce(Property.address, Client.address)
    return (
        select(
            WorkOrder.id, WorkOrder.title, WorkOrder.scheduled_date, place, WorkOrderDetails.cancelled_at,
            WorkOrderDetails.held_since, WorkOrder.version, WorkOrderDetails.version, WorkOrder.updated_at,
            WorkOrderDetails.updated_at,
        )
        .join(Client, Client.id == WorkOrder.client_id)
        .outerjoin(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .outerjoin(Property, Property.id == WorkOrderDetails.property_id)
        .where(WorkOrder.scheduled_date >= bindparam("since", type_=Date))
        .order_by(WorkOrder.scheduled_date.desc(), WorkOrder.id.desc())
        .limit(MOST_SHOWN)
    )  # fmt: skip
