"""What clients are told of their visits by mail: that they are planned, have moved, or will not take place.

What may have to be told is noted with each change of a work order or its visits and looked at some minutes after the last one, so
that a change that is taken back or put right tells nothing or one thing. It is looked at once more when the letter leaves: what
counts then is what the client was last told, and what is planned now. Days and minutes are those of the branch's clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import JSON, Date, ForeignKey, String, inspect, or_, select, update
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, Identified, Keyed, enum_column, new_id, now
from duskline.core.data.database import Database
from duskline.core.data.pointers import beside, pointer
from duskline.core.data.session import Db, ScopedSession, changing
from duskline.core.data.upsert import insert_into
from duskline.core.mail.outbox import MAILS, MailState, enqueue_unwritten
from duskline.core.values.contacts import LONGEST_EMAIL, email_key
from duskline.core.values.wall_clock import day_in_words, time_in_words
from duskline.models.places.places import today_in
from duskline.models.records.about import RecordKind
from duskline.models.records.details import JobKind, WorkOrderDetails
from duskline.models.records.sales import Client
from duskline.models.records.service import WorkOrder, WorkOrderStatus
from duskline.models.records.visits import BEGUN, Visit, VisitStatus
from duskline.policy import CONSOLE

KIND = "visit"
SUBJECT = "Your visit"
"""While it waits; written, it says more."""
OPEN_TO_DOUBT = timedelta(minutes=5)
"""After the last change."""
FRESH = timedelta(days=1)
"""What was changed longer ago is told no more: a mail server that is named today sends nothing about last month."""
BATCH = 50
TOLD_OF = ("day", "start_minute", "end_minute", "status")
"""What of a visit a client is told."""
GOING_ON = (WorkOrderStatus.PENDING, WorkOrderStatus.IN_PROGRESS)
LONGEST_WORDS = 200


PURPOSES: Mapping[JobKind, str] = {
    JobKind.INSTALLATION: "install your lighting",
    JobKind.SERVICE: "service your lighting",
    JobKind.SURVEY: "measure your roofline",
    JobKind.INSPECTION: "inspect your lighting",
}
"""What somebody comes to do, as a client is told."""


class VisitNews(StrEnum):
    PLANNED = "planned"
    MOVED = "moved"
    CANCELLED = "cancelled"


class VisitChange(Keyed, Base):
    """That something about a work order's visit changed; it is looked at when it is due."""

    __tablename__ = "visit_changes"

    id: Mapped[str] = mapped_column(
        ForeignKey("work_orders.id", ondelete="CASCADE"), primary_key=True, info=beside()
    )
    due: Mapped[datetime] = mapped_column(index=True)


class VisitLetter(Identified, Base):
    """A letter about the visits of a job. What it says of them is what it was last written with."""

    __tablename__ = "visit_letters"

    work_order_id: Mapped[str] = mapped_column(
        ForeignKey("work_orders.id", ondelete="CASCADE"), index=True, info=pointer()
    )
    client_id: Mapped[str] = mapped_column(
        String(36),
        info=pointer(
            at=("clients",), follows=False, hangs=False,
            why="It says whom the email went to; the link in it is good for whom they were merged into (`visit_replies`).",
        ),
    )  # fmt: skip
    """Whose visit it was then, also where the client is another by now."""
    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(LONGEST_EMAIL))
    what: Mapped[VisitNews | None] = enum_column("what", VisitNews, nullable=True)
    day: Mapped[date | None] = mapped_column(Date)
    """The first that it tells of."""
    visits: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    """What its reader knows from then on, as `Planned.kept`; None in letters from before visits had hours."""
    words: Mapped[str | None] = mapped_column(String(LONGEST_WORDS))
    """What the history says of it."""
    told_at: Mapped[datetime | None]
    """When the mail server took it, as far as it is noted."""

    @property
    def key(self) -> str:
        return f"{KIND}:{self.id}"


class Planned(NamedTuple):
    """When somebody comes, as a client is told of it. Without minutes it is any time that day."""

    id: str
    day: date
    start_minute: int | None = None
    end_minute: int | None = None

    def kept(self) -> list[Any]:
        """As JSON."""
        return [self.id, self.day.isoformat(), self.start_minute, self.end_minute]

    @property
    def words(self) -> str:
        """ "Monday, December 1, 2031, from 8 AM to 4 PM"."""
        if self.start_minute is None or self.end_minute is None:
            return day_in_words(self.day)
        hours = f"from {time_in_words(self.start_minute)} to {time_in_words(self.end_minute)}"
        return f"{day_in_words(self.day)}, {hours}"


class Telling(NamedTuple):
    """What somebody is to be told of `visits`. `former` is what they know of them, and `known` what they know afterwards."""

    client_id: str
    name: str
    email: str
    what: VisitNews
    visits: list[Planned]
    former: list[Planned]
    known: list[Planned]


def in_words(visits: Sequence[Planned]) -> str:
    """ "Monday, December 1, 2031, from 8 AM to 4 PM, and on Tuesday, December 2, 2031"."""
    return ", and on ".join(visit.words for visit in visits)


def note_visit_changes(session: ScopedSession) -> None:
    if session.actor is CONSOLE:
        return  # imports and sample data tell nobody
    if orders := set(_touched(session)):
        due = now() + OPEN_TO_DOUBT
        new = insert_into(VisitChange, session.get_bind().dialect.name)
        new = new.values([{"id": id, "due": due} for id in sorted(orders)])
        session.connection().execute(new.on_conflict_do_update(index_elements=["id"], set_={"due": due}))


def _touched(session: ScopedSession) -> Iterator[str]:
    """The work orders whose clients may have something to hear."""
    for row in [*session.new, *session.dirty]:
        if isinstance(row, Visit) and row.kind == RecordKind.WORK_ORDER and _changed(row, *TOLD_OF):
            yield row.record_id
    for row in session.new:
        if isinstance(row, WorkOrder) and row.scheduled_date:
            yield row.id
    for row in session.dirty:
        if (isinstance(row, WorkOrder) and _changed(row, "status", "client_id")) or (
            isinstance(row, WorkOrderDetails) and _changed(row, "cancelled_at", "held_since", "tells_client")
        ):
            yield row.id
        elif isinstance(row, Client) and _changed(row, "email"):
            orders = WorkOrder.__table__.c
            theirs = (orders.client_id == row.id) & orders.status.in_(GOING_ON)
            planned = select(orders.id).where(theirs, orders.scheduled_date.is_not(None))
            yield from session.connection().scalars(planned)


def _changed(row: Any, *names: str) -> bool:
    return any(inspect(row).attrs[name].history.has_changes() for name in names)


async def tell_clients(database: Database, *, wanted: bool) -> None:
    """Puts letters in the queue for clients whose visits were planned, moved or cancelled; `wanted`: the company tells them."""
    await _note_sent(database)
    while await _look(database, wanted=wanted):
        pass


async def _note_sent(database: Database) -> None:
    """Writes down what has left, for the history: letters are forgotten, and this is not."""
    letters = VisitLetter.__table__
    sent = select(MAILS.c.sent_at).where(
        MAILS.c.key == KIND + ":" + letters.c.id, MAILS.c.state == MailState.SENT
    )
    noted = update(letters).where(letters.c.told_at.is_(None), sent.exists())
    async with database.writes.begin() as connection:
        await connection.execute(noted.values(told_at=sent.scalar_subquery()))


async def _look(database: Database, *, wanted: bool) -> bool:
    """A batch of changes; whether there may be more."""
    async with changing(database, CONSOLE) as db:
        due = select(VisitChange).where(VisitChange.due <= now()).order_by(VisitChange.due).limit(BATCH)
        changes = list(await db.scalars(due.with_for_update(skip_locked=True)))
        for change in changes:
            await db.delete(change)
            fresh = wanted and change.due > now() - FRESH
            for telling in await tellings(db, change.id) if fresh else ():
                await _write(db, change.id, telling)
        await db.commit()
    return len(changes) == BATCH


async def _write(db: Db, order_id: str, telling: Telling) -> None:
    branch = await db.scalar(select(WorkOrder.branch_id).where(WorkOrder.id == order_id))
    to = {"client_id": telling.client_id, "name": telling.name, "email": telling.email}
    letter = db.store(VisitLetter(id=new_id(), work_order_id=order_id, **to))
    await enqueue_unwritten(
        db, kind=KIND, about=letter.id, recipient=telling.email, subject=SUBJECT, key=letter.key, branch=branch,
        at_most_once=False,
    )  # fmt: skip


async def tellings(db: Db, order_id: str, *, goes: bool = False) -> list[Telling]:
    """What there is to tell about a work order's visit, and to whom. `goes`: the order is about to be deleted."""
    found = (
        select(WorkOrder, WorkOrderDetails, Client)
        .join(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .join(Client, Client.id == WorkOrder.client_id)
        .where(WorkOrder.id == order_id)
    )
    row = (await db.execute(found)).one_or_none()
    if row is None or not _speaks(row[0], row[1], goes=goes):
        return []
    order, details, client = row
    today = await today_in(db, order.branch_id)
    known = await _known(db, order_id)
    visits = await _visits(db, order_id)
    planned = [] if goes or details.cancelled_at else _planned(visits, today)
    told = [
        Telling(other.client_id, other.name, other.email, VisitNews.CANCELLED, stood, stood, [])
        for key, other in known.items()
        if (stood := _stood(other, today, visits, [])) and key != email_key(client.email or "")
        if await _is_somebody_else(db, other.client_id, client)
    ]
    if client.email:
        last = known.get(email_key(client.email))
        stood = _stood(last, today, visits, planned) if last else []
        if news := _news(stood, planned):
            told.append(Telling(client.id, client.name, client.email, *news, stood, planned))
    return told


async def waited_for(db: Db, order: WorkOrder) -> list[Planned]:
    """The visits of a job that are planned from today on, the earliest first."""
    return _planned(await _visits(db, order.id), await today_in(db, order.branch_id))


async def _visits(db: Db, order_id: str) -> list[Visit]:
    theirs = (Visit.kind == RecordKind.WORK_ORDER) & (Visit.record_id == order_id)
    return list(await db.scalars(select(Visit).where(theirs)))


def _planned(visits: Iterable[Visit], today: date) -> list[Planned]:
    """Those that a client may wait for; a day that has passed is told no more."""
    found = [
        Planned(visit.id, visit.day, visit.start_minute, visit.end_minute)
        for visit in visits
        if visit.status == VisitStatus.PLANNED and visit.day is not None and visit.day >= today
    ]
    return sorted(found, key=_when)


def _when(visit: Planned) -> tuple[Any, ...]:
    return visit.day, visit.start_minute or 0, visit.id


async def _is_somebody_else(db: Db, id: str, client: Client) -> bool:
    """Who was merged with the client is nobody else, whatever their address was."""
    return id != client.id and await db.scalar(select(Client.id).where(Client.id == id)) is not None


def _speaks(order: WorkOrder, details: WorkOrderDetails, *, goes: bool) -> bool:
    """Whether anything is said at all: what is done is known, and what is on hold may still come as planned."""
    may_come = details.held_since is not None and not (goes or details.cancelled_at)
    return bool(order.status in GOING_ON and not may_come and details.tells_client)


def _stood(
    letter: VisitLetter, today: date, visits: Iterable[Visit], planned: list[Planned]
) -> list[Planned]:
    """Returns the visits that clients wait for because of a letter; a crew that is on the way, or was there, is not waited for."""
    been = {visit.id for visit in visits if visit.status in (*BEGUN, VisitStatus.DONE)}
    known = [
        Planned(id, date.fromisoformat(day), start, end)
        for id, day, start, end in _known_by(letter, planned)
        if id not in been
    ]
    return [visit for visit in known if visit.day >= today]


def _known_by(letter: VisitLetter, planned: list[Planned]) -> list[list[Any]]:
    """A letter from before visits had hours told of a day: the crew of that day by now is whom it meant."""
    if letter.visits is not None:
        return letter.visits
    if letter.what == VisitNews.CANCELLED or letter.day is None:
        return []
    meant = [visit for visit in planned if visit.day == letter.day] or [Planned("", letter.day)]
    return [visit.kept() for visit in meant]


def _news(stood: list[Planned], planned: list[Planned]) -> tuple[VisitNews, list[Planned]] | None:
    """From what is known to what is planned: the news, and the visits that it is about."""
    if set(planned) == set(stood):
        return None
    if set(planned) < set(stood):
        return VisitNews.CANCELLED, [visit for visit in stood if visit not in planned]
    kept = [visit for visit in stood if not _gets_hours(visit, planned)]
    return (VisitNews.PLANNED if set(kept) <= set(planned) else VisitNews.MOVED), planned


def _gets_hours(visit: Planned, planned: list[Planned]) -> bool:
    """Whether it was at any time of the day that it is still on."""
    return visit.start_minute is None and any(
        (each.id, each.day) == (visit.id, visit.day) for each in planned
    )


async def _known(db: Db, order_id: str) -> dict[str, VisitLetter]:
    """By address, the last letter about a visit that has left."""
    left = select(MAILS.c.id).where(
        MAILS.c.key == KIND + ":" + VisitLetter.id, MAILS.c.state == MailState.SENT
    )
    letters = (
        select(VisitLetter)
        .where(VisitLetter.work_order_id == order_id, or_(VisitLetter.told_at.is_not(None), left.exists()))
        .order_by(VisitLetter.created_at, VisitLetter.id)
    )
    return {email_key(letter.email): letter for letter in await db.scalars(letters)}
