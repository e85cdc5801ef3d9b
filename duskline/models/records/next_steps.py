"""Next steps: whose they are, and what is to be done next about each lead, kept in the lead's own columns (`Awaited`) as steps and
statuses change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Update, and_, case, func, inspect, or_, select, true, update

from duskline.core.data.derived import derived
from duskline.core.data.session import ScopedSession
from duskline.core.values.wall_clock import MINUTES_OF_A_DAY
from duskline.models.people.people import Colleague
from duskline.models.records.about import RecordKind
from duskline.models.records.activities import NextStep
from duskline.models.records.sales import NO_STEP, Lead
from duskline.models.records.subjects import WRITERS


def is_left() -> ColumnElement[bool]:
    """Matches next steps without an assignee, or whose assignee may not have them any more (product.md, rule 71)."""
    may_have = or_(
        *(
            and_(NextStep.kind == kind, Colleague.holding(flag))
            for kind, writers in WRITERS.items()
            for flag in sorted(writers.flags)
        )
    )
    keeper = select(Colleague.id).where(
        Colleague.id == NextStep.assigned_to, Colleague.acting_in(NextStep.branch_id), may_have
    )
    return ~keeper.correlate(NextStep).exists()


def start_without_step(session: ScopedSession) -> None:
    """Nobody has promised anything yet about a lead that is new."""
    for row in session.new:
        if isinstance(row, Lead):
            row.step = NO_STEP if row.is_unsettled else None
            row.step_on = row.step_minute = row.step_of = None


def copy_steps_to_leads(session: ScopedSession) -> None:
    """A change of a step or a status holds the lead: what is seen here stands until the commit."""
    if ids := set(_touched(session)):
        session.connection().execute(_steps_of(Lead.__table__.c.id.in_(sorted(ids))))


def _touched(session: ScopedSession) -> Iterator[str]:
    """The leads for which something else may be next."""
    for row in [*session.new, *session.dirty, *session.deleted]:
        if isinstance(row, NextStep) and row.kind == RecordKind.LEAD:
            yield row.record_id
            yield from inspect(row).attrs.record_id.history.deleted
    for row in session.dirty:
        before = inspect(row).attrs.status.history.deleted if isinstance(row, Lead) else ()
        if before and row.is_unsettled == (before[0] in row.settled):
            yield row.id


@derived
def _every_step() -> Update:
    return _steps_of(true())


def _steps_of(which: ColumnElement[bool]) -> Update:
    leads = Lead.__table__.c
    theirs = NextStep.kind == RecordKind.LEAD, NextStep.done_at.is_(None), NextStep.record_id == leads.id

    def told(column: Any) -> Any:
        return select(column).where(*theirs).correlate(Lead.__table__).scalar_subquery()

    told_now = {
        leads.step: case((Lead.is_open() & told(NextStep.id).is_(None), NO_STEP)),
        leads.step_on: told(NextStep.due_on),
        leads.step_minute: told(func.coalesce(NextStep.due_minute, MINUTES_OF_A_DAY)),
        leads.step_of: told(NextStep.assigned_to),
    }
    wrong = or_(*(column.is_distinct_from(value) for column, value in told_now.items()))
    # Nobody edits the lead: its time stays.
    return update(Lead.__table__).where(which, wrong).values({**told_now, leads.updated_at: leads.updated_at})
