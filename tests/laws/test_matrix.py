"""Nobody gets in where they do not belong: generated from the declarations, judged by product.md, rules 17 to 22."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from duskline.core.data import scoping
from duskline.policy import May
from tests.conftest import FULL_COUNTS
from tests.databases import ENGINES
from tests.laws import matrix
from tests.laws.matrix import CALLERS, Case, ask, cases, furnish, known, part, row_at
from tests.laws.routes import CALLS, Call
from tests.laws.samples import edit, sample
from tests.world import FAR, NEAR, ROLES, World, email_of

ALL = tuple(cases())


@pytest.fixture
async def world(world: World) -> World:
    """With what stands beside records, in every branch."""
    await furnish(world)
    return world


def refusals(engine: str) -> list[Case]:
    """Of a caller and a call, all or none: hidden rows are told apart only beside one another."""
    refused = (case for case in ALL if case.refused)
    together = itertools.groupby(refused, key=lambda case: (case.call.name, case.caller))
    groups = [list(group) for _, group in together]
    return list(itertools.chain.from_iterable(part(groups, engine)))


def passes(engine: str) -> list[Case]:
    """Deletes come last: what they take away, the others have met."""
    deletes = [case for case in ALL if not case.refused and case.call.method == "DELETE"]
    others = (case for case in ALL if not case.refused and case.call.method != "DELETE")
    return [*part(others, engine), *deletes]


def test_every_call_with_a_row_is_in_the_matrix() -> None:
    """A new endpoint says in `tests/world.py` what its rows are called; one's own sessions and passkeys are tested in `tests/account`."""
    unknown = [call.name for call in CALLS if call.parameters and not known(call)]
    assert sorted(unknown) == [
        "DELETE /api/auth/sessions/{id:str}",
        "PATCH /api/auth/second-factor/passkeys/{id:str}",
        "POST /api/auth/second-factor/passkeys/{id:str}/remove",
    ]


async def run(world: World, family: list[Case]) -> list[str]:
    """Asks everything; answers what came out wrong, a sentence for each case."""
    wrong = []
    missing: dict[tuple[str, str], bytes] = {}
    for case in family:
        answer = await ask(world, case)
        if answer.status_code not in case.expected:
            right = " or ".join(str(status) for status in sorted(case.expected))
            wrong.append(
                f"{case} and is answered {answer.status_code} instead of {right}: {answer.text[:200]}"
            )
        elif answer.status_code >= 400:
            if set(answer.json()) - {"error", "fields"} or not answer.json()["error"]:
                wrong.append(f"{case} and is refused in an odd shape: {answer.text[:200]}")
            if case.hidden:
                told = missing.setdefault((case.caller, case.call.name), answer.content)
                if told != answer.content:
                    wrong.append(
                        f"{case} and can tell it from other hidden rows: {answer.text} beside {told!r}"
                    )
    return wrong


async def test_refusals_refuse_and_change_nothing(world: World, engine: str) -> None:
    before = await world.snapshot()
    assert await run(world, refusals(engine)) == []
    assert await world.snapshot() == before


async def test_whoever_may_pass_passes(world: World, engine: str) -> None:
    assert await run(world, passes(engine)) == []


async def test_control_with_the_scope_off_the_matrix_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoping, "scope_options", lambda _size: ())
    family = [case for case in ALL if case.hidden and case.place == FAR and case.call.method == "GET"]
    assert len(await run(world, family)) > len(family) * 0.6


async def test_control_with_the_session_check_off_the_matrix_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(world.services), "actor_of", lambda _self, _request: world.actor("admin"))
    family = [case for case in ALL if case.expected == {401} and case.call.method == "GET"][::3]
    assert len(await run(world, family)) == len(family)


async def test_control_with_the_flags_off_the_matrix_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    family = [case for case in ALL if case.expected == {403} and case.call.method == "GET"][::3]
    monkeypatch.setattr(May, "lets", lambda _self, _actor: True)
    assert len(await run(world, family)) > len(family) * 0.6


SMUGGLED: dict[str, Any] = {
    "id": "mine", "createdAt": "2020-01-01T00:00:00Z", "updatedAt": "2020-01-01T00:00:00Z",
    "resolvedAt": "2020-01-01T00:00:00Z", "completedDate": "2020-01-01T00:00:00Z", "version": 99,
    "search": "x", "password": "x" * 20, "passwordHash": "x", "emailKey": "x", "userId": "admin",
    "isAdmin": True, "permissions": ["canDeleteData"], "scope": "global", "organizationId": "company",
    "regionId": "south", "__proto__": {"role": "admin"}, "__class__": "User", "branch_id": FAR, "created_at": "x",
    "lead_id": "lead-far-1", "$where": "1", "": 1, "name\u202e": "x",
}  # fmt: skip


GIVEN = {
    ("/api/panel/users", "password"),
    ("/api/panel/users", "regionId"),
    ("/api/panel/users/invitations", "regionId"),
    ("/api/panel/branches", "regionId"),
    ("/api/panel/absences", "userId"),
    ("/api/panel/schedule/moves/preview", "userId"),
    ("/api/panel/visits/check", "id"),
}
"""Whoever makes an account gives it a password and a place; whoever opens a branch says in which region."""


def smugglings() -> list[tuple[Call, str, dict[str, Any]]]:
    """Every call of the panel that takes a body, with one field too many."""
    return [
        (call, name, (edit(call.body) if call.method == "PATCH" else sample(call.body)) | {name: value})
        for call in CALLS
        if call.body is not None and call.path.startswith("/api/panel")
        for name, value in SMUGGLED.items()
        if (call.collection, name) not in GIVEN
    ]


async def test_nobody_sends_fields_that_are_not_theirs(world: World) -> None:
    """Each is refused by name, and nothing of the rest is stored."""
    wrong = []
    before = await world.snapshot()
    for call, name, body in smugglings():
        async with world.client("admin") as admin:
            address = call.at(*[str(row_at(call, NEAR))] * len(call.parameters))
            answer = await admin.request(call.method, address, json=body)
        if answer.status_code != 400 or not answer.json().get("fields"):
            wrong.append(f"{call.name} with {name!r} is answered {answer.status_code}: {answer.text[:200]}")
    assert wrong == []
    assert await world.snapshot() == before


def test_the_matrix_is_large_enough(engine: str) -> None:
    """Of what this run asks one engine; a full run meets at least 4,000 cases on both."""
    number = len(refusals(engine)) + len(passes(engine)) + len(smugglings())
    assert number >= (2_000 if FULL_COUNTS else 600), number


def test_five_seeds_in_a_row_meet_every_case(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "FULL_COUNTS", False)
    met = []
    for seed in range(5):
        monkeypatch.setattr(matrix, "SEED", seed)
        met += refusals(engine)
    assert Counter(map(str, met)) == Counter(str(case) for case in ALL if case.refused)


def test_the_engines_meet_different_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "FULL_COUNTS", False)
    met = [set(map(str, refusals(engine))) for engine in ENGINES]
    assert set.intersection(*met) == set()


def test_everybody_is_in_the_matrix() -> None:
    assert set(CALLERS) >= {*ROLES, "anonymous", "expired", "logged_out", "deactivated", "client", "no_role"}
    assert email_of("near_rep").endswith(".example")
