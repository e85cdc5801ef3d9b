"""What is kept as rows change is exact: counts, sums, and what is next about each lead.

Sixteen writers at once, moves, deletions, merges and their undoing, refusals and rollbacks; then all is made anew.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any

import httpx
from sqlalchemy import func, literal, select, update

from duskline.core.data import counts, schema
from duskline.core.data.base import Base
from duskline.core.data.counts import BRANCHLESS, Counted, RecordCount
from duskline.core.data.session import Db, changing, reading
from duskline.models.records import next_steps
from duskline.models.records.activities import NextStep
from duskline.models.records.details import LeadDetails
from duskline.models.records.sales import Lead, LeadStatus
from duskline.models.records.service import SupportTicket, TicketStatus
from duskline.policy import CONSOLE
from tests.conftest import FULL_COUNTS
from tests.instruments import without
from tests.world import BRANCHES, NEAR, World

WRITERS = 16
CHANGES = 60 if FULL_COUNTS else 8
LEADS = "/api/panel/leads"
TICKETS = "/api/panel/support-tickets"
STEPS = "/api/panel/next-steps"


async def differences(world: World) -> dict[tuple[str, ...], int]:
    """Kept less counted, where they differ: numbers, sums, and leads whose next step is kept wrong."""
    found: Counter[tuple[str, ...]] = Counter()
    async with reading(world.database, CONSOLE) as db:
        for row in await db.scalars(select(RecordCount)):
            found[row.kind, row.branch_id, row.value] += row.number
            found[row.kind, row.branch_id, row.value, "sum"] += row.total
        found.update(await misplaced(db))
        for mapper in Base.registry.mappers:
            entity: Any = mapper.class_
            if issubclass(entity, Counted):
                for group in entity.counted_by:
                    by = (entity.branch_id, *(getattr(entity, name) for name in group))
                    total = func.sum(getattr(entity, entity.summed)) if entity.summed else literal(0)
                    counted = select(*by, func.count(), total).group_by(*by)
                    for branch, *values, number, amount in await db.execute(counted):
                        if None not in values:
                            key = entity.kind_by(group), branch or BRANCHLESS, ":".join(values)
                            found[key] -= number
                            found[*key, "sum"] -= int(amount or 0)
    return {key: number for key, number in found.items() if number}


async def misplaced(db: Db) -> Counter[tuple[str, ...]]:
    """The leads that say something else of their next step, or of their value, than the rows about them."""
    steps = {step.record_id: step for step in await db.scalars(select(NextStep)) if step.done_at is None}
    kinds = {row.id: row.value_kind for row in await db.scalars(select(LeadDetails))}
    wrong: Counter[tuple[str, ...]] = Counter()
    for lead in await db.scalars(select(Lead)):
        step, lacks = steps.get(lead.id), lead.id not in steps and lead.status not in ("won", "lost")
        due = (step.due_on, 1440 if step.due_minute is None else step.due_minute) if step else (None, None)
        kept = (lead.step, lead.step_on, lead.step_minute, lead.step_of)
        wrong["next step", lead.id] = kept != ("none" if lacks else None, *due, step and step.assigned_to)
        wrong["value", lead.id] = lead.counted_as != (kinds[lead.id] or "quoted")
    return wrong


async def write(admin: httpx.AsyncClient, chance: random.Random) -> None:
    """One writer: adds, changes, moves and deletes its own records, and is refused now and then."""
    mine: list[tuple[str, str]] = []
    for _ in range(CHANGES):
        branch = chance.choice(list(BRANCHES))
        path, id = chance.choice(mine) if mine else (LEADS, "")
        match chance.randrange(12) if mine else 0:
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
            case 7 | 8 | 9 | 10 if path == LEADS:
                answer = await change_lead(admin, id, chance)
            case 6:
                answer = await admin.delete(f"{path}/{id}")
                mine.remove((path, id))
            case _:
                refused = {"status": "resolved" if path == TICKETS else "won", "branchId": "nowhere"}
                answer = await admin.patch(f"{path}/{id}", json=refused)
                assert answer.status_code == 400
                continue
        assert answer.status_code in (200, 201, 204), answer.text


async def change_lead(admin: httpx.AsyncClient, id: str, chance: random.Random) -> httpx.Response:
    """Its value, what that is, or what is next."""
    match chance.randrange(4):
        case 0:
            return await admin.patch(f"{LEADS}/{id}", json={"estimatedValue": chance.choice([None, 700])})
        case 1:
            kind = {"valueKind": chance.choice(["guess", "quoted", None])}
            return await admin.patch(f"{LEADS}/{id}/details", json=kind)
    day = f"2026-11-{chance.randrange(1, 29):02}"
    step = {"kind": "lead", "recordId": id, "words": "Call", "dueOn": day}
    answer = await admin.post(STEPS, json=step | {"dueMinute": chance.choice([540, None])})
    if answer.status_code == 409:
        answer = await admin.get("/api/panel/lead-details", params={"ids": id})
        open_step = answer.json()[0]["nextStep"]
        return await admin.patch(f"{STEPS}/{open_step['id']}", json={"dueOn": day}) if open_step else answer
    if chance.random() < 0.5:
        answer = await admin.post(f"{STEPS}/{answer.json()['id']}/done")
    return answer


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


async def made(caller: httpx.AsyncClient, value: int, due: str | None = None) -> str:
    lead = {"branchId": NEAR, "name": "Twice", "email": "t@t.example", "estimatedValue": value}
    id: str = (await caller.post(LEADS, json=lead)).json()["id"]
    if due:
        step = {"kind": "lead", "recordId": id, "words": "Call", "dueOn": due}
        assert (await caller.post(STEPS, json=step)).status_code == 201
    return id


async def test_merging_and_its_undoing(world: World) -> None:
    """Of two leads one goes with its value, and its next step gives way; both come back."""
    async with world.client("sales_rep") as rep:
        kept, gone = await made(rep, 300), await made(rep, 500, "2026-11-25")
        assert (await rep.patch(f"{LEADS}/{gone}/details", json={"valueKind": "guess"})).status_code == 200
        merged = await rep.post(f"{LEADS}/{kept}/merge", json={"goneId": gone})
        assert merged.status_code in (200, 201), merged.text
        assert not await differences(world)
        left = (await rep.get(LEADS, params={"stepOn": "2026-11-25"})).json()
        assert [row["id"] for row in left] == [kept]
        undone = await rep.post(f"/api/panel/merges/{merged.json()['mergeId']}/undo")
        assert undone.status_code in (200, 204), undone.text
        assert not await differences(world)
        left = (await rep.get(LEADS, params={"stepOn": "2026-11-25"})).json()
        assert [row["id"] for row in left] == [gone]


async def test_migrating_makes_all_of_it_anew(world: World) -> None:
    """As after a restore, or rows that were written past the session."""
    async with world.client("sales_rep") as rep:
        await made(rep, 500, "2026-11-25")
    async with world.database.writes.begin() as connection:
        wrong = {
            "step": None,
            "step_on": None,
            "step_minute": 5,
            "step_of": "near_rep",
            "counted_as": "guess",
        }
        await connection.execute(update(Lead.__table__).values(wrong))
        await connection.execute(update(RecordCount.__table__).values(number=7, total=7))
    assert await differences(world)
    await schema.upgrade(world.database)
    assert not await differences(world)


async def test_control_without_the_notes_the_recount_differs(world: World) -> None:
    async with world.client("admin") as admin:
        with without(counts.note_changes):
            await admin.post(LEADS, json={"branchId": NEAR, "name": "New", "email": "n@n.example"})
    assert await differences(world)


async def test_control_where_nobody_keeps_what_is_next_it_is_wrong(world: World) -> None:
    async with world.client("admin") as admin:
        with without(next_steps.copy_steps_to_leads):
            await made(admin, 500, "2026-11-25")
    assert await differences(world)
