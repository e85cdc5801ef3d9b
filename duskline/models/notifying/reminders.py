"""What people are reminded of as time passes: next steps that are due, and messages whose promised answer is near.

Chores ask for these every few minutes; a key makes sure that each is told once, however often and by however many they are
asked for.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, and_, func, or_, select

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import now
from duskline.core.data.database import Database
from duskline.core.data.session import Db, reading
from duskline.models.notifying.notifications import (
    NOTIFICATIONS,
    Notification,
    ToldOf,
    in_reach,
    sees_the_inbox,
    tell_once,
    told,
)
from duskline.models.people.preferences import Happening
from duskline.models.places.places import DEFAULT_ZONE, zones_kept
from duskline.models.records.activities import NextStep
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling, EnquiryState
from duskline.models.records.next_steps import is_left
from duskline.models.records.subjects import WRITERS
from duskline.policy import CONSOLE

MORNING = 7 * 60
"""The minute of the day at which a step is due that is promised for any time of it."""
CAUGHT_UP = timedelta(days=1)
"""What became due while nobody did chores is told up to a day later."""
BATCH = 400


async def remind_of_steps(database: Database, moment: datetime | None = None) -> None:
    """Tells that a next step is due, by the clock of the record's branch: who promised it, or all who may have it where it is left."""
    at = moment or now()
    async with reading(database, CONSOLE) as db:
        steps = [
            step
            for zone, branches in (await zones_kept(db)).items()
            for step in await _due(db, zone, branches, at)
        ]
        rows = [
            told(
                person, Happening.STEP_DUE, ToldOf(step.kind), step.record_id, step.branch_id,
                f"step:{step.id}:{person}:{step.due_on}:{step.due_minute}",
            )
            for step in steps
            for person in await _told_to(db, step)
        ]  # fmt: skip
        rows = await _new(db, rows)
    await tell_once(database, rows)


async def _told_to(db: Db, step: Any) -> list[str]:
    if not step.left:
        return [step.assigned_to]
    return list(await db.scalars(in_reach(WRITERS[step.kind].flags, step.branch_id)))


async def _due(db: Db, zone: str, branches: list[str], at: datetime) -> list[Any]:
    """The open steps that became due in these branches within the last day.

    Not those that somebody set for themselves when they were due already, unless they are left by now.
    """
    there = at.astimezone(ZoneInfo(zone))
    since = there - CAUGHT_UP
    minute = func.coalesce(NextStep.due_minute, MORNING)
    here: ColumnElement[bool] = NextStep.branch_id.in_(branches)
    if zone == DEFAULT_ZONE:
        here = or_(here, NextStep.branch_id.is_(None))
    touched = (
        select(func.max(AuditLog.created_at))
        .where(
            AuditLog.entity_type == NextStep.audit_name,
            AuditLog.entity_id == NextStep.id,
            AuditLog.user_id == NextStep.assigned_to,
        )
        .scalar_subquery()
    )
    found = (
        select(
            NextStep.id, NextStep.kind, NextStep.record_id, NextStep.branch_id, NextStep.assigned_to,
            NextStep.due_on, NextStep.due_minute, touched.label("touched"), is_left().label("left"),
        )
        .where(
            NextStep.is_open(), here,
            NextStep.due_on.in_((since.date(), there.date())),
            or_(
                and_(NextStep.due_on == there.date(), minute <= _minute_of(there)),
                and_(NextStep.due_on == since.date(), minute > _minute_of(since)),
            ),
        )
    )  # fmt: skip
    return [
        step
        for step in await db.execute(found)
        if step.left or step.touched is None or step.touched < _due_at(step, ZoneInfo(zone))
    ]


def _due_at(step: Any, zone: ZoneInfo) -> datetime:
    minute = MORNING if step.due_minute is None else step.due_minute
    return datetime.combine(step.due_on, time(*divmod(minute, 60)), zone)


def _minute_of(moment: datetime) -> int:
    return moment.hour * 60 + moment.minute


async def remind_of_answers(database: Database, promised: timedelta, moment: datetime | None = None) -> None:
    """Tells those who see the inbox of messages for whose answer a quarter of the promised time is left, or less.

    A message at a time: nobody else who writes waits for more than one is told to.
    """
    at = moment or now()
    known = select(Notification.id).where(
        Notification.kind == ToldOf.ENQUIRY,
        Notification.record_id == EnquiryHandling.id,
        Notification.what == Happening.ANSWER_DUE,
    )
    waiting = (
        select(EnquiryHandling.id)
        .join(ContactSubmission, ContactSubmission.id == EnquiryHandling.id)
        .where(
            EnquiryHandling.state == EnquiryState.OPEN,
            EnquiryHandling.suspected.is_(False),
            ContactSubmission.created_at <= at - promised * 3 / 4,
            ContactSubmission.created_at > at - promised - CAUGHT_UP,
            ~known.exists(),
        )
    )
    async with reading(database, CONSOLE) as db:
        messages = list(await db.scalars(waiting))
        people = list(await db.scalars(sees_the_inbox())) if messages else []
    for id in messages:
        rows = [
            told(person, Happening.ANSWER_DUE, ToldOf.ENQUIRY, id, None, f"answer:{id}:{person}")
            for person in people
        ]
        await tell_once(database, rows)


async def _new(db: Db, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those that have not been told; asked first, so that nothing is written where nothing is new."""
    known: set[str] = set()
    keys = [row["key"] for row in rows]
    for start in range(0, len(keys), BATCH):
        some = NOTIFICATIONS.c.key.in_(keys[start : start + BATCH])
        known |= set(await db.scalars(select(NOTIFICATIONS.c.key).where(some)))
    return [row for row in rows if row["key"] not in known]
