"""A record's history in plain words. Who may enter: whoever may see the record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from litestar.handlers import HTTPRouteHandler
from sqlalchemy import select

from duskline.core.data.audit import Audited, AuditLog
from duskline.core.data.session import Db
from duskline.core.http.bodies import ResponseModel
from duskline.core.http.routing import read
from duskline.core.naming import camel_case
from duskline.models.people import Colleague
from duskline.policy import May

LONGEST = 200


class Event(ResponseModel):
    id: str
    at: datetime
    who: str
    action: str
    changes: dict[str, list[Any]]


Origin = Callable[[Db, str], Awaitable[list[Event]]]


def history_route(
    path: str, entity: type[Audited], may: May, origin: Origin | None = None
) -> HTTPRouteHandler:
    """`GET <path>/{id}/history`: the newest events of one record; `origin` tells what came before the audit log."""

    @read(path + "/{id:str}/history", may=may)
    async def history(db: Db, id: str) -> list[Event]:
        row = await db.find(entity, id)
        statement = (
            select(AuditLog, Colleague.first_name, Colleague.last_name, Colleague.email)
            .outerjoin(Colleague, Colleague.id == AuditLog.user_id)
            .where(AuditLog.entity_type == entity.audit_name, AuditLog.entity_id == row.id)
            .order_by(AuditLog.created_at.desc(), AuditLog.id.desc())
            .limit(LONGEST)
        )
        events = [
            Event(log.id, log.created_at, _name(*person), log.action, as_sent(log.changes))
            for log, *person in await db.execute(statement)
        ]
        if origin is not None:
            events += await origin(db, row.id)
            events.sort(key=lambda event: (event.at, event.id), reverse=True)
        return events

    history.name = f"{entity.audit_name}_history"
    return history


def _name(first: str | None, last: str | None, email: str | None) -> str:
    return " ".join(part for part in (first, last) if part) or email or "A colleague elsewhere"


def as_sent(changes: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """Columns under the names that the interface uses."""
    return {camel_case(name): values for name, values in changes.items()}
