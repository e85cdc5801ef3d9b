"""Whatever opens something without a session is guessed thirty times from an address, and no more (product.md, rule 28)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect as shapes
from sqlalchemy import event

from duskline.account import endpoints
from duskline.core.http import guesses
from tests.laws.matrix import Case, ask
from tests.laws.routes import CALLS, Call
from tests.laws.samples import fields_of
from tests.world import World

SECRETS: dict[str, set[str]] = {
    "POST /api/auth/link": {"token"},
    "POST /api/auth/link/use": {"token"},
    "POST /api/auth/passkey": {"id", "challenge"},
    "GET /api/newsletter/unsubscribe": {"token"},
    "POST /api/newsletter/unsubscribe": {"token"},
    "GET /api/privacy-requests/open": {"token"},
    "POST /api/privacy-requests/open": {"token"},
    "GET /api/calendars/{name:str}": {"name"},
    "POST /api/visit-links": {"link"},
    "POST /api/visit-links/reply": {"link"},
    "POST /api/visitor-photos": {"reference", "key"},
    "POST /api/drawings": {"reference", "key"},
}
"""Calls without a session, and the words that open something there."""
UNTOLD: dict[str, set[str]] = {"POST /api/contact": {"key"}, "POST /api/quotes": {"key"}}
"""Secrets about which the answer says nothing: right and wrong ones get the same, and every call counts."""
HALF = {
    f"POST /api/auth/second-factor{step}"
    for step in (
        "",
        "/ask",
        "/passkey",
        "/owed/app",
        "/owed/app/confirm",
        "/owed/passkeys",
        "/owed/passkeys/ask",
    )
}
"""Calls that the cookie of a half session opens."""
LOGOUT = "POST /api/auth/logout"
"""Takes the cookie too, opens nothing, and never keeps a browser from giving it up: it does not count."""
OTHERWISE = {"password", "code", "challenge"}
"""Secrets of a person, whose wrong guesses count for the account, device or half session (product.md, rules 28 and 112)."""
OPENS_NOTHING = {
    "attestation", "authenticatorData", "campaign", "category", "clientData", "cursor", "description", "email", "firstName", "id",
    "landingPage", "lastName", "limit", "location", "message", "name", "phone", "plan", "scheme", "signature", "stand",
    "street", "website", "words", "zip",
}  # fmt: skip
"""What else is written in such calls: of a kind that everybody may know, or that proves nothing by itself."""
OPEN = [call for call in CALLS if not call.may.session]


def texts_of(call: Call) -> Iterator[str]:
    """The names of all texts that a call takes, in its address or body."""
    yield from call.parameters
    signature = call.handler.parsed_fn_signature.parameters
    yield from (name.removeprefix("by_") for name in signature if name not in ("request", "data", "key"))
    body: type[msgspec.Struct] | None = (
        call.handler.opt["change"].form.fields if call.takes_form else call.body
    )
    if body is not None:
        yield from (field.encode_name for field in fields_of(body) if _is_text(field.type))


def _is_text(kind: shapes.Type) -> bool:
    match kind:
        case shapes.Metadata(type=inner):
            return _is_text(inner)
        case shapes.UnionType(types=types):
            return any(_is_text(one) for one in types)
    return isinstance(kind, shapes.StrType)


def test_of_each_word_it_is_known_whether_it_opens_anything() -> None:
    """A new text of a call that is open to anyone is a decision: it is added above on purpose."""
    undecided = {
        (call.name, text)
        for call in OPEN
        for text in texts_of(call)
        if text
        not in SECRETS.get(call.name, set()) | UNTOLD.get(call.name, set()) | OTHERWISE | OPENS_NOTHING
    }
    assert undecided == set()
    assert SECRETS.keys() <= {call.name for call in OPEN}


async def guessed(world: World, call: Call, times: int) -> list[int]:
    """The answers to as many made-up secrets, with a made-up session."""
    given = {"token": "a" * 40} if "token" in texts_of(call) and call.body is not None else None
    case = Case("anonymous", call, "-", "nothing.ics" if call.parameters else None, frozenset())
    cookie = f"{world.cookie}={'a' * 43}"
    return [(await ask(world, case, given, cookie=cookie)).status_code for _ in range(times)]


def begun_in(world: World) -> list[object]:
    """The transactions that begin from now on where SQLite has one writer."""
    begun: list[object] = []
    event.listen(world.database.writes.sync_engine, "begin", begun.append)
    return begun


async def test_of_each_call_it_is_known_whether_a_session_opens_it(world: World) -> None:
    looked: set[str] = set()
    for call in OPEN:

        def note(_c: Any, _cursor: Any, statement: str, *_: Any, name: str = call.name) -> None:
            if "FROM sessions" in statement:
                looked.add(name)

        for engine in (world.database.reads, world.database.writes):
            event.listen(engine.sync_engine, "before_cursor_execute", note)
        await guessed(world, call, 1)
        for engine in (world.database.reads, world.database.writes):
            event.remove(engine.sync_engine, "before_cursor_execute", note)
    assert looked == HALF | {LOGOUT}


@pytest.mark.parametrize(
    "call", [call for call in OPEN if call.name in SECRETS or call.name in HALF], ids=lambda call: call.name
)
async def test_thirty_guesses_are_answered_and_no_more(world: World, call: Call) -> None:
    begun = begun_in(world)
    codes = await guessed(world, call, 31)
    assert codes[:30] == [codes[0]] * 30
    assert codes[0] in (200, 400, 401, 404)
    assert codes[30] == 429
    assert len(begun) == 31, "nothing but the count reaches the one writer"


async def test_a_session_that_somebody_made_up_does_not_reach_the_one_writer(world: World) -> None:
    """It is not counted: it is too long to be guessed, a count is a write, and a browser whose session has ended needs the 401."""
    begun = begun_in(world)
    for call in CALLS:
        if call.may.session:
            assert await guessed(world, call, 1) == [401], call.name
    (logout,) = (call for call in OPEN if call.name == LOGOUT)
    assert await guessed(world, logout, 31) == [204] * 31
    assert begun == []


async def test_control_a_logout_that_does_not_look_first_takes_the_writer(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def somebody(*_: object) -> str:
        return "somebody"

    monkeypatch.setattr(endpoints, "person_of", somebody)
    begun = begun_in(world)
    (logout,) = (call for call in OPEN if call.name == LOGOUT)
    assert await guessed(world, logout, 1) == [204]
    assert len(begun) == 1


async def test_all_guesses_of_an_address_count_together(world: World) -> None:
    links, feed = (
        next(call for call in OPEN if call.name == name)
        for name in ("POST /api/visit-links", "GET /api/calendars/{name:str}")
    )
    assert set(await guessed(world, links, 30)) == {404}
    assert await guessed(world, feed, 1) == [429]


async def test_control_without_the_count_guesses_go_on(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: Any) -> None: ...

    monkeypatch.setattr(guesses, "spend", nothing)
    (call,) = (call for call in OPEN if call.name == "POST /api/privacy-requests/open")
    assert set(await guessed(world, call, 31)) == {404}
