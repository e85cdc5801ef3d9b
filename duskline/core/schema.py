"""The schema's state: brings a database up to date, and says whether it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from duskline.core import search
from duskline.core.counts import recount
from duskline.core.db import Database

VERSIONS = Path(__file__).resolve().parents[1] / "migrations"


def config(connection: Any = None) -> Config:
    made = Config()
    made.set_main_option("script_location", str(VERSIONS))
    made.set_main_option("path_separator", "os")
    made.set_main_option("file_template", "%%(year)d_%%(month).2d_%%(day).2d_%%(rev)s_%%(slug)s")
    made.attributes["connection"] = connection
    return made


async def upgrade(database: Database) -> None:
    """Runs every migration that the database lacks, then makes anew what is derived, in one transaction."""
    async with database.writes.begin() as connection:
        await connection.run_sync(lambda sync: command.upgrade(config(sync), "head"))
        await recount(connection)
        await search.index(connection)


async def is_current(database: Database) -> bool:
    async with database.reads.connect() as connection:
        found = await connection.run_sync(
            lambda sync: MigrationContext.configure(sync).get_current_revision()
        )
    return found == ScriptDirectory.from_config(config()).get_current_head()
