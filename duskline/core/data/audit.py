"""The audit log: who changed what, from what to what, in the same transaction as the change.

Entities with an `audit_name` leave one row per insert, update and delete by a signed-in person. What visitors
and the command line do goes to the structured log instead. Values named in `audit_secrets` never appear. What somebody
does without changing a record is a security event, kept as long. Triggers keep both as they were written, for as long as
Settings say (migration 0068, [decision 70](docs/decisions/0070-the-log-holds-itself.md)).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec
from sqlalchemy import JSON, ForeignKey, Index, Insert, String, Text, delete, insert, inspect, select
from sqlalchemy.orm import AttributeState, InstanceState, Mapped, mapped_column

from duskline.core.data.base import Base, Identified, Keyed, new_id, now
from duskline.core.data.database import Database
from duskline.core.data.pointers import pointer
from duskline.core.data.session import Db, ScopedSession, changing
from duskline.policy import CONSOLE, Actor

MECHANISM = frozenset(
    {
        "id",
        "version",
        "search",
        "email_key",
        "phone_key",
        "place_key",
        "serials",
        "words_key",
        "counted_as",
        "step",
        "step_on",
        "step_minute",
        "step_of",
        "created_at",
        "updated_at",
    }
)

BATCH = 5_000
"""Rows that are forgotten in one transaction: others wait that long for SQLite's one writer."""


LONGEST_AGENT = 300
"""Of what a browser says of itself."""


class EventKind(StrEnum):
    """What security events are about."""

    SIGN_IN = "sign_in"
    SIGN_IN_REFUSED = "sign_in_refused"
    EXPORT = "export"
    LETTER_SENT = "letter_sent"
    LETTER_REFUSED = "letter_refused"
    COPY_OF_PERSON = "copy_of_person"
    ERASURE = "erasure"
    REQUESTS_CLOSED = "requests_closed"
    """An erasure closed the requests of the erased person."""
    IMPORT = "import"
    IMPORT_UNDONE = "import_undone"


class Caller(msgspec.Struct, frozen=True):
    """Where a request came from."""

    address: str = ""
    agent: str = ""
    request: str = ""
    """By which the lines of the log name it."""


class AuditLog(Identified, Base):
    __tablename__ = "audit_logs"
    __table_args__ = (
        Index(None, "entity_type", "entity_id", "created_at"),
        Index(None, "created_at", "id"),
        Index(None, "place_id", "created_at", "id"),
        Index(None, "user_id", "created_at", "id"),
        Index(None, "entity_type", "created_at", "id"),
        Index(None, "entity_id", "created_at", "id"),
    )

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id"))
    action: Mapped[str] = mapped_column(String(40))
    entity_type: Mapped[str] = mapped_column(String(40))
    entity_id: Mapped[str] = mapped_column(
        String(36), info=pointer(follows=False, hangs=False, why="The log stays as it was written.")
    )
    changes: Mapped[dict[str, Any]] = mapped_column(JSON)
    ip_address: Mapped[str | None] = mapped_column(String(64))
    user_agent: Mapped[str | None] = mapped_column(Text)
    token_id: Mapped[str | None] = mapped_column(String(36))
    """Of the API token by which a program did it in the person's name. No reference: the log outlives what it tells of."""
    place_id: Mapped[str | None] = mapped_column(String(36))
    """The branch, or else the region, in which the record was before; None: the whole company. No reference either."""


class SecurityEvent(Identified, Base):
    """What happened that changes no record, such as a sign-in, or that somebody took a list along as a file."""

    __tablename__ = "security_events"
    __table_args__ = (
        Index(None, "created_at", "id"),
        Index(None, "place_id", "created_at", "id"),
        Index(None, "user_id", "created_at", "id"),
        Index(None, "kind", "created_at", "id"),
    )

    kind: Mapped[str] = mapped_column(String(40))
    """One of `EventKind`; older versions may have left others."""
    user_id: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    """Who did it, or whose account was tried; None where that is nobody here."""
    details: Mapped[dict[str, Any]] = mapped_column(JSON)
    ip_address: Mapped[str | None] = mapped_column(String(64))
    user_agent: Mapped[str | None] = mapped_column(Text)
    token_id: Mapped[str | None] = mapped_column(String(36))
    place_id: Mapped[str | None] = mapped_column(String(36))
    """The branch, or else the region, of that person."""


class Audited(Keyed):
    """An entity whose changes leave an audit row."""

    audit_name: ClassVar[str]
    audit_secrets: ClassVar[frozenset[str]] = frozenset()
    audit_begins: str = "create"
    """What its first row is told as; what has always been there is changed by it. No column."""
    audit_ends: str = "delete"
    """What its last row is told as. No column."""
    told_beside: Mapping[str, list[object]] = MappingProxyType({})
    """What changes together with it in rows of its own: [old, new] by name, in plain JSON, told once; no column."""

    @property
    def is_audited(self) -> bool:
        return True

    def audit_place(self, session: ScopedSession) -> str | None:
        """The branch, or else the region, in which the row was before; None: it is the whole company's."""
        return _before(self, "branch_id") or _before(self, "region_id")


def write_audit(session: ScopedSession) -> None:
    if session.actor.built_in:
        return
    touched: list[tuple[str, object]] = [("create", row) for row in session.new]
    touched += [("update", row) for row in session.dirty]
    touched += [("delete", row) for row in session.deleted]
    entries = [
        _entry(session, _told_as(action, row), row, changes)
        for action, row in touched
        if isinstance(row, Audited) and row.is_audited
        if (changes := _changes(action, row)) or action == "delete"
    ]
    if entries:
        session.connection().execute(insert(AuditLog.__table__), entries)


def _told_as(action: str, row: Audited) -> str:
    return {"create": row.audit_begins, "delete": row.audit_ends}.get(action, action)


async def note(db: Db, row: Audited, **changes: Sequence[object]) -> None:
    """Tells what happened to a row and shows in none of its columns: [old, new] by name, in plain JSON."""
    if not db.actor.built_in:
        entry = await db.run_sync(lambda session: _entry(session, "update", row, changes))  # type: ignore[arg-type]
        await db.execute(insert(AuditLog.__table__), [entry])


def _entry(
    session: ScopedSession, action: str, row: Audited, changes: Mapping[str, Sequence[object]]
) -> dict[str, object]:
    return {
        "id": new_id(),
        "created_at": now(),
        "action": action,
        "entity_type": row.audit_name,
        "entity_id": row.id,
        "changes": changes,
        "place_id": row.audit_place(session),
        **_who(session.actor, session.info.get("caller", Caller())),
    }


def _before(row: Audited, column: str) -> str | None:
    """The value of a column before the change: staff who lost a record to another branch see who took it."""
    state: InstanceState[Audited] = inspect(row)
    if column not in state.mapper.column_attrs:
        return None
    gone = state.attrs[column].history.deleted
    value: str | None = gone[0] if gone and gone[0] is not None else getattr(row, column)
    return value


def _who(actor: Actor, caller: Caller) -> dict[str, str | None]:
    """Who does something, and from where."""
    token = actor.token.id if actor.token else None
    return {"user_id": actor.id, "token_id": token, **origin_of(caller)}


def origin_of(caller: Caller) -> dict[str, str | None]:
    """From where something was done, as it is kept."""
    return {"ip_address": caller.address or None, "user_agent": caller.agent[:500] or None}


async def tell(database: Database, actor: Actor, caller: Caller, kind: EventKind, **details: object) -> None:
    """Keeps a security event, in a transaction of its own."""
    async with changing(database, actor) as db:
        db.add(event_by(actor, caller, kind, **details))
        await db.commit()


async def tell_apart(where: Database | Db, event: SecurityEvent) -> None:
    """Keeps the event of a request that is about to be refused; a session lets go of what it did, because SQLite has one writer."""
    if isinstance(where, Db):
        await where.rollback()
        where = where.database
    async with changing(where, CONSOLE) as kept:
        kept.add(event)
        await kept.commit()


def event_of(kind: EventKind, **values: object) -> Insert:
    """A security event that is nobody's act, for a transaction without a session."""
    return insert(SecurityEvent.__table__).values(id=new_id(), created_at=now(), kind=kind, **values)


def event_by(actor: Actor, caller: Caller, kind: EventKind, **details: object) -> SecurityEvent:
    """A security event of the actor, in the place where they work."""
    place = actor.branch_id or actor.region_id
    return SecurityEvent(kind=kind, details=details, place_id=place, **_who(actor, caller))


def _changes(action: str, row: Audited) -> dict[str, list[object]]:
    """Column -> [old, new], in plain JSON."""
    state: InstanceState[Audited] = inspect(row)
    changes, row.told_beside = dict(row.told_beside), {}
    for column in state.mapper.column_attrs:
        name = column.key
        if name in MECHANISM or name in row.audit_secrets:
            continue
        old, new = _old_and_new(action, state.attrs[name])
        if old != new:
            changes[name] = [old, new]
    return changes


def _old_and_new(action: str, attribute: AttributeState) -> tuple[object, object]:
    value = _plain(attribute.value)
    if action == "create":
        return None, value
    if action == "delete":
        return value, None
    history = attribute.history
    if not history.has_changes():
        return value, value
    return (_plain(history.deleted[0]) if history.deleted else None), value


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, date | datetime) else value


async def sweep(database: Database, kept: timedelta) -> None:
    """Forgets who did what longer ago, a batch at a time; triggers refuse whatever Settings do not let go."""
    for entity in (AuditLog, SecurityEvent):
        table = entity.__table__
        old = select(table.c.id).where(table.c.created_at < now() - kept).limit(BATCH)
        while True:
            async with database.writes.begin() as connection:
                gone = await connection.execute(delete(table).where(table.c.id.in_(old)))
            if gone.rowcount < BATCH:
                break
