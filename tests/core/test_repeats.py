"""One key, one record, one answer: what is sent again under the same `Idempotency-Key` is done once."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any, NamedTuple

import httpx
import pytest
from sqlalchemy import func, select

from duskline.core.data.base import Base
from duskline.core.data.session import changing
from duskline.core.http import bodies, idempotency
from duskline.core.http.idempotency import Operation, RepeatLocks
from duskline.core.http.rate_limits import RateLimit
from duskline.core.media import images
from duskline.models import references
from duskline.models.people import User
from duskline.models.sales import Lead
from duskline.panel.sales import leads
from tests.laws.routes import CALLS, UNSAFE
from tests.pictures import FORM, photo
from tests.world import FAR, Statements, World, move_clock

KEY = "0193f0aa-1111-7000-8000-00000000abcd"
LEAD = "/api/panel/leads/lead-1-1"
NEW_LEAD = {"name": "Nell", "email": "nell@home.example"}
REPEATS = 100
PICTURE = photo(40, 30)
AT_WORK = "This is still being saved. Please wait a moment and try again."
OTHER = "This was sent before with other content. Reload the page to see what was saved, then try again."


class Creating(NamedTuple):
    """A call that makes a record: who sends it, where, with what, and the table that grows."""

    who: str | None
    path: str
    body: dict[str, Any] | None
    table: str
    takes_photo: bool = False
    rows: int = 1


QUOTE = {
    "propertyType": "home", "coverage": "front", "stories": 1, "zip": "10001", "name": "Quinn",
    "email": "quinn@v.example", "secondsOpen": 30,
}  # fmt: skip
CREATING = {
    "lead": Creating("sales_rep", "/api/panel/leads", NEW_LEAD, "leads"),
    "client": Creating("sales_rep", "/api/panel/clients", NEW_LEAD | {"address": "1 Road"}, "clients"),
    "work order": Creating(
        "technician", "/api/panel/work-orders", {"title": "Porch", "clientId": "client-1-1"}, "work_orders"
    ),
    "ticket": Creating(
        "support",
        "/api/panel/support-tickets",
        {"subject": "Dark", "description": "All of it", "category": "general"},
        "support_tickets",
    ),
    "photo of an order": Creating(
        "technician", "/api/panel/work-orders/order-1-1/photos", {}, "audit_logs", takes_photo=True
    ),
    "lead from the inbox": Creating("sales_rep", "/api/panel/enquiries/enquiry-0/lead", {}, "leads"),
    "ticket from the inbox": Creating(
        "support", "/api/panel/enquiries/enquiry-1/ticket", {}, "support_tickets"
    ),
    "message": Creating(
        None,
        "/api/contact",
        {"name": "Vera", "email": "v@v.example", "message": "Please call me"},
        "contact_submissions",
    ),
    "subscription": Creating(None, "/api/newsletter", {"email": "v@v.example"}, "newsletter_subscriptions"),
    "quote": Creating(None, "/api/quotes", QUOTE, "leads"),
    "gallery photo": Creating(None, "/api/gallery", FORM, "gallery_submissions", takes_photo=True),
}


async def send(world: World, call: Creating, key: str | None = KEY) -> httpx.Response:
    headers = {"idempotency-key": key} if key is not None else {}
    async with world.client(call.who) as caller:
        if call.takes_photo:
            files = {"image": ("a.jpg", PICTURE, "image/jpeg")}
            return await caller.post(call.path, data=call.body, files=files, headers=headers)
        return await caller.post(call.path, json=call.body, headers=headers)


async def count(world: World, table: str) -> int:
    async with world.database.reads.connect() as connection:
        found = await connection.scalar(select(func.count()).select_from(Base.metadata.tables[table]))
    return int(found or 0)


@pytest.fixture
async def processes(world: World) -> AsyncIterator[list[World]]:
    """The application once on SQLite, as two processes of it on PostgreSQL."""
    beside = World(world.database.url, world.tokens, DATA_DIR=str(world.settings.data_dir))
    yield [world] if world.database.is_sqlite else [world, beside]
    await beside.close()


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
    assert sum(spent) <= (len(processes) if call.who is None else 0)


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


async def test_control_without_turns_each_develops_the_photo(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Locks spare the work and the connections; what keeps the record single is the claim."""
    developed = []

    async def counted(upload: images.Upload) -> tuple[int, bytes]:
        developed.append(upload)
        return await run(upload)

    run = images._run
    monkeypatch.setattr(images, "_run", counted)
    call = CREATING["photo of an order"]
    await asyncio.gather(*(send(world, call) for _ in range(4)))
    assert len(developed) == 1
    monkeypatch.setattr(RepeatLocks, "turn", lambda _self, _asked: NoTurn())
    await asyncio.gather(*(send(world, call, KEY[::-1]) for _ in range(4)))
    assert len(developed) == 5
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


# --- what a key stands for ---


async def test_other_content_under_the_key_is_refused(world: World) -> None:
    before = await count(world, "leads")
    first = await send(world, CREATING["lead"])
    changed = CREATING["lead"]._replace(body=NEW_LEAD | {"name": "Nora"})
    answer = await send(world, changed)
    assert (answer.status_code, answer.json()) == (422, {"error": OTHER})
    spaced = CREATING["lead"]._replace(body={"email": " nell@home.example ", "name": "Nell "})
    assert (await send(world, spaced)).content == first.content  # the same, as it was understood
    assert await count(world, "leads") - before == 1


async def test_another_photo_under_the_key_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    call = CREATING["photo of an order"]
    first = await send(world, call)
    assert (await send(world, call)).content == first.content  # with another boundary
    monkeypatch.setattr("tests.core.test_repeats.PICTURE", photo(41, 30))
    assert (await send(world, call)).status_code == 422


async def test_how_long_a_dialog_was_open_is_no_content(world: World) -> None:
    first = await send(world, CREATING["quote"])
    later = CREATING["quote"]._replace(body=QUOTE | {"secondsOpen": 99})
    assert (await send(world, later)).content == first.content


async def test_a_key_belongs_to_who_sends_it_and_to_the_call(world: World) -> None:
    first = await send(world, CREATING["lead"])
    others = [
        await send(world, CREATING["lead"]._replace(who="near_rep")),
        await send(world, CREATING["client"]),
        await send(world, CREATING["lead from the inbox"]),
        await send(world, CREATING["message"]),
    ]
    assert [answer.status_code for answer in others] == [201] * 4
    assert len({answer.json()["id"] for answer in (first, *others)}) == 5


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with a space", "caf\u00e9-caf\u00e9"])
async def test_a_malformed_key_is_refused(world: World, key: str) -> None:
    before = await count(world, "leads")
    async with world.client("sales_rep") as rep:
        headers = [(b"idempotency-key", key.encode("latin-1"))]
        answer = await rep.post("/api/panel/leads", json=NEW_LEAD, headers=headers)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["Idempotency-Key"])
    assert await count(world, "leads") == before


async def test_a_visitors_key_cannot_be_guessed(world: World) -> None:
    assert (await send(world, CREATING["message"], "x" * 21)).status_code == 400
    assert (await send(world, CREATING["message"], secrets.token_urlsafe(16))).status_code == 201
    assert (await send(world, CREATING["lead"], "8-of-any")).status_code == 201


def test_every_write_says_whether_it_takes_a_key() -> None:
    """Sign-in calls take none: an answer with a session is kept nowhere."""
    without = {
        call.name
        for call in CALLS
        if call.method in UNSAFE and "key" not in call.handler.parsed_fn_signature.parameters
    }
    assert without == {f"POST /api/auth/{name}" for name in ("check-email", "login", "logout")}


async def test_a_sign_in_is_never_kept(world: World) -> None:
    tokens = set()
    for _ in range(2):
        async with world.client() as visitor:
            body = {"email": "admin@duskline.example", "password": "lantern-on-the-porch-41"}
            answer = await visitor.post("/api/auth/login", json=body, headers={"idempotency-key": KEY})
            tokens.add(answer.cookies["duskline_session"])
    assert len(tokens) == 2
    assert await count(world, "operations") == 0


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
        KEY, actor, "post /api/panel/leads", {"data": bodies.convert(dict(NEW_LEAD), leads.NewLead)}
    )
    async with changing(world.database, actor) as db:
        assert await idempotency.claim(db, asked) is None
        second = await send(beside, CREATING["lead"])
    assert (second.status_code, second.json()) == (409, {"error": AT_WORK})
    assert (await send(beside, CREATING["lead"])).status_code == 201  # the first was given up
    await beside.close()


# --- who gets an answer again ---


async def test_nothing_is_answered_again_to_who_may_no_longer_see_it(world: World) -> None:
    first = await send(world, CREATING["lead"])
    for loss, status in (
        ({"branch_id": FAR}, 404),
        ({"role": "technician"}, 403),
        ({"status": "inactive"}, 401),
    ):
        async with world.console() as db:
            person = await db.find(User, "sales_rep")
            before = {name: getattr(person, name) for name in loss}
            person.apply(loss)
        answer = await send(world, CREATING["lead"])
        assert answer.status_code == status
        assert b"Nell" not in answer.content
        async with world.console() as db:
            (await db.find(User, "sales_rep")).apply(before)
    assert (await send(world, CREATING["lead"])).content == first.content


async def test_control_without_asking_for_the_record_it_would_be_answered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await send(world, CREATING["lead"])
    async with world.console() as db:
        (await db.find(User, "sales_rep")).branch_id = FAR
    async with world.database.writes.begin() as connection:
        await connection.execute(Operation.__table__.update().values(record_id=None))
    assert b"Nell" in (await send(world, CREATING["lead"])).content


async def test_a_record_that_is_gone_is_not_made_again(world: World) -> None:
    made = (await send(world, CREATING["lead"])).json()
    before = await count(world, "leads")
    async with world.console() as db:
        await db.delete(await db.find(Lead, made["id"]))
    assert (await send(world, CREATING["lead"])).status_code == 404
    assert await count(world, "leads") == before - 1


# --- how long ---


@pytest.mark.parametrize(
    ("name", "kept_for"), [("lead", timedelta(days=30)), ("message", timedelta(hours=24))]
)
async def test_answers_are_kept_for_their_time(
    world: World, name: str, kept_for: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await send(world, CREATING[name])
    async with world.database.reads.connect() as connection:
        (row,) = (await connection.execute(Operation.__table__.select())).all()
    assert row.expires_at - row.created_at == kept_for
    await idempotency.sweep(world.database)
    assert await count(world, "operations") == 1
    if name == "message":  # a person's session is over long before
        move_clock(monkeypatch, kept_for - timedelta(minutes=1))
        assert (await send(world, CREATING[name])).content == first.content
        move_clock(monkeypatch, kept_for + timedelta(minutes=1))
        assert (await send(world, CREATING[name])).json() != first.json()
        assert await count(world, "operations") == 1
        move_clock(monkeypatch, 2 * kept_for + timedelta(minutes=2))
    else:
        move_clock(monkeypatch, kept_for + timedelta(minutes=1))
    await idempotency.sweep(world.database)
    assert await count(world, "operations") == 0


async def test_the_sweep_goes_on_until_nothing_is_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "BATCH", 2)
    for number in range(5):
        await send(world, CREATING["message"], f"{KEY}-{number}")
    move_clock(monkeypatch, timedelta(hours=25))
    await idempotency.sweep(world.database)
    assert await count(world, "operations") == 0


async def test_a_visitors_key_and_a_persons_name_are_not_in_the_table(world: World) -> None:
    for name in ("lead", "message"):
        await send(world, CREATING[name])
    async with world.database.reads.connect() as connection:
        rows = (await connection.execute(Operation.__table__.select())).all()
    assert len(rows) == 2
    assert not any(KEY in repr(tuple(row)) or "sales_rep" in repr(tuple(row)) for row in rows)
