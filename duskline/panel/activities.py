"""What was done about a record: calls, notes, texts and meetings. Who may enter: whoever manages that kind of record."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.errors import Conflict, Forbidden, Invalid
from duskline.core.http.bodies import UNSET, Body, Id, LongText, Meta, ResponseModel, UnsetType
from duskline.core.http.routing import change, delete, patch, post
from duskline.models.about import RecordKind
from duskline.models.activities import MINUTES_OF_A_DAY, Activity, ActivityType, CallOutcome
from duskline.models.conversions import UNDONE_WITHIN
from duskline.models.details import LeadDetails
from duskline.models.subjects import require_writer, subject
from duskline.policy import CONVERT

PATH = "/api/panel/activities"
Minutes = Annotated[
    int, Meta(ge=0, le=MINUTES_OF_A_DAY, extra={"say": "Please enter minutes, from 0 to 1,440"})
]
RESPONSES = {ActivityType.CALL, ActivityType.TEXT, ActivityType.MEETING}
"""What answers a lead; a note is for colleagues."""


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
    happened_at: datetime | None = None


class ActivityEdit(Body):
    outcome: CallOutcome | UnsetType | None = UNSET
    minutes: Minutes | UnsetType | None = UNSET
    words: LongText | UnsetType | None = UNSET
    happened_at: datetime | UnsetType = UNSET


@change(post, PATH, may=CONVERT, returns=ActivityRow, statuses=(404,))
async def log_activity(db: Db, data: NewActivity) -> Activity:
    """Keeps what was done about a record."""
    record = await subject(db, data.kind, data.record_id)
    given = {"happened_at": now()} | {
        name: value for name, value in data.given().items() if value is not None
    }
    activity = Activity(**given, branch_id=record.branch_id, by_id=db.actor.id)
    _require_sense(activity)
    if data.kind is RecordKind.LEAD and data.type in RESPONSES:
        await _respond_to(db, data.record_id, data.happened_at or now())
    return db.store(activity)


@change(patch, PATH + "/{id:str}", may=CONVERT, returns=ActivityRow)
async def edit_activity(db: Db, id: str, data: ActivityEdit) -> Activity:
    """Changes what one logged oneself."""
    activity = (await _own(db, id)).apply(data.given())
    _require_sense(activity)
    return activity


@change(delete, PATH + "/{id:str}", may=CONVERT, status=204)
async def drop_activity(db: Db, id: str) -> None:
    """Takes back what one logged oneself a moment ago."""
    activity = await _own(db, id)
    if now() - activity.created_at > UNDONE_WITHIN:
        raise Conflict("This could be taken back for ten minutes. They have passed.")
    await db.delete(activity)


async def _own(db: Db, id: str) -> Activity:
    activity = await db.find_for_update(Activity, id)
    require_writer(db, activity.kind)
    if activity.by_id != db.actor.id:
        raise Forbidden("Only whoever logged this can change it.")
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
    if faults:
        raise Invalid(faults)


async def _respond_to(db: Db, lead_id: str, at: datetime) -> None:
    details = await db.find_for_update(LeadDetails, lead_id)
    if details.first_response_at is None or at < details.first_response_at:
        details.first_response_at = at


ROUTES = [log_activity, edit_activity, drop_activity]
