"""What pickers offer: assignees in scope.

Who may enter: every staff member with a role.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, String, bindparam, literal, or_

from duskline.core.data.lists import Filter
from duskline.core.http.listing import Listing
from duskline.models.people.people import Colleague
from duskline.models.records.references import ASSIGNED
from duskline.panel.rows import Assignee
from duskline.policy import LOOK_UP


def _handles(name: str) -> ColumnElement[bool]:
    """Whose role handles the kind of work in the placeholder."""
    asked = bindparam(name, type_=String)
    return or_(
        *(
            (asked == literal(str(kind), String)) & Colleague.holding(flag)
            for kind, work in ASSIGNED.items()
            for flag in sorted(work.flags)
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
assignees = ASSIGNEES.route("/api/panel/assignees", may=LOOK_UP, name="assignees")

ROUTES = [assignees]
