"""Which leads wait for what: conditions on a lead by its open next step."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select

from duskline.core.data.lists import Joined
from duskline.models.about import RecordKind
from duskline.models.activities import NextStep
from duskline.models.sales import Lead

OPEN_STEP = Joined(
    NextStep,
    where=(NextStep.kind == RecordKind.LEAD, NextStep.done_at.is_(None)),
    tie=NextStep.record_id == Lead.id,
)


def lacks_step() -> ColumnElement[bool]:
    """An open lead that nobody has promised anything about."""
    theirs = select(NextStep.id).where(*OPEN_STEP.where, OPEN_STEP.tie)
    return Lead.is_open() & ~theirs.correlate(Lead).exists()
