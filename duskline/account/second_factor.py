"""The second factor: signing in with a code, and setting up an authenticator app for oneself.

Who may enter: with a code, a user who has given the right password; setting up, staff, with the present password.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import Response

from duskline.account.devices import Device
from duskline.account.factors import (
    APP,
    IS_OFF,
    OwnSecondFactor,
    lost,
    own_standing,
    refuse_required,
    turn_off,
)
from duskline.account.half_sessions import Half, half_trying, hold, was_right
from duskline.account.present_password import PresentPassword, held_oneself, proven
from duskline.account.setting_up import APP_NAME, WRONG, Code, Enrollment, confirmed, enrollment
from duskline.account.sign_ins import LoggedIn, enter, go_on, own_sid
from duskline.core.data.security_log import on_commit
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read
from duskline.core.system.errors import Conflict, Invalid
from duskline.core.values.bodies import ResponseModel
from duskline.credentials import Event, happened
from duskline.models.people import second_factors
from duskline.models.people.people import User
from duskline.policy import ANYONE, STAFF, oneself
from duskline.services import services

PATH = "/api/auth/second-factor"
NO_APP = "There is no authenticator app to remove."


class RecoveryCodes(ResponseModel):
    """Told this once; none where there are some already."""

    codes: Sequence[str]


@change(
    post,
    PATH,
    may=ANYONE,
    repeatable=False,
    returns=LoggedIn,
    status=200,
    statuses=(401, 429),
    prepare=half_trying,
)
async def sign_in_with_code(db: Db, request: StrictRequest, data: Code, prepared: Half) -> Response[Any]:
    """The second step of signing in, by a code of the app or a recovery code. Every code counts once."""
    user = await hold(db, request, prepared)
    if not await second_factors.takes(db, user, data.code):
        raise Invalid({"code": WRONG}).logged("code refused", user=user.id)
    await was_right(db, prepared)
    return await enter(db, request, user, Device(request), code=True)


@read(PATH, may=STAFF)
async def own_second_factor(db: Db) -> OwnSecondFactor:
    """What one's own sign-ins ask for after the password."""
    return await own_standing(db, db.actor.id)


@change(post, PATH + "/app", may=STAFF, status=200, statuses=(429,), prepare=proven, repeatable=False)
async def begin_app(db: Db, request: StrictRequest, data: PresentPassword, prepared: str) -> Enrollment:
    """An app to set up, in exchange for the present password; nothing changes before its first code."""
    return await enrollment(db, services(request).company.brand, await held_oneself(db, prepared))


@change(
    post,
    PATH + "/app/confirm",
    may=STAFF,
    returns=RecoveryCodes,
    status=200,
    statuses=(429,),
    repeatable=False,
)
async def confirm_app(db: Db, request: StrictRequest, data: Code) -> Response[RecoveryCodes]:
    """The app's first code turns it on. Every other session ends."""
    db.act_as(oneself(db.actor.id))
    user = await db.find_locked(User, db.actor.id)
    codes = await confirmed(db, request, user, own_sid(request), data.code)
    response = Response(RecoveryCodes(codes), status_code=200)
    await go_on(db, request, user, response)
    return response


@change(post, PATH + "/app/remove", may=STAFF, status=204, statuses=(429,), prepare=proven, repeatable=False)
async def remove_app(db: Db, request: StrictRequest, data: PresentPassword, prepared: str) -> Response[None]:
    """The app's codes count no more, in exchange for the present password. Without it and passkeys, the password alone signs in."""
    user = await held_oneself(db, prepared)
    if not await second_factors.remove_app(db, user):
        raise Conflict(NO_APP)
    await lost(db, services(request), user, own_sid(request), APP, APP_NAME)
    response: Response[None] = Response(None, status_code=204)
    await go_on(db, request, user, response)
    return response


@change(
    post, PATH + "/recovery-codes", may=STAFF, status=200, statuses=(429,), prepare=proven, repeatable=False
)
async def renew_recovery_codes(
    db: Db, request: StrictRequest, data: PresentPassword, prepared: str
) -> RecoveryCodes:
    """New recovery codes, in exchange for the present password; the former open nothing any more."""
    user = await held_oneself(db, prepared)
    if not await second_factors.has_second_factor(db, user.id):
        raise Conflict(IS_OFF)
    await happened(db, user, Event.NEW_CODES, but=own_sid(request))
    on_commit(db, "recovery codes renewed", user=user.id)
    return RecoveryCodes(await second_factors.new_recovery_codes(db, user))


@change(post, PATH + "/off", may=STAFF, status=204, statuses=(429,), prepare=proven, repeatable=False)
async def turn_off_own(
    db: Db, request: StrictRequest, data: PresentPassword, prepared: str
) -> Response[None]:
    """The password alone signs in again, in exchange for the present one."""
    user = await held_oneself(db, prepared)
    await refuse_required(db, user)
    await turn_off(db, services(request), user, but=own_sid(request))
    response: Response[None] = Response(None, status_code=204)
    await go_on(db, request, user, response)
    return response


ROUTES = [
    sign_in_with_code,
    own_second_factor,
    begin_app,
    confirm_app,
    remove_app,
    renew_recovery_codes,
    turn_off_own,
]
