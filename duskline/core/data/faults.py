"""What a fault of the database means: it is busy or away, the work met a rule of the schema, or our code is wrong.

Named narrowly: what is neither of the first two is a fault of ours, and is never told as somebody else's.
"""

from __future__ import annotations

import errno
import socket
import sqlite3

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

LOCKED = "55P03"
DEADLOCK = "40P01"
BUSY_OR_AWAY = ("08", "40", "53", LOCKED, "57")
"""PostgreSQL's codes for: no connection, deadlock, out of room, locked, shutting down or starting up."""
SQLITE_BUSY_OR_AWAY = frozenset({
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL,
})  # fmt: skip
OUT_OF_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.ENOMEM})
OUT_OF_TOUCH = frozenset(
    {errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN, errno.EADDRNOTAVAIL}
)
DUPLICATE = frozenset({"23505", sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY})
REFERENCE = frozenset({"23503", sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY})


def is_busy_or_away(error: Exception) -> bool:
    """Whether the same work could be done a little later; from SQLAlchemy, from a driver or from the system."""
    if isinstance(error, PoolTimeout) or (isinstance(error, DBAPIError) and error.connection_invalidated):
        return True
    fault = getattr(error, "orig", None) or error
    if isinstance(fault, sqlite3.Error):
        return _code(fault) in SQLITE_BUSY_OR_AWAY
    if isinstance(fault, OSError):
        return _is_system_away(fault)
    code = getattr(fault, "sqlstate", None)
    return isinstance(error, OperationalError) if code is None else str(code).startswith(BUSY_OR_AWAY)


def _is_system_away(fault: OSError) -> bool:
    """No room or no connection; a file that is missing or forbidden is a fault of the installation."""
    if isinstance(fault, ConnectionError | TimeoutError | socket.gaierror):
        return True
    if fault.errno in OUT_OF_ROOM | OUT_OF_TOUCH:
        return True
    # A file's fault names it, a socket's does not: ENOENT where PostgreSQL's is gone, and no number at all where a name has
    # several addresses of which none answers.
    return fault.filename is None and fault.errno in (None, errno.ENOENT)


def _code(fault: sqlite3.Error) -> int:
    """The primary code; what is beyond eight bits says more exactly what happened."""
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF


def is_duplicate(error: IntegrityError) -> bool:
    """Whether a row with the same unique value exists."""
    return _constraint(error) in DUPLICATE


def is_reference(error: IntegrityError) -> bool:
    """Whether a row points to one that is gone, or is still pointed to."""
    return _constraint(error) in REFERENCE


def _constraint(error: IntegrityError) -> str | int | None:
    return getattr(error.orig, "sqlstate", None) or getattr(error.orig, "sqlite_errorcode", None)


def is_deadlock(error: DBAPIError) -> bool:
    """Whether PostgreSQL gave this transaction up because it and another waited for each other."""
    return getattr(error.orig, "sqlstate", None) == DEADLOCK


def is_locked(error: DBAPIError) -> bool:
    """Whether PostgreSQL gave up waiting for what others hold."""
    return getattr(error.orig, "sqlstate", None) == LOCKED
