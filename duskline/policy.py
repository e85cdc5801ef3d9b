"""The whole policy on one screen: what each role may do, and which rows exist for whom.

Two questions, each declared once. *May you do this?* is a `May` on every route, with no default. *Does this
row exist for you?* is one SQL predicate on the entity, `Scoped.within(n)`, which the session adds to every
statement by itself (`core/data/session.py`). Two built-in actors, `WEBSITE` and `CONSOLE`, are the only way in without
a session.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar

import msgspec
from sqlalchemy import ColumnElement, bindparam, false, true


class Can(StrEnum):
    """The ten flags, under the names that the panel asks with."""

    MANAGE_USERS = "canManageUsers"
    VIEW_ALL_DATA = "canViewAllData"
    EDIT_CONFIG = "canEditConfig"
    DELETE_DATA = "canDeleteData"
    MANAGE_TICKETS = "canManageTickets"
    MANAGE_WORK_ORDERS = "canManageWorkOrders"
    MANAGE_LEADS = "canManageLeads"
    VIEW_REPORTS = "canViewReports"
    APPROVE_JOBS = "canApproveJobs"
    ASSIGN_JOBS = "canAssignJobs"


class Role(StrEnum):
    SUPPORT = "support"
    SALES_REP = "sales_rep"
    TECHNICIAN = "technician"
    LEAD_TECHNICIAN = "lead_technician"
    BRANCH_OPS_MANAGER = "branch_ops_manager"
    REGIONAL_OPS_MANAGER = "regional_ops_manager"
    ADMIN = "admin"


class ScopeLevel(StrEnum):
    GLOBAL = "global"
    REGIONAL = "regional"
    BRANCH = "branch"


OPS_FLAGS = frozenset(
    {
        Can.MANAGE_USERS, Can.MANAGE_TICKETS, Can.MANAGE_WORK_ORDERS, Can.MANAGE_LEADS,
        Can.VIEW_REPORTS, Can.APPROVE_JOBS, Can.ASSIGN_JOBS,
    }
)  # fmt: skip

ROLE_CAN: Mapping[Role, frozenset[Can]] = {
    Role.SUPPORT: frozenset({Can.VIEW_ALL_DATA, Can.MANAGE_TICKETS, Can.VIEW_REPORTS}),
    Role.SALES_REP: frozenset({Can.MANAGE_LEADS}),
    Role.TECHNICIAN: frozenset({Can.MANAGE_WORK_ORDERS}),
    Role.LEAD_TECHNICIAN: frozenset(
        {Can.MANAGE_WORK_ORDERS, Can.VIEW_REPORTS, Can.APPROVE_JOBS, Can.ASSIGN_JOBS}
    ),
    Role.BRANCH_OPS_MANAGER: OPS_FLAGS,
    Role.REGIONAL_OPS_MANAGER: OPS_FLAGS,
    Role.ADMIN: frozenset(Can),
}

ROLE_SCOPE: Mapping[Role, ScopeLevel] = {
    Role.SUPPORT: ScopeLevel.GLOBAL,
    Role.SALES_REP: ScopeLevel.BRANCH,
    Role.TECHNICIAN: ScopeLevel.BRANCH,
    Role.LEAD_TECHNICIAN: ScopeLevel.BRANCH,
    Role.BRANCH_OPS_MANAGER: ScopeLevel.BRANCH,
    Role.REGIONAL_OPS_MANAGER: ScopeLevel.REGIONAL,
    Role.ADMIN: ScopeLevel.GLOBAL,
}


def holders(flag: Can) -> tuple[Role, ...]:
    """The roles that hold a flag."""
    return tuple(role for role in Role if flag in ROLE_CAN[role])


def roles_of(level: ScopeLevel) -> tuple[Role, ...]:
    """The roles whose scope is of this level."""
    return tuple(role for role in Role if ROLE_SCOPE[role] is level)


SETTINGS_ROLES = frozenset({Role.BRANCH_OPS_MANAGER, Role.REGIONAL_OPS_MANAGER, Role.ADMIN})

_CREW: frozenset[Role | None] = frozenset({Role.SALES_REP, Role.TECHNICIAN, Role.LEAD_TECHNICIAN, None})
ROLE_GRANTS: Mapping[Role, frozenset[Role | None]] = {
    Role.BRANCH_OPS_MANAGER: _CREW,
    Role.REGIONAL_OPS_MANAGER: _CREW | {Role.BRANCH_OPS_MANAGER},
    Role.ADMIN: frozenset({*Role, None}),
}
"""Which present and new roles a manager may change (product.md, rule 22)."""


class Scope(msgspec.Struct, frozen=True):
    """The rows that exist for an actor, as values for the placeholders of `Scoped.within`.

    `branches` is None for everything; `own_region` is set for regional actors alone (whom they manage);
    `home_region` is the region that an actor's branches lie in (whose regional staff they meet).
    """

    branches: tuple[str, ...] | None = ()
    own_region: str | None = None
    home_region: str | None = None

    @property
    def size(self) -> int | None:
        """How many branches: all that shapes a statement; None is global."""
        return None if self.branches is None else len(self.branches)

    def values(self) -> dict[str, Any]:
        placed = {f"scope_{i}": branch for i, branch in enumerate(self.branches or ())}
        return placed | {"own_region": self.own_region, "home_region": self.home_region}


class Area(StrEnum):
    """What an API token may be for."""

    LEADS = "leads"
    WORK_ORDERS = "work_orders"
    TICKETS = "tickets"


AREA_CAN: Mapping[Area, frozenset[Can]] = {
    Area.LEADS: frozenset({Can.MANAGE_LEADS}),
    Area.WORK_ORDERS: frozenset({Can.MANAGE_WORK_ORDERS, Can.APPROVE_JOBS, Can.ASSIGN_JOBS}),
    Area.TICKETS: frozenset({Can.MANAGE_TICKETS}),
}
"""What is left of its maker's flags to a token of an area; people, settings and deletion are in none."""


class Token(msgspec.Struct, frozen=True):
    """By which a program acts in its maker's name: narrower than its maker, never wider."""

    id: str
    areas: frozenset[Area]
    may_write: bool

    @property
    def flags(self) -> frozenset[Can]:
        return frozenset().union(*(AREA_CAN[area] for area in self.areas))


EVERYWHERE = Scope(branches=None)
NOWHERE = Scope()


class Actor(msgspec.Struct, frozen=True, kw_only=True):
    """Who acts: a signed-in person as the database knows them at this request, or a built-in actor."""

    id: str
    email: str = ""
    first_name: str | None = None
    last_name: str | None = None
    user_type: str = "staff"
    status: str = "active"
    role: Role | None = None
    branch_id: str | None = None
    region_id: str | None = None
    organization_id: str | None = None
    scope: Scope = NOWHERE
    token: Token | None = None
    """Where a program acts in the person's name."""

    @property
    def level(self) -> ScopeLevel | None:
        return ROLE_SCOPE[self.role] if self.role else None

    @property
    def flags(self) -> frozenset[Can]:
        held = ROLE_CAN[self.role] if self.role and self.user_type == "staff" else frozenset()
        return held if self.token is None else held & self.token.flags

    @property
    def sender(self) -> str:
        """Whose requests these are: two programs of one person are two."""
        return self.id if self.token is None else f"{self.id} {self.token.id}"

    def can(self, *any_of: Can) -> bool:
        return not self.flags.isdisjoint(any_of)

    @property
    def built_in(self) -> bool:
        return self is WEBSITE or self is CONSOLE


WEBSITE = Actor(id="website")
"""Inserts what visitors send; reads nothing that is scoped."""
CONSOLE = Actor(id="console", scope=EVERYWHERE)
"""The command line, run by those who run the server."""


def oneself(id: str) -> Actor:
    """Somebody who has proved to be a person, of whatever role: for writing about that person alone."""
    return Actor(id=id, scope=EVERYWHERE)


class May(msgspec.Struct, frozen=True):
    """Who passes a route. `says` names it in the documents."""

    says: str
    flags: frozenset[Can] = frozenset()
    session: bool = True
    staff: bool = True
    role: bool = False
    roles: frozenset[Role] = frozenset()
    tokens: bool = False
    """Whether API tokens pass too; what one's account, settings or other people are about is for people alone."""
    also: May | None = None
    """What one needs besides."""

    def lets(self, actor: Actor) -> bool:
        if actor.token is not None and not self.tokens:
            return False
        if self.staff and actor.user_type != "staff":
            return False
        if self.role and actor.role is None:
            return False
        if self.roles and actor.role not in self.roles:
            return False
        if self.also is not None and not self.also.lets(actor):
            return False
        return not self.flags or actor.can(*self.flags)


ANYONE = May("anyone", session=False, staff=False)
SIGNED_IN = May("anyone signed in", staff=False)
STAFF = May("staff")
STAFF_WITH_ROLE = May("staff with a role", role=True)
LOOK_UP = May("staff with a role", role=True, tokens=True)
"""What one needs to know beside any record: colleagues, branches, search."""
LOOK_AT_COUNTS = May("staff", tokens=True)
SETTINGS = May("managers and administrators", roles=SETTINGS_ROLES)


def any_of(*flags: Can) -> May:
    """Lets those pass who hold at least one of the flags."""
    return May(" or ".join(flags), flags=frozenset(flags), tokens=True)


def both(first: May, second: May) -> May:
    """Lets those pass whom both let pass."""
    return msgspec.structs.replace(first, says=f"{first.says}, and {second.says}", also=second)


MANAGE_LEADS = any_of(Can.MANAGE_LEADS)
MANAGE_WORK_ORDERS = any_of(Can.MANAGE_WORK_ORDERS)
MANAGE_TICKETS = any_of(Can.MANAGE_TICKETS)
MANAGE_USERS = any_of(Can.MANAGE_USERS)
APPROVE_JOBS = any_of(Can.APPROVE_JOBS)
ASSIGN_JOBS = any_of(Can.ASSIGN_JOBS)
EDIT_CONFIG = any_of(Can.EDIT_CONFIG)
DELETE_DATA = any_of(Can.DELETE_DATA)
VIEW_ALL_DATA = any_of(Can.VIEW_ALL_DATA)

CONVERT = any_of(Can.MANAGE_LEADS, Can.MANAGE_TICKETS, Can.MANAGE_WORK_ORDERS)
"""Those who make one record of another; each conversion asks for the flag of what it begins with."""

RETURN_VISITS = any_of(Can.MANAGE_TICKETS, Can.MANAGE_WORK_ORDERS)
WRITE_PROPERTIES = any_of(Can.MANAGE_LEADS, Can.MANAGE_WORK_ORDERS)

SEE_LEADS = any_of(Can.MANAGE_LEADS, Can.VIEW_ALL_DATA)
SEE_CLIENTS = any_of(Can.MANAGE_LEADS, Can.MANAGE_WORK_ORDERS, Can.VIEW_ALL_DATA)
"""A work order names its client, so those who manage work orders read the clients (product.md, rule 19)."""
SEE_WORK_ORDERS = any_of(Can.MANAGE_WORK_ORDERS, Can.VIEW_ALL_DATA)
SEE_TICKETS = any_of(Can.MANAGE_TICKETS, Can.VIEW_ALL_DATA)
SEE_ENQUIRIES = any_of(Can.MANAGE_LEADS, Can.MANAGE_TICKETS)
IMPORT = May("canManageLeads or canManageUsers", flags=frozenset({Can.MANAGE_LEADS, Can.MANAGE_USERS}))
"""For people alone; each kind of record asks for the flag that makes one."""

VISIT = any_of(Can.MANAGE_LEADS, Can.MANAGE_WORK_ORDERS)
SEE_VISITS = any_of(Can.MANAGE_LEADS, Can.MANAGE_WORK_ORDERS, Can.VIEW_ALL_DATA)
KEEP_CALENDARS = May(SEE_VISITS.says, flags=SEE_VISITS.flags)
"""Addresses that show them to calendar programs: for people alone, as everything is that holds a secret."""
SEE_DRAWINGS = any_of(Can.MANAGE_LEADS, Can.MANAGE_WORK_ORDERS, Can.VIEW_ALL_DATA)
CORRECT_DRAWINGS = any_of(Can.MANAGE_LEADS, Can.MANAGE_WORK_ORDERS)
SEE_VISITOR_PHOTOS = any_of(Can.MANAGE_LEADS, Can.MANAGE_TICKETS, Can.MANAGE_WORK_ORDERS, Can.VIEW_ALL_DATA)


VIEW_REPORTS = May(Can.VIEW_REPORTS, flags=frozenset({Can.VIEW_REPORTS}))
REPORT_ON_LEADS, REPORT_ON_WORK_ORDERS, REPORT_ON_TICKETS = (
    both(VIEW_REPORTS, see) for see in (SEE_LEADS, SEE_WORK_ORDERS, SEE_TICKETS)
)
"""A report tells of records whose list its reader may open."""
SEE_MONEY = May("managers and administrators", roles=SETTINGS_ROLES)
"""Sums of dollars in reports."""


class Scoped:
    """An entity whose rows exist only within an actor's scope.

    The predicate holds placeholders alone; the session supplies the values with each statement, so that no
    value can be baked into a cached statement and a forgotten one is an error.
    """

    scope_columns: ClassVar[tuple[str, ...]] = ("branch_id",)
    """A row is checked again when it is new or when one of these changes."""

    @classmethod
    def within(cls, size: int | None) -> ColumnElement[bool]:
        """Rows in scope, for a scope of `size` branches."""
        return in_scope(cls.branch_id, size)  # type: ignore[attr-defined]


def lies_in_a_branch(entity: type) -> bool:
    """Whether an entity's scope is its branch and nothing else."""
    return issubclass(entity, Scoped) and "within" not in vars(entity)


def in_scope(column: Any, size: int | None, *, beside: str | None = None) -> ColumnElement[bool]:
    """`column` lies among the scope's branches, or is `beside`: one list, so that an index on it is searched by each."""
    if size is None:
        return true()
    values = [*(bindparam(f"scope_{i}") for i in range(size)), *([beside] if beside else [])]
    if not values:
        return false()
    return column == values[0] if len(values) == 1 else column.in_(values)  # type: ignore[no-any-return]
