"""What stands beside leads: the next step, whether the value is a guess, why one was lost.

Who may enter: those who see leads; those who manage leads write.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from litestar.params import QueryParameter
from sqlalchemy import and_, select

from duskline.core.data.session import Db
from duskline.core.http.routing import change, patch, read
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import UNSET, Body, LongText, Meta, ResponseModel, UnsetType
from duskline.models.places.choices import LONGEST, LostReason, offers
from duskline.models.records.about import RecordKind
from duskline.models.records.activities import NextStep
from duskline.models.records.details import LeadDetails
from duskline.models.records.sales import Lead, ValueKind
from duskline.policy import MANAGE_LEADS, SEE_LEADS

PATH = "/api/panel/leads"
MOST_ASKED = 200

Reason = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Ids = Annotated[str, QueryParameter(description="Ids, with commas between them")]


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
    version: int
    next_step: StepSummary | None


class LeadDetailsEdit(Body):
    value_kind: ValueKind | UnsetType | None = UNSET
    lost_reason: Reason | UnsetType | None = UNSET
    lost_note: LongText | UnsetType | None = UNSET


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


@change(patch, PATH + "/{id:str}/details", may=MANAGE_LEADS, status=200, shows=Lead)
async def edit_lead_details(db: Db, id: str, data: LeadDetailsEdit) -> LeadDetailsRow:
    """Changes the fields that are sent, unless somebody has changed one of them since the version that the caller names."""
    await db.find_locked(Lead, id)
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
        details.first_response_at, details.version,
        None if step is None else StepSummary(
            step.id, step.words, step.due_on, step.due_minute, step.assigned_to, step.version
        ),
    )  # fmt: skip


ROUTES = [lead_details, edit_lead_details]
