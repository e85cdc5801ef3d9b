"""Who passes: a session and its rights, asked for before the body and again where the work happens."""

from __future__ import annotations

from urllib.parse import urlsplit

from litestar.handlers.base import BaseRouteHandler

from duskline.core.data.session import Db
from duskline.core.errors import Forbidden, NotSignedIn
from duskline.core.http.context import services_of
from duskline.core.http.requests import IncomingRequest, StrictRequest
from duskline.policy import May

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


async def authorize(connection: IncomingRequest, handler: BaseRouteHandler) -> None:
    may: May = handler.opt["may"]
    services = services_of(connection)
    if connection.scope["method"] not in SAFE_METHODS:  # type: ignore[typeddict-item]
        _refuse_cross_site(connection, services.public_url)
    if not may.session:
        return
    who = await services.actor_of(connection, renews=handler.opt.get("renews", True))
    if who is None:
        raise NotSignedIn
    if not may.lets(who):
        raise Forbidden
    connection.scope["state"]["actor"] = who


async def authorize_again(db: Db, request: StrictRequest, may: May) -> None:
    """Asks once more where the work happens: a body may take minutes, and its sender lose the right meanwhile.

    Whoever takes it away from here on waits for the commit.
    """
    who = await services_of(request).actor_within(db, request)
    if who is None:
        raise NotSignedIn
    if not may.lets(who):
        raise Forbidden
    request.scope["state"]["actor"] = who
    db.act_as(who)


def _refuse_cross_site(connection: IncomingRequest, public_url: str) -> None:
    """Writes come from our own pages. Judged by Sec-Fetch-Site, then Origin; a program sends neither."""
    refusal = Forbidden("This request came from another site.")
    site = connection.headers.get("sec-fetch-site")
    if site is not None:
        if site not in ("same-origin", "none"):
            raise refusal
        return
    origin = connection.headers.get("origin")
    if origin is None:
        return
    own = {public_url, f"{urlsplit(public_url).scheme}://{connection.headers.get('host', '')}"}
    if origin not in own:
        raise refusal
