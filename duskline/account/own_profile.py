"""One's own name. Who may enter: staff, of any role or none."""

from __future__ import annotations

from duskline.core.data.session import Db
from duskline.core.http.bodies import Body, Name
from duskline.core.http.routing import change, patch
from duskline.models.people import User
from duskline.policy import STAFF, oneself


class OwnName(Body):
    first_name: Name
    last_name: Name | None = None


@change(patch, "/api/auth/user", may=STAFF, status=204)
async def rename_oneself(db: Db, data: OwnName) -> None:
    """Changes one's own name; role, place and status are for others to change."""
    db.act_as(oneself(db.actor.id))
    user = await db.find_locked(User, db.actor.id)
    user.apply(data.given())


ROUTES = [rename_oneself]
