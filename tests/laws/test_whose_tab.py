"""A tab that says whose it is gets nothing done in somebody else's session (product.md, rule 29), whatever the call."""

from __future__ import annotations

import pytest

from duskline.core.http import authorization
from tests.account.signing_in import status_of
from tests.laws.matrix import Case, ask, part
from tests.laws.routes import CALLS, Call
from tests.tokens import made, program
from tests.world import COOKIE, MISSING, NEAR, World, row_of

LEADS = "/api/panel/leads"
WITHIN = [call for call in CALLS if call.may.session]
"""Calls that need a session; what needs none is done for nobody."""


def case_of(call: Call) -> Case:
    return Case("admin", call, NEAR, row_of(call.collection, NEAR) or MISSING, frozenset({412}))


async def done_otherwise(world: World, calls: list[Call], person: str) -> list[str]:
    """The calls that are not refused where the session is the administrator's and the tab this person's."""
    wrong = []
    for call in calls:
        answer = await ask(world, case_of(call), x_person=person)
        if answer.status_code != 412:
            wrong.append(f"{call.name} is answered {answer.status_code}: {answer.text[:200]}")
    return wrong


async def test_no_call_is_done_in_somebody_elses_session(world: World, engine: str) -> None:
    other = (await world.person("second_admin")).id
    before = await world.snapshot()
    assert await done_otherwise(world, part(WITHIN, engine, every=2), other) == []
    assert await world.snapshot() == before


async def test_the_control_without_the_guard_calls_are_done(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(authorization, "PERSON", "x-nobody-says-this")
    reads = [call for call in WITHIN if call.name == f"GET {LEADS}"]
    assert len(await done_otherwise(world, reads, "second_admin")) == 1


async def test_ones_own_session_is_asked_as_before(world: World) -> None:
    own = (await world.person("admin")).id
    for person in (own, ""):
        async with world.client("admin", x_person=person) as tab:
            answer = await tab.get("/api/auth/user")
            assert (answer.status_code, answer.json()["id"]) == (200, own)
            assert (
                await tab.post(LEADS, json={"name": "Iris Eaves", "email": "iris@eaves.example"})
            ).status_code == 201


async def test_the_refusal_says_what_to_do_and_comes_before_any_other(world: World) -> None:
    async with world.client("technician", x_person="somebody") as tab:
        answer = await tab.post(
            LEADS, json={}
        )  # which technicians may not, and with a body that is not valid
    assert answer.status_code == 412
    assert answer.json() == {
        "error": "Nothing was done: somebody else is signed in now. Reload the page to go on."
    }
    async with world.client(None, x_person="somebody") as nobody:
        assert (await nobody.get(LEADS)).status_code == 401


async def ended_by(world: World, person: str) -> bool:
    """Whether a log-out in this person's tab ends the technician's session."""
    token = world.tokens["technician"]
    async with world.client(x_person=person) as tab:
        tab.cookies.set(COOKIE, token)
        answer = await tab.post("/api/auth/logout")
    ended = await status_of(world, token) == 401
    assert (answer.status_code, "set-cookie" in answer.headers) == ((204, True) if ended else (412, False))
    return ended


async def test_a_log_out_ends_nobody_elses_session(world: World) -> None:
    assert not await ended_by(world, (await world.person("admin")).id)
    assert await ended_by(world, (await world.person("technician")).id)
    async with world.client(x_person="somebody") as nobody:
        assert (await nobody.post("/api/auth/logout")).status_code == 204


async def test_the_control_without_the_guard_it_ends_any(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(authorization, "PERSON", "x-nobody-says-this")
    assert await ended_by(world, (await world.person("admin")).id)


async def test_a_program_has_no_tab(world: World) -> None:
    token = await made(world)
    async with program(world, token["token"], x_person="somebody") as caller:
        assert (await caller.get(LEADS)).status_code == 200
