"""Where the company is: organization, region, branch, and the ZIP codes that a branch serves."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import JSON, ForeignKey, Index, Integer, Select, String, bindparam, func, select, text
from sqlalchemy.orm import Mapped, mapped_column, synonym
from sqlalchemy.orm.attributes import flag_modified

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column, now
from duskline.core.data.database import Reader
from duskline.core.data.session import Db, ScopedSession
from duskline.core.system.errors import Invalid
from duskline.policy import Actor, Scoped, ScopeLevel, in_scope

DEFAULT_BRANCH = "1"
DEFAULT_ZONE = "America/New_York"
NO_ADDRESS = "Not entered yet"
"""The address of the default branch until somebody enters one."""
NO_BRANCH = "Your account has no branch yet. Ask an administrator to assign one."
NO_REGION = "Your account has no region yet. Ask an administrator to assign one."
EMPTY_REGION = "Your region has no branches yet. Ask an administrator to add one."


class PlaceStatus(StrEnum):
    ACTIVE = "active"
    INACTIVE = "inactive"


class Organization(Identified, Updated, Base):
    __tablename__ = "organizations"

    name: Mapped[str] = mapped_column(String(200))
    status: Mapped[PlaceStatus] = enum_column("status", PlaceStatus, default=PlaceStatus.ACTIVE)


class Region(Identified, Versioned, Audited, Base):
    __tablename__ = "regions"
    audit_name = "region"

    version: Mapped[int] = mapped_column(server_default=text("1"))

    organization_id: Mapped[str] = mapped_column(ForeignKey("organizations.id"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    code: Mapped[str] = mapped_column(String(20), unique=True)

    def audit_place(self, session: ScopedSession) -> str | None:
        return self.id


class Branch(Identified, Versioned, Audited, Scoped, Base):
    """An office. Its version grows with what stands beside it, too: one form edits both."""

    __tablename__ = "branches"
    scope_columns = ("id",)
    audit_name = "branch"

    version: Mapped[int] = mapped_column(server_default=text("1"))

    region_id: Mapped[str] = mapped_column(ForeignKey("regions.id"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    address: Mapped[str] = mapped_column(String(300))
    phone: Mapped[str | None] = mapped_column(String(40))
    status: Mapped[PlaceStatus] = enum_column("status", PlaceStatus, default=PlaceStatus.ACTIVE)

    @classmethod
    def within(cls, size: int | None):  # type: ignore[no-untyped-def]
        return in_scope(cls.id, size)

    def touch(self) -> None:
        """Lets its version grow: what stands beside it changes."""
        flag_modified(self, "created_at")

    def audit_place(self, session: ScopedSession) -> str | None:
        return self.id


class BranchDetails(Audited, Base):
    """What stands beside a branch; without a row it keeps the time of `DEFAULT_ZONE`, and the company's email and hours."""

    __tablename__ = "branch_details"
    audit_name = "branch_details"

    id: Mapped[str] = mapped_column(ForeignKey("branches.id", ondelete="CASCADE"), primary_key=True)
    time_zone: Mapped[str] = mapped_column(String(60), default=DEFAULT_ZONE)
    """An IANA zone, Area/City."""
    email: Mapped[str | None] = mapped_column(String(254))
    open_hours: Mapped[list[dict[str, int]] | None] = mapped_column(JSON(none_as_null=True))
    """When it is open: `day` from 0, a Monday; `opens` and `closes` in minutes after midnight. A day left out is closed."""
    holidays: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    """When it is closed all the same, in order: `day` as YYYY-MM-DD, `name`, and whether it is `yearly`."""
    crews: Mapped[int | None] = mapped_column(Integer)
    """How many crews go out on a day, unless the day says otherwise; None where nobody counts them."""

    def audit_place(self, session: ScopedSession) -> str | None:
        return self.id


def day_at(at: datetime, zone: str) -> date:
    """The day that a time falls on in an IANA zone: the one place where a time becomes a day (product.md, rule 63)."""
    return at.astimezone(ZoneInfo(zone)).date()


async def today_in(db: Db, branch_id: str | None, at: datetime | None = None) -> date:
    """The day that it is, or was at a time, in a branch."""
    return day_at(at or now(), await zone_in(db, branch_id))


async def zone_in(db: Db, branch_id: str | None) -> str:
    """The IANA zone whose time a branch keeps."""
    zone: str | None = await db.scalar(_time_zone(), {"branch": branch_id})
    return zone or DEFAULT_ZONE


async def zones_kept(db: Db) -> dict[str, list[str]]:
    """The branches by the time that they keep; what belongs to no branch keeps the default."""
    zone = func.coalesce(BranchDetails.time_zone, DEFAULT_ZONE)
    found = select(zone, Branch.id).outerjoin(BranchDetails, BranchDetails.id == Branch.id)
    zones: dict[str, list[str]] = {DEFAULT_ZONE: []}
    for name, branch in await db.execute(found):
        zones.setdefault(name, []).append(branch)
    return zones


async def zone_of(reader: Reader) -> str:
    """The time of the reader: that of the branch that their new records go to."""
    found = await reader.rows("time of a branch", _time_zone, {"branch": home_branch(reader.actor)})
    return found[0][0] if found else DEFAULT_ZONE


async def today_of(reader: Reader) -> date:
    """The day that it is for the reader, wherever the records are: lists over several branches go by it."""
    return day_at(now(), await zone_of(reader))


def _time_zone() -> Select[Any]:
    return select(BranchDetails.time_zone).where(BranchDetails.id == bindparam("branch", type_=String))


@cache
def zones() -> frozenset[str]:
    """Those of places: every Area/City, which keeps its rules for daylight saving."""
    return frozenset(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))


class BranchServiceArea(Scoped, Base):
    """A ZIP code is served by one branch."""

    __tablename__ = "branch_service_areas"
    __table_args__ = (Index(None, "branch_id"),)

    zip: Mapped[str] = mapped_column(String(10), primary_key=True)
    id: Mapped[str] = synonym("zip")
    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id"))


def home_branch(actor: Actor) -> str | None:
    """Where an actor's new records go unless a branch is named: the own one, else the default, else the first in scope.

    None for staff whose scope holds no branch at all: they see nothing and can make nothing (product.md, rule 17).
    """
    branches = actor.scope.branches
    for wanted in (actor.branch_id, DEFAULT_BRANCH):
        if wanted is not None and (branches is None or wanted in branches):
            return wanted
    return branches[0] if branches else None


def chosen_branch(actor: Actor, given: str | None) -> str:
    """The branch that a new record belongs to (product.md, rules 5 and 11).

    The interface's default "1" is replaced by the own branch of someone whose scope lacks it.

    Raises:
        Invalid: the actor has no branch at all.
    """
    home = home_branch(actor)
    if home is None:
        raise Invalid({"branchId": _why_nowhere(actor)})
    if given is None or (given == DEFAULT_BRANCH and actor.level is ScopeLevel.BRANCH):
        return home
    return given


def _why_nowhere(actor: Actor) -> str:
    if actor.level is not ScopeLevel.REGIONAL:
        return NO_BRANCH
    return NO_REGION if actor.region_id is None else EMPTY_REGION


def moved(actor: Actor, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of an edit; where they name a branch, the one that is meant."""
    if "branch_id" not in fields:
        return fields
    return fields | {"branch_id": chosen_branch(actor, fields["branch_id"])}


async def serving_branch(db: Db, zip_code: str, *, held: bool = False) -> str | None:
    """The branch that serves a ZIP code, or None. A company that listed no ZIP codes serves them all.

    `held`: until the commit, so that a deactivation waits, and sees what came.
    """
    areas = BranchServiceArea.__table__.c  # past the scope: a visitor is nobody's colleague
    area = select(areas.branch_id)
    served: str | None = await db.scalar(area.where(areas.zip == zip_code[:5]))
    if served is None:
        return DEFAULT_BRANCH if await db.scalar(area.limit(1)) is None else None
    return await _held_open(db, served) if held else served


async def _held_open(db: Db, id: str) -> str | None:
    """A branch as it stands once it is held; None where it was deactivated meanwhile."""
    branches = Branch.__table__.c
    here = select(branches.id).where(branches.id == id, branches.status == PlaceStatus.ACTIVE)
    open_one: str | None = await db.scalar(here.with_for_update(read=True))
    return open_one
