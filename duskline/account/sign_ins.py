"""How a session begins, once somebody has proved who they are: by a password or by a link, and by a code where one is asked for."""

from __future__ import annotations

from typing import Any

from litestar import Response

from duskline.account.cookies import session_token, set_session_cookie
from duskline.account.devices import Device
from duskline.core.data.session import Db
from duskline.core.http.bodies import ResponseModel
from duskline.core.http.context import caller
from duskline.core.http.requests import StrictRequest
from duskline.core.http.security_log import on_commit
from duskline.models.people import User
from duskline.models.second_factors import has_second_factor
from duskline.models.sessions import ABSOLUTE, HALF, SignIn, end_session
from duskline.services import services

CODE_STEP = "/login?view=code"


class LoggedIn(ResponseModel):
    success: bool
    redirect_url: str


async def begin_session(
    db: Db, request: StrictRequest, user: User, device: Device, **told: Any
) -> Response[LoggedIn]:
    """The answer that carries it; `told` goes to the security log. Whose sign-ins ask for a code is half signed in by it."""
    if not await has_second_factor(db, user.id):
        return await enter(db, request, user, device, **told)
    response = await _answer(db, request, user, CODE_STEP, half=True)
    on_commit(db, "half signed in", user=user.id, **told)
    return response


async def enter(
    db: Db, request: StrictRequest, user: User, device: Device, **told: Any
) -> Response[LoggedIn]:
    """The same, for whoever has nothing more to prove."""
    response = await _answer(db, request, user, "/panel")
    on_commit(db, "signed in", user=user.id, **told)
    await device.remember(db.database, user, response)
    return response


async def _answer(
    db: Db, request: StrictRequest, user: User, leads_to: str, *, half: bool = False
) -> Response[LoggedIn]:
    """Whoever signs in again leaves nothing behind."""
    secure = services(request).secure
    if former := session_token(request, secure):
        await end_session(db, former, "signed in again")
    token, session = SignIn.begin(user, caller(request), half=half)
    db.store(session)
    response = Response(LoggedIn(success=True, redirect_url=leads_to), status_code=200)
    set_session_cookie(response, token, int((HALF if half else ABSOLUTE).total_seconds()), secure)
    return response
