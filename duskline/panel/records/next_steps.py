"""What a person promised to do next about a record. Who may enter: those who manage that kind of record.

A record has one open next step at a time: another is set once the first is done, or the first is changed.
"""

from __future__ import annotations

from datetime import date

from sqlalchemy import select

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.http.routing import change, patch, post
from duskline.core.system.errors import Conflict, Invalid
from duskline.core.values.bodies import UNSET, Body, Id, Minute, Name, UnsetType
from duskline.models.records import references
from duskline.models.records.about import RecordKind
from duskline.models.records.activities import NextStep
from duskline.models.records.subjects import WRITERS, subject
from duskline.panel.rows import NextStepRow
from duskline.policy import CONVERT

PATH = "/api/panel/next-steps"
ANOTHER = "Another next step has been set meanwhile."


class NewNextStep(Body, kw_only=True):
    kind: RecordKind
    record_id: Id
    words: Name
    due_on: date
    due_minute: Minute | None = None
    assigned_to: Id | None = None


class NextStepEdit(Body):
    words: Name | UnsetType = UNSET
    due_on: date | UnsetType = UNSET
    due_minute: Minute | UnsetType | None = UNSET
    assigned_to: Id | UnsetType | None = UNSET


@change(post, PATH, may=CONVERT, returns=NextStepRow, statuses=(404, 409))
async def set_next_step(db: Db, data: NewNextStep) -> NextStep:
    """Sets the next step of a record that has none open."""
    record = await subject(db, data.kind, data.record_id, alone=True)
    if await _open_step(db, data.kind, data.record_id) is not None:
        raise Conflict(ANOTHER)
    step = db.store(NextStep(**data.given(), branch_id=record.branch_id))
    await _require_assignee(db, step)
    return step


@change(patch, PATH + "/{id:str}", may=CONVERT, returns=NextStepRow)
async def edit_next_step(db: Db, id: str, data: NextStepEdit) -> NextStep:
    """Changes the fields that are sent; another day snoozes it."""
    step = (await _step(db, id)).apply(data.given())
    if data.assigned_to is not UNSET:
        await _require_assignee(db, step)
    return step


@change(post, PATH + "/{id:str}/done", may=CONVERT, returns=NextStepRow, status=200)
async def finish_next_step(db: Db, id: str) -> NextStep:
    """It is done; done again it stays so."""
    step = await _step(db, id)
    return step if step.done_at else step.apply({"done_at": now(), "done_by": db.actor.id})


@change(post, PATH + "/{id:str}/reopen", may=CONVERT, returns=NextStepRow, status=200)
async def reopen_next_step(db: Db, id: str) -> NextStep:
    """It was not done after all."""
    step = await _step(db, id)
    other = await _open_step(db, step.kind, step.record_id)
    if other is not None and other.id != step.id:
        raise Conflict(ANOTHER)
    return step.apply({"done_at": None, "done_by": None})


async def _step(db: Db, id: str) -> NextStep:
    about = await db.execute(select(NextStep.kind, NextStep.record_id).where(NextStep.id == id))
    if found := about.first():
        await subject(db, *found, alone=True)  # before the row, as a call that sets another does
    return await db.find_for_update(NextStep, id)


async def _open_step(db: Db, kind: RecordKind, record_id: str) -> NextStep | None:
    theirs = (NextStep.kind == kind) & (NextStep.record_id == record_id)
    found: NextStep | None = await db.scalar(select(NextStep).where(theirs, NextStep.done_at.is_(None)))
    return found


async def _require_assignee(db: Db, step: NextStep) -> None:
    if step.assigned_to is None:
        return
    flags = WRITERS[step.kind].flags
    if not await references.may_handle(db, flags, step.branch_id, step.assigned_to):
        raise Invalid({"assignedTo": references.ASSIGNEE})


ROUTES = [set_next_step, edit_next_step, finish_next_step, reopen_next_step]
