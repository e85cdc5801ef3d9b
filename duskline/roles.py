"""Who may do what, as a document: written from the policy and the routes, so that it cannot disagree with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from litestar.routes import HTTPRoute

from duskline.app import create_calls
from duskline.credentials import NO_CREDENTIALS, TABLE, Event, Fate
from duskline.policy import ROLE_CAN, ROLE_GRANTS, ROLE_SCOPE, SETTINGS_ROLES, Can, May, Role, ScopeLevel

TITLES = {
    Role.SUPPORT: "Support",
    Role.SALES_REP: "Sales Representative",
    Role.TECHNICIAN: "Technician",
    Role.LEAD_TECHNICIAN: "Lead Technician",
    Role.BRANCH_OPS_MANAGER: "Branch Operations Manager",
    Role.REGIONAL_OPS_MANAGER: "Regional Operations Manager",
    Role.ADMIN: "Administrator",
}
SEES = {
    ScopeLevel.GLOBAL: "everything",
    ScopeLevel.REGIONAL: "the branches of one's region",
    ScopeLevel.BRANCH: "one's branch",
}
MEANS = {
    Can.MANAGE_USERS: "see accounts in full, change roles and status",
    Can.VIEW_ALL_DATA: "read every list; writing needs the entity's own flag",
    Can.EDIT_CONFIG: "keep the lists that people choose from, such as why leads are lost",
    Can.DELETE_DATA: "delete leads, clients, work orders and tickets",
    Can.MANAGE_TICKETS: "work with support tickets, and with the inbox",
    Can.MANAGE_WORK_ORDERS: "work with work orders, and read the clients they are for",
    Can.MANAGE_LEADS: "work with leads and clients, and with the inbox",
    Can.VIEW_REPORTS: "see the reports",
    Can.APPROVE_JOBS: "confirm the warranty of a completed installation",
    Can.ASSIGN_JOBS: "give work orders to others; without it, to oneself or nobody",
}
HAPPENS = {
    Event.NEW_PASSWORD: "A new password, by its person, by a link or on the command line",
    Event.FACTOR_ADDED: "A passkey or an authenticator app is added",
    Event.FACTOR_REMOVED: "One of several is removed",
    Event.TWO_STEPS_OFF: "The last one is removed, or all are: by its person, an administrator or on the command line",
    Event.NEW_CODES: "New recovery codes",
    Event.ROLE_CHANGED: "Another role",
    Event.ROLE_ASKS: "Another role, which asks for two steps, where there is no second one yet",
    Event.PLACE_CHANGED: "Another branch or region",
    Event.ADDRESS_CHANGED: "Another email address, on the command line",
    Event.DEACTIVATED: "Deactivated",
    Event.ACTIVATED: "Deactivated and activated again",
    Event.OTHERS_ENDED: "End All Others, in Your Account",
    Event.REQUIRED: "System Preferences ask for two steps of the role",
    Event.RESTORED: "The database is restored from a backup, which knows of nothing that happened since",
}
TOLD = {
    Fate.ENDS: "Ends",
    Fate.SECOND_STEP: "Asks for the second step from then on",
    Fate.RESTS: "Opens nothing until activated",
}
ENDINGS = """\
Somebody comes in by what they hold, and what happens to their account ends some of it. Whatever stands in no column stays as it is. Roles
and places are read at every request, also for tokens and feeds, so what stays opens what its person may see then. The session that
acts goes on, after a new password under another token; its browser stays known. Where two steps are required, a session that stands goes on until
it ends, twelve hours at most.
"""
PREFACE = """\
# Who may do what

Printed by `duskline roles` from `duskline/policy.py` and the routes themselves; `duskline roles > docs/roles.md`
brings this file up to date, and a test says when it is not.

Two questions decide every call. *May you do this?* is a flag of one's role. *Does this row exist for you?* is
the scope of one's role: what lies outside it is not found, in every list, search, count and file alike. Someone
without a role has no flags and sees nothing. A branch- or region-scoped account without a branch or region sees
nothing either.
"""


def document() -> str:
    """The whole document, as Markdown."""
    parts = [
        PREFACE,
        "## Roles\n",
        table(("Role", "Name", "Scope", "Sees", "Flags"), role_lines()),
        "## Flags\n",
        table(("Flag", "Lets one", "Held by"), flag_lines()),
        "## Roles that a manager may give and take\n",
        "Both the present and the new role must be in the list; one's own role and status are for others to change.\n",
        table(("Manager", "May change"), grant_lines()),
        f"The Settings screen and the approval of photos are for {words(r for r in Role if r in SETTINGS_ROLES)}.\n",
        "## What ends what lets somebody in\n",
        ENDINGS,
        table(("Event", *(TOLD[fate] for fate in TOLD)), ending_lines()),
        "These look like credentials of an account and are none:\n",
        table(("What", "Why it is none"), NO_CREDENTIALS.items()),
        "## Calls\n",
        table(("Method", "Path", "Open to"), call_lines()),
    ]
    return "\n".join(parts)


def role_lines() -> Iterator[tuple[str, ...]]:
    for role in Role:
        scope = ROLE_SCOPE[role]
        flags = words(flag for flag in Can if flag in ROLE_CAN[role])
        yield role, TITLES[role], scope, SEES[scope], flags


def flag_lines() -> Iterator[tuple[str, ...]]:
    for flag in Can:
        yield flag, MEANS[flag], words(role for role in Role if flag in ROLE_CAN[role])


def grant_lines() -> Iterator[tuple[str, ...]]:
    for manager, granted in ROLE_GRANTS.items():
        none = ["none"] if None in granted else []
        yield manager, words([*(role for role in Role if role in granted), *none])


def ending_lines() -> Iterator[tuple[str, ...]]:
    for event, happens in HAPPENS.items():
        yield happens, *(words(each for each in TABLE if TABLE[each][event] is fate) or "-" for fate in TOLD)


def call_lines() -> Iterator[tuple[str, ...]]:
    """Every call with what it asks for; health checks ask for nothing."""
    lines = []
    for route in create_calls().routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            may: May | None = handler.opt.get("may")
            for method in handler.http_methods - {"OPTIONS", "HEAD"}:
                lines.append((f"`{route.path}`", str(method), may.says if may else "anyone"))
    for path, verb, says in sorted(lines):
        yield verb, path, says


def words(names: Iterable[str]) -> str:
    return ", ".join(names)


def table(heads: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> str:
    rows = [heads, tuple("---" for _ in heads), *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)
