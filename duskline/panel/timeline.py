"""One timeline of everything that happened in a thread: what it is read from, and what each reader may know of it.

Whoever reads the lead or client reads titles, states and dates of the whole thread, and the visitor's own words; what was
said and done about another kind of record needs the flag of that kind.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    and_,
    case,
    cast,
    false,
    func,
    literal,
    null,
    or_,
    select,
    tuple_,
    union_all,
)

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.errors import Invalid
from duskline.core.http.bodies import ResponseModel
from duskline.models.about import RecordKind
from duskline.models.activities import Activity
from duskline.models.conversions import UNDONE_WITHIN, Conversion, ConversionKind, Merge
from duskline.models.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.people import Colleague
from duskline.models.properties import Property
from duskline.models.sales import QuoteRequest
from duskline.models.threads import Member, Thread
from duskline.models.undoing import hangs
from duskline.models.visitors import VisitorReference, photo_addresses, photos_sent_with
from duskline.panel.records import as_sent, name_of
from duskline.policy import SEE_CLIENTS, SEE_LEADS, SEE_TICKETS, SEE_WORK_ORDERS, Actor, May

PAGE = 50
MOST_SAID = 10


class EventSource(StrEnum):
    CHANGE = "change"
    ACTIVITY = "activity"
    REQUEST = "request"
    MESSAGE = "message"
    CONVERSION = "conversion"


class TimelineEvent(ResponseModel):
    """Something that happened in a thread, to be told in words."""

    id: str
    source: EventSource
    at: datetime
    who: str | None
    """None is the visitor."""
    kind: str
    record_id: str
    title: str
    """Of the record that it happened to."""
    action: str
    """`create`, `update` or `delete`; the type of an activity; the topic of a message; the kind of a conversion, or
    `attached_client` and `merge`."""
    changes: dict[str, list[Any]]
    words: str | None
    outcome: str | None
    minutes: int | None
    photos: list[str]
    """Where those that a visitor sent with it can be seen."""
    undoable: bool
    """Whether the reader may take it back: their own conversion or merge of the last minutes, on which nothing hangs."""


class Timeline(ResponseModel):
    events: list[TimelineEvent]
    cursor: str | None
    """Where the next page begins; None at the end."""


READERS: Mapping[str, May] = {
    "lead": SEE_LEADS,
    "client": SEE_CLIENTS,
    "work_order": SEE_WORK_ORDERS,
    "support_ticket": SEE_TICKETS,
    "warranty": SEE_CLIENTS,
    "property": SEE_CLIENTS,
}
"""Who reads what was said and done about the members of a kind, as the audit log calls them."""
LOGGED = {
    "lead": ("lead",),
    "client": ("client",),
    "work_order": ("work_order", "work_order_details"),
    "support_ticket": ("support_ticket", "ticket_details"),
    "warranty": ("warranty",),
}
"""Under which names the audit log keeps what happens to a member and to what stands beside it."""
KINDS = {
    "lead": RecordKind.LEAD,
    "client": RecordKind.CLIENT,
    "work_order": RecordKind.WORK_ORDER,
    "support_ticket": RecordKind.TICKET,
}
SUMMARY = frozenset({"title", "subject", "status", "scheduled_date", "completed_date", "number"})
"""The changes that whoever reads the client may know of every member."""
Position = tuple[datetime, str]


async def timeline_of(
    db: Db, thread: Thread, position: Position | None, only: EventSource | None
) -> Timeline:
    """The newest events behind a position, of all sources or of one."""
    found: list[TimelineEvent] = []
    for source, events in SOURCES.items():
        if only in (None, source):
            found += await events(db, thread, position)
    found.sort(key=lambda event: (event.at, event.id), reverse=True)
    shown, last = found[:PAGE], found[PAGE - 1] if len(found) > PAGE else None
    readable = [seen for event in shown if (seen := _as_read(db.actor, event)) is not None]
    return Timeline(readable, None if last is None else _cursor(last))


async def said_by_visitor(db: Db, thread: Thread) -> list[TimelineEvent]:
    """What the person asked for and wrote, with the photos, newest first."""
    said = [*await _requests(db, thread, None), *await _messages(db, thread, None)]
    return sorted(said, key=lambda event: (event.at, event.id), reverse=True)[:MOST_SAID]


async def _changes(db: Db, thread: Thread, position: Position | None) -> list[TimelineEvent]:
    ids = thread.ids()
    theirs = [
        and_(AuditLog.entity_type.in_(LOGGED[kind]), AuditLog.entity_id.in_(members))
        for kind, members in ids.items()
    ]
    if thread.client_id is not None:
        places = select(Property.id).where(Property.client_id == thread.client_id)
        theirs.append(and_(AuditLog.entity_type == "property", AuditLog.entity_id.in_(places)))
    # What a conversion made is told by the conversion.
    converted = and_(
        Conversion.to_id == AuditLog.entity_id, Conversion.made_new, Conversion.undone_at.is_(None)
    )
    told = and_(AuditLog.action == "create", select(Conversion.id).where(converted).exists())
    place = func.coalesce(Property.name, Property.address, "")
    statement = (
        select(AuditLog, place, Colleague.first_name, Colleague.last_name, Colleague.email)
        .outerjoin(Property, (Property.id == AuditLog.entity_id) & (AuditLog.entity_type == "property"))
        .outerjoin(Colleague, Colleague.id == AuditLog.user_id)
        .where(or_(false(), *theirs), ~told, *_behind(position, AuditLog.created_at, AuditLog.id))
        .order_by(AuditLog.created_at.desc(), AuditLog.id.desc())
        .limit(PAGE + 1)
    )
    members = _by_id(thread)
    return [
        _event(
            EventSource.CHANGE, log.id, log.created_at,
            _property(log, title) if log.entity_type == "property" else members.get(log.entity_id),
            thread, who=name_of(*person), action=log.action, changes=as_sent(log.changes),
        )
        for log, title, *person in await db.execute(statement)
    ]  # fmt: skip


def _property(log: AuditLog, title: str) -> Member:
    """As if it were a member; without a name or an address of its own it is the one at the client's."""
    return Member("property", log.entity_id, title, "", None, None, None, log.created_at)


async def _activities(db: Db, thread: Thread, position: Position | None) -> list[TimelineEvent]:
    theirs = [
        and_(Activity.kind == KINDS[kind], Activity.record_id.in_(members))
        for kind, members in thread.ids().items()
        if kind in KINDS
    ]
    statement = (
        select(Activity, Colleague.first_name, Colleague.last_name, Colleague.email)
        .outerjoin(Colleague, Colleague.id == Activity.by_id)
        .where(or_(false(), *theirs), *_behind(position, Activity.happened_at, Activity.id))
        .order_by(Activity.happened_at.desc(), Activity.id.desc())
        .limit(PAGE + 1)
    )
    members = _by_id(thread)
    return [
        _event(
            EventSource.ACTIVITY, done.id, done.happened_at, members.get(done.record_id), thread,
            who=name_of(*person), action=done.type, words=done.words, outcome=done.outcome, minutes=done.minutes,
        )
        for done, *person in await db.execute(statement)
    ]  # fmt: skip


async def _requests(db: Db, thread: Thread, position: Position | None) -> list[TimelineEvent]:
    statement = (
        select(QuoteRequest, photos_sent_with(VisitorReference.quote_request_id == QuoteRequest.id))
        .where(
            QuoteRequest.lead_id.in_(thread.ids().get("lead", [])),
            *_behind(position, QuoteRequest.created_at, QuoteRequest.id),
        )
        .order_by(QuoteRequest.created_at.desc(), QuoteRequest.id.desc())
        .limit(PAGE + 1)
    )
    members = _by_id(thread)
    return [
        _event(
            EventSource.REQUEST, asked.id, asked.created_at, members.get(asked.lead_id), thread,
            action="quote_request", changes=as_sent(asked.as_changes()), photos=photo_addresses(photos),
        )
        for asked, photos in await db.execute(statement)
    ]  # fmt: skip


async def _messages(db: Db, thread: Thread, position: Position | None) -> list[TimelineEvent]:
    ids = thread.ids()
    theirs = or_(
        EnquiryHandling.lead_id.in_(ids.get("lead", [])),
        EnquiryHandling.ticket_id.in_(ids.get("support_ticket", [])),
        EnquiryHandling.client_id.in_(ids.get("client", [])),
    )
    statement = (
        select(
            ContactSubmission,
            EnquiryHandling,
            photos_sent_with(VisitorReference.enquiry_id == ContactSubmission.id),
        )
        .join(EnquiryHandling, EnquiryHandling.id == ContactSubmission.id)
        .where(theirs, *_behind(position, ContactSubmission.created_at, ContactSubmission.id))
        .order_by(ContactSubmission.created_at.desc(), ContactSubmission.id.desc())
        .limit(PAGE + 1)
    )
    members = _by_id(thread)
    return [
        _event(
            EventSource.MESSAGE, sent.id, sent.created_at, members.get(became.lead_id or became.ticket_id or ""),
            thread, action=became.topic, words=sent.message, photos=photo_addresses(photos),
        )
        for sent, became, photos in await db.execute(statement)
    ]  # fmt: skip


async def _conversions(db: Db, thread: Thread, position: Position | None) -> list[TimelineEvent]:
    ids = [id for members in thread.ids().values() for id in members]
    found = union_all(_converted(db.actor, ids), _merged(db.actor, ids)).subquery().c
    statement = (
        select(
            found.kind, found.id, found.at, found.about, found.gone, found.undoable,
            Colleague.first_name, Colleague.last_name, Colleague.email,
        )
        .outerjoin(Colleague, Colleague.id == found.by_id)
        .where(*_behind(position, found.at, found.id))
        .order_by(found.at.desc(), found.id.desc())
        .limit(PAGE + 1)
    )  # fmt: skip
    members = _by_id(thread)
    return [
        _event(
            EventSource.CONVERSION, id, at, members.get(about), thread,
            who=name_of(*person), action=kind, words=gone, undoable=undoable,
        )
        for kind, id, at, about, gone, undoable, *person in await db.execute(statement)
    ]  # fmt: skip


def _converted(actor: Actor, ids: Sequence[str]) -> Select[Any]:
    """Of a lead that became a client the lead is told, else what was made."""
    became = Conversion.kind == ConversionKind.CLIENT
    return select(
        case((became & ~Conversion.made_new, "attached_client"), else_=cast(Conversion.kind, String)).label(
            "kind"
        ),
        Conversion.id.label("id"),
        Conversion.created_at.label("at"),
        case((became, Conversion.from_id), else_=Conversion.to_id).label("about"),
        cast(null(), String).label("gone"),
        case((_of_late(actor, Conversion), ~hangs()), else_=false()).label("undoable"),
        Conversion.by_id.label("by_id"),
    ).where(or_(Conversion.from_id.in_(ids), Conversion.to_id.in_(ids)), Conversion.undone_at.is_(None))


def _merged(actor: Actor, ids: Sequence[str]) -> Select[Any]:
    return select(
        literal("merge", String),
        Merge.id,
        Merge.created_at,
        Merge.kept_id,
        Merge.gone["row"]["name"].as_string(),
        case((_of_late(actor, Merge), literal(True)), else_=false()),
        Merge.by_id,
    ).where(Merge.kept_id.in_(ids), Merge.undone_at.is_(None))


def _of_late(actor: Actor, entity: type[Conversion | Merge]) -> ColumnElement[bool]:
    return and_(entity.by_id == actor.id, entity.created_at > now() - UNDONE_WITHIN)


SOURCES = {
    EventSource.CHANGE: _changes,
    EventSource.ACTIVITY: _activities,
    EventSource.REQUEST: _requests,
    EventSource.MESSAGE: _messages,
    EventSource.CONVERSION: _conversions,
}


def _by_id(thread: Thread) -> Mapping[str, Member]:
    return {member.id: member for member in thread.members}


def _event(
    source: EventSource,
    id: str,
    at: datetime,
    member: Member | None,
    thread: Thread,
    *,
    action: str,
    who: str | None = None,
    changes: Mapping[str, list[Any]] | None = None,
    words: str | None = None,
    outcome: str | None = None,
    minutes: int | None = None,
    photos: Sequence[str] = (),
    undoable: bool = False,
) -> TimelineEvent:
    """An event of a member; what belongs to none is the client's."""
    kind, record_id, title = (
        (member.kind, member.id, member.title) if member else ("client", thread.client_id or "", "")
    )
    return TimelineEvent(
        id,
        source,
        at,
        who,
        kind,
        record_id,
        title,
        action,
        dict(changes or {}),
        words,
        outcome,
        minutes,
        list(photos),
        undoable,
    )


def _as_read(actor: Actor, event: TimelineEvent) -> TimelineEvent | None:
    """What this reader may know of it; None where that is nothing."""
    if event.who is None or READERS[event.kind].lets(actor):
        return event
    event.words = event.outcome = event.minutes = None
    event.changes = {name: values for name, values in event.changes.items() if name in _SUMMARY_AS_SENT}
    return event if event.changes or event.source is not EventSource.CHANGE else None


_SUMMARY_AS_SENT = frozenset(as_sent({name: [] for name in SUMMARY}))


def _behind(position: Position | None, at: Any, id: Any) -> Sequence[ColumnElement[bool]]:
    if position is None:
        return ()
    return (tuple_(at, id) < tuple_(literal(position[0], at.type), literal(position[1], id.type)),)


def _cursor(event: TimelineEvent) -> str:
    return base64.urlsafe_b64encode(f"{event.at.isoformat()} {event.id}".encode()).decode()


def position_of(cursor: str | None) -> Position | None:
    if not cursor:
        return None
    try:
        at, id = base64.urlsafe_b64decode(cursor).decode().split(" ")
        return datetime.fromisoformat(at), id
    except ValueError:
        raise Invalid({"cursor": "This page is not known. Load the record again."}) from None
