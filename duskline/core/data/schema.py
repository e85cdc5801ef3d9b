"""The schema's state: brings a database up to date, and says whether it is.

A server asks whether it is at every start and migrates at none, so Alembic is loaded by `upgrade` alone.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sqlalchemy import Column, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from duskline.core.data import search
from duskline.core.data.counts import recount
from duskline.core.data.database import Database
from duskline.core.data.derived import derive
from duskline.core.data.facts import remake

UTF_8 = "UTF8"
VERSIONS = Path(__file__).resolve().parents[2] / "migrations"


def config(connection: Any) -> Any:
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(VERSIONS))
    made.set_main_option("path_separator", "os")
    made.set_main_option("file_template", "%%(year)d_%%(month).2d_%%(day).2d_%%(rev)s_%%(slug)s")
    made.attributes["connection"] = connection
    return made


async def upgrade(database: Database) -> None:
    """Runs every migration that the database lacks, then rebuilds the derived columns, in one transaction."""
    async with database.writes.begin() as connection:
        if not database.is_sqlite:  # two machines may start at once; SQLite has one writer anyway
            await connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended('migrate', 0))"))
        await migrate(connection)
        await derive(connection)
        await recount(connection)
        await remake(connection)
        await search.index(connection)


async def migrate(connection: AsyncConnection) -> None:
    """Runs every migration that the database lacks, and nothing else."""
    from alembic import command

    await connection.run_sync(lambda sync: command.upgrade(config(sync), "head"))


async def is_current(database: Database) -> bool:
    return await version(database) == newest()


async def version(database: Database) -> str | None:
    """The last migration that the database went through, or None before the first."""
    async with database.reads.connect() as connection:
        if not await connection.run_sync(lambda sync: inspect(sync).has_table("alembic_version")):
            return None
        found = await connection.scalars(text("SELECT version_num FROM alembic_version"))
    return ", ".join(found) or None


async def has_tables(database: Database) -> bool:
    """Whether anything is there."""
    async with database.reads.connect() as connection:
        return bool(await connection.run_sync(lambda sync: inspect(sync).get_table_names()))


async def encoding(database: Database) -> str:
    """How the database stores text."""
    if database.is_sqlite:
        return UTF_8
    async with database.reads.connect() as connection:
        return str(await connection.scalar(text("SHOW server_encoding")))


def is_declared(item: Any, name: str | None, kind: str, reflected: bool, _other: Any) -> bool:
    """Whether a comparison of tables and models is about this: not what `upgrade` derives, nor indexes of expressions.

    Databases tell expressions in words of their own; that such an index is there and used, its endpoint's tests show.
    """
    if reflected:
        return re.search(r"_fts|_search\b", name or "") is None
    return kind != "index" or all(isinstance(part, Column) for part in item.expressions)


def newest() -> str:
    return versions()[-1]


def versions() -> list[str]:
    """The numbers of all migrations, by the names of the files: date, number, what it does."""
    return sorted(file.name.split("_")[3] for file in (VERSIONS / "versions").glob("*.py"))
