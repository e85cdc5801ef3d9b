"""What stands beside leads: the next step, whether the value is a guess, why one was lost; and how many wait for what.

Who may enter: whoever sees leads; those who manage leads write.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any

from litestar.params import QueryParameter
from sqlalchemy import Select, and_, func, literal, select

from duskline.core.data.session import Db
from duskline.core.errors import Invalid
from duskline.core.http.bodies import UNSET, Body, LongText, Meta, ResponseModel, UnsetType
from duskline.core.http.routing import change, patch, read
from duskline.models.about import RecordKind
from duskline.models.activities import NextStep
from duskline.models.choices import LONGEST, LostReason, offers
from duskline.models.details import LeadDetails, ValueKind
from duskline.models.next_steps import OPEN_STEP, lacks_step
from duskline.models.places import today_in
from duskline.models.sales import Lead
from duskline.policy import MANAGE_LEADS, SEE_LEADS

PATH = "/api/panel/leads"
MOST_ASKED = 200
COUNT_BOUND = 10_001
"""What is counted to, one beyond what is told."""

Reason = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Ids = Annotated[str, QueryParameter(description="Ids, with commas between them")]
Today = Annotated[date | None, QueryParameter(description="The reader's day; else that of their branch")]


class StepSummary(ResponseModel):
    id: str
    words: str
    due_on: date
    due_minute: int | None
    assigned_to: str | None
    version: int


class LeadDetailsRow(ResponseModel):
    id: str
    client_id: str | None
    value_kind: ValueKind | None
    lost_reason: str | None
    lost_note: str | None
    first_response_at: datetime | None
    next_step: StepSummary | None


class LeadDetailsEdit(Body):
    value_kind: ValueKind | UnsetType | None = UNSET
    lost_reason: Reason | UnsetType | None = UNSET
    lost_note: LongText | UnsetType | None = UNSET


class StepCounts(ResponseModel):
    """How many open leads wait for what; 10,001 means more."""

    mine: int
    overdue: int
    today: int
    none: int


@read("/api/panel/lead-details", may=SEE_LEADS)
async def lead_details(db: Db, ids: Ids = "") -> list[LeadDetailsRow]:
    """What stands beside the leads of a page."""
    return await _rows(db, [id for id in ids.split(",") if id][:MOST_ASKED])


async def _rows(db: Db, ids: list[str]) -> list[LeadDetailsRow]:
    step = and_(NextStep.kind == RecordKind.LEAD, NextStep.record_id == Lead.id, NextStep.done_at.is_(None))
    found = await db.execute(
        select(LeadDetails, NextStep)
        .join(Lead, Lead.id == LeadDetails.id)
        .outerjoin(NextStep, step)
        .where(Lead.id.in_(ids))
    )
    return [_row(details, open_step) for details, open_step in found]


@read("/api/panel/leads/step-counts", may=SEE_LEADS)
async def step_counts(db: Db, today: Today = None) -> StepCounts:
    """How many leads are one's own, overdue, due today, and without a next step."""
    today = today or await today_in(db, db.actor.branch_id)
    steps = select(literal(1)).select_from(NextStep).where(*OPEN_STEP.where)
    counted = (
        steps.where(NextStep.assigned_to == db.actor.id),
        steps.where(NextStep.due_on < today),
        steps.where(NextStep.due_on == today),
        select(literal(1)).select_from(Lead).where(lacks_step()),
    )
    return StepCounts(*[await _count(db, rows) for rows in counted])


async def _count(db: Db, found: Select[Any]) -> int:
    rows = found.limit(COUNT_BOUND).subquery()
    return await db.scalar(select(func.count()).select_from(rows)) or 0


@change(patch, PATH + "/{id:str}/details", may=MANAGE_LEADS, status=200)
async def edit_lead_details(db: Db, id: str, data: LeadDetailsEdit) -> LeadDetailsRow:
    """Changes the fields that are sent."""
    await db.find_for_update(Lead, id)
    details = await db.find_for_update(LeadDetails, id)
    said = data.lost_reason
    if said not in (UNSET, None, details.lost_reason) and not await offers(db, LostReason, said):
        raise Invalid({"lostReason": "Please choose one of the listed reasons"})
    details.apply(data.given())
    await db.flush()
    return (await _rows(db, [id]))[0]


def _row(details: LeadDetails, step: NextStep | None) -> LeadDetailsRow:
    return LeadDetailsRow(
        details.id, details.client_id, details.value_kind, details.lost_reason, details.lost_note,
        details.first_response_at,
        None if step is None else StepSummary(
            step.id, step.words, step.due_on, step.due_minute, step.assigned_to, step.version
        ),
    )  # fmt: skip


ROUTES = [lead_details, step_counts, edit_lead_details]
