"""The kept counts are exact: sixteen writers at once, moves, deletions, refusals and rollbacks, then a recount."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import event, func, select

from duskline.core.data import counts
from duskline.core.data.base import Base
from duskline.core.data.counts import BRANCHLESS, Counted, RecordCount
from duskline.core.data.session import ScopedSession, changing, reading
from duskline.models.sales import Lead, LeadStatus
from duskline.models.service import SupportTicket, TicketStatus
from duskline.policy import CONSOLE
from tests.conftest import FULL_COUNTS
from tests.world import BRANCHES, NEAR, World

WRITERS = 16
CHANGES = 60 if FULL_COUNTS else 8
LEADS = "/api/panel/leads"
TICKETS = "/api/panel/support-tickets"


async def differences(world: World) -> dict[tuple[str, str, str], int]:
    """Kept less counted, where they differ."""
    found: Counter[tuple[str, str, str]] = Counter()
    async with reading(world.database, CONSOLE) as db:
        for row in await db.scalars(select(RecordCount)):
            found[row.kind, row.branch_id, row.value] += row.number
        for mapper in Base.registry.mappers:
            entity: Any = mapper.class_
            if issubclass(entity, Counted):
                for group in entity.counted_by:
                    by = (entity.branch_id, *(getattr(entity, name) for name in group))
                    for branch, *values, number in await db.execute(select(*by, func.count()).group_by(*by)):
                        if None not in values:
                            found[entity.kind_by(group), branch or BRANCHLESS, ":".join(values)] -= number
    return {key: number for key, number in found.items() if number}


async def write(admin: httpx.AsyncClient, chance: random.Random) -> None:
    """One writer: adds, changes, moves and deletes its own records, and is refused now and then."""
    mine: list[tuple[str, str]] = []
    for _ in range(CHANGES):
        branch = chance.choice(list(BRANCHES))
        path, id = chance.choice(mine) if mine else (LEADS, "")
        match chance.randrange(8) if mine else 0:
            case 0:
                answer = await admin.post(
                    LEADS, json={"branchId": branch, "name": "New", "email": "n@n.example"}
                )
                mine.append((LEADS, answer.json()["id"]))
            case 1:
                ticket = {"branchId": branch, "subject": "New", "description": "Dark", "category": "general"}
                answer = await admin.post(TICKETS, json=ticket)
                mine.append((TICKETS, answer.json()["id"]))
            case 2 | 3:
                status = chance.choice(list(LeadStatus if path == LEADS else TicketStatus))
                answer = await admin.patch(f"{path}/{id}", json={"status": status})
            case 4:
                answer = await admin.patch(f"{path}/{id}", json={"branchId": branch})
            case 5:
                urgent = {"priority": "urgent", "category": "warranty"} if path == TICKETS else {}
                body: dict[str, Any] = {"assignedTo": chance.choice(["admin", None]), **urgent}
                answer = await admin.patch(f"{path}/{id}", json=body)
            case 6:
                answer = await admin.delete(f"{path}/{id}")
                mine.remove((path, id))
            case _:
                refused = {"status": "resolved" if path == TICKETS else "won", "branchId": "nowhere"}
                answer = await admin.patch(f"{path}/{id}", json=refused)
                assert answer.status_code == 400
                continue
        assert answer.status_code in (200, 201, 204), answer.text


async def roll_back(world: World) -> None:
    """Flushed twice, then thought better of."""
    for _ in range(CHANGES):
        async with changing(world.database, CONSOLE) as db:
            lead = db.store(Lead(branch_id=NEAR, name="Never", email="n@n.example"))
            await db.flush()
            lead.status = LeadStatus.WON
            await db.flush()
            await db.rollback()


async def everybody(world: World) -> None:
    async with world.client("admin") as admin:
        writers = [write(admin, random.Random(number)) for number in range(WRITERS)]
        await asyncio.gather(*writers, roll_back(world))


async def test_counts_hold_under_sixteen_writers(world: World) -> None:
    assert not await differences(world)
    await everybody(world)
    assert not await differences(world)
    async with world.client("admin") as admin:
        stats = (await admin.get("/api/panel/dashboard/stats")).json()
        for kind, path in (("leads", LEADS), ("tickets", TICKETS)):
            assert str(stats[kind]["total"]) == (await admin.get(path)).headers["x-total-count"]


async def test_one_transaction_of_many_changes(world: World) -> None:
    """A record that comes, changes, moves and goes within one transaction leaves no trace in the counts."""
    async with world.acting(CONSOLE) as db:
        lead = db.store(Lead(branch_id=NEAR, name="Brief", email="b@b.example"))
        await db.flush()
        lead.apply({"status": "won", "branch_id": "far"})
        await db.flush()
        await db.delete(lead)
        ticket = db.store(
            SupportTicket(branch_id=NEAR, created_by="support", subject="Stays", description="Dark")
        )
        await db.flush()
        ticket.branch_id = None
    assert not await differences(world)


@pytest.fixture
def nobody_notes() -> Iterator[None]:
    event.remove(ScopedSession, "after_flush", counts._note_changes)
    yield
    event.listen(ScopedSession, "after_flush", counts._note_changes)


@pytest.mark.usefixtures("nobody_notes")
async def test_control_without_the_notes_the_recount_differs(world: World) -> None:
    async with world.client("admin") as admin:
        await admin.post(LEADS, json={"branchId": NEAR, "name": "New", "email": "n@n.example"})
    assert await differences(world)
