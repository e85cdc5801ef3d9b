"""Handing on what somebody has open, in one step. Who may enter: those who manage users.

Asked for when a person is deactivated or gets another role; what lies outside the caller's scope stays as it is.
"""

from __future__ import annotations

from typing import Annotated, Any

from sqlalchemy import ColumnElement, func, select

from duskline.core.data.session import Db
from duskline.core.http.routing import change, post, read
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import Body, Id, Meta, ResponseModel
from duskline.models.people.people import OFFICES, User
from duskline.models.records.activities import NextStep
from duskline.models.records.references import ASSIGNED, ASSIGNEE, AssignedKind, may_handle
from duskline.models.records.subjects import SUBJECTS
from duskline.policy import MANAGE_USERS

PATH = "/api/panel/users/{id:str}"


class OpenWork(ResponseModel):
    """A person's open records of one kind in one branch, or next steps about them; without a branch, those of the whole company."""

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
    for kind, work in ASSIGNED.items():
        branch_id = work.entity.branch_id
        counted = select(branch_id, func.count()).where(work.open_of(person.id)).group_by(branch_id)
        for branch, count in await db.execute(counted.order_by(branch_id)):
            keeps = await may_handle(db, work.flags, branch, person.id)
            found.append(OpenWork(kind=kind, branch_id=branch, count=count, may_keep=keeps))
    return found


@change(post, PATH + "/reassign", may=MANAGE_USERS, status=200, lock=OFFICES, shows=User)
async def reassign(db: Db, id: str, data: Reassignment) -> Reassigned:
    """Gives what a person has open of the named kinds and branches to others, or to nobody: all of it or none."""
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
        and not await may_handle(db, ASSIGNED[part.kind].flags, part.branch_id, part.assigned_to)
    }
    if faults:
        raise Invalid(faults)


async def _theirs(db: Db, person: str, part: Handover) -> list[Any]:
    """What is open and the person's at this moment, held until the commit, always in one order."""
    work = ASSIGNED[part.kind]
    theirs = work.entity.branch_id == part.branch_id, work.open_of(person)
    for kind in work.about:
        # Before the steps, as a call that sets or changes one does.
        records: Any = SUBJECTS[kind]
        promised = select(NextStep.record_id).where(*theirs, NextStep.kind == kind)
        await _held(db, records, records.id.in_(promised))
    rows = await _held(db, work.entity, *theirs)
    return [row for row in rows if row.assigned_to != part.assigned_to]


async def _held(db: Db, entity: Any, *where: ColumnElement[bool]) -> list[Any]:
    held = select(entity).where(*where).order_by(entity.id)
    return list(await db.scalars(held.with_for_update(of=entity, key_share=True)))


ROUTES = [open_work, reassign]
