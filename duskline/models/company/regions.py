"""Regions: which branches lie in one, who sees them by it, and what follows a branch to another (product.md, rule 98)."""

from __future__ import annotations

import msgspec
from sqlalchemy import func, or_, select

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict, Invalid
from duskline.core.values.texts import normalized
from duskline.models.people.people import User, of_level
from duskline.models.places.places import Branch, Region
from duskline.models.records.references import ASSIGNED
from duskline.policy import ScopeLevel

NAME_TAKEN = "There is a region of this name already"
CODE_TAKEN = "There is a region with this code already"


class Watcher(msgspec.Struct, rename="camel"):
    """Somebody who manages a region; `open` is how many open records and next steps of the branch are theirs."""

    id: str
    name: str
    open: int


class Sight(msgspec.Struct, rename="camel"):
    """Who would see a branch in another region, and who would see it no more."""

    gains: list[Watcher]
    loses: list[Watcher]


async def sight_of(db: Db, branch: Branch, region_id: str) -> Sight:
    if region_id == branch.region_id:
        return Sight([], [])
    return Sight(
        gains=await _watchers(db, branch, region_id), loses=await _watchers(db, branch, branch.region_id)
    )


async def _watchers(db: Db, branch: Branch, region_id: str) -> list[Watcher]:
    """Those who see the branches of a region by their role, also those who are invited to."""
    present = or_(User.status == "active", User.invited_until > now())
    theirs = of_level(User.role, ScopeLevel.REGIONAL) & (User.region_id == region_id)
    found = await db.scalars(select(User).where(theirs, present).order_by(User.email))
    return [
        Watcher(user.id, user.full_name or user.email, await _open_of(db, branch, user)) for user in found
    ]


async def _open_of(db: Db, branch: Branch, user: User) -> int:
    number = 0
    for work in ASSIGNED.values():
        theirs = work.entity.branch_id == branch.id, work.open_of(user.id)
        number += await db.scalar(select(func.count()).select_from(work.entity).where(*theirs)) or 0
    return number


async def follow_branch(db: Db, branch: Branch, region_id: str) -> None:
    """Before a branch goes to another region: those who work there go along.

    Raises:
        Conflict: somebody who manages the region it leaves has the branch for a home; names them.
    """
    attached = select(User).where(User.branch_id == branch.id, User.region_id == branch.region_id)
    people = list(await db.scalars(attached.order_by(User.id).with_for_update(of=User, key_share=True)))
    managers = [user.full_name or user.email for user in people if user.manages_region]
    if managers:
        raise Conflict(
            f"{managers[0]} manages the present region and works in this branch. Change one of the two first."
        )
    for user in people:
        user.region_id = region_id


async def refuse_alike(db: Db, region: Region) -> None:
    """Raises Invalid where another region has the same name or code."""
    regions = Region.__table__.c
    others = await db.execute(
        select(regions.name, regions.code).where(regions.id.is_distinct_from(region.id))
    )
    for name, code in others:
        if normalized(name) == normalized(region.name):
            raise Invalid({"name": NAME_TAKEN})
        if normalized(code) == normalized(region.code):
            raise Invalid({"code": CODE_TAKEN})


async def delete_region(db: Db, region: Region) -> None:
    """Deletes a region without branches and people; `region` is locked.

    Raises:
        Conflict: something is in it; names what.
    """
    branches = (
        await db.scalar(select(func.count()).select_from(Branch).where(Branch.region_id == region.id)) or 0
    )
    people = await db.scalar(select(func.count()).select_from(User).where(User.region_id == region.id)) or 0
    if branches:
        raise Conflict(
            f"{branches} {'branch lies' if branches == 1 else 'branches lie'} in this region. Move them first."
        )
    if people:
        raise Conflict(
            f"{people} {'person is' if people == 1 else 'people are'} attached to this region. Move them first."
        )
    await db.delete(region)
