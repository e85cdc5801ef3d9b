"""Drawings of lights as browsers send them."""

from __future__ import annotations

import json
from typing import Any

import httpx

from tests.panel.schedule.test_visits import asked
from tests.world import World

PATH = "/api/drawings"
KEY = "k" * 22
QUOTE = {
    "propertyType": "home", "coverage": "front", "stories": 1, "zip": "00000", "street": "9 Roof Row",
    "name": "Vera Porch", "email": "vera@visitor.example", "secondsOpen": 30, "key": KEY,
}  # fmt: skip
EAVE, GABLE = [400, 1500, 2600, 1500], [2600, 1500, 3000, 1000, 3400, 1500]
SIZED = {"k": "garage16x7", "q": [2600, 2300, 3400, 2300, 3400, 2900, 2600, 2900], "h": 15}
PLAN: dict[str, Any] = {
    "v": 1, "a": 1.5, "f": 0.9, "roll": 0, "l": [EAVE, GABLE], "r": SIZED, "s": "warm", "e": "steady", "b": 100, "d": 8, "n": 0.6,
}  # fmt: skip


def line(points: list[int]) -> str:
    return ",".join(map(str, points))


async def reference_of(visitor: httpx.AsyncClient, **more: Any) -> str:
    """Of a quote request that was just sent."""
    return str((await asked(await visitor.post("/api/quotes", json=QUOTE | more), 201))["reference"])


async def sent(
    visitor: httpx.AsyncClient,
    reference: str,
    plan: Any = PLAN,
    *,
    key: str = KEY,
    image: bytes | None = None,
    operation: str | None = None,
) -> httpx.Response:
    files = {} if image is None else {"image": ("house.jpg", image, "image/jpeg")}
    text = plan if isinstance(plan, str) else json.dumps(plan)
    parts = {
        name: (None, value) for name, value in {"plan": text, "reference": reference, "key": key}.items()
    }
    headers = {} if operation is None else {"idempotency-key": operation}
    return await visitor.post(PATH, files={**parts, **files}, headers=headers)


async def with_drawing(world: World, plan: Any = PLAN, **more: Any) -> tuple[str, str]:
    """The lead of a request and its drawing; their ids."""
    visitor = world.client()
    id = (await asked(await sent(visitor, await reference_of(visitor), plan, **more), 201))["id"]
    return (await shown(world, id))["leadId"], str(id)


async def shown(world: World, id: str, who: str = "admin", code: int = 200) -> Any:
    return await asked(await world.client(who).get(f"/api/panel/drawings/{id}"), code)


async def corrected(caller: httpx.AsyncClient, id: str, plan: Any, code: int = 200, **more: Any) -> Any:
    body = {"plan": json.dumps(plan), **more}
    return await asked(await caller.patch(f"/api/panel/drawings/{id}", json=body), code)
