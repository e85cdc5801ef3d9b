"""The forecast's range holds what comes in four of five companies, and neither nearly always nor mostly not."""

from __future__ import annotations

import csv
import io
import random
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import delete, select

from duskline.core.data.audit import SecurityEvent
from duskline.core.data.base import now
from duskline.core.data.histograms import step_of
from duskline.models import lead_facts
from duskline.models.lead_facts import STAGES, WEEKS, Change, Standing, Way
from duskline.models.sales import Lead, LeadStatus, ValueKind
from duskline.models.service import WorkOrder
from duskline.models.status_changes import StatusChange
from duskline.panel.reports import forecast
from duskline.panel.reports.forecast import Learned, Range, by_week, dollars, learned, piles, wins
from tests.conftest import FULL_COUNTS, SEED
from tests.world import NEAR, World

COMPANIES, FIRST = (200, SEED) if FULL_COUNTS else (100, 0)
"""How many, and by which seed they begin: the same ones in a short run, whose share of a hundred would be off by chance now and then."""
TODAY = datetime(2026, 11, 1, 12, tzinfo=UTC)
AHEAD = TODAY + timedelta(weeks=WEEKS)
HISTORY = 540
"""Days that a company has been at it; the last twelve months are learned from."""


class Company:
    """Leads that come, stay in stages for as long as this company takes, and are won or lost as its chances are."""

    def __init__(self, seed: int) -> None:
        chance = self.chance = random.Random(seed)
        self.per_day = chance.uniform(0.4, 2.5)
        self.go_on = [chance.uniform(0.5, 0.95) for _ in STAGES[:-1]]
        self.stay = [chance.uniform(1, 14) for _ in STAGES[:-1]]
        self.worth = chance.uniform(2_000, 9_000)
        self.leads = [self.lead() for _ in range(int(self.per_day * HISTORY))]

    def lead(self) -> tuple[list[Change], int]:
        at = TODAY - timedelta(days=self.chance.uniform(0, HISTORY))
        changes = [Change("new", at)]
        for place, stage in enumerate(STAGES[1:]):
            at += timedelta(days=self.chance.expovariate(1 / self.stay[place]))
            if self.chance.random() > self.go_on[place]:
                changes.append(Change("lost", at))
                break
            changes.append(Change(stage.value, at))
        return changes, int(self.chance.lognormvariate(0, 0.6) * self.worth)

    def known(self) -> tuple[dict[int, Learned], dict[tuple[int, str], Any]]:
        left: defaultdict[str, Counter[str]] = defaultdict(Counter)
        days, near = Counter[str](), Counter[tuple[str, int]]()
        parts: defaultdict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
        for changes, value in self.leads:
            there = [change for change in changes if change.at <= TODAY]
            status, made = there[-1].status, changes[0].at
            row = SimpleNamespace(
                id="x", branch_id="1", status=status, created_at=made, zone="America/New_York"
            )
            if status not in ("won", "lost"):
                standing = Standing(STAGES.index(LeadStatus(status)), "quoted", step_of(value))
                number, total = parts[standing.words]
                parts[standing.words] = number + 1, total + value
                continue
            for fact in lead_facts._stages(row, Way.of(row, there)):
                if fact["month"] < (TODAY - timedelta(days=365)).date():
                    continue
                left[fact["stage"]][fact["outcome"]] += 1
                days[fact["stage"]] += fact["stood"]
                for weeks in range(1, WEEKS + 1):
                    near[fact["stage"], weeks] += fact[f"within_{weeks}"] or 0
        stages = {
            place: learned(left[name], days[name], [near[name, weeks] for weeks in range(1, WEEKS + 1)])
            for place, name in enumerate(forecast.STAGE_NAMES)
        }
        return stages, piles(parts)

    def came(self) -> tuple[int, int]:
        """Wins and dollars of what was open, as it came."""
        won = [
            value
            for changes, value in self.leads
            if changes[-1].status == "won" and TODAY < changes[-1].at <= AHEAD and changes[0].at <= TODAY
        ]
        return len(won), sum(won)


@cache
def companies() -> list[tuple[Any, Any, tuple[int, int]]]:
    """What each knows on the day, and what came then."""
    made = [Company(FIRST + number) for number in range(COMPANIES)]
    return [(*company.known(), company.came()) for company in made]


def covered() -> tuple[float, float]:
    """In which share of the companies the ranges hold wins and dollars."""
    held = Counter[str]()
    for stages, pipeline, (number, total) in companies():
        held["wins"] += holds(wins(stages, pipeline), number)
        held["dollars"] += holds(dollars(stages, pipeline, ValueKind.QUOTED), total)
    return held["wins"] / COMPANIES, held["dollars"] / COMPANIES


def holds(told: Range, what: int) -> bool:
    return told.low <= what <= told.high


def test_the_range_holds_four_of_five() -> None:
    assert all(0.7 <= share <= 0.9 for share in covered()), covered()


@pytest.mark.parametrize("deviations", [0.3, 4.0])
def test_control_a_range_too_narrow_or_too_wide_is_noticed(
    deviations: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecast, "Z", deviations)
    assert not all(0.7 <= share <= 0.9 for share in covered())


def test_the_weeks_are_all_of_it() -> None:
    stages, pipeline = Company(SEED).known()
    weeks = by_week(stages, pipeline)
    assert len(weeks) == WEEKS
    assert min(weeks) >= 0
    assert sum(weeks) == pytest.approx(wins(stages, pipeline).middle)


def test_nothing_open_brings_nothing() -> None:
    stages, _ = Company(SEED).known()
    assert wins(stages, {}) == dollars(stages, {}, ValueKind.GUESS) == Range(0, 0, 0)


async def exports(world: World) -> list[Any]:
    async with world.database.reads.connect() as connection:
        events = SecurityEvent.__table__.c
        return list(await connection.execute(select(events.details).where(events.kind == "export")))


async def test_the_call(world: World) -> None:
    """Forty leads of the near branch settled within the year: half of those that came to negotiation were won."""
    async with world.console() as db:
        for number in range(40):
            made = now() - timedelta(days=60 + number)
            status = LeadStatus.WON if number % 2 else LeadStatus.LOST
            lead = db.store(
                Lead(branch_id=NEAR, name="N", email="n@n.example", created_at=made, status=status)
            )
            await db.flush()
            table = StatusChange.__table__
            connection = await db.connection()
            await connection.execute(delete(table).where(table.c.record_id == lead.id))
            for days, word in ((0, "new"), (10, "negotiation"), (20, status)):
                at = made + timedelta(days=days)
                db.store(StatusChange(kind="lead", record_id=lead.id, branch_id=NEAR, to_status=word, at=at))
        db.store(
            Lead(
                branch_id=NEAR,
                name="N",
                email="n@n.example",
                status=LeadStatus.NEGOTIATION,
                estimated_value=1000,
            )
        )
        order = WorkOrder(
            branch_id=NEAR,
            client_id="client-1-1",
            title="Booked",
            scheduled_date=now().date() + timedelta(days=9),
        )
        order.with_details = {"hours": 6}
        db.store(order)
    async with world.client("branch_ops_manager") as manager:
        told = (await manager.get("/api/panel/reports/forecast")).json()
        stages = {stage["stage"]: stage for stage in told["stages"]}
        assert (told["enough"], stages["negotiation"]["chance"], stages["negotiation"]["conversion"]) == (
            True,
            50,
            50,
        )
        assert (stages["negotiation"]["open"]["value"], stages["negotiation"]["quoted"]["value"]) == (1, 1000)
        assert stages["new"]["open"]["value"] == 2
        assert told["wins"]["middle"] == pytest.approx(1.5)
        assert told["wins"]["low"] < 1.5 < told["wins"]["high"]
        assert told["quoted"]["middle"] == 500 + 0.5 * 2 * 4500
        assert [week["booked"]["value"] for week in told["weeks"]] == [0, 1, 0, 0, 0, 0]
        assert told["weeks"][1]["bookedHours"]["value"] == 6
        for number in (
            *(stage["open"] for stage in told["stages"]),
            *(week["booked"] for week in told["weeks"]),
        ):
            rows = number["list"]
            answer = await manager.get(rows["path"], params=rows["query"])
            assert answer.headers["X-Total-Count"] == str(rows["count"]), rows
        file = await manager.get("/api/panel/reports/forecast/export")
        heading, *rows = csv.reader(io.StringIO(file.content.decode("utf-8-sig")))
        assert (len(rows), {len(row) for row in rows}) == (11, {len(heading)})
        assert rows[0][:2] == ["New", "2"]
        assert rows[4][:6] == ["Negotiation", "1", "1000", "0", "50", "50"]
        assert rows[6][6:8] == ["1", "6"]
        assert [row.details["of"] for row in await exports(world)] == ["report forecast"]
    async with world.client("support") as support:
        file = await support.get("/api/panel/reports/forecast/export")
        assert {row[3] for row in csv.reader(io.StringIO(file.text))} == {"Guess (dollars)", ""}
        told = (await support.get("/api/panel/reports/forecast", params={"branch": "far"})).json()
        assert (told["enough"], told["wins"], told["quoted"]) == (False, None, None)
        assert told["stages"][0]["open"]["value"] == 2
        assert "Too few leads" in told["sentence"]
    async with world.client("branch_ops_manager") as manager:
        assert (await manager.get("/api/panel/reports/forecast", params={"branch": "far"})).status_code == 404
        before = await exports(world)
        answer = await manager.get("/api/panel/reports/forecast/export", params={"branch": "far"})
        assert (answer.status_code, await exports(world)) == (404, before)
    async with world.client("lead_technician") as technician:
        assert (await technician.get("/api/panel/reports/forecast")).status_code == 403
        assert (await technician.get("/api/panel/reports/forecast/export")).status_code == 403
