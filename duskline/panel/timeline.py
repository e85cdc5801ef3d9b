"""One timeline of everything that happened in a thread: what it is read from, and what each reader may know of it.

Whoever reads the lead or client reads titles, states and dates of the whole thread, and the visitor's own words; what was
said and done about another kind of record needs the flag of that kind.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    false,
    func,
    literal,
    null,
    or_,
    select,
    true,
    tuple_,
    union_all,
)

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import now
from duskline.core.data.database import Reader
from duskline.core.data.one_of import is_one_of
from duskline.core.errors import Invalid
from duskline.core.http.bodies import ResponseModel
from duskline.models.about import RecordKind
from duskline.models.activities import Activity
from duskline.models.conversions import UNDONE_WITHIN, Conversion, ConversionKind, Merge
from duskline.models.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.people import Colleague
from duskline.models.sales import REQUESTED, QuoteRequest, request_as_changes
from duskline.models.threads import Thread
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
    "property": ("property",),
}
"""Under which names the audit log keeps what happens to a member and to what stands beside it."""
SUMMARY = frozenset({"title", "subject", "status", "scheduled_date", "completed_date", "number"})
"""The changes that whoever reads the client may know of every member."""
Position = tuple[datetime, str]


async def timeline_of(
    db: Reader, thread: Thread, position: Position | None, only: EventSource | None
) -> Timeline:
    """The newest events behind a position, of all sources or of one."""
    found = await _events(db, thread, SOURCES if only is None else [only], position)
    shown, last = found[:PAGE], found[PAGE - 1] if len(found) > PAGE else None
    readable = [seen for event in shown if (seen := _as_read(db.actor, event)) is not None]
    return Timeline(readable, None if last is None else _cursor(last))


async def said_by_visitor(db: Reader, thread: Thread) -> list[TimelineEvent]:
    """What the person asked for and wrote, with the photos, newest first."""
    return (await _events(db, thread, [EventSource.REQUEST, EventSource.MESSAGE], None))[:MOST_SAID]


async def _events(
    db: Reader, thread: Thread, sources: Iterable[EventSource], position: Position | None
) -> list[TimelineEvent]:
    """The newest of all, one more than a page."""
    values: dict[str, Any] = {
        "ids": thread.ids(), "leads": thread.ids("lead"), "tickets": thread.ids("support_ticket"),
        "clients": thread.ids("client"), "reader": db.actor.id, "late": now() - UNDONE_WITHIN,
    }  # fmt: skip
    if position is not None:
        values |= {"before": position[0], "before_id": position[1]}
    after, told = position is not None, {source: SOURCES[source] for source in sources}
    statements: dict[Hashable, Callable[[], Select[Any]]] = {
        ("timeline", source, after): partial(told[source].statement, after) for source in told
    }
    found = await db.together(statements, values)
    newest = sorted(
        ((row[1], row[0], source, row) for source, rows in zip(told, found, strict=True) for row in rows),
        reverse=True,
    )
    subjects = _Subjects(thread)
    return [told[source].event(subjects, *row) for _, _, source, row in newest[: PAGE + 1]]


class _Subjects:
    """What events happened to, by id; what belongs to no member is the client's."""

    def __init__(self, thread: Thread) -> None:
        told = [*thread.buildings, *thread.members]
        self._known = {member.id: (member.kind, member.id, member.title) for member in told}
        self._building = {
            building.id: ("property", building.id, building.title) for building in thread.buildings
        }
        self._client = ("client", thread.client_id or "", "")

    def __getitem__(self, id: str | None) -> tuple[str, str, str]:
        found = self._known.get(id or "")
        return found if found is not None and found[0] != "property" else self._client

    def building(self, id: str) -> tuple[str, str, str]:
        """The one at the client's address has the client's id."""
        return self._building.get(id, self._client)


def _changes(after: bool) -> Select[Any]:
    logged = [literal(name) for names in LOGGED.values() for name in names]
    # What a conversion made is told by the conversion.
    converted = and_(
        Conversion.to_id == AuditLog.entity_id, Conversion.made_new, Conversion.undone_at.is_(None)
    )
    told = and_(AuditLog.action == "create", select(Conversion.id).where(converted).exists())
    statement = (
        select(
            AuditLog.id, AuditLog.created_at, AuditLog.entity_type, AuditLog.entity_id, AuditLog.action,
            AuditLog.changes, *_PERSON,
        )
        .outerjoin(Colleague, Colleague.id == AuditLog.user_id)
        .where(AuditLog.entity_type.in_(logged), is_one_of(AuditLog.entity_id, "ids"), ~told)
    )  # fmt: skip
    return _page(statement, AuditLog.created_at, AuditLog.id, after)


def _change(
    subjects: _Subjects, id: str, at: datetime, kind: str, about: str, action: str, changes: Any, *person: Any
) -> TimelineEvent:
    subject = subjects.building(about) if kind == "property" else subjects[about]
    return _event(
        EventSource.CHANGE, id, at, subject, who=name_of(*person), action=action, changes=as_sent(changes)
    )


def _activities(after: bool) -> Select[Any]:
    kinds = [literal(kind, Activity.kind.type) for kind in RecordKind]
    statement = (
        select(
            Activity.id, Activity.happened_at, Activity.record_id, Activity.type, Activity.words,
            Activity.outcome, Activity.minutes, *_PERSON,
        )
        .outerjoin(Colleague, Colleague.id == Activity.by_id)
        .where(Activity.kind.in_(kinds), is_one_of(Activity.record_id, "ids"))
    )  # fmt: skip
    return _page(statement, Activity.happened_at, Activity.id, after)


def _activity(
    subjects: _Subjects,
    id: str,
    at: datetime,
    about: str,
    type: str,
    words: str | None,
    outcome: str | None,
    minutes: int | None,
    *person: Any,
) -> TimelineEvent:
    return _event(
        EventSource.ACTIVITY, id, at, subjects[about], who=name_of(*person), action=type, words=words,
        outcome=outcome, minutes=minutes,
    )  # fmt: skip


def _requests(after: bool) -> Select[Any]:
    sent = photos_sent_with(VisitorReference.quote_request_id == QuoteRequest.id)
    columns = [getattr(QuoteRequest, name) for name in REQUESTED]
    statement = select(QuoteRequest.id, QuoteRequest.created_at, QuoteRequest.lead_id, sent, *columns)
    statement = statement.where(is_one_of(QuoteRequest.lead_id, "leads"))
    return _page(statement, QuoteRequest.created_at, QuoteRequest.id, after)


def _request(
    subjects: _Subjects, id: str, at: datetime, lead: str, photos: str | None, *said: Any
) -> TimelineEvent:
    return _event(
        EventSource.REQUEST, id, at, subjects[lead], action="quote_request",
        changes=as_sent(request_as_changes(dict(zip(REQUESTED, said, strict=True)))), photos=photo_addresses(photos),
    )  # fmt: skip


def _messages(after: bool) -> Select[Any]:
    theirs = or_(
        is_one_of(EnquiryHandling.lead_id, "leads"),
        is_one_of(EnquiryHandling.ticket_id, "tickets"),
        is_one_of(EnquiryHandling.client_id, "clients"),
    )
    statement = (
        select(
            ContactSubmission.id,
            ContactSubmission.created_at,
            func.coalesce(EnquiryHandling.lead_id, EnquiryHandling.ticket_id),
            EnquiryHandling.topic,
            ContactSubmission.message,
            photos_sent_with(VisitorReference.enquiry_id == ContactSubmission.id),
        )
        .join(EnquiryHandling, EnquiryHandling.id == ContactSubmission.id)
        .where(theirs)
    )
    return _page(statement, ContactSubmission.created_at, ContactSubmission.id, after)


def _message(
    subjects: _Subjects, id: str, at: datetime, became: str | None, topic: str, words: str, photos: str | None
) -> TimelineEvent:
    return _event(
        EventSource.MESSAGE, id, at, subjects[became], action=topic, words=words,
        photos=photo_addresses(photos),
    )  # fmt: skip


def _conversions(after: bool) -> Select[Any]:
    found = union_all(_converted(), _merged()).subquery().c
    statement = select(
        found.id, found.at, found.kind, found.about, found.gone, found.undoable, *_PERSON
    ).outerjoin(Colleague, Colleague.id == found.by_id)
    return _page(statement, found.at, found.id, after)


def _conversion(
    subjects: _Subjects,
    id: str,
    at: datetime,
    kind: str,
    about: str,
    gone: str | None,
    undoable: bool,
    *person: Any,
) -> TimelineEvent:
    return _event(
        EventSource.CONVERSION, id, at, subjects[about], who=name_of(*person), action=kind, words=gone,
        undoable=bool(undoable),
    )  # fmt: skip


def _converted() -> Select[Any]:
    """Of a lead that became a client the lead is told, else what was made."""
    became = Conversion.kind == ConversionKind.CLIENT
    return select(
        Conversion.id.label("id"),
        Conversion.created_at.label("at"),
        case((became & ~Conversion.made_new, "attached_client"), else_=cast(Conversion.kind, String)).label(
            "kind"
        ),
        case((became, Conversion.from_id), else_=Conversion.to_id).label("about"),
        cast(null(), String).label("gone"),
        case((_of_late(Conversion), ~hangs()), else_=false()).label("undoable"),
        Conversion.by_id.label("by_id"),
    ).where(
        or_(is_one_of(Conversion.from_id, "ids"), is_one_of(Conversion.to_id, "ids")),
        Conversion.undone_at.is_(None),
    )


def _merged() -> Select[Any]:
    return select(
        Merge.id,
        Merge.created_at,
        literal("merge", String),
        Merge.kept_id,
        Merge.gone["row"]["name"].as_string(),
        case((_of_late(Merge), true()), else_=false()),
        Merge.by_id,
    ).where(is_one_of(Merge.kept_id, "ids"), Merge.undone_at.is_(None))


def _of_late(entity: type[Conversion | Merge]) -> ColumnElement[bool]:
    mine = entity.by_id == bindparam("reader", type_=String)
    return and_(mine, entity.created_at > bindparam("late", type_=entity.created_at.type))


def _page(statement: Any, at: Any, id: Any, after: bool) -> Select[Any]:
    """The newest, behind the position where there is one."""
    if after:
        position = tuple_(bindparam("before", type_=at.type), bindparam("before_id", type_=id.type))
        statement = statement.where(tuple_(at, id) < position)
    newest: Select[Any] = statement.order_by(at.desc(), id.desc()).limit(PAGE + 1)
    return newest


_PERSON = (Colleague.first_name, Colleague.last_name, Colleague.email)


class _Source(NamedTuple):
    """What is asked for, and how a row is told."""

    statement: Callable[[bool], Select[Any]]
    """Of the newest, or of those behind a position."""
    event: Callable[..., TimelineEvent]


SOURCES: Mapping[EventSource, _Source] = {
    EventSource.CHANGE: _Source(_changes, _change),
    EventSource.ACTIVITY: _Source(_activities, _activity),
    EventSource.REQUEST: _Source(_requests, _request),
    EventSource.MESSAGE: _Source(_messages, _message),
    EventSource.CONVERSION: _Source(_conversions, _conversion),
}


def _event(
    source: EventSource,
    id: str,
    at: datetime,
    subject: tuple[str, str, str],
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
    return TimelineEvent(
        id, source, at, who, *subject, action, dict(changes or {}), words, outcome, minutes, list(photos), undoable
    )  # fmt: skip


def _as_read(actor: Actor, event: TimelineEvent) -> TimelineEvent | None:
    """What this reader may know of it; None where that is nothing."""
    if event.who is None or READERS[event.kind].lets(actor):
        return event
    event.words = event.outcome = event.minutes = None
    event.changes = {name: values for name, values in event.changes.items() if name in _SUMMARY_AS_SENT}
    return event if event.changes or event.source is not EventSource.CHANGE else None


_SUMMARY_AS_SENT = frozenset(as_sent({name: [] for name in SUMMARY}))


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
