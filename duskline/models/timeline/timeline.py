"""What the timeline of a thread is read from: a statement for each source, with the same placeholders.

`ids`, `leads`, `tickets` and `clients` are those of the thread, `reader` is who asks, `late` is since when something can be
taken back; behind a position also `before` and `before_id`. Each row begins with the event's id and time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
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
    tuple_,
    union_all,
)
from sqlalchemy.orm import aliased

from duskline.core.data.audit import AuditLog
from duskline.core.data.one_of import is_one_of
from duskline.models.merging.undoing import hangs, is_forgotten
from duskline.models.people.api_tokens import ApiToken
from duskline.models.people.people import Colleague
from duskline.models.records.about import RecordKind
from duskline.models.records.activities import Activity, NextStep
from duskline.models.records.conversions import Conversion, ConversionKind, Merge
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.records.sales import REQUESTED, QuoteRequest
from duskline.models.records.visitors import VisitorReference, photos_sent_with
from duskline.models.schedule.visit_letters import VisitLetter

PAGE = 50
KEPT_PROMISE = "next_step"
"""What a next step that is done is called among the activities."""
LETTER = "letter"
"""What a letter to the client is called there; nobody of the staff wrote it."""


class EventSource(StrEnum):
    CHANGE = "change"
    ACTIVITY = "activity"
    REQUEST = "request"
    MESSAGE = "message"
    CONVERSION = "conversion"


LOGGED = {
    "lead": ("lead", "lead_details"),
    "client": ("client",),
    "work_order": ("work_order", "work_order_details"),
    "support_ticket": ("support_ticket", "ticket_details"),
    "warranty": ("warranty",),
    "property": ("property",),
}
"""Under which names the audit log keeps what happens to a member and to what stands beside it."""


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
            AuditLog.changes, ApiToken.name, *_PERSON,
        )
        .outerjoin(Colleague, Colleague.id == AuditLog.user_id)
        .outerjoin(ApiToken, ApiToken.id == AuditLog.token_id)
        .where(AuditLog.entity_type.in_(logged), is_one_of(AuditLog.entity_id, "ids"), ~told)
    )  # fmt: skip
    return _page(statement, AuditLog.created_at, AuditLog.id, after)


def _activities(after: bool) -> Select[Any]:
    found = union_all(_done(), _kept_promises(), _letters()).subquery().c
    statement = select(
        found.id, found.at, found.about, found.type, found.words, found.outcome, found.minutes, *_PERSON
    ).outerjoin(Colleague, Colleague.id == found.by_id)
    return _page(statement, found.at, found.id, after)


def _done() -> Select[Any]:
    columns: list[Any] = [
        Activity.id.label("id"), Activity.happened_at.label("at"), Activity.record_id.label("about"),
        cast(Activity.type, String).label("type"), Activity.words.label("words"),
        cast(Activity.outcome, String).label("outcome"), Activity.minutes.label("minutes"),
        Activity.by_id.label("by_id"),
    ]  # fmt: skip
    return select(*columns).where(_of_the_thread(Activity))


def _kept_promises() -> Select[Any]:
    """A next step that is done has happened."""
    step, outcome, minutes = literal(KEPT_PROMISE, String), cast(null(), String), cast(null(), Integer)
    columns: list[Any] = [
        NextStep.id, NextStep.done_at, NextStep.record_id, step, NextStep.words, outcome, minutes, NextStep.done_by,
    ]  # fmt: skip
    return select(*columns).where(_of_the_thread(NextStep), NextStep.done_at.is_not(None))


def _letters() -> Select[Any]:
    """What the client was told of a visit by mail."""
    nobody, outcome, minutes = cast(null(), String), cast(null(), String), cast(null(), Integer)
    columns: list[Any] = [
        VisitLetter.id, VisitLetter.told_at, VisitLetter.work_order_id, literal(LETTER, String), VisitLetter.words,
        outcome, minutes, nobody,
    ]  # fmt: skip
    return select(*columns).where(
        is_one_of(VisitLetter.work_order_id, "ids"), VisitLetter.told_at.is_not(None)
    )


def _of_the_thread(entity: type[Activity | NextStep]) -> ColumnElement[bool]:
    kinds = [literal(kind, entity.kind.type) for kind in RecordKind]
    return and_(entity.kind.in_(kinds), is_one_of(entity.record_id, "ids"))


def _requests(after: bool) -> Select[Any]:
    sent = photos_sent_with(VisitorReference.quote_request_id == QuoteRequest.id)
    columns = [getattr(QuoteRequest, name) for name in REQUESTED]
    statement = select(QuoteRequest.id, QuoteRequest.created_at, QuoteRequest.lead_id, sent, *columns)
    statement = statement.where(is_one_of(QuoteRequest.lead_id, "leads"))
    return _page(statement, QuoteRequest.created_at, QuoteRequest.id, after)


def _messages(after: bool) -> Select[Any]:
    theirs = or_(
        is_one_of(EnquiryHandling.lead_id, "leads"),
        is_one_of(EnquiryHandling.ticket_id, "tickets"),
        is_one_of(EnquiryHandling.client_id, "clients"),
    )
    # A quote request that waits in the inbox as well is told once.
    requested = aliased(VisitorReference)
    as_request = (requested.enquiry_id == ContactSubmission.id, requested.quote_request_id.is_not(None))
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
        .where(theirs, ~select(requested.id).where(*as_request).correlate(ContactSubmission).exists())
    )
    return _page(statement, ContactSubmission.created_at, ContactSubmission.id, after)


def _conversions(after: bool) -> Select[Any]:
    found = union_all(_converted(), _merged()).subquery().c
    statement = select(
        found.id, found.at, found.kind, found.about, found.one, found.other, found.undoable, *_PERSON
    ).outerjoin(Colleague, Colleague.id == found.by_id)
    return _page(statement, found.at, found.id, after)


OF_LEADS = (ConversionKind.CLIENT, ConversionKind.DETACHMENT)
"""Conversions that happened to a lead, whatever came of it."""


def _converted() -> Select[Any]:
    """Of a lead that became a client, or was detached from one, the lead is told, else what was made."""
    became = Conversion.kind == ConversionKind.CLIENT
    of_lead = Conversion.kind.in_([literal(kind, Conversion.kind.type) for kind in OF_LEADS])
    return select(
        Conversion.id.label("id"),
        Conversion.created_at.label("at"),
        case((became & ~Conversion.made_new, "attached_client"), else_=cast(Conversion.kind, String)).label(
            "kind"
        ),
        case((of_lead, Conversion.from_id), else_=Conversion.to_id).label("about"),
        Conversion.before["lead"].as_string().label("one"),
        Conversion.before["client"].as_string().label("other"),
        case((_of_late(Conversion), ~hangs() & ~is_forgotten()), else_=false()).label("undoable"),
        Conversion.by_id.label("by_id"),
    ).where(
        or_(is_one_of(Conversion.from_id, "ids"), is_one_of(Conversion.to_id, "ids")),
        Conversion.undone_at.is_(None),
    )


def _merged() -> Select[Any]:
    again = aliased(Merge)
    later = select(again.id).where(
        again.kept_id == Merge.kept_id, again.undone_at.is_(None), again.created_at > Merge.created_at
    )
    return select(
        Merge.id,
        Merge.created_at,
        literal("merge", String),
        Merge.kept_id,
        Merge.gone["row"]["name"].as_string(),
        cast(null(), String),
        case((_of_late(Merge), ~later.correlate(Merge).exists() & ~_is_touched_since()), else_=false()),
        Merge.by_id,
    ).where(
        is_one_of(Merge.kept_id, "ids"),
        Merge.undone_at.is_(None),
        Merge.gone["erased"].as_boolean().is_(None),
    )


def _is_touched_since() -> ColumnElement[bool]:
    """Returns a condition on merges: the log names one of their rows since, but for merges that were undone. The undo looks closer."""
    passed = aliased(Merge)
    of_these = [
        AuditLog.entity_id.in_((Merge.kept_id, Merge.gone_id)),
        _holds(Merge.moved, AuditLog.entity_id),
    ]
    again = select(passed.id).where(
        AuditLog.created_at.between(passed.began_at, passed.undone_at),
        or_(
            AuditLog.entity_id == passed.kept_id,
            *(_holds(each, AuditLog.entity_id) for each in (passed.moved, passed.gone)),
        ),
    )
    touched = select(AuditLog.id).where(
        AuditLog.created_at > Merge.created_at,
        or_(*of_these, _holds(AuditLog.changes, Merge.kept_id)),
        ~again.correlate(AuditLog).exists(),
    )
    return touched.correlate(Merge).exists()


def _holds(column: Any, id: Any) -> ColumnElement[bool]:
    return cast(column, String).contains(id)


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
SOURCES: Mapping[EventSource, Callable[[bool], Select[Any]]] = {
    EventSource.CHANGE: _changes,
    EventSource.ACTIVITY: _activities,
    EventSource.REQUEST: _requests,
    EventSource.MESSAGE: _messages,
    EventSource.CONVERSION: _conversions,
}
"""The newest of each, or those behind a position."""
