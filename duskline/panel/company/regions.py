"""Regions. Who may enter: those who see Settings read those in reach; those who edit the organization's configuration keep them."""

from __future__ import annotations

from typing import Annotated, Any

from sqlalchemy import Select, func, or_, select, true

from duskline.core.data.session import Db
from duskline.core.http.routing import change, delete, patch, post, read
from duskline.core.values.bodies import UNSET, Body, Meta, Name, ResponseModel, UnsetType
from duskline.models.company.regions import delete_region, refuse_alike
from duskline.models.people.people import User, of_level
from duskline.models.places.places import Branch, Organization, Region
from duskline.panel.one_record import history_route
from duskline.policy import DELETE_DATA, EDIT_CONFIG, SETTINGS, Actor, ScopeLevel

PATH = "/api/panel/regions"
ONE = PATH + "/{id:str}"

Code = Annotated[str, Meta(min_length=1, max_length=20)]


class RegionRow(ResponseModel):
    id: str
    name: str
    code: str
    branches: int
    managers: int
    """Active people who manage it."""
    version: int


class NewRegion(Body, kw_only=True):
    name: Name
    code: Code


class RegionEdit(Body):
    name: Name | UnsetType = UNSET
    code: Code | UnsetType = UNSET


@read(PATH, may=SETTINGS)
async def regions(db: Db) -> list[RegionRow]:
    """The regions in reach, by name; one without branches is among them."""
    found = await db.execute(_rows().where(_in_reach(db.actor)).order_by(Region.name))
    return [RegionRow(*row) for row in found]


@read(ONE, may=EDIT_CONFIG)
async def region(db: Db, id: str) -> RegionRow:
    """One region."""
    await db.find(Region, id)
    return await _shown(db, id)


@change(post, PATH, may=EDIT_CONFIG, returns=RegionRow, lock="regions")
async def create_region(db: Db, data: NewRegion) -> RegionRow:
    """One more region, without branches yet."""
    company = await db.scalar(
        select(Organization.id).order_by(Organization.created_at, Organization.id).limit(1)
    )
    made = Region(organization_id=company, **data.given())
    await refuse_alike(db, made)
    db.store(made)
    await db.flush()
    return await _shown(db, made.id)


@change(patch, ONE, may=EDIT_CONFIG, status=200, lock="regions")
async def edit_region(db: Db, id: str, data: RegionEdit) -> RegionRow:
    """Calls it otherwise."""
    edited = (await db.find_for_update(Region, id)).apply(data.given())
    await refuse_alike(db, edited)
    await db.flush()
    return await _shown(db, id)


@change(delete, ONE, may=DELETE_DATA, status=204, lock="regions")
async def remove_region(db: Db, id: str) -> None:
    """Deletes a region without branches and people."""
    await delete_region(db, await db.find_for_update(Region, id))


def _in_reach(actor: Actor) -> Any:
    """All, one's own, or those of the branches in scope."""
    if actor.scope.branches is None:
        return true()
    return or_(Region.id == actor.region_id, Region.id.in_(select(Branch.region_id)))


def _rows() -> Select[*tuple[Any, ...]]:
    branches = select(func.count()).select_from(Branch).where(Branch.region_id == Region.id).scalar_subquery()
    manages = (
        of_level(User.role, ScopeLevel.REGIONAL) & (User.region_id == Region.id) & (User.status == "active")
    )
    managers = select(func.count()).select_from(User).where(manages).scalar_subquery()
    return select(Region.id, Region.name, Region.code, branches, managers, Region.version)


async def _shown(db: Db, id: str) -> RegionRow:
    return RegionRow(*(await db.execute(_rows().where(Region.id == id))).one())


ROUTES = [
    regions,
    region,
    create_region,
    edit_region,
    remove_region,
    history_route(PATH, Region, EDIT_CONFIG),
]
