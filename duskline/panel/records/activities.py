"""What was done about a record: calls, notes, texts and meetings. Who may enter: those who manage that kind of record."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from sqlalchemy import func, select

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.http.routing import change, delete, patch, post
from duskline.core.system.errors import Conflict, Forbidden, Invalid
from duskline.core.values.bodies import UNSET, Body, Id, LongText, Meta, Moment, ResponseModel, UnsetType
from duskline.core.values.wall_clock import MINUTES_OF_A_DAY
from duskline.models.records.about import RecordKind
from duskline.models.records.activities import RESPONSES, Activity, ActivityType, CallOutcome
from duskline.models.records.conversions import UNDONE_WITHIN
from duskline.models.records.details import LeadDetails
from duskline.models.records.subjects import require_writer, subject
from duskline.policy import CONVERT

PATH = "/api/panel/activities"
Minutes = Annotated[
    int, Meta(ge=0, le=MINUTES_OF_A_DAY, extra={"say": "Please enter minutes, from 0 to 1,440"})
]
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
"""An earlier year is mistyped."""


class ActivityRow(ResponseModel):
    id: str
    kind: RecordKind
    record_id: str
    type: ActivityType
    outcome: CallOutcome | None
    minutes: int | None
    words: str | None
    happened_at: datetime
    by_id: str | None
    version: int


class NewActivity(Body, kw_only=True):
    kind: RecordKind
    record_id: Id
    type: ActivityType
    outcome: CallOutcome | None = None
    minutes: Minutes | None = None
    words: LongText | None = None
    happened_at: Moment | None = None


class ActivityEdit(Body):
    outcome: CallOutcome | UnsetType | None = UNSET
    minutes: Minutes | UnsetType | None = UNSET
    words: LongText | UnsetType | None = UNSET
    happened_at: Moment | UnsetType = UNSET


@change(post, PATH, may=CONVERT, returns=ActivityRow, statuses=(404,))
async def log_activity(db: Db, data: NewActivity) -> Activity:
    """Keeps what was done about a record."""
    record = await subject(db, data.kind, data.record_id)
    given = {"happened_at": now()} | {
        name: value for name, value in data.given().items() if value is not None
    }
    activity = Activity(**given, branch_id=record.branch_id, by_id=db.actor.id)
    _require_sense(activity)
    db.store(activity)
    await _keep_first_response(db, activity)
    return activity


@change(patch, PATH + "/{id:str}", may=CONVERT, returns=ActivityRow)
async def edit_activity(db: Db, id: str, data: ActivityEdit) -> Activity:
    """Changes what one logged oneself."""
    activity = (await _own(db, id)).apply(data.given())
    _require_sense(activity)
    await _keep_first_response(db, activity)
    return activity


@change(delete, PATH + "/{id:str}", may=CONVERT, status=204)
async def drop_activity(db: Db, id: str) -> None:
    """Takes back what one logged oneself a moment ago."""
    activity = await _own(db, id)
    if now() - activity.created_at > UNDONE_WITHIN:
        raise Conflict("This could be taken back for ten minutes. They have passed.")
    await db.delete(activity)
    await _keep_first_response(db, activity)


async def _own(db: Db, id: str) -> Activity:
    activity = await db.find_for_update(Activity, id)
    require_writer(db, activity.kind)
    if activity.by_id != db.actor.id:
        raise Forbidden("Only the person who logged this can change it.")
    return activity


def _require_sense(activity: Activity) -> None:
    """Raises Invalid where the parts of an activity do not fit together."""
    faults = {}
    if activity.type == ActivityType.NOTE and not activity.words:
        faults["words"] = "Please write the note"
    if activity.outcome is not None and activity.type != ActivityType.CALL:
        faults["outcome"] = "Only a call has an outcome"
    if activity.happened_at > now():
        faults["happenedAt"] = "Please choose a time that has passed"
    if activity.happened_at < EARLIEST:
        faults["happenedAt"] = "Please check the year"
    if faults:
        raise Invalid(faults)


async def _keep_first_response(db: Db, activity: Activity) -> None:
    """A lead was first answered by the earliest call, text or meeting that anybody logged."""
    if activity.kind != RecordKind.LEAD or activity.type not in RESPONSES:
        return
    await db.flush()
    answers = select(func.min(Activity.happened_at)).where(
        Activity.kind == RecordKind.LEAD,
        Activity.record_id == activity.record_id,
        Activity.type.in_(RESPONSES),
    )
    details = await db.find_locked(LeadDetails, activity.record_id)
    details.first_response_at = await db.scalar(answers)


ROUTES = [log_activity, edit_activity, drop_activity]
