"""Closes the requests of an erased person about their own data: a request to be forgotten is done, and no other can be answered any more."""

from __future__ import annotations

from collections.abc import Iterable

from duskline.core.data.audit import EventKind, SecurityEvent
from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.models.privacy.privacy import Erasure, PrivacyRequest, RequestKind, RequestState
from duskline.models.privacy.rows import rows_of

NO_ANSWER = "The person was erased. There is no address left to answer to."


async def close_requests(db: Db, erasure: Erasure, ids: Iterable[str]) -> None:
    """Closes those of these requests that are open, in the name of the administrator who began the erasure. The log names them."""
    closed = []
    async for row in rows_of(db, PrivacyRequest, ids):
        if row.state == RequestState.OPEN:
            row.apply({**_answer(row), "closed_at": now(), "closed_by": erasure.by_id})
            closed.append(row.id)
    if closed:
        told = {"erasure": erasure.id, "requests": closed}
        db.add(SecurityEvent(kind=EventKind.REQUESTS_CLOSED, user_id=erasure.by_id, details=told))


def _answer(row: PrivacyRequest) -> dict[str, str]:
    if row.kind == RequestKind.ERASURE:
        return {"state": RequestState.DONE}
    return {"state": RequestState.DECLINED, "note": NO_ANSWER}
