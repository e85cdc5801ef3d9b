"""The tables: migrations make what the models say, columns are those that calls rely on, odd values are refused."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, Column, Integer, MetaData, Table, insert, inspect
from sqlalchemy.exc import IntegrityError

from duskline.core.data import schema
from duskline.core.data.base import Base, now
from duskline.migrations.__main__ import drawn_up
from duskline.roles import document
from tests.world import World

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"

COLUMNS: dict[str, str] = {
    # product.md, rule 3; "?" where a row may leave it empty
    "contact_submissions": "id name email phone? message created_at",
    "newsletter_subscriptions": "id email created_at",
    "blog_posts": "id title excerpt content author category image read_time created_at updated_at",
    "gallery_submissions": "id name email location description category image_url approved created_at",
    "organizations": "id name status created_at updated_at",
    "regions": "id organization_id name code created_at",
    "branches": "id region_id name address phone? status created_at",
    "sessions": "sid sess expire",
    "users": "id email password user_type first_name? last_name? role? branch_id? region_id? organization_id? status "
    "created_at updated_at profile_image_url?",
    "leads": "id branch_id assigned_to? name email phone? address? status source? estimated_value? notes? "
    "created_at updated_at",
    "clients": "id branch_id lead_id? name email phone? address status created_at updated_at",
    "work_orders": "id branch_id client_id assigned_to? title description? status priority scheduled_date? "
    "completed_date? notes? images materials_used created_at updated_at",
    "support_tickets": "id created_by assigned_to? branch_id? subject description status priority category "
    "resolved_at? created_at updated_at",
    "audit_logs": "id user_id action entity_type entity_id changes ip_address? user_agent? created_at",
}

LISTED: dict[tuple[str, str], set[str]] = {
    # product.md, rule 102, in the tables that hold them
    ("users", "user_type"): {"staff", "client"},
    ("users", "status"): {"active", "inactive"},
    ("users", "role"): {
        "support", "sales_rep", "technician", "lead_technician", "branch_ops_manager", "regional_ops_manager",
        "admin",
    },
    ("leads", "status"): {"new", "contacted", "qualified", "proposal", "negotiation", "won", "lost"},
    ("clients", "status"): {"active", "inactive", "suspended"},
    ("work_orders", "status"): {"pending", "in_progress", "completed"},
    ("work_orders", "priority"): {"low", "medium", "high"},
    ("support_tickets", "status"): {"open", "in_progress", "resolved", "closed"},
    ("support_tickets", "priority"): {"low", "medium", "high", "urgent"},
    ("support_tickets", "category"): {"general", "technical", "billing", "installation", "warranty"},
    ("gallery_submissions", "category"): {"Residential", "Commercial", "Holiday", "Events"},
}  # fmt: skip


def columns_of(connection: Any, table: str) -> Any:
    return inspect(connection).get_columns(table)


async def test_tables_have_the_specified_columns(shared_world: World) -> None:
    async with shared_world.database.reads.connect() as connection:
        for table, words in COLUMNS.items():
            found = await connection.run_sync(columns_of, table)
            nullable = {column["name"]: column["nullable"] for column in found}
            for word in words.split():
                assert nullable.get(word.rstrip("?")) == word.endswith("?"), (table, word)


async def test_migrations_make_what_the_models_say(shared_world: World) -> None:
    assert await _differences(shared_world, Base.metadata) == []


async def test_the_newest_migration_is_known_by_its_name(shared_world: World) -> None:
    """A start compares names; Alembic, which reads the files, means the same."""
    assert schema.newest() == ScriptDirectory.from_config(schema.config(None)).get_current_head()
    assert await schema.is_current(shared_world.database)


async def test_a_column_without_a_migration_is_noticed(shared_world: World) -> None:
    """Control."""
    found = await _differences(shared_world, _with_a_forgotten_column())
    assert [change[0] for change in found] == ["add_column"]


async def test_the_missing_migration_is_drawn_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It follows the newest, is named by date, number and purpose, and holds the column and nothing else."""
    history = shutil.copytree(schema.VERSIONS, tmp_path / "migrations")
    monkeypatch.setattr(schema, "VERSIONS", history)
    monkeypatch.setattr(Base, "metadata", _with_a_forgotten_column())
    newest = schema.newest()
    path = await drawn_up("Remember the column")
    number = f"{int(newest) + 1:04}"
    assert re.fullmatch(rf"\d{{4}}_\d\d_\d\d_{number}_remember_the_column\.py", path.name)
    text = path.read_text("utf-8")
    assert text.startswith(f'"""Remember the column\n\nRevision: {number}\nFollows: {newest}\n"""\n')
    steps = re.findall(r"op\.(\w+)\('leads'", text)
    assert steps == ["add_column", "drop_column"], text
    assert text.count("forgotten") == 2


async def test_a_table_of_counted_records_is_drawn_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is derived of it cannot be made before the table is there; its types are the database's own."""
    history = shutil.copytree(schema.VERSIONS, tmp_path / "migrations")
    monkeypatch.setattr(schema, "VERSIONS", history)
    (history / "versions" / "2026_01_01_9000_no_tickets.py").write_text(NO_TICKETS.format(schema.newest()))
    text = (await drawn_up("Tickets")).read_text("utf-8")
    assert re.findall(r"op\.(\w+)\('support_tickets'", text)[0] == "create_table"
    assert "'created_at', sa.DateTime(timezone=True)" in text
    assert "duskline" not in text


NO_TICKETS = """from alembic import op

revision, down_revision = "9000", "{}"


def upgrade() -> None:
    op.drop_table("support_tickets")
"""


def _with_a_forgotten_column() -> MetaData:
    models = MetaData(naming_convention=Base.metadata.naming_convention)
    for table in Base.metadata.tables.values():
        table.to_metadata(models)
    Table("leads", models, Column("forgotten", Integer), extend_existing=True)
    return models


async def _differences(world: World, models: MetaData) -> list[Any]:
    """What a migration would still have to change."""

    def compare(sync: Any) -> list[Any]:
        told = {"compare_type": True, "compare_server_default": True, "include_object": schema.is_declared}
        context = MigrationContext.configure(sync, opts=told)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*expression-based index")
            changes: list[Any] = compare_metadata(context, models)
            return changes

    async with world.database.reads.connect() as connection:
        return await connection.run_sync(compare)


async def test_every_set_of_values_is_checked_by_the_database(shared_world: World) -> None:
    """Alembic overlooks these when it compares models with a database."""

    def named(sync: Any) -> set[str | None]:
        known = inspect(sync)
        return {
            check["name"] for table in Base.metadata.tables for check in known.get_check_constraints(table)
        }

    declared = {
        check.name
        for table in Base.metadata.sorted_tables
        for column in table.c
        for check in column.constraints
    }
    async with shared_world.database.reads.connect() as connection:
        assert declared - await connection.run_sync(named) == set()
    assert "ck_leads_status" in declared


async def test_unlisted_values_are_refused_by_the_database(world: World) -> None:
    for (table, column), values in LISTED.items():
        rows = Base.metadata.tables[table]
        async with world.database.writes.begin() as connection:
            for value in values:
                assert (await connection.execute(rows.update().values({column: value}))).rowcount > 0
        for odd in ("", "odd", "NEW", f"{min(values)} ", f"{min(values)}'"):
            async with world.database.writes.connect() as connection:
                with pytest.raises(IntegrityError):
                    await connection.execute(rows.update().values({column: odd}))
                await connection.rollback()


@pytest.mark.parametrize(("table", "column"), LISTED)
def test_the_listed_values_are_the_specified_ones(table: str, column: str) -> None:
    constraints = Base.metadata.tables[table].columns[column].constraints
    checks = [str(found.sqltext) for found in constraints if isinstance(found, CheckConstraint)]
    assert len(checks) == 1
    assert set(re.findall(r"'([^']+)'", checks[0])) == LISTED[table, column]


async def test_the_database_decides_about_uniqueness(world: World) -> None:
    rows = Base.metadata.tables["users"]
    given = {
        "id": "second", "email": "Admin@Duskline.example", "email_key": "admin@duskline.example", "password": "x",
        "user_type": "staff", "status": "active", "version": 1, "search": "", "created_at": now(),
        "updated_at": now(),
    }  # fmt: skip
    async with world.database.writes.connect() as connection:
        with pytest.raises(IntegrityError):
            await connection.execute(insert(rows).values(**given))
        await connection.rollback()


async def test_references_are_kept(world: World) -> None:
    """A record cannot point at nothing, on SQLite either."""
    rows = Base.metadata.tables["leads"]
    for column in ("branch_id", "assigned_to"):
        async with world.database.writes.connect() as connection:
            with pytest.raises(IntegrityError):
                await connection.execute(rows.update().values({column: "nobody"}))
            await connection.rollback()


def test_the_document_about_roles_is_fresh() -> None:
    path = ROOT / "docs" / "roles.md"
    assert path.read_text(encoding="utf-8").rstrip() == document().rstrip()


def test_the_browser_knows_the_calls_as_they_are() -> None:
    if not (WEB / "node_modules").is_dir():
        pytest.skip("the browser packages are not installed")
    environment = {**os.environ, "DUSKLINE_PYTHON": sys.executable}
    words = ["node", "types.mjs", "--check"]
    told = subprocess.run(words, cwd=WEB, env=environment, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
