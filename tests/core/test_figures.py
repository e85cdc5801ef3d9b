"""Facts and figures are exact: whatever is written, they are what the records say.

Houses are made up from a seed: records that come, change hands, are answered, won, lost, planned, done, moved, merged and deleted
through the calls, by several writers at once. Then everything is made anew, and nothing may differ.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, defaultdict
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from duskline.core.data import facts
from duskline.core.data.base import now
from duskline.core.data.facts import FAMILIES, remake
from duskline.core.data.figures import MONTH, DailyFigure
from duskline.core.data.histograms import quantile, step_of
from duskline.core.data.session import reading
from duskline.models.records.activities import Activity
from duskline.models.records.sales import Lead
from duskline.models.reporting.fact_zones import follow_zones
from duskline.models.reporting.lead_facts import LeadFacts
from duskline.policy import CONSOLE
from tests.conftest import FULL_COUNTS, SEED
from tests.houses import LEADS, everybody
from tests.world import BESIDE, World

HOUSES = 200 if FULL_COUNTS else 10


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


async def test_what_is_kept_is_what_is_counted(world: World) -> None:
    assert not await differences(world)
    await everybody(world, HOUSES)
    assert not await differences(world)


async def test_control_a_change_that_nobody_follows_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "_followed", lambda *_args, **_how: set())
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
        assert (made["lead.made", "0"], made["lead.worth", "quoted"]) == ((1, 0), (0, 0))
        assert (await admin.patch(f"{LEADS}/{id}", json={"status": "proposal"})).status_code == 200
        assert (await admin.patch(f"{LEADS}/{id}", json={"status": "won"})).status_code == 200
        won = await by_name(world)
        assert (won["lead.made", "0"], won["lead.made", "5"], won["lead.worth", "quoted"]) == (
            (0, 0),
            (1, 0),
            (1, 800),
        )
        assert (await admin.patch(f"{LEADS}/{id}/details", json={"valueKind": "guess"})).status_code == 200
        told = await by_name(world)
        assert (told["lead.worth", "quoted"], told["lead.worth", "guess"]) == ((0, 0), (1, 800))
        assert (await admin.delete(f"{LEADS}/{id}")).status_code == 204
        assert not any(number for number, _ in (await by_name(world)).values())


async def by_name(world: World) -> dict[tuple[str, str], tuple[int, int]]:
    """Number and sum of this month by figure and part, of the source that only this test knows."""
    kept = DailyFigure
    wanted = kept.grouped == "source", kept.value == "Fair", kept.span == MONTH, kept.branch_id == BESIDE
    found: dict[tuple[str, str], tuple[int, int]] = defaultdict(lambda: (0, 0))
    async with reading(world.database, CONSOLE) as db:
        for row in await db.scalars(select(DailyFigure).where(*wanted)):
            found[row.figure, row.part] = row.number, row.total
    return found


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
        told = await db.get_one(LeadFacts, "lead-1-1")
    assert (told.reason, told.answered_in is not None, told.lost_on is not None) == (
        reason["words"],
        True,
        True,
    )
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
        assert (await db.get_one(LeadFacts, "noon")).made_on == at.date() + timedelta(days=1)
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
            assert abs(told.amount - exact) <= exact * told.error / 100, (told, exact)


def test_nothing_has_no_quantile() -> None:
    assert quantile({}, 0.5) is None
    assert quantile({0: 3}, 0.5) == (0, 0)


def test_what_lies_in_one_step_has_a_median_and_a_ninth_decile_of_its_own() -> None:
    """1,000 amounts from 724 to 1,023: the middle and nine of ten are told apart, and a little longer is a little more."""
    told = [quantile({20: 1000, 21: more}, share) for more, share in ((0, 0.5), (0, 0.9), (40, 0.5))]
    assert [(round(each.amount), each.error) for each in told if each] == [(861, 19), (989, 37), (867, 20)]


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
