"""API tokens at the door: one that opens nothing counts against the address it came from, one that does, for itself."""

from __future__ import annotations

from duskline.core.data.database import Database
from duskline.core.http.guesses import opened
from duskline.core.http.rate_limits import spend
from duskline.core.http.requests import IncomingRequest
from duskline.core.system.errors import Refusal
from duskline.limits import API_CALLS, SECRETS_REFUSED
from duskline.models.people import token_actors
from duskline.policy import Actor

REFUSED = "This API token does not work. It may have ended or run out, or its maker may not use it any more."


async def admitted(database: Database, request: IncomingRequest, token: str) -> Actor:
    """The maker of the token, narrowed by it. A good one works however many were guessed; each call of it counts.

    Raises:
        Refusal: 401, the same for every token that opens nothing, by the same work.
        TooMany: too many of these from one address, or too many calls with one token.
    """
    found = await token_actors.actor_of(database, token)
    headers = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
    refusal = Refusal(401, REFUSED, headers=headers).logged("token refused")
    who = await opened(request, found, SECRETS_REFUSED, refusal)
    assert who.token is not None
    await spend(database, (API_CALLS, who.token.id))
    await token_actors.note_use(database, who.token.id)
    return who
