"""How a session begins, once somebody has proved who they are: by a password or by a link, and by a second step where one is asked for."""

from __future__ import annotations

from typing import Any

from litestar import Response

from duskline.account.cookies import session_token, set_session_cookie
from duskline.account.devices import Device
from duskline.core.data.audit import EventKind, SecurityEvent, origin_of, tell_apart
from duskline.core.data.database import Database
from duskline.core.data.security_log import on_commit
from duskline.core.data.session import Db
from duskline.core.http.context import caller
from duskline.core.http.requests import StrictRequest
from duskline.core.values.bodies import ResponseModel
from duskline.credentials import is_required
from duskline.models.people.people import User
from duskline.models.people.second_factors import has_second_factor
from duskline.models.people.sessions import HALF, SignIn, end_session, session_id
from duskline.services import services

CODE_STEP = "/login?view=code"


class LoggedIn(ResponseModel):
    success: bool
    redirect_url: str


def own_sid(request: StrictRequest) -> str:
    """What the table knows the session of a request under."""
    return session_id(session_token(request, services(request).secure) or "")


async def begin_session(
    db: Db, request: StrictRequest, user: User, device: Device, **told: Any
) -> Response[LoggedIn]:
    """The answer that carries it; `told` goes to the security log.

    Whose sign-ins ask for a second step, or whose role asks for one, is half signed in by it.
    """
    if not await has_second_factor(db, user.id) and not await is_required(db, user):
        return await enter(db, request, user, device, **told)
    response = await _answer(db, request, user, CODE_STEP, half=True)
    on_commit(db, "half signed in", user=user.id, **told)
    return response


async def enter(
    db: Db, request: StrictRequest, user: User, device: Device, **told: Any
) -> Response[LoggedIn]:
    """The same, for a user who has nothing more to prove."""
    response = await _answer(db, request, user, "/panel")
    on_commit(db, "signed in", user=user.id, **told)
    db.add(_event(request, user, EventKind.SIGN_IN))
    await device.remember(db.database, user, response)
    return response


async def tell_refused(where: Database | Db, request: StrictRequest, user: User | None) -> None:
    """Keeps that a sign-in was refused, to an account or to none, by the same work. The address that was typed is not kept."""
    await tell_apart(where, _event(request, user, EventKind.SIGN_IN_REFUSED))


def _event(request: StrictRequest, user: User | None, kind: EventKind) -> SecurityEvent:
    place = (user.branch_id or user.region_id) if user is not None else None
    origin = origin_of(caller(request))
    return SecurityEvent(kind=kind, user_id=user.id if user else None, details={}, place_id=place, **origin)


async def go_on(
    db: Db, request: StrictRequest, user: User, response: Response[Any], *, fresh: bool = False
) -> None:
    """The browser of the person who acts stays known, after an event that made all of them unknown.

    `fresh`: its session has ended too, and goes on under a token that nobody else knows.
    """
    if fresh:
        _carry(db, request, user, response)
    await Device(request).remember(db.database, user, response)


async def _answer(
    db: Db, request: StrictRequest, user: User, leads_to: str, *, half: bool = False
) -> Response[LoggedIn]:
    """A user who signs in again leaves nothing behind."""
    if former := session_token(request, services(request).secure):
        await end_session(db, former, "signed in again")
    response = Response(LoggedIn(success=True, redirect_url=leads_to), status_code=200)
    _carry(db, request, user, response, half=half)
    return response


def _carry(
    db: Db, request: StrictRequest, user: User, response: Response[Any], *, half: bool = False
) -> None:
    lasting = services(request).system.lasting
    token, session = SignIn.begin(user, caller(request), half=half, lasting=lasting)
    db.store(session)
    age = HALF if half else lasting.absolute
    set_session_cookie(response, token, int(age.total_seconds()), services(request).secure)
