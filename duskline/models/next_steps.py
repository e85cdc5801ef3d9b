"""Which leads wait for what: conditions on a lead by its open next step."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select

from duskline.models.about import RecordKind
from duskline.models.activities import NextStep
from duskline.models.sales import Lead


def has_step(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    """A lead whose open next step meets a condition."""
    open_step = select(NextStep.record_id).where(
        NextStep.kind == RecordKind.LEAD, NextStep.done_at.is_(None), condition
    )
    return Lead.id.in_(open_step)


def lacks_step() -> ColumnElement[bool]:
    """An open lead that nobody has promised anything about."""
    theirs = select(NextStep.id).where(
        NextStep.kind == RecordKind.LEAD, NextStep.record_id == Lead.id, NextStep.done_at.is_(None)
    )
    return Lead.is_open() & ~theirs.correlate(Lead).exists()
