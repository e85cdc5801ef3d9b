"""Feet that the crew measured on site, run by run, beside what the drawing said of each: the difference says how good drawings are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select

from duskline.core.data.audit import note
from duskline.core.data.session import Db
from duskline.models.pictures.drawings import (
    Drawing,
    MeasuredRun,
    drawings_of,
    in_feet,
    in_inches,
    lead_of_order,
    line_of,
)
from duskline.models.pictures.roofline import measured_for
from duskline.models.records.activities import Activity, ActivityType
from duskline.models.records.service import WorkOrder

GONE = "The drawing of this place is gone, so what you measured is kept as a note."
REDRAWN = "This run was drawn again in the meantime, so what you measured is kept as a note."
LATER = "Somebody else measured this run after you, and theirs stays."


class MeasuredFeet(NamedTuple):
    """What one run came to, by its line; None takes back what was told before."""

    line: str
    feet: float | None


class Otherwise(NamedTuple):
    """What came out otherwise than asked: in a sentence, what was asked and what stands."""

    words: str
    mine: str | None
    kept: str | None = None


async def measure(db: Db, record: Any, told: Sequence[MeasuredFeet], at: datetime) -> list[Otherwise]:
    """Keeps what was measured at a place, of each run what was measured last; what fits no run becomes a note."""
    drawing = await _drawing_of(db, record)
    if drawing is None:
        return [_noted(db, record, run, at, GONE) for run in told]
    estimates = _estimates(drawing)
    rows = await db.scalars(select(MeasuredRun).where(MeasuredRun.drawing_id == drawing.id))
    there = {row.line: row for row in rows}
    said, before, after = [], {}, {}
    for run in {run.line: run for run in told}.values():
        row = there.get(run.line)
        stands = in_feet(row.inches) if row else None
        if run.line not in estimates:
            said.append(_noted(db, record, run, at, REDRAWN))
        elif row is not None and row.at > at:
            said += [Otherwise(LATER, _feet(run.feet), _feet(stands))] if stands != run.feet else []
        else:
            name = f"Run {[*estimates].index(run.line) + 1}"
            before[name], after[name] = stands, run.feet
            await _keep(db, drawing, record, run, row, estimates[run.line], at)
    if after != before:
        await note(db, drawing, measured=[before, after])
    await db.flush()
    return said


async def _drawing_of(db: Db, record: Any) -> Drawing | None:
    """The newest of a job's or a visit's lead, held until the commit: nobody draws it again in the meantime."""
    lead = await lead_of_order(db, record) if isinstance(record, WorkOrder) else record.id
    newest = await drawings_of(db, [lead] if lead else [])
    return await db.find_locked(Drawing, newest[0].id) if newest else None


def _estimates(drawing: Drawing) -> dict[str, float | None]:
    """By line, in the order of the runs."""
    plan = drawing.plan
    found = measured_for(plan)
    feet = [run.feet for run in found.runs] if found else [None] * len(plan.lines)
    return {line_of(points): length for points, length in zip(plan.lines, feet, strict=True)}


async def _keep(
    db: Db,
    drawing: Drawing,
    record: Any,
    run: MeasuredFeet,
    row: MeasuredRun | None,
    estimated: float | None,
    at: datetime,
) -> None:
    if run.feet is None:
        if row is not None:
            await db.delete(row)
        return
    reference = drawing.plan.reference
    if row is None:
        row = db.store(MeasuredRun(drawing_id=drawing.id, line=run.line))
    row.apply(
        {
            "work_order_id": record.id if isinstance(record, WorkOrder) else None,
            "reference_kind": reference.kind if reference and estimated is not None else None,
            "estimated": None if estimated is None else in_inches(estimated), "inches": in_inches(run.feet), "by_id": db.actor.id, "at": at,
        }
    )  # fmt: skip


def _noted(db: Db, record: Any, run: MeasuredFeet, at: datetime, words: str) -> Otherwise:
    """Nothing that somebody measured is lost."""
    if run.feet is not None:
        db.store(
            Activity(
                kind=record.kind, record_id=record.id, branch_id=record.branch_id, type=ActivityType.NOTE,
                words=f"Measured on site: a run of {_feet(run.feet)} that stands in no drawing.", happened_at=at,
                by_id=db.actor.id,
            )
        )  # fmt: skip
    return Otherwise(words, _feet(run.feet))


def _feet(feet: float | None) -> str | None:
    return None if feet is None else f"{feet:g} ft"
