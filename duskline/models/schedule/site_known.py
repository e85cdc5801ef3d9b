"""The facts of a visit that others noted and that somebody on site did not know of when they pressed (product.md, rule 130).

A press takes back or replaces only what its person knew: what they noted themselves, and what their phone showed them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from duskline.core.data.audit import AuditLog
from duskline.core.data.session import Db
from duskline.models.records.visits import Visit, VisitStatus

FACTS = ("status", "set_off_at", "started_at", "done_at", "reason", "met", "nobody_there", "missing")
"""Columns of a visit that presses on site fill."""
NOTHING = (None, False, VisitStatus.PLANNED)


def facts_of(visit: Visit) -> dict[str, Any]:
    return {name: value for name in FACTS if (value := getattr(visit, name)) not in NOTHING}


async def unknown(db: Db, visit: Visit, shown: Mapping[str, Any]) -> frozenset[str]:
    """The columns that hold what others noted and the phone did not show. `shown`: the facts that the phone showed."""
    strange = {name for name, value in facts_of(visit).items() if shown.get(name) != value}
    return frozenset(strange - await own(db, visit)) if strange else frozenset()


async def own(db: Db, visit: Visit) -> set[str]:
    """The columns that the actor changed last: a clock that is not believed lets the phone show other times than are kept."""
    theirs = (AuditLog.entity_type == Visit.audit_name) & (AuditLog.entity_id == visit.id)
    rows = select(AuditLog.changes, AuditLog.user_id).where(theirs)
    last: dict[str, str] = {}
    for changes, person in await db.execute(rows.order_by(AuditLog.created_at, AuditLog.id)):
        last.update(dict.fromkeys(changes, person))
    return {name for name, person in last.items() if person == db.actor.id}
