"""What pickers offer: branches and assignees in scope.

Who may enter: every staff member with a role.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, String, bindparam, func, literal, or_, select

from duskline.core.data.lists import Filter
from duskline.core.data.session import Db
from duskline.core.http.bodies import ResponseModel
from duskline.core.http.listing import Listing
from duskline.core.http.routing import read
from duskline.models.people import Colleague
from duskline.models.places import DEFAULT_ZONE, Branch, BranchDetails, PlaceStatus, Region
from duskline.models.references import ASSIGNED
from duskline.panel.rows import Assignee
from duskline.policy import STAFF_WITH_ROLE


class BranchRow(ResponseModel):
    id: str
    name: str
    region_id: str
    region_name: str
    status: PlaceStatus
    time_zone: str


@read("/api/panel/branches", may=STAFF_WITH_ROLE)
async def branches(db: Db) -> list[BranchRow]:
    """The branches in scope, by name."""
    zone = func.coalesce(BranchDetails.time_zone, DEFAULT_ZONE)
    found = await db.execute(
        select(Branch.id, Branch.name, Branch.region_id, Region.name, Branch.status, zone)
        .join(Region, Region.id == Branch.region_id)
        .outerjoin(BranchDetails, BranchDetails.id == Branch.id)
        .order_by(Branch.name)
    )
    return [BranchRow(*row) for row in found]


def _handles(name: str) -> ColumnElement[bool]:
    """Whose role handles the kind of record in the placeholder."""
    asked = bindparam(name, type_=String)
    return or_(
        *(
            (asked == literal(str(kind), String)) & Colleague.holding(entity.handled_by)
            for kind, entity in ASSIGNED.items()
        )
    )


WHOLE_COMPANY = "none"
"""The branch of what belongs to none."""
ASSIGNEES = Listing(
    Colleague,
    Assignee,
    {
        "branchId": Filter(
            None,
            value=lambda word, _db: None if word == WHOLE_COMPANY else word,
            clause=lambda name: Colleague.acting_in(bindparam(name, type_=String)),
        ),
        "for": Filter(None, tuple(ASSIGNED), clause=_handles),
    },
    where=Colleague.status == "active",
)
assignees = ASSIGNEES.route("/api/panel/assignees", may=STAFF_WITH_ROLE, name="assignees")

ROUTES = [branches, assignees]
