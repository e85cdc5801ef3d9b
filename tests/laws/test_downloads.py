"""Every file of rows leaves by one door: it counts for its person, and is written down (product.md, rule 160)."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from duskline.core.data.audit import SecurityEvent
from duskline.core.data.calls import RateLimit
from duskline.limits import EXPORTS
from duskline.panel import exports
from duskline.panel.exports import CLOSED
from duskline.policy import Role
from tests.laws.matrix import Case, actor_of, ask, furnish, row_at
from tests.laws.routes import CALLS, Call
from tests.world import NEAR, World

TABLES = ("text/csv", "application/zip")
GIVEN: dict[str, str] = {"GET /api/panel/reports/custom/export": "?measures=leads"}
BROUGHT_ALONG = {"GET /api/panel/imports/{id:str}/faulty"}
PERSON = {"email": "ann@visitor.example"}


@pytest.fixture
async def world(world: World) -> World:
    await furnish(world)
    return world


DECLARED = [call for call in CALLS if str(call.handler.media_type) in TABLES]


async def sent(world: World, call: Call, who: str = "admin") -> httpx.Response:
    """What somebody gets of it."""
    id = row_at(call, NEAR) if call.parameters else None
    if call.name in GIVEN:
        async with world.client(who) as caller:
            return await caller.get(call.path + GIVEN[call.name])
    return await ask(world, Case(who, call, NEAR, id, frozenset()), PERSON if call.method == "POST" else None)


async def spent(world: World) -> int:
    async with world.console() as db:
        return await db.scalar(select(RateLimit.used).where(RateLimit.key == EXPORTS.key("admin"))) or 0


async def written(world: World) -> int:
    async with world.console() as db:
        kinds = list(await db.scalars(select(SecurityEvent.kind).where(SecurityEvent.user_id == "admin")))
    return sum(kind in ("export", "copy_of_person") for kind in kinds)


def is_file(answer: httpx.Response) -> bool:
    kind = answer.headers.get("content-type", "").partition(";")[0]
    return answer.is_success and (
        kind in TABLES or answer.headers.get("content-disposition", "").startswith("attachment")
    )


async def unheld(world: World, calls: list[Call]) -> list[str]:
    """The calls that gave a file which is not counted, or not written down."""
    wrong = []
    for call in calls:
        before = await spent(world), await written(world)
        answer = await sent(world, call)
        if is_file(answer) and (await spent(world), await written(world)) != (before[0] + 1, before[1] + 1):
            wrong.append(call.name)
        if call in DECLARED and not is_file(answer):
            wrong.append(f"{call.name}: {answer.status_code} {answer.text[:200]}")
    return wrong


async def test_each_file_counts_and_is_written_down(world: World) -> None:
    """Also where a call does not declare that it answers one."""
    assert len(DECLARED) >= 18
    reads = [call for call in CALLS if call.method == "GET" and call.may.session and call not in DECLARED]
    assert await unheld(world, [*DECLARED, *reads]) == []


async def test_sixty_an_hour_of_all_kinds_together(world: World) -> None:
    (first,) = (call for call in DECLARED if call.path == "/api/panel/subscribers/export")
    assert (await sent(world, first)).status_code == 200
    async with world.console() as db:
        await db.execute(update(RateLimit.__table__).values(used=EXPORTS.most))
        await db.commit()
    assert {call.name: (await sent(world, call)).status_code for call in DECLARED} == dict.fromkeys(
        (call.name for call in DECLARED), 429
    )


async def test_a_role_that_may_not_export_gets_none(world: World) -> None:
    """Of those that others than administrators may have, but for rows that they brought along themselves."""
    roles = [role for role in Role if role is not Role.ADMIN]
    closed = {"export" + role.title().replace("_", ""): False for role in roles}
    answer = await world.client("admin").patch("/api/panel/settings/exports", json=closed)
    assert answer.status_code == 200, answer.text
    asked = {
        call: role
        for call in DECLARED
        for role in roles
        if call.may.lets(actor_of(role)) and call.name not in BROUGHT_ALONG
    }
    assert len(asked) >= 12
    answers = {call.name: (await sent(world, call, who)).text for call, who in asked.items()}
    assert {name: answer for name, answer in answers.items() if CLOSED not in answer} == {}


async def test_control_without_the_door_nobody_knows(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: Any, **__: Any) -> None: ...

    monkeypatch.setattr(exports, "tell", nothing)
    files = [call for call in DECLARED if call.path.endswith("/export")]
    assert await unheld(world, files) == [call.name for call in files]
