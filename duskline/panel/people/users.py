"""Users. Who may enter: those who manage users; other staff with a role see their colleagues in short.

Role and status are changed here alone, by the grants of the policy; one administrator always remains.
"""

from __future__ import annotations

from sqlalchemy import case, func, select

from duskline.account import passwords
from duskline.account.letters import keep_to_offer
from duskline.core.data.lists import Filter, either_way
from duskline.core.data.search import FirstCharacters
from duskline.core.data.session import Db
from duskline.core.http.listing import Listing
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, patch, post, read
from duskline.core.system.errors import Conflict, Forbidden
from duskline.core.values.bodies import UNSET, Body, Id, Name, ResponseModel, UnsetType
from duskline.credentials import Standing, note_change
from duskline.models.people.people import (
    LAST_ADMIN,
    OFFICES,
    Colleague,
    NewUser,
    RoleName,
    StatusName,
    User,
    UserStatus,
    UserType,
    granted,
    hold_admins,
    is_last_admin,
    require_grant,
    require_open_branch,
    take_on,
)
from duskline.models.schedule.booking import leave_crews
from duskline.panel import exports
from duskline.panel.exports import export_route
from duskline.panel.filters import by_import
from duskline.panel.one_record import record_routes
from duskline.panel.rows import Assignee, UserRow
from duskline.policy import LOOK_UP, MANAGE_USERS, ROLE_SCOPE, Actor, Role, ScopeLevel
from duskline.services import services

PATH = "/api/panel/users"
NOT_HERE_YET = "This person has not accepted the invitation yet."


class UserEdit(Body):
    role: RoleName | UnsetType | None = UNSET
    status: StatusName | UnsetType = UNSET
    first_name: Name | UnsetType | None = UNSET
    last_name: Name | UnsetType | None = UNSET
    branch_id: Id | UnsetType | None = UNSET
    region_id: Id | UnsetType | None = UNSET


class UserStats(ResponseModel):
    total: int
    active: int
    no_role: int


class Grants(ResponseModel):
    roles: list[Role | None]
    sends_mail: bool
    """Whether an invitation leaves as a letter. Otherwise the inviter passes its link on."""


def _listing(entity: type[User | Colleague], row: type[ResponseModel]) -> Listing:
    # Clients have no role by nature, so "none" looks for staff without one (product.md, rule 53).
    role = func.coalesce(entity.role, case((entity.user_type == "staff", "none")))
    filters = {
        "role": Filter(role, (*Role, "none")),
        "status": Filter(entity.status, tuple(UserStatus)),
        "userType": Filter(entity.user_type, tuple(UserType)),
        "branchId": Filter(entity.branch_id),
        "import": by_import(entity.id),
    }
    orders = either_way(created=entity.created_at, email=FirstCharacters(entity.search))
    return Listing(entity, row, filters, orders=orders)


USERS = _listing(User, UserRow)
COLLEAGUES = _listing(Colleague, Assignee)
users = USERS.route(
    PATH,
    may=LOOK_UP,
    name="users",
    shown_to=lambda actor: USERS if MANAGE_USERS.lets(actor) else COLLEAGUES,
    like=COLLEAGUES,
)
users_file = export_route(
    USERS,
    PATH,
    may=MANAGE_USERS,
    columns={
        "First name": User.first_name, "Last name": User.last_name, "Email": User.email, "Phone": User.phone,
        "Type": User.user_type, "Role": User.role, "Status": User.status, "Branch": exports.branch(User.branch_id),
        "Created (UTC)": User.created_at, "Updated (UTC)": User.updated_at, "Id": User.id,
    },
)  # fmt: skip


colleagues = COLLEAGUES.route("/api/panel/colleagues", may=LOOK_UP, name="colleagues")
"""Whose names may stand on a record, deactivated ones included."""


@read(PATH + "/grants", may=MANAGE_USERS)
async def grants(db: Db, request: StrictRequest) -> Grants:
    """The roles that one may give and take; null is none."""
    roles = [role for role in (*Role, None) if role in granted(db.actor)]
    return Grants(roles=roles, sends_mail=services(request).sends_mail)


@read(PATH + "/stats", may=MANAGE_USERS)
async def user_stats(db: Db) -> UserStats:
    """How many people one manages, how many are active, and how many of the staff have no role."""
    active = func.count().filter(User.status == "active")
    no_role = func.count().filter(User.user_type == "staff", User.role.is_(None))
    counted = (await db.execute(select(func.count(), active, no_role).select_from(User))).one()
    return UserStats(total=counted[0], active=counted[1], no_role=counted[2])


async def _hash(data: NewUser) -> str:
    return await passwords.chosen(data.password)


@change(post, PATH, may=MANAGE_USERS, returns=UserRow, prepare=_hash, repeatable=False)
async def create_user(db: Db, data: NewUser, prepared: str) -> User:
    """An account with a password that somebody else chose; who is invited chooses their own."""
    return await take_on(db, User.create(data, prepared))


@change(patch, PATH + "/{id:str}", may=MANAGE_USERS, returns=UserRow, lock=OFFICES)
async def edit_user(db: Db, request: StrictRequest, id: str, data: UserEdit) -> User:
    """Gives or takes a role, renames, moves, activates or deactivates. Deactivation ends the person's sessions at once."""
    ours = services(request)
    admins = await hold_admins(db) if db.actor.role is Role.ADMIN else None
    user = await db.find_for_update(User, id)
    before, offered = Standing.of(user), user.offer
    require_grant(db.actor, user, user.role if data.role is UNSET else data.role)
    user.apply(data.given() | _left_behind(data, user.role if data.role is UNSET else data.role))
    if user.invited_until and user.status == "active":
        raise Conflict(NOT_HERE_YET)
    if (user.status, before.status) == ("active", "inactive"):
        await require_open_branch(db, user)
    if admins is not None:
        _keep_an_admin(db.actor, user, admins)
    if user.role not in (None, before.role) or {data.branch_id, data.region_id} != {UNSET}:
        await user.place_by_role(db)
    await note_change(db, user, before)
    if (user.role, user.status) != (before.role, before.status) or {data.branch_id, data.region_id} != {
        UNSET
    }:
        await db.flush()
        await leave_crews(db, user.id)
    await keep_to_offer(db, ours.company, user, offered, by_mail=ours.sends_mail)
    return user


def _left_behind(data: UserEdit, role: Role | None) -> dict[str, None]:
    """Who moves to another branch does not stay in the region of the former, nor in a branch who gets a region to manage."""
    if data.branch_id is not UNSET and data.region_id is UNSET:
        return {"region_id": None}
    manages = role is not None and ROLE_SCOPE[role] is ScopeLevel.REGIONAL
    if manages and data.region_id is not UNSET and data.branch_id is UNSET:
        return {"branch_id": None}
    return {}


def _keep_an_admin(actor: Actor, user: User, admins: list[str]) -> None:
    """Only administrators change administrators, so asking here keeps one; `admins` are held until the commit."""
    if is_last_admin(user, admins):
        raise Conflict(LAST_ADMIN)
    if actor.id not in admins:
        raise Forbidden  # demoted or deactivated by another administrator a moment ago


ROUTES = [
    users,
    users_file,
    colleagues,
    grants,
    user_stats,
    create_user,
    edit_user,
    *record_routes(PATH, User, UserRow, MANAGE_USERS),
]
