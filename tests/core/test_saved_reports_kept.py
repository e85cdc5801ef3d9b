"""The migration that lets saved reports be brought back: on SQLite their table is made anew, and who gets them by mail is kept."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import func, select

from duskline.models.reporting.saved_reports import ReportLetter, SavedReport
from tests.world import World

PATH = "/api/panel/saved-reports"
keeping: Any = import_module("duskline.migrations.versions.2026_11_26_0071_saved_reports_kept")


async def rows(world: World) -> tuple[int, int]:
    async with world.database.reads.connect() as connection:
        number = [
            await connection.scalar(select(func.count()).select_from(table))
            for table in (SavedReport, ReportLetter)
        ]
    return number[0] or 0, number[1] or 0


async def test_letters_outlast_both_ways(world: World) -> None:
    async with world.client("branch_ops_manager") as manager:
        week = {"name": "Our week", "report": "sales", "by": "person", "period": "last_week"}
        ahead = {"name": "Ahead", "report": "forecast", "period": "next_6_weeks"}
        for body in (week, ahead):
            id = (await manager.post(PATH, json=body)).json()["id"]
            await manager.post(f"{PATH}/{id}/weekly", json={"weekly": True})
    assert await rows(world) == (2, 2)

    def run(sync: Any) -> None:
        with Operations.context(MigrationContext.configure(sync)):
            keeping.downgrade()
            keeping.upgrade()

    async with world.database.writes.begin() as connection:
        await connection.run_sync(run)
    assert await rows(world) == (1, 1)
