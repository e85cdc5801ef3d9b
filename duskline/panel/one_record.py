"""One record, whatever its kind: itself, its history in plain words, and its removal.

Who may enter: those who may see records of the kind; to remove one, those who may delete data.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from litestar.handlers import HTTPRouteHandler
from sqlalchemy import select

from duskline.core.data.audit import Audited, AuditLog
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, delete, read
from duskline.core.values.bodies import ResponseModel
from duskline.core.values.naming import camel_case
from duskline.models.people.api_tokens import ApiToken
from duskline.models.people.people import Colleague
from duskline.models.privacy.going import UNTOLD
from duskline.models.records.removal import remove
from duskline.models.timeline.timeline import LOGGED
from duskline.policy import DELETE_DATA, May

LONGEST = 200


class Event(ResponseModel):
    id: str
    at: datetime
    who: str
    via: str | None
    """The API token by which a program did it in that person's name."""
    action: str
    changes: dict[str, list[Any]]


Origin = Callable[[Db, str], Awaitable[list[Event]]]
Before = Callable[[Db, StrictRequest, Any], Awaitable[None]]


def record_routes(
    path: str, entity: type[Audited], row: type[ResponseModel], may: May, origin: Origin | None = None
) -> list[HTTPRouteHandler]:
    """`GET <path>/{id}` and `GET <path>/{id}/history`; `origin` tells what came before the audit log."""

    @read(path + "/{id:str}", may=may, returns=row)
    async def one(db: Db, id: str) -> Audited:
        """One record."""
        return await db.find(entity, id)

    one.name = f"one_{entity.audit_name}"
    return [one, history_route(path, entity, may, origin)]


def history_route(
    path: str, entity: type[Audited], may: May, origin: Origin | None = None, *, beside: str | None = None
) -> HTTPRouteHandler:
    """`GET <path>/{id}/history`; `beside` is the audit name of what stands beside a record that belongs to no thread."""

    @read(path + "/{id:str}/history", may=may)
    async def history(db: Db, id: str) -> list[Event]:
        """What happened to it, newest first."""
        events = await events_of(db, entity.audit_name, (await db.find(entity, id)).id, beside)
        if origin is not None:
            events += await origin(db, id)
            events.sort(key=lambda event: (event.at, event.id), reverse=True)
        return events

    history.name = f"{entity.audit_name}_history"
    return history


def removal_route(path: str, entity: type[Audited], before: Before | None = None) -> HTTPRouteHandler:
    """`DELETE <path>/{id}`: of a record that nothing points at; `before` does what must be done while it is there."""

    @change(delete, path + "/{id:str}", may=DELETE_DATA, status=204)
    async def removal(db: Db, request: StrictRequest, id: str) -> None:
        """Removes a record that nothing points at."""
        row = await db.find_for_update(entity, id)
        if before is not None:
            await before(db, request, row)
        await remove(db, row)

    removal.name = f"delete_{entity.audit_name}"
    return removal


async def events_of(db: Db, noun: str, id: str, beside: str | None = None) -> list[Event]:
    """The newest that the audit log tells of a record, and of what stands beside it."""
    names = [*LOGGED.get(noun, (noun,)), *([beside] if beside else [])]
    statement = (
        select(AuditLog, ApiToken.name, Colleague.first_name, Colleague.last_name, Colleague.email)
        .outerjoin(Colleague, Colleague.id == AuditLog.user_id)
        .outerjoin(ApiToken, ApiToken.id == AuditLog.token_id)
        .where(AuditLog.entity_type.in_(names), AuditLog.entity_id == id)
        .order_by(AuditLog.created_at.desc(), AuditLog.id.desc())
        .limit(LONGEST)
    )
    return [
        Event(log.id, log.created_at, name_of(*person), via, log.action, as_sent(log.changes))
        for log, via, *person in await db.execute(statement)
    ]


def name_of(first: str | None, last: str | None, email: str | None) -> str:
    return " ".join(part for part in (first, last) if part) or email or "A colleague elsewhere"


def as_sent(changes: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Columns under the names that the interface uses; ids of what went along or was let go are for erasures."""
    return {camel_case(name): values for name, values in changes.items() if name not in UNTOLD}
