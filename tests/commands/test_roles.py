"""`duskline roles`: the policy in words, equal to the policy in force."""

from __future__ import annotations

import pytest

from duskline import policy, roles
from duskline.app import create_calls
from duskline.policy import Can, Role
from tests.servers import ROOT, run

ELSEWHERE = [file for file in (ROOT / "duskline").rglob("*.py") if file.name not in ("policy.py", "roles.py")]


def test_the_command_prints_the_document() -> None:
    assert run("roles", settings={}).stdout == roles.document()


def test_a_changed_policy_changes_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control."""
    before = roles.document()
    monkeypatch.setattr(roles, "ROLE_CAN", {**policy.ROLE_CAN, Role.SALES_REP: frozenset()})
    assert roles.document() != before


def test_every_flag_guards_a_call() -> None:
    """Some are asked for by routes, one by a rule inside a handler."""
    assert asked_for() == set(Can)


def asked_for() -> set[Can]:
    """The flags that a route asks for, and those that the rest of the source names."""
    handlers = [
        handler for route in create_calls().routes for handler in getattr(route, "route_handlers", ())
    ]
    routes = [handler.opt["may"].flags for handler in handlers if "may" in handler.opt]
    source = "".join(file.read_text("utf-8") for file in ELSEWHERE)
    return set().union(*routes) | {flag for flag in Can if f"Can.{flag.name}" in source}
