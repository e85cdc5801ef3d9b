"""What is sent again under the same `Idempotency-Key` is done once, also at the same moment and after a crash."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from duskline.core.data.calls import RateLimit
from duskline.core.data.session import changing
from duskline.core.http import idempotency
from duskline.core.http.idempotency import RepeatLocks
from duskline.core.media import images
from duskline.core.values import bodies
from duskline.models.records import references
from duskline.models.records.new_records import NewLead
from tests.core.repeating import (
    AT_WORK,
    CREATING,
    KEY,
    LEAD,
    NEW_LEAD,
    REPEATS,
    count,
    send,
)
from tests.instruments import Statements
from tests.world import World


@pytest.mark.parametrize("name", CREATING)
async def test_a_hundred_repeats_make_one_record(processes: list[World], name: str) -> None:
    world, call = processes[0], CREATING[name]
    before, trail = await count(world, call.table), await count(world, "audit_logs")
    repeats = (send(processes[number % len(processes)], call) for number in range(REPEATS))
    answers = await asyncio.gather(*repeats)
    assert Counter(answer.status_code for answer in answers) == {201: REPEATS}
    assert len({(answer.content, answer.headers.get("etag")) for answer in answers}) == 1
    assert await count(world, call.table) - before == 1
    assert await count(world, "audit_logs") - trail == (call.who is not None)
    async with world.database.reads.connect() as connection:
        spent = (await connection.scalars(select(RateLimit.__table__.c.used))).all()
    allowed = len(processes) if call.who is None else 0
    assert all(used <= allowed for used in spent), "a repeat is not counted against a limit"


async def test_control_without_the_key_each_makes_its_own(world: World) -> None:
    before = await count(world, "leads")
    await asyncio.gather(*(send(world, CREATING["lead"], key=None) for _ in range(5)))
    assert await count(world, "leads") - before == 5


async def test_control_without_the_claim_each_makes_its_own(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unclaimed(*_: object) -> None: ...

    monkeypatch.setattr(idempotency, "claim", unclaimed)
    before = await count(world, "leads")
    await asyncio.gather(*(send(world, CREATING["lead"]) for _ in range(5)))
    assert await count(world, "leads") - before == 5


async def test_control_without_turns_each_processes_the_photo(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Locks spare the work and the connections; what keeps the record single is the claim."""
    processed = []

    async def counted(upload: images.Upload) -> tuple[int, bytes]:
        processed.append(upload)
        return await run(upload)

    run = images._run
    monkeypatch.setattr(images, "_run", counted)
    call = CREATING["photo of an order"]
    await asyncio.gather(*(send(world, call) for _ in range(4)))
    assert len(processed) == 1
    monkeypatch.setattr(RepeatLocks, "turn", lambda _self, _asked: NoTurn())
    await asyncio.gather(*(send(world, call, KEY[::-1]) for _ in range(4)))
    assert len(processed) == 5
    async with world.client("technician") as technician:
        assert len((await technician.get("/api/panel/work-orders/order-1-1")).json()["images"]) == 2


class NoTurn:
    async def __aenter__(self) -> None: ...

    async def __aexit__(self, *_: object) -> None: ...


# --- edits ---


async def edit(
    caller: httpx.AsyncClient, body: dict[str, Any], version: int, key: str = KEY
) -> httpx.Response:
    return await caller.patch(LEAD, json=body, headers={"if-match": f'"{version}"', "idempotency-key": key})


async def test_an_edit_whose_answer_was_lost_is_answered_again(world: World) -> None:
    """Before If-Match is looked at: the version it names is the one that the edit itself has moved on."""
    async with world.client("sales_rep") as rep:
        first = await edit(rep, {"notes": "Once"}, 1)
        again = await edit(rep, {"notes": "Once"}, 1)
        assert (first.status_code, first.headers["etag"]) == (200, '"2"')
        assert (again.status_code, again.headers["etag"]) == (200, '"2"')
        assert (again.content, again.headers["content-type"]) == (
            first.content,
            first.headers["content-type"],
        )
        assert (await edit(rep, {"notes": "Once"}, 1, "another-key")).status_code == 409  # control
    assert len(await world.audit_log()) == 1


async def test_a_repeat_names_the_version_of_a_row_that_was_changed_since(world: World) -> None:
    """Otherwise a visit that a colleague has moved would be called planned a second time."""
    async with world.client("sales_rep") as rep:
        headers = {"idempotency-key": KEY}
        first = await rep.post("/api/panel/leads", json=NEW_LEAD, headers=headers)
        lead = f"/api/panel/leads/{first.json()['id']}"
        again = await rep.post("/api/panel/leads", json=NEW_LEAD, headers=headers)
        assert "version-now" not in again.headers  # control
        assert (await rep.patch(lead, json={"notes": "Since"})).headers["etag"] == '"2"'
        since = await rep.post("/api/panel/leads", json=NEW_LEAD, headers=headers)
    assert (since.status_code, since.content, since.headers["etag"]) == (201, first.content, '"1"')
    assert since.headers["version-now"] == '"2"'


async def test_an_edit_costs_two_statements_more(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world.client("sales_rep") as rep:
        counted = Statements(world.database, monkeypatch)
        assert (await edit(rep, {"notes": "Once"}, 1)).status_code == 200
        first = [sql.split()[0] for sql in counted.seen]
        counted.seen.clear()
        assert (await edit(rep, {"notes": "Once"}, 1)).status_code == 200
    assert first == ["WITH", "WITH", "INSERT", "SELECT", "UPDATE", "INSERT", "UPDATE"]
    assert [sql.split()[0] for sql in counted.seen] == ["WITH", "WITH", "INSERT", "SELECT", "SELECT"]


async def test_a_delete_is_answered_again(world: World) -> None:
    async with world.client("admin") as admin:
        path, headers = "/api/panel/leads/lead-1-2", {"idempotency-key": KEY}
        assert (await admin.delete(path, headers=headers)).status_code == 204
        again = await admin.delete(path, headers=headers)
        assert (again.status_code, again.content) == (204, b"")
        assert (await admin.delete(path)).status_code == 404  # control


async def test_raced_edits_are_one(processes: list[World]) -> None:
    async def once(world: World) -> httpx.Response:
        async with world.client("sales_rep") as rep:
            return await edit(rep, {"notes": "Raced"}, 1)

    answers = await asyncio.gather(*(once(processes[n % len(processes)]) for n in range(REPEATS)))
    assert {(answer.status_code, answer.headers["etag"]) for answer in answers} == {(200, '"2"')}
    assert len(await processes[0].audit_log()) == 1


# --- refusals, crashes, and those who are still at work ---


async def test_refusals_are_not_kept(world: World) -> None:
    bad = CREATING["work order"]._replace(body={"title": "Porch", "clientId": "client-far-1"})
    assert (await send(world, bad)).status_code == 400
    async with world.client("sales_rep") as rep:
        assert (await edit(rep, {"notes": "Late"}, 7)).status_code == 409
        assert (
            await edit(rep, {"notes": "Late"}, 1)
        ).status_code == 200  # same key, now with the right version
    assert (await send(world, CREATING["work order"])).status_code == 201


async def test_a_crash_leaves_no_key_behind(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def crash(*_: object) -> None:
        raise RuntimeError("the lamp fell")

    before = await count(world, "leads")
    with monkeypatch.context() as broken:
        broken.setattr(references, "check", crash)
        assert (await send(world, CREATING["lead"])).status_code == 500
    assert await count(world, "operations") == 0
    assert (await send(world, CREATING["lead"])).status_code == 201
    assert await count(world, "leads") - before == 1


async def test_a_duplicate_that_waits_too_long_is_told_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, started = asyncio.Event(), asyncio.Event()

    async def slow(*given: Any) -> None:
        started.set()
        await done.wait()
        await check(*given)

    check = references.check
    monkeypatch.setattr(references, "check", slow)
    monkeypatch.setattr(idempotency, "WAIT_SECONDS", 0.2)
    first = asyncio.create_task(send(world, CREATING["lead"]))
    await started.wait()
    second = await send(world, CREATING["lead"])
    done.set()
    assert (second.status_code, second.json()) == (409, {"error": AT_WORK})
    assert int(second.headers["retry-after"]) > 0
    assert (await first).content == (await send(world, CREATING["lead"])).content


async def test_a_duplicate_on_another_worker_is_told_so_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    if world.database.is_sqlite:
        pytest.skip("one worker")
    monkeypatch.setattr("duskline.core.data.engines.LOCK_SECONDS", 0.2)
    beside = World(world.database.url, world.tokens, DATA_DIR=str(world.settings.data_dir))
    actor = await world.actor("sales_rep")
    asked = idempotency.asked(
        KEY, actor, "post /api/panel/leads", {"data": bodies.convert(dict(NEW_LEAD), NewLead)}
    )
    async with changing(world.database, actor) as db:
        assert await idempotency.claim(db, asked) is None
        second = await send(beside, CREATING["lead"])
    assert (second.status_code, second.json()) == (409, {"error": AT_WORK})
    assert (await send(beside, CREATING["lead"])).status_code == 201  # the first was given up
    await beside.close()
