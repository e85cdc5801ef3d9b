"""`duskline migrate`: from nothing to the tables that the models mean, and no further."""

from __future__ import annotations

from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Column, Integer, MetaData, Table

from duskline.core.db import Base
from duskline.serve import sole_user
from tests.commands.conftest import Desk


async def differences(desk: Desk, models: MetaData) -> list[Any]:
    """What a migration would still have to change; search indexes are made beside the migrations."""
    database = desk.database()
    try:
        async with database.writes.connect() as connection:
            return await connection.run_sync(
                lambda sync: compare_metadata(
                    MigrationContext.configure(
                        sync, opts={"compare_type": True, "include_object": of_models}
                    ),
                    models,
                )
            )
    finally:
        await database.close()


def of_models(_thing: Any, name: str | None, kind: str, _reflected: bool, _compared: Any) -> bool:
    return not (kind == "table" and "_fts" in str(name)) and not str(name).endswith("_search_trgm")


async def test_models_and_migrations_agree(migrated: Desk) -> None:
    assert await differences(migrated, Base.metadata) == []


async def test_a_column_without_a_migration_would_be_noticed(migrated: Desk) -> None:
    """Control."""
    models = MetaData(naming_convention=Base.metadata.naming_convention)
    for table in Base.metadata.tables.values():
        table.to_metadata(models)
    Table("leads", models, Column("forgotten", Integer), extend_existing=True)
    assert [change[0] for change in await differences(migrated, models)] == ["add_column"]


async def test_migrating_twice_changes_nothing(migrated: Desk) -> None:
    before = await migrated.snapshot()
    assert migrated.does("migrate") == "The database is up to date.\n"
    assert await migrated.snapshot() == before


@pytest.mark.parametrize("command", ["migrate", "demo"])
def test_a_folder_in_use_is_left_alone(desk: Desk, command: str) -> None:
    with sole_user(desk.data_dir):
        assert desk.refuses(command) == [f"A Duskline server is using {desk.data_dir}; stop it first."]
