"""Handing on what somebody has open, in one step. Who may enter: those who manage users.

Asked for when a person is deactivated or gets another role; what lies outside the caller's scope stays as it is.
"""

from __future__ import annotations

from typing import Annotated, Any

from sqlalchemy import func, select

from duskline.core.data.session import Db
from duskline.core.http.routing import change, post, read
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import Body, Id, Meta, ResponseModel
from duskline.models.people.people import OFFICES, User
from duskline.models.records.references import ASSIGNED, ASSIGNEE, AssignedKind, AssignedRecord, may_take
from duskline.policy import MANAGE_USERS

PATH = "/api/panel/users/{id:str}"


class OpenWork(ResponseModel):
    """A person's open records of one kind in one branch; without a branch, those of the whole company."""

    kind: AssignedKind
    branch_id: str | None
    count: int
    may_keep: bool
    """Whether the person can still see and handle them."""


class Handover(Body, kw_only=True):
    kind: AssignedKind
    branch_id: Id | None = None
    assigned_to: Id | None = None


class Reassignment(Body, kw_only=True):
    parts: Annotated[list[Handover], Meta(max_length=100)]


class Reassigned(ResponseModel):
    count: int


@read(PATH + "/open-work", may=MANAGE_USERS)
async def open_work(db: Db, id: str) -> list[OpenWork]:
    """What a person has open within the caller's scope."""
    person = await db.find(User, id)
    found = []
    for kind, entity in ASSIGNED.items():
        theirs = entity.assigned_to == person.id, entity.is_open()
        counted = select(entity.branch_id, func.count()).where(*theirs).group_by(entity.branch_id)
        for branch, count in await db.execute(counted.order_by(entity.branch_id)):
            keeps = await may_take(db, entity, branch, person.id)
            found.append(OpenWork(kind=kind, branch_id=branch, count=count, may_keep=keeps))
    return found


@change(post, PATH + "/reassign", may=MANAGE_USERS, status=200, lock=OFFICES, shows=User)
async def reassign(db: Db, id: str, data: Reassignment) -> Reassigned:
    """Gives a person's open records of the named kinds and branches to others, or to nobody: all of them or none."""
    person = await db.find_for_update(User, id)
    await _check(db, data.parts)
    count = 0
    for part in sorted(data.parts, key=lambda part: (part.kind, part.branch_id or "")):
        for row in await _theirs(db, person.id, part):
            row.assigned_to = part.assigned_to
            count += 1
        await db.flush()
    return Reassigned(count=count)


async def _check(db: Db, parts: list[Handover]) -> None:
    """Raises Invalid naming every part whose receiver could not handle it."""
    faults = {
        f"parts.{place}.assignedTo": ASSIGNEE
        for place, part in enumerate(parts)
        if part.assigned_to is not None
        and not await may_take(db, ASSIGNED[part.kind], part.branch_id, part.assigned_to)
    }
    if faults:
        raise Invalid(faults)


async def _theirs(db: Db, person: str, part: Handover) -> list[AssignedRecord]:
    """What is open and the person's at this moment, held until the commit, always in one order."""
    entity: Any = ASSIGNED[part.kind]
    held = select(entity).where(
        entity.assigned_to == person, entity.branch_id == part.branch_id, entity.is_open()
    )
    rows = await db.scalars(held.order_by(entity.id).with_for_update(of=entity, key_share=True))
    return [row for row in rows if row.assigned_to != part.assigned_to]


ROUTES = [open_work, reassign]
