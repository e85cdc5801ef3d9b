"""The authorization matrix: every call, everybody, every place a row can be in, and what must come of it.

Calls come from the declarations, so that a new endpoint joins by itself. What must happen is worked out here from
each role's scope (product.md, rule 17), not asked of the product.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

import httpx

from duskline.policy import Actor, Role
from tests.conftest import FULL_COUNTS, SEED
from tests.databases import ENGINES
from tests.laws.routes import CALLS, Call
from tests.laws.samples import edit, sample
from tests.pictures import FORM, photo
from tests.world import (
    BESIDE,
    BRANCHES,
    MISSING,
    NEAR,
    NOBODIES,
    PEOPLE,
    ROLES,
    SCOPED_ROWS,
    World,
    row_of,
)

T = TypeVar("T")
CALLERS = (*NOBODIES, "homeless", *ROLES)
NOT_SIGNED_IN = {"anonymous", "expired", "logged_out", "deactivated"}
SEES: dict[str, set[str]] = {
    "support": set(BRANCHES),
    "admin": set(BRANCHES),
    "regional_ops_manager": {NEAR, BESIDE},
    "sales_rep": {NEAR},
    "technician": {NEAR},
    "lead_technician": {NEAR},
    "branch_ops_manager": {NEAR},
}
"""The branches that each role sees (product.md, rule 17), for the people of the small company."""
GRANTS: dict[str, set[str | None]] = {
    "branch_ops_manager": {"sales_rep", "technician", "lead_technician", None},
    "regional_ops_manager": {"sales_rep", "technician", "lead_technician", None, "branch_ops_manager"},
    "admin": {*ROLES, None},
}
"""The roles that each manager may give and take (product.md, rule 22)."""

NO_FILE = ("/image", "/photos/{photo_id:str}", "/photos/{photo_id:str}/restore", "/uploads/{name:str}")
"""The small company has no pictures: whoever may see one is told that there is none."""


class Case(NamedTuple):
    """One request, and the statuses that it may end with."""

    caller: str
    call: Call
    place: str
    id: str | None
    expected: frozenset[int]

    def __str__(self) -> str:
        of = {"-": "", "missing": " of a row that does not exist"}
        return f"{self.caller} asks {self.call.name}{of.get(self.place, f' of branch {self.place}')}"

    @property
    def refused(self) -> bool:
        return min(self.expected) >= 400

    @property
    def hidden(self) -> bool:
        return self.expected == {404}


def row_at(call: Call, place: str) -> str | None:
    """The id of a row in a place; None where such rows have no places."""
    return MISSING if place == "missing" else row_of(call.collection, place)


def known(call: Call) -> bool:
    """Whether the matrix knows rows for this call."""
    return row_at(call, NEAR) is not None


def cases() -> Iterator[Case]:
    for call in CALLS:
        if call.path.startswith("/api/auth"):
            continue  # signing in and out has tests of its own (tests/account)
        for caller in CALLERS:
            if not call.parameters:
                yield Case(caller, call, "-", None, expected(call, caller, None))
                continue
            for place in (*BRANCHES, "missing"):
                id = row_at(call, place)
                if id is not None:
                    yield Case(caller, call, place, id, expected(call, caller, place))


def part(family: Iterable[T], engine: str, every: int = 5) -> list[T]:
    """All of a family in a full run, else one in `every`.

    The seed says with which to begin, another one on each engine; as many seeds in a row meet them all on both.
    """
    if FULL_COUNTS:
        return list(family)
    return list(itertools.islice(family, (SEED + ENGINES.index(engine)) % every, None, every))


def expected(call: Call, caller: str, place: str | None) -> frozenset[int]:
    """What must come of it: 401, then 403, then 404, then success or what the record itself objects to."""
    if call.may.session:
        if caller in NOT_SIGNED_IN:
            return frozenset({401})
        if not call.may.lets(actor_of(caller)):
            return frozenset({403})
    if place == "missing":
        return frozenset({404})
    if call.collection in SCOPED_ROWS and place is not None and place not in SEES.get(caller, set()):
        return frozenset({404})
    if call.path.endswith(NO_FILE):
        return frozenset({404})
    return frozenset({200, 201, 204}) | objections(call, caller)


def objections(call: Call, caller: str) -> frozenset[int]:
    """Where a caller of this kind may rightly meet a refusal of the record itself."""
    if "/enquiries/{id" in call.path:
        return frozenset({409, 400})  # taken before; the taker's branch must be theirs to choose
    if call.path == "/api/service-area":
        return frozenset({400})  # of no ZIP code nothing can be said
    if caller == "homeless" and call.method == "POST":
        return frozenset({400})  # no branch of one's own, and the default one out of scope
    if call.path == "/api/panel/work-orders" and call.method == "POST":
        return frozenset({400})  # the client of the near branch is not everybody's
    if call.collection == "/api/panel/users" and call.method == "PATCH" and caller not in GRANTS:
        return frozenset({403})
    return frozenset()


def actor_of(caller: str) -> Actor:
    given = PEOPLE.get(caller, {})
    role: Role | None = given.get("role")
    return Actor(id=caller, role=role, user_type=given.get("user_type", "staff"))


async def ask(world: World, case: Case) -> httpx.Response:
    call = case.call
    ids = [case.id] * bool(case.id) + [MISSING] * (len(call.parameters) - 1)
    address = call.at(*(id for id in ids if id))
    async with world.client(case.caller) as caller:
        if call.takes_form:
            texts = FORM if call.path == "/api/gallery" else {}
            return await caller.post(address, data=texts, files={"image": ("a.jpg", PICTURE, "image/jpeg")})
        body: Any = None
        if call.body is not None:
            body = edit(call.body) if call.method == "PATCH" else sample(call.body)
        return await caller.request(call.method, address, json=body)


PICTURE = photo(64, 48)
