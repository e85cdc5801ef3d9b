"""Who acts is asked again where the work happens: a body that is held back carries nobody past what they have lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncpg
import httpx
import pytest

from duskline.commands import set_password
from duskline.core.data import engines
from duskline.core.http import routing
from duskline.core.http.authorization import authorize_again
from duskline.models.people import sessions
from duskline.models.people.people import User
from duskline.models.records.sales import Lead
from tests.pictures import photo
from tests.world import FAR, NEAR, World, email_of

LEAD = "/api/panel/leads/lead-1-2"
WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
BRANCH_MANAGER = "branch_ops_manager"


async def deactivation(world: World, who: str) -> None:
    await edited(world, who, {"status": "inactive"})


async def demotion(world: World, who: str) -> None:
    await edited(world, who, {"role": None})


async def edited(world: World, who: str, body: dict[str, Any]) -> None:
    async with world.client("admin") as admin:
        assert (await admin.patch(f"/api/panel/users/{who}", json=body)).status_code == 200


async def logout(world: World, who: str) -> None:
    async with world.client(who) as person:
        assert (await person.post("/api/auth/logout")).status_code == 204


async def move(world: World, who: str) -> None:
    async with world.console() as db:
        (await db.find(User, who)).branch_id = FAR


async def new_password(world: World, who: str) -> None:
    async with world.console() as db:
        await set_password(db, email_of(who), "another-lantern-on-the-porch")


LOSSES: dict[Callable[[World, str], Awaitable[None]], int] = {
    deactivation: 401,
    logout: 401,
    new_password: 401,
    demotion: 403,
    move: 404,
}
"""What a person loses -> what a held edit of the former branch's lead is told."""

BOUNDARY = "held-back"
FORM = (
    f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n'
    "Content-Type: image/jpeg\r\n\r\n"
).encode() + photo(40, 30)
FORM_END = f"\r\n--{BOUNDARY}--\r\n".encode()
JSON_TYPE, FORM_TYPE = "application/json", f"multipart/form-data; boundary={BOUNDARY}"

CALLS: dict[str, tuple[str, str, str, bytes, bytes]] = {
    # method, path, type, what has arrived and what is held back
    "an edit": ("PATCH", LEAD, JSON_TYPE, b'{"notes":', b'"Held back"}'),
    "a new lead": ("POST", "/api/panel/leads", JSON_TYPE, b'{"name":"Held", "branchId":"1",', b'"email":"h@h.example"}'),
    "a role": ("PATCH", "/api/panel/users/near_technician", JSON_TYPE, b'{"role":', b'"lead_technician"}'),
    "a photo": ("POST", "/api/panel/work-orders/order-1-1/photos", FORM_TYPE, FORM, FORM_END),
}  # fmt: skip


async def held(
    world: World, who: str, call: str, meanwhile: Callable[[], Awaitable[Any]], path: str = ""
) -> httpx.Response:
    """The answer to a request of which the end arrives when `meanwhile` is over."""
    method, usual, type, arrived, rest = CALLS[call]

    async def body() -> AsyncIterator[bytes]:
        yield arrived
        await meanwhile()
        yield rest

    async with world.client(who) as person:
        return await person.request(method, path or usual, content=body(), headers={"content-type": type})


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)
@pytest.mark.parametrize("call", CALLS)
async def test_a_held_body_gets_nothing_done(
    world: World, call: str, loss: Callable[[World, str], Awaitable[None]]
) -> None:
    seen: dict[str, Any] = {}

    async def lose() -> None:
        await loss(world, BRANCH_MANAGER)
        seen["before"] = await world.snapshot()

    answer = await held(world, BRANCH_MANAGER, call, lose)
    expected = LOSSES[loss]
    if loss is move and call == "a new lead":
        # The default branch "1" means one's own, which is another now: the new lead lies there.
        assert (answer.status_code, answer.json()["branchId"]) == (201, FAR)
        return
    assert answer.status_code == expected, answer.text
    assert await world.snapshot() == seen["before"]


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.__name__)
async def test_control_with_the_second_question_off_it_is_done(
    world: World, loss: Callable[[World, str], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routing, "authorize_again", nothing)
    answer = await held(world, BRANCH_MANAGER, "an edit", lambda: loss(world, BRANCH_MANAGER))
    assert (answer.status_code, answer.json()["notes"]) == (200, "Held back")


async def nothing(*_: object) -> None: ...


async def test_who_keeps_everything_passes(world: World) -> None:
    """Others may come and go meanwhile."""
    answer = await held(world, BRANCH_MANAGER, "an edit", lambda: deactivation(world, "near_rep"))
    assert answer.status_code == 200


async def test_a_promotion_counts_from_the_moment_it_is_there(world: World) -> None:
    """What a change sees is the person as they are now, the scope too."""

    async def promote() -> None:
        await edited(world, BRANCH_MANAGER, {"role": "admin"})

    answer = await held(world, BRANCH_MANAGER, "an edit", promote, "/api/panel/leads/lead-far-1")
    assert answer.status_code == 200


# --- between the question and the commit ---


async def waiting(world: World, callers: int, latest: asyncio.Task[Any]) -> None:
    """Until so many wait for a row in PostgreSQL, or the latest of them has ended without."""
    watch = await asyncpg.connect(world.database.url.replace("+asyncpg", ""))
    try:
        while not latest.done() and await watch.fetchval(WAITING) < callers:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    finally:
        await watch.close()


async def deactivated_while_it_waits(world: World) -> tuple[list[str], int]:
    """An edit waits for a row while its author is deactivated: in which order they end, and the edit's status."""
    order: list[str] = []
    async with world.console() as db:
        await db.find_for_update(Lead, "lead-1-2")  # held
        async with world.client("sales_rep") as rep:

            async def edit() -> int:
                status = (await rep.patch(LEAD, json={"notes": "Waited"})).status_code
                order.append("edit")
                return status

            async def deactivate() -> None:
                await deactivation(world, "sales_rep")
                order.append("deactivation")

            editing = asyncio.create_task(edit())
            await waiting(world, 1, editing)
            deactivating = asyncio.create_task(deactivate())
            await waiting(world, 2, deactivating)
            await db.commit()
            status = await editing
            await deactivating
    return order, status


async def test_a_deactivation_waits_for_what_is_under_way(world: World) -> None:
    if world.database.is_sqlite:
        pytest.skip("one writer at a time")
    assert await deactivated_while_it_waits(world) == (["edit", "deactivation"], 200)


async def test_control_without_the_lock_the_deactivated_still_write(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    if world.database.is_sqlite:
        pytest.skip("one writer at a time")
    monkeypatch.setattr(sessions, "_held_statement", sessions._signed_in_statement)
    assert await deactivated_while_it_waits(world) == (["deactivation", "edit"], 200)


async def test_a_lock_that_never_comes_free_ends_in_503(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    if world.database.is_sqlite:
        pytest.skip("the pool's own time")
    monkeypatch.setattr(engines, "LOCK_SECONDS", 0.2)
    hurried = World(world.database.url, world.tokens, DATA_DIR=str(world.settings.data_dir))
    try:
        async with world.console() as db:
            await db.find_for_update(Lead, "lead-1-2")
            async with hurried.client("sales_rep") as rep:
                answer = await rep.patch(LEAD, json={"notes": "Never"})
        assert answer.status_code == 503
        assert answer.headers["retry-after"]
    finally:
        await hurried.close()


async def renamed_twice_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The statuses where two sessions of one person hold that person's row before either asks to write it."""
    if world.database.is_sqlite:
        pytest.skip("one writer at a time")
    both_held = asyncio.Barrier(2)

    async def then_wait(*given: Any) -> None:
        await authorize_again(*given)
        with suppress(TimeoutError, asyncio.BrokenBarrierError):
            await asyncio.wait_for(both_held.wait(), 1)

    monkeypatch.setattr(routing, "authorize_again", then_wait)
    person = await world.hire("sales_rep", branch=NEAR)
    here, there = [await world.sign_in(person.email) for _ in range(2)]
    answers = await asyncio.gather(
        here.patch("/api/auth/user", json={"firstName": "Earlier"}),
        there.patch("/api/auth/user", json={"firstName": "Later"}),
    )
    return sorted(answer.status_code for answer in answers)


async def test_two_writes_of_one_person_about_themselves_both_count(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await renamed_twice_at_once(world, monkeypatch) == [204, 204]


async def test_control_without_another_try_one_of_them_is_turned_away(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routing, "is_deadlock", lambda _: False)
    assert await renamed_twice_at_once(world, monkeypatch) == [204, 503]
