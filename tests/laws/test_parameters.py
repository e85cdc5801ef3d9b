"""Every call knows its parameters, and names those that it does not know (product.md, rule 10)."""

from __future__ import annotations

from typing import Any

import pytest

from duskline.core.http import parameters
from tests.laws.routes import CALLS, Call
from tests.world import World

FOLLOWED = {
    "GET /api/calendars/{name:str}",
    "GET /api/newsletter/unsubscribe",
    "POST /api/newsletter/unsubscribe",
    "GET /api/panel/drawings/{id:str}/picture",
    "GET /api/panel/faces/{name:str}",
    "GET /api/panel/gallery/{id:str}/image",
    "GET /api/panel/letter-kinds/{id:str}/preview",
    "GET /api/panel/post-pictures/{name:str}",
    "GET /api/panel/visitor-photos/{id:str}",
    "GET /api/panel/work-orders/{id:str}/photos/{photo_id:str}",
    "GET /api/privacy-requests/open",
    "POST /api/privacy-requests/open",
    "GET /api/texts/{name:str}",
    "GET /uploads/{name:str}",
}
"""Pictures, feeds and pages: other programs add parameters of their own to an address that they follow."""


async def answered(world: World, call: Call, query: str) -> tuple[int, Any]:
    """What an administrator is told of a query; the records that the address names are not there."""
    async with world.client("admin") as admin:
        address = f"{call.at('none', 'none')}?{query}"
        answer = await admin.request(call.method, address)
    said = answer.json() if answer.headers.get("content-type") == "application/json" else {}
    return answer.status_code, said.get("fields")


async def test_what_a_call_does_not_know_is_named(world: World) -> None:
    refusal = (400, {"nonsense": "Unknown parameter"})
    lax = {call.name for call in CALLS if await answered(world, call, "nonsense=1") != refusal}
    assert lax == FOLLOWED


async def test_a_parameter_is_given_once(world: World) -> None:
    asked = [(call, name) for call in CALLS for name in sorted(parameters.known_to(call.handler))]
    assert len(asked) > 250
    for call, name in asked:
        refusal = (400, {name: "Please give this once"})
        twice = await answered(world, call, f"{name}=1&{name}=1")
        assert (twice == refusal) is (call.name not in FOLLOWED), f"{call.name} {name} {twice}"


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("statu=won", {"statu": "Unknown parameter"}),
        ("Status=won", {"Status": "Unknown parameter"}),
        ("nothing", {"nothing": "Unknown parameter"}),
        (
            "statu=won&status=won&status=lost",
            {"statu": "Unknown parameter", "status": "Please give this once"},
        ),
        ("%3Cb%3E=1", {"?b?": "Unknown parameter"}),
    ],
)
async def test_no_export_leaves_for_a_misspelled_filter(
    world: World, query: str, fields: dict[str, str]
) -> None:
    answer = await world.client("admin").get(f"/api/panel/leads/export?{query}")
    assert (answer.status_code, answer.json()) == (
        400,
        {"error": next(iter(fields.values())), "fields": fields},
    )


async def test_a_stranger_is_told_to_log_in_first(world: World) -> None:
    answer = await world.client().get("/api/panel/leads?nonsense=1")
    assert answer.status_code == 401
