"""A user who has given the right password and owes the second step: found by a half session, and held while it is taken."""

from __future__ import annotations

from typing import NamedTuple

from duskline.account.cookies import session_token
from duskline.account.devices import Claim, Device, claims, strangers_of
from duskline.core.data.session import Db, reading
from duskline.core.http.context import caller
from duskline.core.http.guesses import opened
from duskline.core.http.rate_limits import refund_with, spend
from duskline.core.http.requests import StrictRequest
from duskline.core.system.errors import NotSignedIn
from duskline.limits import CODES, SECOND_STEPS_ASKED, SECRETS_REFUSED
from duskline.models.people.people import User
from duskline.models.people.sessions import half_signed_in, session_id
from duskline.policy import CONSOLE, oneself
from duskline.services import services


class Half(NamedTuple):
    """A half session: its person, its key in the table, the key of its browser where that is known, and the limits of its tries."""

    user_id: str
    sid: str
    known_by: str | None
    tries: tuple[Claim, ...]


async def half_of(request: StrictRequest) -> Half:
    """Looked up before any transaction, as the console, since nobody is signed in yet.

    Raises:
        NotSignedIn: there is none, or its time is over.
        TooMany: too many that are none came from this address.
    """
    ours = services(request)
    token = session_token(request, ours.secure)
    if token is None:
        raise NotSignedIn
    async with reading(ours.database, CONSOLE) as quiet:
        found = await half_signed_in(quiet, token)
    user = await opened(request, found, SECRETS_REFUSED, NotSignedIn())
    known_by = await Device(request).known_to(ours.database, user)
    return Half(user.id, session_id(token), known_by, claims(known_by, (CODES, strangers_of(user))))


async def half_trying(request: StrictRequest) -> Half:
    """The same, for a try, which counts before it is compared, so that no two guesses share the last place.

    Raises:
        NotSignedIn: there is none, or its time is over.
        TooMany: the tries of this browser, or of all unknown ones, are used up, or too many that are none came from this address.
    """
    half = await half_of(request)
    await spend(services(request).database, *half.tries)
    return half


def asking(request: StrictRequest, prepared: Half) -> str:
    """Returns the key under which a question about the second step is counted."""
    ((_, who),) = claims(prepared.known_by, (SECOND_STEPS_ASKED, caller(request).address))
    return who


async def was_right(db: Db, half: Half) -> None:
    """A try that turned out right does not count, together with what it opens."""
    await refund_with(db, *half.tries)


async def hold(db: Db, request: StrictRequest, half: Half) -> User:
    """The person, locked; from here on they act.

    Raises:
        NotSignedIn: the sign-in has ended meanwhile.
    """
    db.act_as(oneself(half.user_id))
    user = await db.find_locked(User, half.user_id)
    if await half_signed_in(db, session_token(request, services(request).secure) or "") is None:
        raise NotSignedIn
    return user
