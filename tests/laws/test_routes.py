"""Every call says who may pass, passes one authorization and speaks with one voice."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from duskline import policy
from duskline.core.http import authorization
from duskline.core.http.parameters import refuse_unknown
from duskline.core.http.routing import change, post, read
from duskline.policy import ANYONE, ROLE_CAN, Actor, Can, May, Role
from tests.laws.routes import CALLS, FORMS, HEALTH, UNSAFE, all_handlers

SPECIFIED = {
    "GET /api/auth/user", "POST /api/auth/check-email", "POST /api/auth/login", "POST /api/auth/logout",
    "POST /api/newsletter", "POST /api/contact", "GET /api/gallery", "POST /api/gallery", "GET /api/blog",
    "GET /api/panel/dashboard/stats", "GET /api/panel/work-orders", "POST /api/panel/work-orders",
    "GET /api/panel/support-tickets", "POST /api/panel/support-tickets", "PATCH /api/panel/support-tickets/{id:str}",
    "GET /api/panel/leads", "POST /api/panel/leads", "PATCH /api/panel/leads/{id:str}",
    "GET /api/panel/clients", "POST /api/panel/clients", "PATCH /api/panel/clients/{id:str}",
    "GET /api/panel/users", "PATCH /api/panel/users/{id:str}",
}  # fmt: skip

OPS = {
    "canManageUsers", "canManageTickets", "canManageWorkOrders", "canManageLeads", "canViewReports",
    "canApproveJobs", "canAssignJobs",
}  # fmt: skip
ROLES: dict[str, set[str]] = {
    "support": {"canViewAllData", "canManageTickets", "canViewReports"},
    "sales_rep": {"canManageLeads"},
    "technician": {"canManageWorkOrders"},
    "lead_technician": {"canManageWorkOrders", "canViewReports", "canApproveJobs", "canAssignJobs"},
    "branch_ops_manager": OPS,
    "regional_ops_manager": OPS,
    "admin": OPS | {"canViewAllData", "canEditConfig", "canDeleteData"},
}
"""Roles and flags (product.md, rule 101), written out a second time."""

LEADS, TICKETS, ORDERS = {"canManageLeads"}, {"canManageTickets"}, {"canManageWorkOrders"}
ALL_DATA, USERS, DELETE = {"canViewAllData"}, {"canManageUsers"}, {"canDeleteData"}

POLICY: list[tuple[str, set[str]]] = [
    # the first pattern that fits decides: who holds one of the flags may pass
    (r"DELETE /api/panel/(leads|clients|work-orders|support-tickets)/\{id:str\}", DELETE),
    (r"GET /api/panel/(leads|clients)/\{id:str\}/merge", LEADS),
    (r"POST /api/panel/clients/\{id:str\}/properties", LEADS | ORDERS),
    (r"POST /api/panel/support-tickets/\{id:str\}/return-visit", TICKETS | ORDERS),
    (r"GET /api/panel/leads.*", LEADS | ALL_DATA),
    (r"\w+ /api/panel/leads.*", LEADS),
    (r"GET /api/panel/clients.*", LEADS | ORDERS | ALL_DATA),
    (r"\w+ /api/panel/clients.*", LEADS),
    (r"GET /api/panel/work-orders.*", ORDERS | ALL_DATA),
    (r"\w+ /api/panel/work-orders.*", ORDERS),
    (r"GET /api/panel/support-tickets.*", TICKETS | ALL_DATA),
    (r"\w+ /api/panel/support-tickets.*", TICKETS),
    (r"POST /api/panel/enquiries/\{id:str\}/lead", LEADS),
    (r"POST /api/panel/enquiries/\{id:str\}/ticket", TICKETS),
    (r"\w+ /api/panel/enquiries.*", LEADS | TICKETS),
    (r"GET /api/panel/(users|colleagues|branches|assignees)", set(Can)),
    (r"\w+ /api/panel/users.*", USERS),
    (r"GET /api/panel/(lost-reasons|lead-sources)", LEADS),
    (r"\w+ /api/panel/(lost-reasons|lead-sources).*", {"canEditConfig"}),
    (r"(POST|PATCH) /api/panel/checklist-items.*", {"canEditConfig"}),
]
"""Whom each call is open to (product.md, rules 17, 18, 19 and 25); what is not named is judged by its own declaration."""


def passing(may: May) -> set[str]:
    """The roles that a declaration lets through."""
    return {str(role) for role in Role if may.lets(Actor(id="x", role=role))}


def holders(flags: set[str]) -> set[str]:
    return {role for role, held in ROLES.items() if held & flags}


def test_the_policy_is_the_one_written_here() -> None:
    assert {str(role): {str(flag) for flag in flags} for role, flags in ROLE_CAN.items()} == ROLES
    assert {str(role): str(scope) for role, scope in policy.ROLE_SCOPE.items()} == {
        "support": "global", "sales_rep": "branch", "technician": "branch", "lead_technician": "branch",
        "branch_ops_manager": "branch", "regional_ops_manager": "regional", "admin": "global",
    }  # fmt: skip


def test_the_listed_calls_exist() -> None:
    assert {call.name for call in CALLS} >= SPECIFIED


def test_each_call_is_open_to_whom_the_rules_name() -> None:
    wrong = {}
    for call in CALLS:
        flags = next((flags for pattern, flags in POLICY if re.fullmatch(pattern, call.name)), None)
        if flags is not None and passing(call.may) != holders(flags):
            wrong[call.name] = passing(call.may) ^ holders(flags)
    assert wrong == {}


def undeclared(handlers: list[tuple[str, Any]]) -> list[str]:
    return [path for path, handler in handlers if "may" not in handler.opt and path not in HEALTH]


def test_every_call_has_a_declaration() -> None:
    assert undeclared(all_handlers()) == []


def test_control_a_route_without_its_declaration_would_be_seen() -> None:
    assert undeclared([("/api/panel/leads", SimpleNamespace(opt={}))]) == ["/api/panel/leads"]


def test_a_route_cannot_be_made_without_one() -> None:
    makers: tuple[Callable[[], Any], ...] = (lambda: read("/api/x"), lambda: change(post, "/api/x"))  # type: ignore[call-arg]
    for make in makers:
        with pytest.raises(TypeError, match="may"):
            make()


def test_every_call_passes_one_authorization() -> None:
    for path, handler in all_handlers():
        if path not in HEALTH:
            assert list(handler.guards) == [authorization.authorize, refuse_unknown], path


def test_the_panel_is_for_staff_alone() -> None:
    for call in CALLS:
        if call.path.startswith("/api/panel/"):
            assert call.may.session, call.name
            assert call.may.staff, call.name
            assert not call.may.lets(Actor(id="x", user_type="client", role=Role.ADMIN)), call.name


def test_what_is_open_to_anyone_is_known() -> None:
    """A new call open to everybody is a decision: it is added here on purpose."""
    open_calls = {call.name for call in CALLS if not call.may.session}
    assert open_calls <= {
        "POST /api/auth/check-email", "POST /api/auth/login", "POST /api/auth/logout", "POST /api/newsletter",
        "POST /api/auth/forgotten-password", "POST /api/auth/link", "POST /api/auth/link/use",
        "POST /api/auth/second-factor", "POST /api/auth/second-factor/ask", "POST /api/auth/second-factor/passkey",
        "POST /api/auth/passkey/ask", "POST /api/auth/passkey",
        "POST /api/auth/second-factor/owed/app", "POST /api/auth/second-factor/owed/app/confirm",
        "POST /api/auth/second-factor/owed/passkeys", "POST /api/auth/second-factor/owed/passkeys/ask",
        "POST /api/contact", "GET /api/newsletter/unsubscribe", "POST /api/newsletter/unsubscribe", "POST /api/quotes", "GET /api/service-area", "GET /api/gallery", "GET /api/gallery-photos", "POST /api/gallery", "GET /api/blog",
        "GET /api/blog/{id:str}", "GET /api/texts/{name:str}", "GET /api/texts/{name:str}/content", "GET /uploads/{name:str}", "GET /api/calendars/{name:str}", "POST /api/visitor-photos", "POST /api/drawings", "POST /api/visit-links",
        "POST /api/visit-links/reply", "POST /api/privacy-requests", "GET /api/privacy-requests/open", "POST /api/privacy-requests/open",
    }  # fmt: skip
    assert all(call.may == ANYONE for call in CALLS if not call.may.session)


# --- requests and responses ---

CAMEL = re.compile(r"[a-z][a-zA-Z0-9]*")


def structs() -> set[type[msgspec.Struct]]:
    """Every struct that some call takes or gives."""
    found: set[type[msgspec.Struct]] = set()

    def add(hint: Any) -> None:
        if inspect.isclass(hint) and issubclass(hint, msgspec.Struct) and hint not in found:
            found.add(hint)
            for field in msgspec.structs.fields(hint):
                add(field.type)
        for part in getattr(hint, "__args__", ()):
            add(part)

    for call in CALLS:
        add(call.body)
        add(call.handler.parsed_fn_signature.return_type.annotation)
    return found


def test_names_on_the_wire_are_camel_case() -> None:
    assert len(structs()) > 20
    for struct in structs():
        for field in msgspec.structs.fields(struct):
            assert CAMEL.fullmatch(field.encode_name), (struct, field.encode_name)
            first, *rest = field.name.split("_")
            assert field.encode_name == first + "".join(word.title() for word in rest), (struct, field)


def test_bodies_refuse_unknown_fields() -> None:
    for call in CALLS:
        if call.body is not None:
            assert call.body.__struct_config__.forbid_unknown_fields, call.name


def test_whatever_comes_in_is_bounded() -> None:
    """A cap on each text and each list (product.md, rule 11), so that nothing comes in that cannot be stored or shown."""
    faults = {
        call.name: set(found) - MOMENTS
        for call in CALLS
        if call.body is not None and (found := unbounded(msgspec.json.schema(call.body)))
    }
    assert {name: found for name, found in faults.items() if found} == {}


MOMENTS = {
    "KeptPhoto.takenAt", "NewWorkOrder.scheduledDate", "WorkOrderEdit.scheduledDate", "NewActivity.happenedAt",
    "ActivityEdit.happenedAt", "NewNextStep.dueOn", "NextStepEdit.dueOn", "WarrantyEdit.starts",
    "WarrantyEdit.productEnds", "WarrantyEdit.laborEnds", "Publication.at", "Holiday.day",
    "NewVisit.day", "VisitEdit.day", "VisitPlan.day", "NewAbsence.firstDay", "NewAbsence.lastDay", "AbsenceEdit.firstDay",
    "AbsenceEdit.lastDay", "BranchDayEdit.day", "DayOrder.day", "LostDay.day", "MovedVisit.day", "VisitOperation.at",
    "VisitOperation.day", "VisitOperation.startedAt", "VisitOperation.doneAt", "SeenVisit.setOffAt", "SeenVisit.startedAt",
    "SeenVisit.doneAt",
}  # fmt: skip
"""Dates and times have a form of their own."""


def unbounded(described: dict[str, Any]) -> list[str]:
    faults = []

    def walk(name: str, schema: dict[str, Any]) -> None:
        if schema.get("type") == "string" and not {"maxLength", "enum"} & set(schema):
            faults.append(name)
        if schema.get("type") == "array" and "maxItems" not in schema:
            faults.append(name)
        for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
            for part in schema.get(key, ()):
                walk(name, part)
        if isinstance(schema.get("items"), dict):
            walk(f"{name}[]", schema["items"])
        for inner, part in schema.get("properties", {}).items():
            walk(f"{name}.{inner}", part)

    for title, schema in described["$defs"].items():
        walk(title, schema)
    return faults


def test_files_are_taken_where_they_may_be() -> None:
    """Multipart only on calls that take a file (product.md, rule 30); those read the form themselves."""
    for call in CALLS:
        if call.path in FORMS and call.method == "POST":
            assert call.body is None, call.name


def test_declared_statuses_are_complete() -> None:
    """What any call can answer is documented at every call."""
    missing = {}
    for call in CALLS:
        expected = {400, 503}
        expected |= {401, 403} if call.may.session else set()
        expected |= {403} if call.method in UNSAFE else set()
        expected |= {413, 415} if call.body is not None or call.takes_form else set()
        expected |= {404} if "{" in call.path else set()
        if lacking := expected - set(call.handler.responses or {}):
            missing[call.name] = lacking
    assert missing == {}
