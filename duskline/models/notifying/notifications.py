"""What people are told of in the panel: what happened about records in their reach, and what is due.

A notification is written in the transaction of what it tells of, by the session itself, so that nothing that makes a lead or
hands a record on can forget it; what is no longer so before it was read is not said any more. It is a row about its record: it
moves with it and goes with it, and a person who cannot see the record (any more) does not see that something happened to it. Nobody
is told of what they did, and a command tells nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Delete,
    ForeignKey,
    Index,
    Select,
    String,
    Update,
    case,
    delete,
    inspect,
    literal,
    null,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, Identified, enum_column, new_id, now
from duskline.core.data.database import Database
from duskline.core.data.session import Db, ScopedSession
from duskline.core.data.upsert import insert_into
from duskline.models.notifying.webhooks import Webhook
from duskline.models.people.people import Colleague
from duskline.models.people.preferences import TOLD_TO, Happening, hidden_from
from duskline.models.records.about import About, about
from duskline.models.records.activities import NextStep
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling, EnquiryState
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.models.records.visits import Visit
from duskline.policy import CONSOLE, EDIT_CONFIG, SEE_ENQUIRIES, Actor, Can, in_scope

BATCH = 400
"""Ids in one statement."""


class ToldOf(StrEnum):
    """What a notification is about: a record, a message, or a webhook."""

    LEAD = "lead"
    CLIENT = "client"
    WORK_ORDER = "work_order"
    TICKET = "ticket"
    ENQUIRY = "enquiry"
    WEBHOOK = "webhook"


class Notification(About, Identified, Base):
    """What one person is told."""

    __tablename__ = "notifications"
    __table_args__ = (
        Index("ix_notifications_by_person", "user_id", "created_at", "id"),
        Index(
            "ix_notifications_unread", "user_id", "kind", "branch_id",
            sqlite_where=text("read_at IS NULL"), postgresql_where=text("read_at IS NULL"),
        ),
        Index("ix_notifications_by_record", "kind", "record_id"),
        Index(None, "created_at"),
    )  # fmt: skip
    pointer = about(
        "contact_submissions", "webhooks", unless=lambda told, _kept: told.what != Happening.STEP_DUE, hangs=False,
        why="A step stays due where it goes; that a lead is new or somebody's is so only of the one that it was told of.",
    )  # fmt: skip

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    what: Mapped[Happening] = enum_column("what", Happening)
    kind: Mapped[ToldOf] = enum_column("kind", ToldOf)  # type: ignore[assignment]
    key: Mapped[str | None] = mapped_column(String(160), unique=True)
    """Of what is told once, such as that a step is due."""
    letter: Mapped[str | None] = mapped_column(String(36), index=True)
    """Which letter tells of it, by the name that the letter is about; None while none does."""
    read_at: Mapped[datetime | None]

    @classmethod
    def within(cls, size: int | None) -> ColumnElement[bool]:
        return _shown_in(cls, size)


def _shown_in(columns: Any, size: int | None) -> ColumnElement[bool]:
    """Of records in scope; a message and a webhook are the whole company's."""
    company = or_(columns.kind == ToldOf.ENQUIRY, columns.kind == ToldOf.WEBHOOK)
    return or_(in_scope(columns.branch_id, size), company)


NOTIFICATIONS: Any = Notification.__table__
TABLES: dict[ToldOf, Any] = {
    ToldOf.LEAD: Lead.__table__,
    ToldOf.CLIENT: Client.__table__,
    ToldOf.WORK_ORDER: WorkOrder.__table__,
    ToldOf.TICKET: SupportTicket.__table__,
    ToldOf.ENQUIRY: ContactSubmission.__table__,
    ToldOf.WEBHOOK: Webhook.__table__,
}
KIND_OF: dict[type[Any], ToldOf] = {
    Lead: ToldOf.LEAD,
    WorkOrder: ToldOf.WORK_ORDER,
    SupportTicket: ToldOf.TICKET,
}
"""The records that are somebody's."""


def kinds_for(actor: Actor) -> list[str]:
    """What a person may be told of: their role opens it."""
    flags = {
        ToldOf.LEAD: (Can.MANAGE_LEADS, Can.VIEW_ALL_DATA),
        ToldOf.CLIENT: (Can.MANAGE_LEADS, Can.VIEW_ALL_DATA),
        ToldOf.WORK_ORDER: (Can.MANAGE_WORK_ORDERS, Can.VIEW_ALL_DATA),
        ToldOf.TICKET: (Can.MANAGE_TICKETS, Can.VIEW_ALL_DATA),
        ToldOf.ENQUIRY: tuple(SEE_ENQUIRIES.flags),
        ToldOf.WEBHOOK: tuple(EDIT_CONFIG.flags),
    }
    return [kind for kind, any_of in flags.items() if actor.can(*any_of)]


def shown_to(person: ColumnElement[str]) -> ColumnElement[bool]:
    """One's own, of the kinds that one wants to see in the panel."""
    return (Notification.user_id == person) & Notification.what.not_in(hidden_from(person))


def title_of(row: type[About]) -> ColumnElement[str | None]:
    """What the record is called that a row is about; None where it is out of reach."""
    names: dict[ToldOf, Any] = {
        ToldOf.LEAD: Lead.name, ToldOf.CLIENT: Client.name, ToldOf.WORK_ORDER: WorkOrder.title,
        ToldOf.TICKET: SupportTicket.subject, ToldOf.ENQUIRY: ContactSubmission.name,
        ToldOf.WEBHOOK: Webhook.url,
    }  # fmt: skip
    return case(*((row.kind == kind, _named(column, row)) for kind, column in names.items()))


def _named(column: Any, row: type[About]) -> Any:
    entity = column.class_
    return select(column).where(entity.id == row.record_id).correlate(row).scalar_subquery()


def in_reach(flags: Iterable[Can], branch_id: str | None) -> Select[str]:
    """The ids of those who act in a branch and hold one of the flags."""
    holds = or_(*(Colleague.holding(flag) for flag in sorted(flags)))
    staff = Colleague.user_type == "staff"
    return select(Colleague.id).where(staff, Colleague.acting_in(branch_id), holds)


def sees_the_inbox() -> Select[str]:
    """The ids of those to whom messages are shown, in whatever branch."""
    holds = or_(*(Colleague.holding(flag) for flag in sorted(TOLD_TO[Happening.NEW_MESSAGE])))
    return select(Colleague.id).where(Colleague.user_type == "staff", Colleague.status == "active", holds)


def told(
    person: str, what: Happening, kind: ToldOf, record_id: str, branch_id: str | None, key: str | None = None
) -> dict[str, Any]:
    """The row that tells a person of something; `key` where it is told once."""
    return {
        "id": new_id(), "user_id": person, "what": what, "kind": kind, "record_id": record_id,
        "branch_id": branch_id, "key": key, "created_at": now(), "read_at": None, "letter": None,
    }  # fmt: skip


def notify(session: ScopedSession) -> None:
    for passed in _passed(session):
        session.connection().execute(passed)
    if session.actor is CONSOLE:
        return
    rows = [row for row in _rows(session) if row["user_id"] != session.actor.id]
    if rows:
        session.connection().execute(insert_into(NOTIFICATIONS, session.get_bind().dialect.name), rows)


def _rows(session: ScopedSession) -> Iterator[dict[str, Any]]:
    for row in session.new:
        if isinstance(row, Lead) and not (row.comes_back or row.is_one_of_many):
            everybody = session.connection().scalars(in_reach(TOLD_TO[Happening.NEW_LEAD], row.branch_id))
            for person in set(everybody) - {row.assigned_to}:
                yield told(person, Happening.NEW_LEAD, ToldOf.LEAD, row.id, row.branch_id)
        elif isinstance(row, EnquiryHandling) and not row.suspected:
            for person in session.connection().scalars(sees_the_inbox()):
                yield told(person, Happening.NEW_MESSAGE, ToldOf.ENQUIRY, row.id, None)
    yield from _handed_over(session)
    for row in session.dirty:
        if isinstance(row, WorkOrder) and row.assigned_to and _is_rescheduled(row):
            yield told(row.assigned_to, Happening.RESCHEDULED, ToldOf.WORK_ORDER, row.id, row.branch_id)


def _handed_over(session: ScopedSession) -> Iterator[dict[str, Any]]:
    """Of records that are somebody else's now, and of next steps that were handed on; who gets many at once is not told of each."""
    for record in [*session.new, *session.dirty]:
        kind = KIND_OF.get(type(record))
        if not kind or record.comes_back or record.is_one_of_many:
            continue
        if record.assigned_to and _changed(record, "assigned_to"):
            yield told(record.assigned_to, Happening.ASSIGNED, kind, record.id, record.branch_id)
    for step in session.dirty:
        if isinstance(step, NextStep) and step.assigned_to and _changed(step, "assigned_to"):
            yield told(
                step.assigned_to, Happening.ASSIGNED, ToldOf(step.kind), step.record_id, step.branch_id
            )


def _is_rescheduled(order: WorkOrder) -> bool:
    """Whether an open order has another day now; who gets it at the same time is told that instead."""
    return order.is_unsettled and _changed(order, "scheduled_date") and not _changed(order, "assigned_to")


def _passed(session: ScopedSession) -> Iterator[Delete | Update]:
    """What takes back the unread that is no longer so: a record or step is somebody else's, a visit has another time, a step is not
    due, a message is dealt with, a webhook is on again or deleted."""
    for row in session.dirty:
        if (kind := KIND_OF.get(type(row))) and _changed(row, "assigned_to"):
            passed = unread_of(kind, row.id, Happening.ASSIGNED, Happening.RESCHEDULED)
            yield delete(NOTIFICATIONS).where(*passed)
        elif isinstance(row, WorkOrder) and _changed(row, "scheduled_date", "status"):
            yield delete(NOTIFICATIONS).where(*unread_of(ToldOf.WORK_ORDER, row.id, Happening.RESCHEDULED))
        elif isinstance(row, Visit) and _changed(row, "day", "start_minute", "end_minute", "status"):
            yield delete(NOTIFICATIONS).where(
                *unread_of(ToldOf.WORK_ORDER, row.record_id, Happening.VISIT_ASKED)
            )
        elif isinstance(row, NextStep) and _changed(row, "done_at", "due_on", "due_minute", "assigned_to"):
            yield delete(NOTIFICATIONS).where(*unread_of(ToldOf(row.kind), row.record_id, Happening.STEP_DUE))
            if _changed(row, "assigned_to"):
                yield _handed_on(row)
        elif isinstance(row, EnquiryHandling) and row.state != EnquiryState.OPEN and _changed(row, "state"):
            waited = unread_of(ToldOf.ENQUIRY, row.id, Happening.NEW_MESSAGE, Happening.ANSWER_DUE)
            yield update(NOTIFICATIONS).where(*waited).values(read_at=now())
        elif (
            isinstance(row, Webhook)
            and (row.enabled or row.ended_at)
            and _changed(row, "enabled", "ended_at")
        ):
            yield delete(NOTIFICATIONS).where(*unread_of(ToldOf.WEBHOOK, row.id, Happening.WEBHOOK_OFF))


def _handed_on(step: NextStep) -> Delete:
    """Takes back that somebody got a step, unless the record is theirs, too; who gets it now is told once, also with the record."""
    record = TABLES[ToldOf(step.kind)].c
    column = record.assigned_to if "assigned_to" in record else null()
    theirs = select(column).where(record.id == step.record_id).scalar_subquery()
    person = NOTIFICATIONS.c.user_id
    passed = or_(person.is_distinct_from(theirs), person == step.assigned_to)
    return delete(NOTIFICATIONS).where(
        *unread_of(ToldOf(step.kind), step.record_id, Happening.ASSIGNED), passed
    )


def unread_of(kind: ToldOf, record_id: str, *what: Happening) -> list[ColumnElement[bool]]:
    """What of a record somebody was told and has not read."""
    table = NOTIFICATIONS.c
    return [table.kind == kind, table.record_id == record_id, table.what.in_(what), table.read_at.is_(None)]


def _changed(row: Any, *names: str) -> bool:
    return any(inspect(row).attrs[name].history.has_changes() for name in names)


async def tell_once(database: Database, rows: list[dict[str, Any]]) -> None:
    """Writes what has a key and has not been told before, in the branch where its record is by now.

    The records are held until then: a move that was under way is waited for, and one that comes later takes the row along.
    """
    if not rows:
        return
    new = insert_into(NOTIFICATIONS, database.dialect.name)
    async with database.writes.begin() as connection:
        branches = await _held_branches(connection, rows)
        there = [
            {**row, "branch_id": branches[row["kind"], row["record_id"]]}
            for row in rows
            if (row["kind"], row["record_id"]) in branches
        ]
        if there:
            await connection.execute(new.on_conflict_do_nothing(index_elements=[NOTIFICATIONS.c.key]), there)


async def _held_branches(
    connection: AsyncConnection, rows: list[dict[str, Any]]
) -> dict[tuple[ToldOf, str], str | None]:
    """By kind and id, where the records are that these rows are about; without those that are gone."""
    found: dict[tuple[ToldOf, str], str | None] = {}
    for kind, table in TABLES.items():
        ids = sorted({row["record_id"] for row in rows if row["kind"] == kind})
        branch = table.c.branch_id if "branch_id" in table.c else null()  # it is the whole company's
        for start in range(0, len(ids), BATCH):
            some = select(table.c.id, branch).where(table.c.id.in_(ids[start : start + BATCH]))
            held = some.order_by(table.c.id).with_for_update(read=True)
            found |= {(kind, id): where for id, where in await connection.execute(held)}
    return found


async def read_until(db: Db, id: str) -> None:
    """The actor has read what is shown to them up to this one."""
    table, scope = NOTIFICATIONS.c, db.actor.scope
    mine = (table.user_id == db.actor.id) & table.kind.in_(kinds_for(db.actor)) & (table.id <= id)
    wanted = table.what.not_in(hidden_from(literal(db.actor.id)))
    seen = update(NOTIFICATIONS).where(mine, wanted, table.read_at.is_(None), _shown_in(table, scope.size))
    await db.execute(seen.values(read_at=now()), scope.values())


async def sweep(database: Database, kept: timedelta) -> None:
    """Forgets what was told longer ago."""
    async with database.writes.begin() as connection:
        await connection.execute(delete(NOTIFICATIONS).where(NOTIFICATIONS.c.created_at < now() - kept))
