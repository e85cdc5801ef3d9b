"""The migration that makes notes of next steps which merging closed as done by nobody."""

from __future__ import annotations

from datetime import date, timedelta
from importlib import import_module
from typing import Any

from alembic.migration import MigrationContext
from alembic.operations import Operations

from duskline.core.data.base import now
from duskline.models.records.activities import NextStep
from duskline.models.records.conversions import Merge
from tests.world import NEAR, World

migration: Any = import_module("duskline.migrations.versions.2026_11_27_0074_nobody_s_next_steps")
LEAD = "/api/panel/leads/lead-1-1"


async def test_a_step_that_nobody_did_becomes_a_note_of_whoever_merged(world: World) -> None:
    at = now() - timedelta(days=3)
    about: dict[str, Any] = {
        "kind": "lead",
        "record_id": "lead-1-1",
        "branch_id": NEAR,
        "due_on": date(2026, 12, 1),
    }
    async with world.console() as db:
        db.store(NextStep(**about, words="Call back", done_at=at, done_by="sales_rep"))
        db.store(NextStep(**about, words="Send the quote", done_at=at))
        db.store(NextStep(**about, words="Measure"))
        for by, when in (
            ("admin", at - timedelta(days=1)),
            ("near_rep", at + timedelta(milliseconds=5)),
            ("admin", now()),
        ):
            ids = {"kind": "lead", "kept_id": "lead-1-1", "gone_id": "gone"}
            db.store(
                Merge(
                    **ids,
                    branch_id=NEAR,
                    gone={"row": {"name": "Iris"}},
                    moved={},
                    before={},
                    by_id=by,
                    created_at=when,
                )
            )

    def upgrade(sync: Any) -> None:
        with Operations.context(MigrationContext.configure(sync)):
            migration.upgrade()

    async with world.database.writes.begin() as connection:
        await connection.run_sync(upgrade)
    page = (await world.client("sales_rep").get(f"{LEAD}/record")).json()
    told = [(event["who"], event["action"], event["words"]) for event in page["timeline"]["events"]]
    assert sorted(event for event in told if event[1] in ("note", "next_step")) == [
        ("Near Rep", "note", "Follow-up set aside by the merge: Send the quote"),
        ("Sales Rep", "next_step", "Call back"),
    ]
    assert page["nextStep"]["words"] == "Measure"
