"""Facts and figures are exact: whatever is written, they are what the records say.

Houses are made up from a seed: records that come, change hands, are answered, won, lost, planned, done, moved, merged and deleted
through the calls, by several writers at once. Then everything is made anew, and nothing may differ.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from duskline.core.data import figures
from duskline.core.data.base import now
from duskline.core.data.figures import FAMILIES, MONTH, DailyFigure, remake
from duskline.core.data.histograms import ERROR, quantile, step_of
from duskline.core.data.session import reading
from duskline.models.activities import Activity
from duskline.models.fact_zones import follow_zones
from duskline.models.lead_facts import LeadFacts
from duskline.models.sales import Lead
from duskline.policy import CONSOLE
from tests.conftest import FULL_COUNTS, SEED
from tests.world import BESIDE, BRANCHES, NEAR, World

HOUSES = 200 if FULL_COUNTS else 10
WRITERS = 5
LEADS, ORDERS, TICKETS = "/api/panel/leads", "/api/panel/work-orders", "/api/panel/support-tickets"
STATUSES = {
    LEADS: ("new", "contacted", "qualified", "proposal", "negotiation", "won", "lost"),
    ORDERS: ("pending", "in_progress", "completed"),
    TICKETS: ("open", "in_progress", "resolved", "closed"),
}
CREW = {NEAR: "near_technician", BESIDE: "beside_technician", "far": "far_technician"}


async def kept(world: World) -> dict[str, Counter[tuple[Any, ...]]]:
    """Every fact row and every figure that is not nought."""
    found: dict[str, Counter[tuple[Any, ...]]] = {}
    async with world.database.reads.connect() as connection:
        for entity in (DailyFigure, *(entity for family in FAMILIES for entity in family.entities)):
            rows = (await connection.execute(select(entity.__table__))).all()
            some = [tuple(row) for row in rows if entity is not DailyFigure or row.number or row.total]
            found[entity.__tablename__] = Counter(some)
    return found


async def differences(world: World) -> dict[str, tuple[Any, Any]]:
    """What was kept, and what everything made anew says instead."""
    before = await kept(world)
    async with world.database.writes.begin() as connection:
        await remake(connection)
    after = await kept(world)
    return {
        name: (before[name] - after[name], after[name] - before[name])
        for name in before
        if before[name] != after[name]
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
        return (date.today() + timedelta(days=self.chance.randrange(-20, 40))).isoformat()


KIND: Mapping[str, str] = {LEADS: "lead", ORDERS: "work_order", TICKETS: "ticket"}


async def everybody(world: World, houses: int) -> None:
    async with world.client("admin") as admin:
        for start in range(0, houses, WRITERS):
            writers = [
                House(admin, random.Random(SEED + number))
                for number in range(start, min(start + WRITERS, houses))
            ]
            await asyncio.gather(*(house.live(12) for house in writers))


async def test_what_is_kept_is_what_is_counted(world: World) -> None:
    assert not await differences(world)
    await everybody(world, HOUSES)
    assert not await differences(world)


async def test_control_a_change_that_nobody_follows_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "_followed", lambda *_args, **_how: set())
    await everybody(world, 5)
    assert await differences(world)


async def test_a_lead_s_figures(world: World) -> None:
    """Told out: what one lead leaves in the figures, on its way and when it goes."""
    async with world.client("admin") as admin:
        body = {
            "branchId": BESIDE,
            "name": "Iris",
            "email": "i@i.example",
            "source": "Fair",
            "estimatedValue": 800,
        }
        id = (await admin.post(LEADS, json=body)).json()["id"]
        made = await by_name(world)
        assert (made["lead.made", "0"], made["lead.won", "quoted"]) == ((1, 0), (0, 0))
        assert (await admin.patch(f"{LEADS}/{id}", json={"status": "proposal"})).status_code == 200
        assert (await admin.patch(f"{LEADS}/{id}", json={"status": "won"})).status_code == 200
        won = await by_name(world)
        assert (won["lead.made", "0"], won["lead.made", "5"], won["lead.won", "quoted"]) == (
            (0, 0),
            (1, 0),
            (1, 800),
        )
        assert (await admin.patch(f"{LEADS}/{id}/details", json={"valueKind": "guess"})).status_code == 200
        told = await by_name(world)
        assert (told["lead.won", "quoted"], told["lead.won", "guess"]) == ((0, 0), (1, 800))
        assert (await admin.delete(f"{LEADS}/{id}")).status_code == 204
        assert not any(number for number, _ in (await by_name(world)).values())


async def by_name(world: World) -> dict[tuple[str, str], tuple[int, int]]:
    """Number and sum of this month by figure and part, of the source that only this test knows."""
    wanted = (
        DailyFigure.grouped == "source",
        DailyFigure.value == "Fair",
        DailyFigure.span == MONTH,
        DailyFigure.branch_id == BESIDE,
    )
    async with reading(world.database, CONSOLE) as db:
        rows = await db.scalars(select(DailyFigure).where(*wanted))
        found = {(row.figure, row.part): (row.number, row.total) for row in rows}
    return Counter(found) | {
        key: found.get(key, (0, 0)) for key in (("lead.made", "0"), ("lead.won", "quoted"))
    }  # type: ignore[operator]


async def test_a_lost_reason_and_an_answer_are_followed(world: World) -> None:
    async with world.client("admin") as admin:
        (reason, *_) = (await admin.get("/api/panel/lost-reasons")).json()
        lost = {"status": "lost", "lostReason": reason["words"]}
        assert (
            await admin.patch(f"{LEADS}/lead-1-1/details", json={"lostReason": reason["words"]})
        ).status_code == 200, lost
        assert (await admin.patch(f"{LEADS}/lead-1-1", json={"status": "lost"})).status_code == 200
        said = {"kind": "lead", "recordId": "lead-1-1", "type": "call", "words": "Hello"}
        assert (await admin.post("/api/panel/activities", json=said)).status_code == 201
    async with reading(world.database, CONSOLE) as db:
        facts = await db.find(LeadFacts, "lead-1-1")
    assert (facts.reason, facts.answered_in, facts.lost_on is not None) == (reason["words"], 0, True)
    assert not await differences(world)


async def test_two_who_change_one_lead_at_once_both_count(world: World) -> None:
    """One answers it while the other wins it: each sees what the other left."""
    async with world.client("admin") as admin:
        said = {"kind": "lead", "recordId": "lead-1-2", "type": "call", "words": "Hello"}
        for status in ("won", "new", "lost", "contacted"):
            await asyncio.gather(
                admin.post("/api/panel/activities", json=said),
                admin.patch(f"{LEADS}/lead-1-2", json={"status": status}),
            )
    assert not await differences(world)


async def test_a_day_is_the_branch_s(world: World) -> None:
    """In another zone the same moment is another day; a chore follows."""
    at = now().replace(hour=12)
    async with world.console() as db:
        db.store(Lead(id="noon", branch_id=BESIDE, name="Noon", email="n@n.example", created_at=at))
    async with world.client("admin") as admin:
        changed = await admin.patch(f"/api/panel/branches/{BESIDE}", json={"timeZone": "Pacific/Kiritimati"})
        assert changed.status_code == 200, changed.text
    await follow_zones(world.database)
    async with reading(world.database, CONSOLE) as db:
        assert (await db.find(LeadFacts, "noon")).made_on == at.date() + timedelta(days=1)
    assert not await differences(world)
    async with world.database.writes.begin() as connection:  # control: without the chore it stays
        table = LeadFacts.__table__
        await connection.execute(update(table).where(table.c.id == "noon").values(made_on=at.date()))
    assert await differences(world)


def test_a_quantile_is_as_near_as_it_says() -> None:
    chance = random.Random(SEED)
    for _ in range(200):
        amounts = sorted(int(chance.lognormvariate(6, 2)) + 1 for _ in range(chance.randrange(1, 400)))
        for share in (0.5, 0.9):
            exact = amounts[max(0, -(-len(amounts) * share // 1).__int__() - 1)]
            told = quantile(Counter(map(step_of, amounts)), share)
            assert told is not None
            assert abs(told - exact) <= exact * ERROR / 100, (told, exact)


def test_nothing_has_no_quantile() -> None:
    assert quantile({}, 0.5) is None
    assert quantile({0: 3}, 0.5) == 0


async def test_an_activity_of_a_ticket_answers_it(world: World) -> None:
    async with world.client("admin") as admin:
        said = {"kind": "ticket", "recordId": "ticket-1-1", "type": "call", "words": "Hello"}
        id = (await admin.post("/api/panel/activities", json=said)).json()["id"]
    assert await answered(world) == "answered"
    async with world.console() as db:
        await db.delete(await db.find(Activity, id))
    assert await answered(world) == "waiting"


async def answered(world: World) -> str:
    async with world.database.reads.connect() as connection:
        entity = next(
            family for family in FAMILIES if family.record.__tablename__ == "support_tickets"
        ).entities[0]
        table = entity.__table__
        return str(await connection.scalar(select(table.c.state).where(table.c.id == "ticket-1-1")))
