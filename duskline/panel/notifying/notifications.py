"""What the bell tells: one's own notifications, and how much waits. Who may enter: staff with a role.

What is shown lies in one's scope and one's role opens it, both as they are now.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, String, bindparam, func, literal, select

from duskline.core.data.base import Base, now
from duskline.core.data.counts import kept_count
from duskline.core.data.database import Reader
from duskline.core.data.one_of import is_one_of
from duskline.core.data.session import Db
from duskline.core.http.listing import Listing
from duskline.core.http.routing import change, post, read_rows
from duskline.core.system.errors import NotFound
from duskline.core.values.bodies import Body, Id, ResponseModel
from duskline.models.notifying.notifications import (
    Notification,
    ToldOf,
    kinds_for,
    read_until,
    shown_to,
    title_of,
)
from duskline.models.people.preferences import Happening
from duskline.models.records.enquiries import EnquiryHandling, EnquiryState
from duskline.models.records.service import SupportTicket, TicketStatus
from duskline.models.site.content import PENDING, GallerySubmission
from duskline.panel.filters import lacking
from duskline.policy import SEE_ENQUIRIES, SEE_TICKETS, SETTINGS, STAFF_WITH_ROLE, Actor

PATH = "/api/panel/notifications"
MANY = 100
"""The bell counts no further: it is asked every minute, and says "99+" from here on."""


class NotificationRow(ResponseModel):
    id: str
    what: Happening
    kind: ToldOf
    record_id: str
    title: str | None
    """What the record is called; None where it is out of reach."""
    created_at: datetime
    read_at: datetime | None


class Bell(ResponseModel):
    """How much somebody has not read, and how much waits where they may act; None where they may not.

    100 is that many or more; of tickets, all are counted.
    """

    unread: int
    inbox: int | None
    tickets: int | None
    gallery: int | None


class ReadUntil(Body):
    """The newest that was seen: what came since stays unread."""

    until: Id


def _mine() -> ColumnElement[bool]:
    return shown_to(bindparam("me", type_=String)) & is_one_of(Notification.kind, "kinds")


def _values(actor: Actor) -> dict[str, Any]:
    return {"me": actor.id, "kinds": kinds_for(actor)}


LIST = Listing(
    Notification,
    NotificationRow,
    {"read": lacking(Notification.read_at, "no")},
    searched=False,
    where=_mine(),
    given=_values,
    columns={"title": title_of(Notification)},
)
notifications = LIST.route(PATH, may=STAFF_WITH_ROLE, name="notifications")


@read_rows("/api/panel/bell", may=STAFF_WITH_ROLE, renews=False)
async def bell(db: Reader) -> Bell:
    """What the panel asks by itself, once a minute at most; it keeps nobody signed in."""
    actor = db.actor
    counts = {
        name: statement
        for name, statement, may in (
            ("unread", _unread, STAFF_WITH_ROLE), ("inbox", _open_messages, SEE_ENQUIRIES),
            ("tickets", _open_tickets, SEE_TICKETS), ("gallery", _pending_photos, SETTINGS),
        )
        if may.lets(actor)
    }  # fmt: skip
    values = _values(actor) | {"status": TicketStatus.OPEN.value}
    found = await db.together({f"bell {name}": counts[name] for name in counts}, values)
    numbers = {name: int(rows[0][0]) for name, rows in zip(counts, found, strict=True)}
    return Bell(
        unread=numbers["unread"], inbox=numbers.get("inbox"), tickets=numbers.get("tickets"),
        gallery=numbers.get("gallery"),
    )  # fmt: skip


def _unread() -> Select[*tuple[Any, ...]]:
    return _up_to_many(Notification, _mine(), Notification.read_at.is_(None))


def _open_messages() -> Select[*tuple[Any, ...]]:
    open_ones = EnquiryHandling.state == EnquiryState.OPEN
    return _up_to_many(EnquiryHandling, open_ones, EnquiryHandling.suspected.is_(False))


def _open_tickets() -> Select[*tuple[Any, ...]]:
    kept = kept_count(SupportTicket, {"status": "status"})
    assert kept is not None
    return kept


def _pending_photos() -> Select[*tuple[Any, ...]]:
    return _up_to_many(GallerySubmission, GallerySubmission.approved == PENDING)


def _up_to_many(entity: type[Base], *conditions: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    some = select(literal(1).label("one")).select_from(entity).where(*conditions).limit(MANY)
    return select(func.count()).select_from(some.subquery())


@change(
    post, PATH + "/{id:str}/read", may=STAFF_WITH_ROLE, returns=NotificationRow, status=200, repeatable=False
)
async def read_one(db: Db, id: str) -> NotificationRow:
    """It has been read; read again it stays so."""
    row = await db.find_locked(Notification, id)
    if row.user_id != db.actor.id or row.kind not in kinds_for(db.actor):
        raise NotFound
    row.read_at = row.read_at or now()
    await db.flush()
    title = await db.scalar(select(title_of(Notification)).where(Notification.id == id))
    return NotificationRow(
        id=row.id, what=row.what, kind=row.kind, record_id=row.record_id, title=title,
        created_at=row.created_at, read_at=row.read_at,
    )  # fmt: skip


@change(post, PATH + "/read", may=STAFF_WITH_ROLE, status=204, repeatable=False)
async def read_all(db: Db, data: ReadUntil) -> None:
    """All that was shown when the newest of them was seen has been read."""
    await read_until(db, data.until)


ROUTES = [notifications, bell, read_one, read_all]
