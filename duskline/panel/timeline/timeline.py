"""One timeline of everything that happened in a thread, and what each reader may know of it.

Those who read the lead or client read titles, states and dates of the whole thread, and the visitor's own words; what was
said and done about another kind of record needs the flag of that kind.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Select

from duskline.core.data.base import now
from duskline.core.data.database import Reader
from duskline.core.http.listing import moment_of
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import ResponseModel
from duskline.models.records.conversions import UNDONE_WITHIN, ConversionKind
from duskline.models.records.sales import REQUESTED, request_as_changes
from duskline.models.records.visitors import photo_addresses
from duskline.models.timeline.threads import Thread
from duskline.models.timeline.timeline import LETTER, PAGE, SOURCES, EventSource
from duskline.panel.one_record import as_sent, name_of
from duskline.policy import SEE_CLIENTS, SEE_LEADS, SEE_TICKETS, SEE_WORK_ORDERS, Actor, May

MOST_SAID = 10


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
    """`create`, `update`, `delete`, `merge` or `part`; the type of an activity, or `next_step`; the topic of a message; the kind of a
    conversion, or `attached_client` and `merge`."""
    changes: dict[str, list[Any]]
    words: str | None
    """Of a merge the name of the one that went, of a detachment the lead's or client's that is not the record's own."""
    outcome: str | None
    minutes: int | None
    photos: list[str]
    """Where those that a visitor sent with it can be seen."""
    undoable: bool
    """Whether the reader may take it back: their own conversion or merge of the last minutes, on which nothing hangs."""
    via: str | None
    """Of a change: the API token by which a program made it in that person's name."""


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
OURS = frozenset({"low", "high", "value"})
"""What a request tells in the company's words: the price range."""
SUMMARY = frozenset({"title", "subject", "status", "scheduled_date", "completed_date", "number"})
"""The changes that a reader of the client may know of every member."""
TOLD_BY_OTHERS = {"lead_details": {"client_id", "first_response_at"}}
"""Changes that the conversion tells, or the activity, by the name in the audit log."""
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
    found = await _events(db, thread, [EventSource.REQUEST, EventSource.MESSAGE], None)
    return [seen for event in found[:MOST_SAID] if (seen := _as_read(db.actor, event)) is not None]


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
    after, asked = position is not None, list(sources)
    statements: dict[Hashable, Callable[[], Select[Any]]] = {
        ("timeline", source, after): partial(SOURCES[source], after) for source in asked
    }
    found = await db.together(statements, values)
    newest = sorted(
        ((row[1], row[0], source, row) for source, rows in zip(asked, found, strict=True) for row in rows),
        reverse=True,
    )
    subjects = _Subjects(thread)
    return [TOLD[source](subjects, *row) for _, _, source, row in newest[: PAGE + 1]]


class _Subjects:
    """What events happened to, by id; what belongs to no member is the client's."""

    def __init__(self, thread: Thread) -> None:
        self._members = {member.id: (member.kind, member.id, member.title) for member in thread.members}
        self._buildings = {place.id: (place.kind, place.id, place.title) for place in thread.buildings}
        self._client = ("client", thread.client_id or "", "")

    def __getitem__(self, id: str | None) -> tuple[str, str, str]:
        return self._members.get(id or "", self._client)

    def building(self, id: str) -> tuple[str, str, str]:
        """Apart, because the one at the client's address has the client's id."""
        return self._buildings.get(id, self._client)


def _change(
    subjects: _Subjects,
    id: str,
    at: datetime,
    kind: str,
    about: str,
    action: str,
    changes: Any,
    via: str | None,
    *person: Any,
) -> TimelineEvent:
    subject = subjects.building(about) if kind == "property" else subjects[about]
    told = {name: values for name, values in changes.items() if name not in TOLD_BY_OTHERS.get(kind, ())}
    return _event(
        EventSource.CHANGE,
        id,
        at,
        subject,
        who=name_of(*person),
        via=via,
        action=action,
        changes=as_sent(told),
    )


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
        EventSource.ACTIVITY, id, at, subjects[about], who=None if type == LETTER else name_of(*person), action=type, words=words,
        outcome=outcome, minutes=minutes,
    )  # fmt: skip


def _request(
    subjects: _Subjects, id: str, at: datetime, lead: str, photos: str | None, *said: Any
) -> TimelineEvent:
    return _event(
        EventSource.REQUEST, id, at, subjects[lead], action="quote_request",
        changes=as_sent(request_as_changes(dict(zip(REQUESTED, said, strict=True)))), photos=photo_addresses(photos),
    )  # fmt: skip


def _message(
    subjects: _Subjects, id: str, at: datetime, became: str | None, topic: str, words: str, photos: str | None
) -> TimelineEvent:
    return _event(
        EventSource.MESSAGE, id, at, subjects[became], action=topic, words=words,
        photos=photo_addresses(photos),
    )  # fmt: skip


def _conversion(
    subjects: _Subjects,
    id: str,
    at: datetime,
    kind: str,
    about: str,
    one: str | None,
    other: str | None,
    undoable: bool,
    *person: Any,
) -> TimelineEvent:
    """The lead and the client of a detachment, of which the thread has one; of a merge the one that went."""
    subject = subjects[about]
    words = other if kind == ConversionKind.DETACHMENT and subject[0] == "lead" else one
    return _event(
        EventSource.CONVERSION, id, at, subject, who=name_of(*person), action=kind, words=words,
        undoable=bool(undoable),
    )  # fmt: skip


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
    via: str | None = None,
) -> TimelineEvent:
    return TimelineEvent(
        id, source, at, who, *subject, action, dict(changes or {}), words, outcome, minutes, list(photos), undoable,
        via,
    )  # fmt: skip


TOLD: Mapping[EventSource, Callable[..., TimelineEvent]] = {
    EventSource.CHANGE: _change,
    EventSource.ACTIVITY: _activity,
    EventSource.REQUEST: _request,
    EventSource.MESSAGE: _message,
    EventSource.CONVERSION: _conversion,
}
"""How a row of each source is told."""


def _as_read(actor: Actor, event: TimelineEvent) -> TimelineEvent | None:
    """What this reader may know of it; None where that is nothing."""
    if not READERS[event.kind].lets(actor):
        if event.who is None and event.source is not EventSource.ACTIVITY:
            event.changes = {name: values for name, values in event.changes.items() if name not in OURS}
        else:
            event.words = event.outcome = event.minutes = None
            event.changes = {
                name: values for name, values in event.changes.items() if name in _SUMMARY_AS_SENT
            }
    return event if event.changes or event.source is not EventSource.CHANGE else None


_SUMMARY_AS_SENT = frozenset(as_sent({name: [] for name in SUMMARY}))


def _cursor(event: TimelineEvent) -> str:
    return base64.urlsafe_b64encode(f"{event.at.isoformat()} {event.id}".encode()).decode()


def position_of(cursor: str | None) -> Position | None:
    if not cursor:
        return None
    try:
        at, id = base64.urlsafe_b64decode(cursor).decode().split(" ")
        if "\x00" in id:
            raise ValueError
        return moment_of(at), id
    except (ValueError, OverflowError):
        raise Invalid({"cursor": "This page is not known. Load the record again."}) from None
