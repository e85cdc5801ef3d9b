"""Who passes: a session and its rights, asked for before the body and again where the work happens."""

from __future__ import annotations

from urllib.parse import urlsplit

from litestar.handlers.base import BaseRouteHandler

from duskline.core.data.session import Db
from duskline.core.http.bearers import bearer_token, refuse_in_address
from duskline.core.http.context import services_of
from duskline.core.http.requests import IncomingRequest, StrictRequest
from duskline.core.system.errors import Forbidden, NotSignedIn, SomebodyElse
from duskline.policy import Actor, May

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
ACCOUNT_CALLS = "/api/auth/"
PERSON = "x-person"
"""The header in which a tab says whose it is. A browser has one session for all of its tabs."""
CLOSED_TO_TOKENS = "This call is not open to this API token."


async def authorize(connection: IncomingRequest, handler: BaseRouteHandler) -> None:
    may: May = handler.opt["may"]
    services = services_of(connection)
    refuse_in_address(connection)
    if bearer_token(connection) is not None:
        # No browser sends one by itself, so no other site can make it act.
        if connection.scope["path"].startswith(ACCOUNT_CALLS):
            raise Forbidden(CLOSED_TO_TOKENS)
    elif _writes(connection) and not handler.opt.get("from_anywhere"):
        _refuse_cross_site(connection, services.public_url)
    if not may.session:
        return
    _admit(connection, may, await services.actor_of(connection, renews=handler.opt.get("renews", True)))


async def authorize_again(db: Db, request: StrictRequest, may: May) -> None:
    """Asks once more where the work happens: a body may take minutes, and its sender lose the right meanwhile.

    Who takes it away from here on waits for the commit.
    """
    db.act_as(_admit(request, may, await services_of(request).actor_within(db, request)))


def refuse_another(connection: IncomingRequest, person: str) -> None:
    """Raises SomebodyElse where the session is this person's, and the tab another person's."""
    if connection.headers.get(PERSON) not in (None, "", person):
        raise SomebodyElse


def _admit(connection: IncomingRequest, may: May, who: Actor | None) -> Actor:
    """Returns who acts in this request from now on, if they may."""
    if who is None:
        raise NotSignedIn
    if who.token is None:
        refuse_another(connection, who.id)
    if who.token is None and not may.lets(who):
        raise Forbidden
    if who.token is not None and not (may.lets(who) and (who.token.may_write or not _writes(connection))):
        raise Forbidden(CLOSED_TO_TOKENS)
    connection.scope["state"]["actor"] = who
    return who


def _writes(connection: IncomingRequest) -> bool:
    return connection.scope["method"] not in SAFE_METHODS  # type: ignore[typeddict-item]


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
