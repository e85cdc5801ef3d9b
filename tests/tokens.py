"""API tokens as the tests of them use them: made over HTTP, and a caller that sends one."""

from __future__ import annotations

from typing import Any

import httpx

from tests.world import PASSWORD, World

TOKENS = "/api/panel/api-tokens"
ALL_AREAS = ["leads", "work_orders", "tickets"]


async def made(world: World, who: str = "admin", **given: Any) -> dict[str, Any]:
    """A token of somebody: by default one that reads and writes in every area."""
    body = {"name": "Invoices", "areas": ALL_AREAS, "mayWrite": True, "days": 90, "present": PASSWORD} | given
    answer = await world.client(who).post(TOKENS, json=body)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def program(world: World, token: str, **given: Any) -> httpx.AsyncClient:
    """A caller without a browser."""
    return world.client(None, authorization=f"Bearer {token}", **given)
