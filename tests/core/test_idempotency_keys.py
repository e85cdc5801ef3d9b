"""What a key stands for: one caller, call and content; who gets the kept answer again, and how long."""

from __future__ import annotations

import secrets
from datetime import timedelta

import pytest

from duskline.core.data.calls import Operation
from duskline.core.http import idempotency
from duskline.models.people.people import User
from duskline.models.records.sales import Lead
from tests.core.repeating import (
    CREATING,
    KEY,
    NEW_LEAD,
    OTHER,
    QUOTE,
    count,
    send,
)
from tests.instruments import move_clock
from tests.laws.routes import CALLS, UNSAFE
from tests.pictures import photo
from tests.world import FAR, World


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
    monkeypatch.setattr("tests.core.repeating.PICTURE", photo(41, 30))
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
    of_signing_in = (
        "check-email", "login", "logout", "forgotten-password", "link", "link/use", "password",
        "second-factor", "second-factor/app", "second-factor/app/confirm", "second-factor/app/remove", "second-factor/recovery-codes", "second-factor/off",
        "second-factor/ask", "second-factor/passkey", "second-factor/passkeys", "second-factor/passkeys/ask", "second-factor/passkeys/{id:str}/remove",
        "passkey", "passkey/ask",
        *(f"second-factor/owed/{name}" for name in ("app", "app/confirm", "passkeys", "passkeys/ask")),
    )  # fmt: skip
    with_secrets = {
        "POST /api/panel/api-tokens",
        "POST /api/panel/calendar-feeds",
        "POST /api/panel/users",
        "POST /api/panel/webhooks",
        "POST /api/panel/webhooks/{id:str}/secret",
        "POST /api/panel/users/{id:str}/link",
    }
    bell = {"POST /api/panel/notifications/read", "POST /api/panel/notifications/{id:str}/read"}
    same_twice = bell | {
        "POST /api/panel/posts/preview", "POST /api/panel/branches/{id:str}/zip-codes/check", "POST /api/panel/visits/check",
        "POST /api/panel/schedule/moves/preview", "POST /api/visit-links",
        *(f"POST /api/panel/privacy/{name}" for name in ("preview", "copy", "erasures")),
        *(f"POST /api/panel/{name}/bulk/preview" for name in ("leads", "clients", "work-orders", "support-tickets")),
    }  # fmt: skip
    one_press = {"POST /api/newsletter/unsubscribe", "POST /api/privacy-requests/open"}
    assert (
        without
        == {f"POST /api/auth/{name}" for name in of_signing_in} | with_secrets | same_twice | one_press
    )


async def test_a_sign_in_is_never_kept(world: World) -> None:
    tokens = set()
    for _ in range(2):
        async with world.client() as visitor:
            body = {"email": "admin@duskline.example", "password": "lantern-on-the-porch-41"}
            answer = await visitor.post("/api/auth/login", json=body, headers={"idempotency-key": KEY})
            tokens.add(answer.cookies["duskline_session"])
    assert len(tokens) == 2
    assert await count(world, "operations") == 0


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
