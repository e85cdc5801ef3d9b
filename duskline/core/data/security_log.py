"""Security events: lines of the log about signing in, roles, sessions and limits, each with the request that made it.

No line holds an email address, a cookie or a password: accounts stand there as ids, or hashed with the server's key
where somebody only claimed to be one. What a refusal tells travels with it (`Refusal.event`) to `exceptions.py`; what a
transaction tells is written when it is committed.
"""

from __future__ import annotations

import logging
from typing import Any

from duskline.core.data.audit import Caller
from duskline.core.data.session import Db, ScopedSession
from duskline.core.system.logs import FIELDS
from duskline.policy import WEBSITE

logger = logging.getLogger("duskline.security")
PENDING = "security"


def log_event(message: str, caller: Caller | None = None, **fields: Any) -> None:
    """Writes the line now."""
    origin = {"request": caller.request, "client": caller.address} if caller and caller.request else {}
    logger.info(message, extra={FIELDS: origin | fields})


def on_commit(db: Db, message: str, **fields: Any) -> None:
    """Writes the line when what it tells of is committed, with who did it."""
    by = {} if db.actor is WEBSITE else {"by": db.actor.id}
    if db.actor.token is not None:
        by["token"] = db.actor.token.id
    db.info.setdefault(PENDING, []).append((message, fields | by))


def write_security_log(session: ScopedSession) -> None:
    for message, fields in session.info.pop(PENDING, ()):
        log_event(message, session.info.get("caller"), **fields)


def forget_security_log(session: ScopedSession) -> None:
    session.info.pop(PENDING, None)
