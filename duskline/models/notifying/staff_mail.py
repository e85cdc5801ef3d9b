"""Who gets a letter about what happened, and when: at once, or with the digest of the morning.

A chore asks every minute. It puts letters in the queue that are written when they leave, and notes with each notification which
letter tells of it: so nothing is told twice, and a letter that is tried again tells the same. What happened within somebody's
quiet hours waits for their digest, which comes when those end. Both go by the clock of the branch that a person's new
records go to.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Select, func, or_, select, update

from duskline.core.data.base import new_id, now
from duskline.core.data.database import Database
from duskline.core.data.session import Db, changing, reading
from duskline.core.data.upsert import insert_into
from duskline.core.mail.outbox import enqueue_unwritten
from duskline.models.notifying.notifications import NOTIFICATIONS, Notification
from duskline.models.notifying.reminders import remind_of_steps
from duskline.models.people.people import User, of_level
from duskline.models.people.preferences import (
    ByMail,
    Happening,
    MailHours,
    Preference,
    by_mail,
    is_quiet,
    quiet_until,
)
from duskline.models.places.places import DEFAULT_BRANCH, DEFAULT_ZONE, Branch, BranchDetails, zones_kept
from duskline.models.records.activities import NextStep
from duskline.policy import CONSOLE, ScopeLevel

FRESH = timedelta(days=2)
"""What happened longer ago is not told by mail any more: somebody who asks for letters today is not sent last month."""
LATE = 5 * 60
"""Minutes after quiet hours end; up to then the digest comes where nobody did chores at that time."""
BATCH = 100
"""People in one transaction."""


class StaffLetter(StrEnum):
    """The kinds of letters to staff about what happened, as the outbox knows them."""

    NEWS = "news"
    DIGEST = "digest"


SUBJECTS: Mapping[StaffLetter, str] = {
    StaffLetter.NEWS: "What is new for you",
    StaffLetter.DIGEST: "Your morning",
}
"""While they wait; written, they say how much there is."""


class Told(NamedTuple):
    """What a letter to staff is about: a name for the notifications that it tells of, and the person."""

    name: str
    person: str

    @classmethod
    def of(cls, about: str) -> Told:
        name, _, person = about.partition(":")
        return cls(name, person)

    def __str__(self) -> str:
        return f"{self.name}:{self.person}"


async def write_to_staff(database: Database, moment: datetime | None = None) -> None:
    """Puts letters in the queue for those who want to be told by mail, as their clocks stand.

    Steps that are due come first: what is due in the morning is told by the digest and not by one more letter.
    """
    at = moment or now()
    await remind_of_steps(database, at)
    async with reading(database, CONSOLE) as db:
        zones = list(await zones_kept(db))
    for zone in zones:
        while await _digests(database, zone, at):
            pass
        while await _news(database, zone, at):
            pass


async def _digests(database: Database, zone: str, at: datetime) -> bool:
    """A batch of people whose quiet hours have ended today; whether there were any. Each is looked at once a day."""
    there = at.astimezone(ZoneInfo(zone))
    minute = there.hour * 60 + there.minute
    undone = or_(MailHours.digest_on.is_(None), MailHours.digest_on < there.date())
    ended = (quiet_until() <= minute) & (quiet_until() > minute - LATE)
    async with changing(database, CONSOLE) as db:
        people = await _people(db, _staff_in(zone).where(undone, ended))
        taken = await _taken(db, list(people), there.date())
        theirs = {id: people[id] for id in taken}
        await _write(db, StaffLetter.DIGEST, theirs, at, await _with_steps(db, taken, there))
        await db.commit()
    return len(people) == BATCH


async def _taken(db: Db, people: list[str], today: date) -> list[str]:
    """Notes that the digests of these people are seen to; gives those of whom nobody had noted it."""
    if not people:
        return []
    new = insert_into(MailHours.__table__, db.database.dialect.name)
    new = new.values([{"user_id": id, "digest_on": today} for id in people])
    before = or_(MailHours.digest_on.is_(None), MailHours.digest_on < today)
    noted = new.on_conflict_do_update(index_elements=["user_id"], set_={"digest_on": today}, where=before)
    return sorted(await db.scalars(noted.returning(MailHours.__table__.c.user_id)))


async def _news(database: Database, zone: str, at: datetime) -> bool:
    """A batch of people who want to hear of something at once, and may now; whether there may be more."""
    there = at.astimezone(ZoneInfo(zone))
    awake = ~is_quiet(there.hour * 60 + there.minute)
    some = _waiting(at, ByMail.AT_ONCE).with_only_columns(Notification.user_id).correlate(None)
    async with changing(database, CONSOLE) as db:
        people = await _people(db, _staff_in(zone).where(awake, User.id.in_(some)))
        await _write(db, StaffLetter.NEWS, people, at)
        await db.commit()
    return len(people) == BATCH


async def _people(db: Db, found: Select[str, str]) -> dict[str, str]:
    """Ids and addresses of up to BATCH people."""
    rows = await db.execute(found.order_by(User.id).limit(BATCH))
    return dict(rows.all())


def _staff_in(zone: str) -> Select[str, str]:
    """Active staff with a role whose clock is this one, beside their hours."""
    works = (User.status == "active") & (User.user_type == "staff") & User.role.is_not(None)
    hours = select(User.id, User.email).outerjoin(MailHours, MailHours.user_id == User.id)
    return hours.where(works, home_zone() == zone)


def home_zone() -> ColumnElement[str]:
    """The time of the branch that a person's new records go to: `home_branch`, for statements about many people."""
    anywhere = of_level(User.role, ScopeLevel.GLOBAL) & (Branch.id == DEFAULT_BRANCH)
    in_region = of_level(User.role, ScopeLevel.REGIONAL) & (Branch.region_id == User.region_id)
    first = select(Branch.id).where(or_(anywhere, in_region))
    first = first.order_by(Branch.id != DEFAULT_BRANCH, Branch.status, Branch.id).limit(1)
    home = func.coalesce(User.branch_id, first.correlate(User).scalar_subquery())
    zone = select(BranchDetails.time_zone).where(BranchDetails.id == home).correlate(User)
    return func.coalesce(zone.scalar_subquery(), DEFAULT_ZONE)


def _waiting(at: datetime, *modes: ByMail) -> Select[str, Happening]:
    """People and kinds of which there is something unread that no letter tells of, and that they want told so."""
    return (
        select(Notification.user_id, Notification.what)
        .join(User, User.id == Notification.user_id)
        .outerjoin(
            Preference,
            (Preference.user_id == Notification.user_id) & (Preference.what == Notification.what),
        )
        .where(
            Notification.created_at > at - FRESH,
            Notification.read_at.is_(None),
            Notification.letter.is_(None),
            by_mail(Notification.what, User.role).in_(modes),
        )
    )


async def _with_steps(db: Db, people: list[str], there: datetime) -> set[str]:
    """Those of them who promised something for today or earlier, and want to hear of it."""
    due = (
        select(User.id)
        .join(NextStep, NextStep.assigned_to == User.id)
        .outerjoin(Preference, (Preference.user_id == User.id) & (Preference.what == Happening.STEP_DUE))
        .where(
            User.id.in_(people),
            NextStep.done_at.is_(None),
            NextStep.due_on <= there.date(),
            func.coalesce(Preference.by_mail, ByMail.MORNING) != ByMail.NEVER,
        )
    )
    return set(await db.scalars(due.distinct()))


async def _write(
    db: Db, kind: StaffLetter, people: Mapping[str, str], at: datetime, also: Collection[str] = ()
) -> None:
    """A letter to each of these people of whom something waits, and to those who get one also without."""
    modes = (ByMail.AT_ONCE,) if kind is StaffLetter.NEWS else (ByMail.AT_ONCE, ByMail.MORNING)
    kinds = defaultdict(set)
    for person, what in await db.execute(_waiting(at, *modes).where(User.id.in_(people)).distinct()):
        kinds[person].add(what)
    for person in sorted({*kinds, *also}):
        told = Told(new_id(), person)
        marked = (
            update(NOTIFICATIONS)
            .where(
                NOTIFICATIONS.c.user_id == person,
                NOTIFICATIONS.c.what.in_(kinds[person]),
                NOTIFICATIONS.c.created_at > at - FRESH,
                NOTIFICATIONS.c.read_at.is_(None),
                NOTIFICATIONS.c.letter.is_(None),
            )
            .values(letter=told.name)
            .returning(NOTIFICATIONS.c.id)
        )
        if not (await db.scalars(marked)).all() and person not in also:
            continue  # another process was first
        await enqueue_unwritten(
            db,
            kind=kind,
            about=str(told),
            recipient=people[person],
            subject=SUBJECTS[kind],
            at_most_once=False,
        )


async def time_for(database: Database, person: str, at: datetime) -> datetime | None:
    """What a person's clock shows; None where no letter may come to them then."""
    mine = User.id == person
    async with reading(database, CONSOLE) as db:
        there = at.astimezone(ZoneInfo(await db.scalar(select(home_zone()).where(mine)) or DEFAULT_ZONE))
        hours = select(User.id).outerjoin(MailHours, MailHours.user_id == User.id).where(mine)
        quiet = await db.scalar(hours.where(is_quiet(there.hour * 60 + there.minute)))
    return None if quiet else there


async def wait_for_the_morning(database: Database, told: Told) -> None:
    """What a letter told that may not come now is told by the next digest."""
    async with database.writes.begin() as connection:
        theirs = NOTIFICATIONS.c.letter == told.name
        await connection.execute(update(NOTIFICATIONS).where(theirs).values(letter=None))
