"""The second factor that a role asks for and its person lacks: set up between the password and the panel.

Who may enter: a user who has given the right password, and has no second factor yet. One who has a factor owes that, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from litestar import Response

from duskline.account.ceremony import Registered
from duskline.account.devices import Device
from duskline.account.half_sessions import Half, asking, half_of, half_trying, hold, was_right
from duskline.account.setting_up import (
    Code,
    Enrollment,
    NewPasskey,
    PasskeyToMake,
    confirmed,
    enrollment,
    kept,
    made,
    to_make,
)
from duskline.account.sign_ins import LoggedIn, enter
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post
from duskline.core.system.errors import NotSignedIn
from duskline.limits import SECOND_STEPS_ASKED
from duskline.models.people import second_factors
from duskline.models.people.people import User
from duskline.policy import ANYONE
from duskline.services import services

PATH = "/api/auth/second-factor/owed"


class SetUp(LoggedIn):
    """The panel is open; the recovery codes are told this once."""

    codes: Sequence[str]


class Made(NamedTuple):
    """A passkey that was made, and for whose half session."""

    half: Half
    key: Registered


async def _owing(db: Db, request: StrictRequest, half: Half) -> User:
    """The person, held. Raises NotSignedIn where there is a second factor to give already."""
    user = await hold(db, request, half)
    if await second_factors.has_second_factor(db, user.id):
        raise NotSignedIn
    return user


async def _entered(db: Db, request: StrictRequest, user: User, codes: Sequence[str]) -> Response[Any]:
    response: Response[Any] = await enter(db, request, user, Device(request), second_factor="set up")
    response.content = SetUp(success=True, redirect_url=response.content.redirect_url, codes=codes)
    return response


@change(
    post,
    PATH + "/app",
    may=ANYONE,
    repeatable=False,
    status=200,
    statuses=(401,),
    prepare=half_of,
    limit=SECOND_STEPS_ASKED,
    limited=asking,
)
async def begin_owed_app(db: Db, request: StrictRequest, prepared: Half) -> Enrollment:
    """An app to set up; nothing changes before its first code."""
    user = await _owing(db, request, prepared)
    return await enrollment(db, services(request).company.brand, user)


@change(
    post,
    PATH + "/app/confirm",
    may=ANYONE,
    repeatable=False,
    returns=SetUp,
    status=200,
    statuses=(401, 429),
    prepare=half_trying,
)
async def confirm_owed_app(db: Db, request: StrictRequest, data: Code, prepared: Half) -> Response[Any]:
    """The app's first code turns it on, and signs in."""
    user = await _owing(db, request, prepared)
    codes = await confirmed(db, request, user, prepared.sid, data.code)
    await was_right(db, prepared)
    return await _entered(db, request, user, codes)


@change(
    post,
    PATH + "/passkeys/ask",
    may=ANYONE,
    repeatable=False,
    status=200,
    statuses=(401,),
    prepare=half_of,
    limit=SECOND_STEPS_ASKED,
    limited=asking,
)
async def begin_owed_passkey(db: Db, request: StrictRequest, prepared: Half) -> PasskeyToMake:
    """What a passkey is made from."""
    return await to_make(db, request, await _owing(db, request, prepared), prepared.sid)


async def _made(request: StrictRequest, data: NewPasskey) -> Made:
    """Checks before the transaction."""
    half = await half_of(request)
    return Made(half, await made(request, data, half.sid))


@change(
    post,
    PATH + "/passkeys",
    may=ANYONE,
    repeatable=False,
    returns=SetUp,
    status=200,
    statuses=(401, 429),
    prepare=_made,
)
async def add_owed_passkey(db: Db, request: StrictRequest, data: NewPasskey, prepared: Made) -> Response[Any]:
    """A passkey that a device has made; it signs in."""
    user = await _owing(db, request, prepared.half)
    shown = await kept(db, request, user, prepared.half.sid, data, prepared.key)
    return await _entered(db, request, user, shown.codes)


ROUTES = [begin_owed_app, confirm_owed_app, begin_owed_passkey, add_owed_passkey]
