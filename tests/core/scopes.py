"""Four scopes to ask with, and which rows of the small company lie in them."""

from __future__ import annotations

from duskline.policy import Actor, Scope
from tests.world import BESIDE, BRANCHES, FAR, NEAR

SCOPES = {
    "nothing": Scope(),
    "one branch": Scope(branches=(NEAR,), home_region="north"),
    "one region": Scope(branches=(BESIDE, NEAR), own_region="north", home_region="north"),
    "everything": Scope(branches=None),
}
ODD = "client-odd"
"""A client of the near branch whose lead lies far away (`odd_world`)."""


def acting(scope: Scope) -> Actor:
    return Actor(id="admin", scope=scope)


def branches_of(scope: Scope) -> set[str]:
    return set(BRANCHES) if scope.branches is None else set(scope.branches)


def leads_of(branches: set[str]) -> set[str]:
    return {f"lead-{branch}-{number}" for branch in branches for number in (1, 2)}


def clients_with_a_lead(branches: set[str]) -> set[str]:
    """Those whose lead is in scope too."""
    return {f"client-{branch}-1" for branch in branches} | ({ODD} if {NEAR, FAR} <= branches else set())


def number_of_leads(branches: set[str]) -> int:
    return 2 * len(branches)
