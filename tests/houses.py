"""Made-up houses: what a company does with leads, jobs and tickets, from a seed, through the calls and by several people at once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import httpx

from duskline.core.data.base import now
from tests.conftest import SEED
from tests.world import BRANCHES, World

WRITERS = 5
"""At once."""
LEADS, ORDERS, TICKETS = "/api/panel/leads", "/api/panel/work-orders", "/api/panel/support-tickets"
STATUSES = {
    LEADS: ("new", "contacted", "qualified", "proposal", "negotiation", "won", "lost"),
    ORDERS: ("pending", "in_progress", "completed"),
    TICKETS: ("open", "in_progress", "resolved", "closed"),
}


class House:
    """One writer with records of its own."""

    def __init__(self, admin: httpx.AsyncClient, chance: random.Random) -> None:
        self.admin, self.chance, self.mine = admin, chance, list[tuple[str, str, str]]()

    async def live(self, steps: int) -> None:
        for _ in range(steps):
            if not self.mine or self.chance.random() < 0.25:
                await self.begin()
            else:
                await self.go_on()

    async def begin(self) -> None:
        branch, path = self.chance.choice(list(BRANCHES)), self.chance.choice(list(STATUSES))
        body: dict[str, Any] = {"branchId": branch}
        if path == LEADS:
            body |= {
                "name": "New",
                "email": "n@n.example",
                "source": self.chance.choice([None, "Referral", "Home show"]),
            }
            body |= {"estimatedValue": self.chance.choice([None, 900, 4500])}
        elif path == ORDERS:
            body |= {
                "title": "New",
                "clientId": f"client-{branch}-1",
                "feet": 120,
                "hours": self.chance.choice([3, None]),
            }
            body |= {
                "scheduledDate": self.chance.choice([None, self.day()]),
                "kind": self.chance.choice(["installation", "service"]),
            }
        else:
            body |= {"subject": "New", "description": "Dark", "category": "general"}
        if self.chance.random() < 0.3:
            body["status"] = self.chance.choice(STATUSES[path])
        answer = await self.admin.post(path, json=body)
        assert answer.status_code == 201, answer.text
        self.mine.append((path, answer.json()["id"], branch))

    async def go_on(self) -> None:
        path, id, branch = self.chance.choice(self.mine)
        match self.chance.randrange(9):
            case 0 | 1 | 2 | 3:
                answer = await self.change(path, id, status=self.chance.choice(STATUSES[path]))
            case 4:
                answer = await self.change(path, id, assignedTo=self.chance.choice(["admin", None]))
            case 5:
                answer = await self.special(path, id, branch)
            case 6:
                said = {
                    "kind": KIND[path],
                    "recordId": id,
                    "type": self.chance.choice(["call", "note"]),
                    "words": "x",
                }
                answer = await self.admin.post("/api/panel/activities", json=said)
            case 7 if path != ORDERS:
                to = self.chance.choice(list(BRANCHES))
                answer = await self.change(path, id, branchId=to, assignedTo=None)
            case _:
                if self.chance.random() < 0.4:
                    answer = await self.admin.delete(f"{path}/{id}")
                    self.mine.remove((path, id, branch))
                else:
                    answer = await self.change(
                        path, id, **{"notes": "x"} if path != TICKETS else {"priority": "urgent"}
                    )
        assert answer.status_code in (200, 201, 204, 409), answer.text

    async def special(self, path: str, id: str, branch: str) -> httpx.Response:
        if path == LEADS:
            return await self.admin.patch(
                f"{path}/{id}/details", json={"valueKind": self.chance.choice(["guess", "quoted"])}
            )
        if path == ORDERS:
            return await self.change(path, id, scheduledDate=self.chance.choice([None, self.day()]))
        return await self.change(path, id, category="warranty")

    async def change(self, path: str, id: str, **fields: Any) -> httpx.Response:
        return await self.admin.patch(f"{path}/{id}", json=fields)

    def day(self) -> str:
        return (now().date() + timedelta(days=self.chance.randrange(-20, 40))).isoformat()


KIND: Mapping[str, str] = {LEADS: "lead", ORDERS: "work_order", TICKETS: "ticket"}


async def everybody(world: World, houses: int) -> None:
    async with world.client("admin") as admin:
        for start in range(0, houses, WRITERS):
            writers = [
                House(admin, random.Random(SEED + number))
                for number in range(start, min(start + WRITERS, houses))
            ]
            await asyncio.gather(*(house.live(12) for house in writers))
