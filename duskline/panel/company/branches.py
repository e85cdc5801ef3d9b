"""Branches: the ones in scope, what is told of each, and what hangs on it.

Who may enter: every staff member with a role reads those in scope; those who see Settings change them. What decides who sees
what, and where records may go, is for those who edit the organization's configuration: another branch, another region, and
whether it is active.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import msgspec
from litestar.params import QueryParameter
from sqlalchemy import Select, func, select

from duskline.core.data.session import Db
from duskline.core.http.routing import change, delete, patch, post, read
from duskline.core.system.errors import Forbidden, Invalid
from duskline.core.values.bodies import (
    UNSET,
    Body,
    Email,
    Id,
    Meta,
    Name,
    Phone,
    ResponseModel,
    UnsetType,
)
from duskline.models.company.availability import MOST_CREWS
from duskline.models.company.branches import (
    Hanging,
    deactivate,
    delete_branch,
    hanging_on,
    in_words,
    refuse_namesake,
    require_region,
)
from duskline.models.company.regions import Sight, follow_branch, sight_of
from duskline.models.places.places import DEFAULT_ZONE, Branch, BranchDetails, PlaceStatus, Region, zones
from duskline.panel.one_record import history_route
from duskline.policy import DELETE_DATA, EDIT_CONFIG, LOOK_UP, SETTINGS, Can

PATH = "/api/panel/branches"
ONE = PATH + "/{id:str}"
NO_ZONE = "Please choose a time zone from the list"
NOT_YOURS = "Only administrators move, deactivate or activate a branch."
DAY_TWICE = "Please name each day once"
NO_TIME = "Please name a time of the day, in minutes after midnight"
HOLIDAY_TWICE = "Please name each day once"
CLOSES_FIRST = "Please let each day close after it opens"
BESIDE = ("time_zone", "email", "open_hours", "holidays", "crews")
"""The fields that stand in a row beside the branch."""

Zone = Annotated[str, Meta(min_length=1, max_length=60, extra={"say": NO_ZONE})]
Address = Annotated[str, Meta(min_length=1, max_length=300)]
StatusName = Annotated[PlaceStatus, Meta(extra={"say": "Status must be either 'active' or 'inactive'"})]


class DayHours(Body):
    """A day of the week from 0, a Monday; minutes after midnight."""

    day: Annotated[int, Meta(ge=0, le=6, extra={"say": "Please name a day from 0, a Monday, to 6"})]
    opens: Annotated[int, Meta(ge=0, le=1439, extra={"say": NO_TIME})]
    closes: Annotated[int, Meta(ge=1, le=1440, extra={"say": NO_TIME})]


class Holiday(Body):
    """A day on which the branch is closed whatever its hours say."""

    day: date
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    yearly: bool = False
    """Whether it is one each year, on the same day of the same month."""


Holidays = Annotated[list[Holiday], Meta(max_length=100)]
Week = Annotated[list[DayHours], Meta(max_length=7)]
Crews = Annotated[
    int, Meta(ge=1, le=MOST_CREWS, extra={"say": f"Please enter a number from 1 to {MOST_CREWS}"})
]


class BranchRow(ResponseModel):
    id: str
    name: str
    region_id: str
    region_name: str
    status: PlaceStatus
    time_zone: str
    address: str
    phone: str | None
    email: str | None
    open_hours: list[DayHours] | None
    """None: nobody said. A day left out is closed."""
    open_words: str | None
    """The same in words: "Mon-Fri 8 AM-6 PM"."""
    holidays: list[Holiday]
    """In order."""
    crews: int | None
    """How many go out on a day, unless the day says otherwise; None: nobody counts them."""
    version: int


class NewBranch(Body, kw_only=True):
    name: Name
    region_id: Id
    address: Address
    phone: Phone | None = None
    email: Email | None = None
    time_zone: Zone = DEFAULT_ZONE
    open_hours: Week | None = None
    holidays: Holidays | UnsetType = UNSET
    crews: Crews | None = None


class BranchEdit(Body):
    name: Name | UnsetType = UNSET
    region_id: Id | UnsetType = UNSET
    address: Address | UnsetType = UNSET
    phone: Phone | UnsetType | None = UNSET
    email: Email | UnsetType | None = UNSET
    time_zone: Zone | UnsetType = UNSET
    open_hours: Week | UnsetType | None = UNSET
    holidays: Holidays | UnsetType = UNSET
    crews: Crews | UnsetType | None = UNSET
    status: StatusName | UnsetType = UNSET


@read(PATH, may=LOOK_UP)
async def branches(db: Db) -> list[BranchRow]:
    """The branches in scope, by name."""
    found = await db.execute(_rows().order_by(Branch.name))
    return [_row(row) for row in found]


@read(ONE, may=LOOK_UP)
async def branch(db: Db, id: str) -> BranchRow:
    """One branch."""
    await db.find(Branch, id)
    return await _shown(db, id)


@change(post, PATH, may=EDIT_CONFIG, returns=BranchRow, lock="branches", shows=Branch)
async def create_branch(db: Db, data: NewBranch) -> BranchRow:
    """One more branch."""
    given, beside = _parted(data.given())
    await require_region(db, data.region_id)
    made = Branch(**given)
    await refuse_namesake(db, made)
    db.store(made)
    await db.flush()
    db.store(BranchDetails(id=made.id, **beside))
    await db.flush()
    return await _shown(db, made.id)


@change(patch, ONE, may=SETTINGS, status=200, lock="branches", shows=Branch)
async def edit_branch(db: Db, id: str, data: BranchEdit) -> BranchRow:
    """Changes what is sent. Its days and times are told by its time zone; deactivated, it takes nothing new."""
    edited = await db.find_for_update(Branch, id)
    given, beside = _parted(data.given())
    _require_right(db, edited, given)
    if beside:
        await _set_beside(db, edited, beside)
    status = given.pop("status", edited.status)
    if given.get("region_id", edited.region_id) != edited.region_id:
        await require_region(db, given["region_id"])
        await follow_branch(db, edited, given["region_id"])
    edited.apply(given)
    if "name" in given:
        await refuse_namesake(db, edited)
    if status != edited.status:
        await deactivate(db, edited) if status == PlaceStatus.INACTIVE else edited.apply({"status": status})
    await db.flush()
    return await _shown(db, id)


@read(ONE + "/hanging", may=SETTINGS)
async def hanging(db: Db, id: str) -> Hanging:
    """What hangs on a branch, within the caller's scope."""
    await db.find(Branch, id)
    return await hanging_on(db, id)


@read(ONE + "/sight", may=EDIT_CONFIG)
async def sight(
    db: Db,
    id: str,
    region: Annotated[str, QueryParameter(name="regionId", description="Where it would go")] = "",
) -> Sight:
    """Who would see the branch, and who would see it no more, in another region."""
    return await sight_of(db, await db.find(Branch, id), region)


@change(delete, ONE, may=DELETE_DATA, status=204, lock="branches")
async def remove_branch(db: Db, id: str) -> None:
    """Deletes a branch that nothing tells of."""
    await delete_branch(db, await db.find_for_update(Branch, id))


@read("/api/panel/time-zones", may=SETTINGS)
async def time_zones(db: Db) -> list[str]:
    """What a branch may be set to, by name."""
    return sorted(zones())


def _parted(given: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is sent: of the branch, and of what stands beside it.

    Raises:
        Invalid: the zone is none, or the hours of a day contradict each other.
    """
    beside = {name: given.pop(name) for name in BESIDE if name in given}
    if beside.get("time_zone", DEFAULT_ZONE) not in zones():
        raise Invalid({"timeZone": NO_ZONE})
    if "open_hours" in beside:
        beside["open_hours"] = _week(beside["open_hours"] or [])
    if "holidays" in beside:
        beside["holidays"] = _calendar(beside["holidays"])
    return given, beside


def _week(hours: list[DayHours]) -> list[dict[str, int]] | None:
    """By day; none where no day is open: then the company's hours are told."""
    if len({each.day for each in hours}) < len(hours):
        raise Invalid({"openHours": DAY_TWICE})
    if any(each.closes <= each.opens for each in hours):
        raise Invalid({"openHours": CLOSES_FIRST})
    return [each.given() for each in sorted(hours, key=lambda each: each.day)] or None


def _calendar(holidays: list[Holiday]) -> list[dict[str, Any]] | None:
    """In order, those of every year by their day of the year too."""
    if len({each.day for each in holidays}) < len(holidays):
        raise Invalid({"holidays": HOLIDAY_TWICE})
    in_order = sorted(holidays, key=lambda each: each.day)
    told: list[dict[str, Any]] = msgspec.to_builtins(in_order)
    return told or None


def _require_right(db: Db, edited: Branch, given: dict[str, Any]) -> None:
    changes = {
        name
        for name in ("region_id", "status")
        if given.get(name, UNSET) not in (UNSET, getattr(edited, name))
    }
    if changes and not db.actor.can(Can.EDIT_CONFIG):
        raise Forbidden(NOT_YOURS)


async def _set_beside(db: Db, edited: Branch, beside: dict[str, Any]) -> None:
    """The branch's version grows with what stands beside it, so that two who edit both in one form meet."""
    details = await db.scalar(select(BranchDetails).where(BranchDetails.id == edited.id))
    if details is None:
        db.store(BranchDetails(id=edited.id, **beside))
    elif not db.is_modified(details.apply(beside)):
        return
    edited.touch()


def _rows() -> Select[*tuple[Any, ...]]:
    zone = func.coalesce(BranchDetails.time_zone, DEFAULT_ZONE)
    return (
        select(
            Branch.id, Branch.name, Branch.region_id, Region.name, Branch.status, zone, Branch.address, Branch.phone,
            BranchDetails.email, BranchDetails.open_hours, BranchDetails.holidays, BranchDetails.crews,
            Branch.version,
        )
        .join(Region, Region.id == Branch.region_id)
        .outerjoin(BranchDetails, BranchDetails.id == Branch.id)
    )  # fmt: skip


def _row(found: Any) -> BranchRow:
    *shown, hours, holidays, crews, version = found
    week = None if hours is None else [DayHours(**each) for each in hours]
    calendar = msgspec.convert(holidays or [], list[Holiday])
    return BranchRow(*[*shown, week, in_words(hours), calendar, crews, version])


async def _shown(db: Db, id: str) -> BranchRow:
    return _row((await db.execute(_rows().where(Branch.id == id))).one())


ROUTES = [
    branches,
    branch,
    create_branch,
    edit_branch,
    hanging,
    sight,
    remove_branch,
    time_zones,
    history_route(PATH, Branch, SETTINGS, beside=BranchDetails.audit_name),
]
