"""Secrets that open something without a session: one that opens nothing counts for the address that it came from.

One that works is never refused, whatever was tried before: a secret is too long to be guessed.
"""

from __future__ import annotations

from typing import TypeVar

from duskline.core.http.context import caller, services_of
from duskline.core.http.rate_limits import Limit, spend
from duskline.core.http.requests import IncomingRequest
from duskline.core.system.errors import Refusal

T = TypeVar("T")


async def opened(request: IncomingRequest, found: T | None, limit: Limit, refusal: Refusal) -> T:
    """What a secret opens, looked up before any transaction; `refusal` where that is nothing.

    Raises:
        TooMany: too many that open nothing came from this address.
    """
    if found is None:
        await count_refused(request, limit)
        raise refusal
    return found


async def count_refused(request: IncomingRequest, limit: Limit) -> None:
    """The same for a call that answers a secret that opens nothing with a page instead of a refusal."""
    await spend(services_of(request).database, (limit, caller(request).address))
