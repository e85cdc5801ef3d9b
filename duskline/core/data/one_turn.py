"""A driver for SQLite that runs a statement, reads its rows and closes it in one turn of the connection's thread.

SQLAlchemy's own goes to that thread four times for each statement: to open a cursor, to execute, to read, and to close. What it costs to go there and
back is most of the time of a small statement (decision 94). `aiosqlite` still owns the connection and its thread.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

import aiosqlite
from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    AsyncAdapt_aiosqlite_cursor,
    AsyncAdapt_aiosqlite_dbapi,
)


class Outcome(NamedTuple):
    """The result of a cursor that was read and closed, by the names of PEP 249."""

    rows: Sequence[Any] = ()
    description: Any = None
    rowcount: int = -1
    lastrowid: int | None = None
    arraysize: int = 1


def run(connection: sqlite3.Connection, method: str, *given: Any) -> Outcome:
    """Runs `execute` or `executemany` of a new cursor, on the connection's thread."""
    cursor = connection.cursor()
    try:
        getattr(cursor, method)(*given)
        rows = cursor.fetchall() if cursor.description else ()
        return Outcome(rows, cursor.description, cursor.rowcount, cursor.lastrowid)
    finally:
        cursor.close()


class _Cursor(AsyncAdapt_aiosqlite_cursor):
    """A cursor that exists on the connection's thread only while it runs."""

    __slots__ = ()

    _awaitable_cursor_close = False

    def _make_new_cursor(self, connection: Any) -> Any:
        return Outcome()

    def _aenter_cursor(self, cursor: Any) -> Any:
        return cursor

    def close(self) -> None:
        self._rows.clear()

    async def _execute_async(self, operation: Any, parameters: Any) -> None:
        await self._run("execute", operation, *([] if parameters is None else [parameters]))

    async def _executemany_async(self, operation: Any, seq_of_parameters: Any) -> None:
        await self._run("executemany", operation, seq_of_parameters)

    async def _run(self, *call: Any) -> None:
        connection: Any = self._connection
        async with self._adapt_connection._execute_mutex:
            outcome = await connection._execute(run, connection._conn, *call)
            self._cursor, self._rows = outcome, deque(outcome.rows)


class _Connection(AsyncAdapt_aiosqlite_connection):
    __slots__ = ()

    _cursor_cls = _Cursor


class _Driver(AsyncAdapt_aiosqlite_dbapi):
    def connect(self, *given: Any, **named: Any) -> AsyncAdapt_aiosqlite_connection:
        return _Connection(self, super().connect(*given, **named)._connection)


ONE_TURN = _Driver(aiosqlite, sqlite3)
"""The driver, as `module` of `create_async_engine`."""
