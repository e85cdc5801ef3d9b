"""What a database's fault means: it is busy or away, a rule of its was broken, or something is wrong with the code."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, OperationalError

LOCKED = "55P03"
BUSY_OR_AWAY = ("08", "40", "53", LOCKED, "57")
"""PostgreSQL's codes for: no connection, deadlock, out of room, locked, shutting down or starting up."""


def is_busy_or_away(error: Exception) -> bool:
    """Whether the database would do the same work a little later; from SQLAlchemy or from the driver itself."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    fault = getattr(error, "orig", None) or error
    code = getattr(fault, "sqlstate", None)
    if code is None:
        return isinstance(error, OperationalError) or isinstance(fault, sqlite3.OperationalError)
    return str(code).startswith(BUSY_OR_AWAY)


def is_locked(error: DBAPIError) -> bool:
    """Whether PostgreSQL gave up waiting for what others hold."""
    return getattr(error.orig, "sqlstate", None) == LOCKED
