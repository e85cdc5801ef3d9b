"""How a session begins, once somebody has proved who they are: by a password or by a link."""

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
from duskline.models.sessions import ABSOLUTE, SignIn, end_session
from duskline.services import services


class LoggedIn(ResponseModel):
    success: bool
    redirect_url: str


async def begin_session(
    db: Db, request: StrictRequest, user: User, device: Device, **told: Any
) -> Response[LoggedIn]:
    """The answer that carries it. Whoever signs in again leaves nothing behind; `told` goes to the security log."""
    secure = services(request).secure
    if former := session_token(request, secure):
        await end_session(db, former, "signed in again")
    token, session = SignIn.begin(user, caller(request))
    db.store(session)
    on_commit(db, "signed in", user=user.id, **told)
    response = Response(LoggedIn(success=True, redirect_url="/panel"), status_code=200)
    set_session_cookie(response, token, int(ABSOLUTE.total_seconds()), secure)
    await device.remember(db.database, user, response)
    return response
