"""Users. Who may enter: those who manage users; other staff with a role see their colleagues in short.

Role and status are changed here alone, by the grants of the policy; one administrator always remains.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import case, func, select

from duskline.core.data.lists import Filter
from duskline.core.data.session import Db
from duskline.core.errors import Conflict, Forbidden, Invalid
from duskline.core.http.bodies import UNSET, Body, ResponseModel, UnsetType
from duskline.core.http.listing import Listing
from duskline.core.http.routing import change, patch, read
from duskline.models.people import (
    CLIENT_HAS_NO_ROLE,
    LAST_ADMIN,
    OFFICES,
    Colleague,
    RoleName,
    StatusName,
    User,
    UserStatus,
    UserType,
    hold_admins,
    is_last_admin,
)
from duskline.models.sessions import note_change
from duskline.panel.records import record_routes
from duskline.panel.rows import Assignee
from duskline.policy import MANAGE_USERS, ROLE_GRANTS, STAFF_WITH_ROLE, Actor, Role

PATH = "/api/panel/users"
MOVED_BY = "Whoever runs the server can set it: duskline user edit"


class UserRow(ResponseModel):
    id: str
    email: str
    user_type: UserType
    first_name: str | None
    last_name: str | None
    role: Role | None
    branch_id: str | None
    region_id: str | None
    organization_id: str | None
    status: UserStatus
    profile_image_url: str | None
    created_at: datetime
    updated_at: datetime
    version: int


class UserEdit(Body):
    role: RoleName | UnsetType | None = UNSET
    status: StatusName | UnsetType = UNSET


class UserStats(ResponseModel):
    total: int
    active: int
    no_role: int


class Grants(ResponseModel):
    roles: list[Role | None]


def _listing(entity: type[User | Colleague], row: type[ResponseModel]) -> Listing:
    # Clients have no role by nature, so "none" looks for staff without one (product.md, rule 53).
    role = func.coalesce(entity.role, case((entity.user_type == "staff", "none")))
    filters = {
        "role": Filter(role, (*Role, "none")),
        "status": Filter(entity.status, tuple(UserStatus)),
        "userType": Filter(entity.user_type, tuple(UserType)),
        "branchId": Filter(entity.branch_id),
    }
    return Listing(entity, row, filters)


USERS = _listing(User, UserRow)
COLLEAGUES = _listing(Colleague, Assignee)
users = USERS.route(
    PATH,
    may=STAFF_WITH_ROLE,
    name="users",
    shown_to=lambda actor: USERS if MANAGE_USERS.lets(actor) else COLLEAGUES,
    like=COLLEAGUES,
)


colleagues = COLLEAGUES.route("/api/panel/colleagues", may=STAFF_WITH_ROLE, name="colleagues")
"""Whose names may stand on a record, deactivated ones included."""


@read(PATH + "/grants", may=MANAGE_USERS)
async def grants(db: Db) -> Grants:
    """The roles that one may give and take; null is none."""
    return Grants(roles=[role for role in (*Role, None) if role in _granted(db.actor)])


@read(PATH + "/stats", may=MANAGE_USERS)
async def user_stats(db: Db) -> UserStats:
    """How many people one manages, how many are active, and how many of the staff have no role."""
    active = func.count().filter(User.status == "active")
    no_role = func.count().filter(User.user_type == "staff", User.role.is_(None))
    counted = (await db.execute(select(func.count(), active, no_role).select_from(User))).one()
    return UserStats(total=counted[0], active=counted[1], no_role=counted[2])


@change(patch, PATH + "/{id:str}", may=MANAGE_USERS, returns=UserRow, lock=OFFICES)
async def edit_user(db: Db, id: str, data: UserEdit) -> User:
    """Gives or takes a role, activates or deactivates. Deactivation ends the person's sessions at once."""
    admins = await hold_admins(db) if db.actor.role is Role.ADMIN else None
    user = await db.find_for_update(User, id)
    before = user.role, user.status
    _require_grant(db.actor, user, user.role if data.role is UNSET else data.role)
    user.apply(data.given())
    if admins is not None:
        _keep_an_admin(db.actor, user, admins)
    if user.role not in (None, before[0]):
        await _require_place(db, user)
    await note_change(db, user, *before)
    return user


def _keep_an_admin(actor: Actor, user: User, admins: list[str]) -> None:
    """Only administrators change administrators, so asking here keeps one; `admins` are held until the commit."""
    if is_last_admin(user, admins):
        raise Conflict(LAST_ADMIN)
    if actor.id not in admins:
        raise Forbidden  # demoted or deactivated by another administrator a moment ago


def _require_grant(actor: Actor, user: User, role: str | None) -> None:
    """Never oneself; both the present and the new role are the caller's to give (product.md, rule 22)."""
    if user.id == actor.id:
        raise Forbidden("You cannot change your own role or status.")
    granted = _granted(actor)
    if user.role not in granted or role not in granted:
        raise Forbidden("You cannot grant or remove this role.")
    if role is not None and user.user_type != "staff":
        raise Invalid({"role": CLIENT_HAS_NO_ROLE})


async def _require_place(db: Db, user: User) -> None:
    """A role works in a branch or region within one's scope; a person is moved on the command line."""
    try:
        await user.place_by_role(db)
    except Invalid as fault:
        raise Invalid({"role": f"{fault.sentence}. {MOVED_BY}"}) from None


def _granted(actor: Actor) -> frozenset[Role | None]:
    return ROLE_GRANTS.get(actor.role, frozenset()) if actor.role else frozenset()


ROUTES = [users, colleagues, grants, user_stats, edit_user, *record_routes(PATH, User, UserRow, MANAGE_USERS)]
