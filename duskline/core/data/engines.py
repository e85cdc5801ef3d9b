"""Two engines for one database: `reads` answers lists and look-ups and cannot write, `writes` carries the transactions.

On SQLite `writes` is a single connection that begins every transaction with `BEGIN IMMEDIATE`, because the default
begin loses concurrent read-modify-writes silently.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ExceptionContext, event
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from duskline.core.data.one_turn import ONE_TURN

SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=5000",
    "PRAGMA wal_autocheckpoint=0",
    "PRAGMA secure_delete=ON",
)
READER_PRAGMAS = ("PRAGMA query_only=ON", "PRAGMA busy_timeout=5000", "PRAGMA mmap_size=268435456")
"""A reader's own cache of two megabytes would have it read and copy most pages of a report or a week again for each: it looks at those that
the system keeps anyway."""
QUIET = {"hide_parameters": True}
"""A fault tells the statement and not its values, which may be somebody's password hash: faults are logged."""
POSTGRES_READS = {"default_transaction_read_only": "on", "plan_cache_mode": "force_custom_plan"}
READ_ONLY = "25006"
"""PostgreSQL's code for a write where only reading is allowed."""
LOCK_SECONDS = 10.0
"""How long a change waits for others that hold what it needs, on either database."""


class HintedCompiler(SQLiteCompiler):
    """SQL for SQLite whose hints (`INDEXED BY`) are heard: it has no figures of its tables, and would guess."""

    def get_from_hint_text(self, table: Any, text: str | None) -> str | None:
        return text


def engines(url: str, patience: float | None) -> tuple[AsyncEngine, AsyncEngine]:
    """`writes` and `reads`; `patience` is how many seconds PostgreSQL may take over a statement."""
    return _sqlite_engines(url) if url.startswith("sqlite") else _postgres_engines(url, patience)


def _sqlite_engines(url: str) -> tuple[AsyncEngine, AsyncEngine]:
    path = url.split("///", 1)[1]
    writes = create_async_engine(
        url, module=ONE_TURN, pool_size=1, max_overflow=0, pool_timeout=LOCK_SECONDS, **QUIET
    )
    reads = create_async_engine(
        f"sqlite+aiosqlite:///file:{path}?mode=ro&uri=true",
        module=ONE_TURN, pool_size=4, max_overflow=0, pool_timeout=10, pool_reset_on_return=None,
        json_deserializer=msgspec.json.decode, **QUIET,
    )  # fmt: skip

    reads.dialect.statement_compiler = HintedCompiler

    @event.listens_for(writes.sync_engine, "connect")
    def _open_writer(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        _run(connection, *SQLITE_PRAGMAS)

    @event.listens_for(writes.sync_engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    @event.listens_for(reads.sync_engine, "connect")
    def _open_reader(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        _run(connection, *READER_PRAGMAS)

    return writes, reads


def _run(connection: Any, *statements: str) -> None:
    cursor = connection.cursor()
    for statement in statements:
        cursor.execute(statement)
    cursor.close()


def _postgres_engines(url: str, patience: float | None) -> tuple[AsyncEngine, AsyncEngine]:
    # A generic plan walks the whole table for a region of quiet branches; a new plan costs 0.06 ms.
    settings = {
        "plan_cache_mode": "force_custom_plan",
        "lock_timeout": f"{LOCK_SECONDS * 1000:.0f}",
        "default_transaction_isolation": "read committed",  # what waits for a lock goes on with what it finds then
    }
    writes = create_async_engine(
        url, pool_size=10, max_overflow=0, pool_timeout=5, pool_use_lifo=True, pool_pre_ping=False,
        connect_args={"timeout": 3, "command_timeout": patience, "server_settings": settings}, **QUIET,
    )  # fmt: skip
    reads = create_async_engine(
        url, pool_size=10, max_overflow=0, pool_timeout=5, pool_use_lifo=True,
        isolation_level="AUTOCOMMIT", pool_reset_on_return=None, json_deserializer=msgspec.json.decode,
        connect_args={"timeout": 3, "command_timeout": patience, "server_settings": POSTGRES_READS}, **QUIET,
    )  # fmt: skip
    for engine in (writes, reads):
        event.listen(engine.sync_engine, "checkout", _refuse_closed)
    event.listen(writes.sync_engine, "handle_error", _leave_read_only)
    return writes, reads


def _refuse_closed(connection: Any, _record: object, _fairy: object) -> None:
    """The pool gives another connection for one that the server closed meanwhile; nobody's request finds it closed.

    The driver knows of it, so this asks nothing of the server, which `pool_pre_ping` would at each request.
    """
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _leave_read_only(fault: ExceptionContext) -> None:
    """A server that takes no writes, as after a failover, counts as away: a new connection may find the one that does."""
    if getattr(fault.original_exception, "sqlstate", None) == READ_ONLY:
        fault.is_disconnect = True
