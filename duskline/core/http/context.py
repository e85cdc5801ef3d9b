"""What a request carries along: who acts, where it came from, and the services that the application built."""

from __future__ import annotations

from typing import Protocol

from duskline.core.data.audit import Caller
from duskline.core.data.database import Database
from duskline.core.data.session import Db
from duskline.core.http.idempotency import RepeatLocks
from duskline.core.http.requests import IncomingRequest, StrictRequest
from duskline.policy import WEBSITE, Actor


class RequestServices(Protocol):
    """What every request needs of the services (`duskline/services.py`)."""

    database: Database
    public_url: str
    repeats: RepeatLocks

    async def actor_of(self, request: IncomingRequest, *, renews: bool = True) -> Actor | None: ...

    async def actor_within(self, db: Db, request: IncomingRequest) -> Actor | None: ...

    async def show_content(self) -> None: ...


def services_of(connection: IncomingRequest) -> RequestServices:
    found: RequestServices = connection.app.state.services
    return found


def actor(request: StrictRequest) -> Actor:
    """Who acts: the signed-in person, or the website for visitors."""
    found: Actor | None = request.scope["state"].get("actor")
    return found or WEBSITE


def caller(request: IncomingRequest) -> Caller:
    client = request.scope.get("client")
    return Caller(
        address=client[0] if client else "",
        agent=request.headers.get("user-agent", ""),
        request=request.scope["state"].get("request_id", ""),
    )
