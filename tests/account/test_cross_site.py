"""Writes come from our own pages: seven ways of coming from elsewhere, at every call that writes."""

from __future__ import annotations

import httpx
import pytest

from duskline.core.http import authorization
from tests.laws.matrix import row_at
from tests.laws.routes import CALLS, UNSAFE
from tests.laws.samples import edit, sample
from tests.world import MISSING, NEAR, PUBLIC_URL, World

ELSEWHERE: list[dict[str, str]] = [
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "cross-site", "origin": PUBLIC_URL},
    {"sec-fetch-site": "SAME-ORIGIN"},
    {"origin": "https://elsewhere.example"},
    {"origin": "null"},
    {"origin": f"{PUBLIC_URL}.elsewhere.example"},
    {"origin": "http://127.0.0.1:8001"},
    {"origin": "https://127.0.0.1:8000"},
    {"origin": ""},
]
FROM_HERE: list[dict[str, str]] = [
    {"sec-fetch-site": "same-origin", "origin": PUBLIC_URL},
    {"sec-fetch-site": "none"},
    {"origin": PUBLIC_URL},
    {},
]
FROM_ANYWHERE = {"POST /api/newsletter/unsubscribe"}
"""By a secret in its address and no cookie, as mail programs press it (RFC 8058)."""
WRITES = [call for call in CALLS if call.method in UNSAFE and call.name not in FROM_ANYWHERE]


async def send(world: World, call: object, headers: dict[str, str]) -> httpx.Response:
    assert isinstance(call, type(CALLS[0]))
    id = row_at(call, NEAR) or MISSING
    address = call.at(*[id, MISSING][: len(call.parameters)])
    body = None if call.body is None else edit(call.body) if call.method == "PATCH" else sample(call.body)
    async with world.client("admin") as admin:
        return await admin.request(call.method, address, json=body, headers=headers)


def test_what_comes_from_anywhere_is_known() -> None:
    assert {call.name for call in CALLS if call.handler.opt.get("from_anywhere")} == FROM_ANYWHERE


def test_there_are_seven_ways_and_every_write() -> None:
    assert len(ELSEWHERE) >= 7
    assert len(WRITES) >= 20


async def test_writes_from_elsewhere_are_refused(world: World) -> None:
    before = await world.snapshot()
    wrong = []
    for call in WRITES:
        for headers in ELSEWHERE:
            answer = await send(world, call, headers)
            if (answer.status_code, answer.json()) != (
                403,
                {"error": "This request came from another site."},
            ):
                wrong.append((call.name, headers, answer.status_code))
    assert wrong == []
    assert await world.snapshot() == before
    async with world.client("admin") as admin:
        assert (await admin.get("/api/auth/user")).status_code == 200  # nobody was logged out from elsewhere


async def test_writes_from_here_pass(world: World) -> None:
    for headers in FROM_HERE:
        async with world.client("admin") as admin:
            answer = await admin.patch(
                "/api/panel/leads/lead-1-1", json={"name": "From here"}, headers=headers
            )
        assert answer.status_code == 200, headers


async def test_reads_may_come_from_anywhere(world: World) -> None:
    """Links from mails and other sites lead in; nothing changes by reading."""
    for headers in ELSEWHERE:
        async with world.client("admin") as admin:
            assert (await admin.get("/api/panel/leads", headers=headers)).status_code == 200


async def test_control_without_the_check_they_pass(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authorization, "_refuse_cross_site", lambda *_: None)
    async with world.client("admin") as admin:
        answer = await admin.patch(
            "/api/panel/leads/lead-1-1", json={"name": "From there"}, headers=ELSEWHERE[0]
        )
    assert answer.status_code == 200
