"""Branches as they are kept: when they are open, what a letter of theirs says of them, and what must go before they can.

A branch is deactivated when nobody works there and nothing waits there, and deleted when nothing at all points at it
(product.md, rule 96).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, exists, func, or_, select

from duskline.core.data.base import Base, now
from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict, Invalid
from duskline.core.values.texts import normalized
from duskline.core.values.wall_clock import time_in_words
from duskline.models.people.people import User
from duskline.models.places.places import (
    DEFAULT_BRANCH,
    DEFAULT_ZONE,
    NO_ADDRESS,
    Branch,
    BranchDetails,
    BranchServiceArea,
    PlaceStatus,
    Region,
    day_at,
)
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
SOON = 7
"""Days from today on of whose holidays a letter tells: it may be read a while later."""
NAME_TAKEN = "There is a branch of this name already"
NO_SUCH_REGION = "Please choose a region from the list"
DEFAULT_STAYS = "Requests from outside every branch's ZIP codes come here, so this branch stays."


class OpenDay(NamedTuple):
    """A day of the week from 0, a Monday; minutes after midnight."""

    day: int
    opens: int
    closes: int


def in_words(hours: Sequence[Mapping[str, int]] | None) -> str | None:
    """ "Mon-Fri 8 AM-6 PM, Sat 9 AM-1 PM"; None where nothing is said."""
    runs: list[tuple[int, int, str]] = []
    for day, opens, closes in sorted(OpenDay(**each) for each in hours or ()):
        times = f"{time_in_words(opens)}-{time_in_words(closes)}"
        if runs and runs[-1][1:] == (day - 1, times):
            runs[-1] = runs[-1][0], day, times
        else:
            runs.append((day, day, times))
    told = [f"{DAYS[a]}-{DAYS[b]} {times}" if a != b else f"{DAYS[a]} {times}" for a, b, times in runs]
    return ", ".join(told) or None


def holiday_on(holidays: Sequence[Mapping[str, Any]] | None, day: date) -> str | None:
    """The name of the holiday for which a branch is closed on a day, by its own calendar. A February 29 is one in leap years alone."""
    for each in holidays or ():
        named = date.fromisoformat(each["day"])
        if named == day or (each["yearly"] and (named.month, named.day) == (day.month, day.day)):
            return str(each["name"])
    return None


CLOSED = "Closed"


def closed_on(
    hours: Sequence[Mapping[str, int]] | None, holidays: Sequence[Mapping[str, Any]] | None, day: date
) -> str | None:
    """Why a branch is closed on a day as always: the holiday's name, or that it never opens on that day of the week."""
    if holiday := holiday_on(holidays, day):
        return holiday
    return CLOSED if hours and day.weekday() not in {each["day"] for each in hours} else None


def closed_soon(holidays: Sequence[Mapping[str, Any]] | None, today: date) -> str | None:
    """ "Nov 26 (Thanksgiving Day), Dec 1 (Inventory)": the holidays of today and the days after it."""
    days = [today + timedelta(days=ahead) for ahead in range(SOON)]
    told = [f"{day:%b} {day.day} ({name})" for day in days if (name := holiday_on(holidays, day))]
    return ", ".join(told) or None


async def office_of(db: Db, branch_id: str | None) -> dict[str, str]:
    """What a letter tells of a branch instead of the company: `address`, `phone`, `email` and `hours`, those that it has, and on which
    days it is `closed` soon.

    Past the scope: a visitor who is told, asked this branch.
    """
    branches, details = Branch.__table__.c, BranchDetails.__table__.c
    asked = (
        select(
            branches.address,
            branches.phone,
            details.email,
            details.open_hours,
            details.holidays,
            details.time_zone,
        )
        .select_from(Branch.__table__.outerjoin(BranchDetails.__table__))
        .where(branches.id == branch_id)
    )
    found = (await db.execute(asked)).one_or_none()
    if found is None:
        return {}
    address = found.address if found.address != NO_ADDRESS else None
    own = {
        "address": address,
        "phone": found.phone,
        "email": found.email,
        "hours": in_words(found.open_hours),
        "closed": closed_soon(found.holidays, day_at(now(), found.time_zone or DEFAULT_ZONE)),
    }
    return {name: value for name, value in own.items() if value}


class Hanging(msgspec.Struct, rename="camel"):
    """How much hangs on a branch: who works there or is invited to, what is open, and what would be left without it."""

    people: int
    open_leads: int
    open_work_orders: int
    open_tickets: int
    zip_codes: int
    clients: int
    others: bool
    """Whether anything else tells of it, such as settled records or people who have left."""

    @property
    def waits(self) -> dict[str, int]:
        """What has to be handed on before it is deactivated, by what it is called, one and several."""
        return {
            "person|people": self.people,
            "open lead|open leads": self.open_leads,
            "open work order|open work orders": self.open_work_orders,
            "open ticket|open tickets": self.open_tickets,
            "ZIP code|ZIP codes": self.zip_codes,
        }


async def hanging_on(db: Db, branch_id: str) -> Hanging:
    async def number(entity: Any, *where: ColumnElement[bool]) -> int:
        here = select(func.count()).select_from(entity).where(entity.branch_id == branch_id, *where)
        return await db.scalar(here) or 0

    return Hanging(
        people=await number(User, or_(User.status == "active", User.invited_until > now())),
        open_leads=await number(Lead, Lead.is_open()),
        open_work_orders=await number(WorkOrder, WorkOrder.is_open()),
        open_tickets=await number(SupportTicket, SupportTicket.is_open()),
        zip_codes=await number(BranchServiceArea),
        clients=await number(Client),
        others=await _is_pointed_at(db, branch_id),
    )


async def _is_pointed_at(db: Db, branch_id: str) -> bool:
    """Whether a row of any table names the branch, but for what stands beside it."""
    columns = [
        column
        for table in Base.metadata.sorted_tables
        for column in table.c
        if column.references(Branch.__table__.c.id) and not column.primary_key
    ]
    for column in columns:
        if await db.scalar(select(exists().where(column == branch_id))):
            return True
    return False


async def deactivate(db: Db, branch: Branch) -> None:
    """Nothing new goes there from now on; what is settled stays. `branch` is locked.

    Raises:
        Conflict: it is the default branch, or something waits there; names what.
    """
    if branch.id == DEFAULT_BRANCH:
        raise Conflict(DEFAULT_STAYS)
    waits = (await hanging_on(db, branch.id)).waits
    named = [f"{count:,} {names.split('|')[count != 1]}" for names, count in waits.items() if count]
    if named:
        raise Conflict(f"This branch still has {_listed(named)}. Move or close these first.")
    branch.status = PlaceStatus.INACTIVE


async def delete_branch(db: Db, branch: Branch) -> None:
    """Deletes a branch that nothing tells of; `branch` is locked.

    Raises:
        Conflict: it is the default branch, or something does.
    """
    if branch.id == DEFAULT_BRANCH:
        raise Conflict(DEFAULT_STAYS)
    if await _is_pointed_at(db, branch.id):
        raise Conflict("Records refer to this branch, so it stays. Deactivate it instead.")
    await db.delete(branch)


def _listed(words: list[str]) -> str:
    """ "a", "a and b", "a, b, and c"."""
    if len(words) < 3:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"


async def refuse_namesake(db: Db, branch: Branch) -> None:
    """Raises Invalid where another branch of the company has the same name."""
    branches = Branch.__table__.c
    others = await db.execute(select(branches.name).where(branches.id.is_distinct_from(branch.id)))
    if normalized(branch.name) in {normalized(name) for (name,) in others}:
        raise Invalid({"name": NAME_TAKEN})


async def require_region(db: Db, region_id: str) -> None:
    """Raises Invalid where there is no such region; holds it until the commit, so that it is not deleted meanwhile."""
    held = select(Region.id).where(Region.id == region_id).with_for_update(read=True)
    if await db.scalar(held) is None:
        raise Invalid({"regionId": NO_SUCH_REGION})
