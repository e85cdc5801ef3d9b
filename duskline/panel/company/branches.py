"""Branches: the ones in scope, and the time zone of each.

Who may enter: every staff member with a role; those who see Settings change the branches in their scope.
"""

from __future__ import annotations

from typing import Annotated

from sqlalchemy import Select, func, select

from duskline.core.data.session import Db
from duskline.core.errors import Invalid
from duskline.core.http.bodies import UNSET, Body, Meta, ResponseModel, UnsetType
from duskline.core.http.routing import change, patch, read
from duskline.models.places import DEFAULT_ZONE, Branch, BranchDetails, PlaceStatus, Region, zones
from duskline.policy import SETTINGS, STAFF_WITH_ROLE

PATH = "/api/panel/branches"
NO_ZONE = "Please choose a time zone from the list"

Zone = Annotated[str, Meta(min_length=1, max_length=60, extra={"say": NO_ZONE})]


class BranchRow(ResponseModel):
    id: str
    name: str
    region_id: str
    region_name: str
    status: PlaceStatus
    time_zone: str


class BranchEdit(Body):
    time_zone: Zone | UnsetType = UNSET


@read(PATH, may=STAFF_WITH_ROLE)
async def branches(db: Db) -> list[BranchRow]:
    """The branches in scope, by name."""
    found = await db.execute(_rows().order_by(Branch.name))
    return [BranchRow(*row) for row in found]


@change(patch, PATH + "/{id:str}", may=SETTINGS, status=200)
async def edit_branch(db: Db, id: str, data: BranchEdit) -> BranchRow:
    """Sets its time zone: from then on its days and times are told by that."""
    await db.find_for_update(Branch, id)
    if data.time_zone is not UNSET:
        if data.time_zone not in zones():
            raise Invalid({"timeZone": NO_ZONE})
        details = await db.scalar(select(BranchDetails).where(BranchDetails.id == id))
        if details is None:
            db.store(BranchDetails(id=id, time_zone=data.time_zone))
        else:
            details.apply(data.given())
        await db.flush()
    return BranchRow(*(await db.execute(_rows().where(Branch.id == id))).one())


@read("/api/panel/time-zones", may=SETTINGS)
async def time_zones(db: Db) -> list[str]:
    """What a branch may be set to, by name."""
    return sorted(zones())


def _rows() -> Select[str, str, str, str, PlaceStatus, str]:
    zone = func.coalesce(BranchDetails.time_zone, DEFAULT_ZONE)
    return (
        select(Branch.id, Branch.name, Branch.region_id, Region.name, Branch.status, zone)
        .join(Region, Region.id == Branch.region_id)
        .outerjoin(BranchDetails, BranchDetails.id == Branch.id)
    )


ROUTES = [branches, edit_branch, time_zones]
