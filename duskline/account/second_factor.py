"""The second factor: signing in with a code, and setting up an authenticator app for oneself.

Who may enter: with a code, whoever has given the right password; setting up, staff, with the present password.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import segno
from litestar import Response

from duskline.account.cookies import session_token
from duskline.account.devices import Device
from duskline.account.factors import IS_OFF, SecondFactor, standing_of, turn_off
from duskline.account.letters import FACTOR_ON, tell
from duskline.account.present_password import PresentPassword, proven
from duskline.account.sign_ins import LoggedIn, enter
from duskline.core.data.session import Db, reading
from duskline.core.errors import Changed, Conflict, Invalid, NotSignedIn
from duskline.core.http.bodies import Body, Meta, ResponseModel
from duskline.core.http.rate_limits import spend
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read
from duskline.core.http.security_log import on_commit
from duskline.limits import CODES
from duskline.models import second_factors
from duskline.models.people import User
from duskline.models.sessions import end_other_sessions, half_signed_in, session_id
from duskline.policy import ANYONE, CONSOLE, STAFF, oneself
from duskline.services import services

PATH = "/api/auth/second-factor"
WRONG = "This code is wrong, or was used before. Codes of the app change every 30 seconds."
IS_ON = "Two-step verification is on already. Turn it off first to set up another app."
QUIET_ZONE = 4
"""Modules of white around the drawing; without them some cameras find nothing."""


class Code(Body):
    code: Annotated[str, Meta(min_length=1, max_length=40, extra={"say": "Enter the code"})]


class Enrollment(ResponseModel):
    """What an app is told: by its camera (`dots`, rows of 0 and 1), by a link on the same telephone, or typed."""

    secret: str
    address: str
    dots: list[str]


class RecoveryCodes(ResponseModel):
    """Told this once."""

    codes: Sequence[str]


@change(post, PATH, may=ANYONE, repeatable=False, returns=LoggedIn, status=200, statuses=(401, 429))
async def sign_in_with_code(db: Db, request: StrictRequest, data: Code) -> Response[Any]:
    """The second step of signing in, by a code of the app or a recovery code. Every code counts once."""
    token = session_token(request, services(request).secure) or ""
    async with reading(db.database, CONSOLE) as quiet:
        user_id = await half_signed_in(quiet, token)
    if user_id is None:
        raise NotSignedIn
    claim = CODES, user_id
    await spend(db, claim)  # before it is compared, so that no two guesses share the last place
    db.act_as(oneself(user_id))
    user = await db.find_locked(User, user_id)
    # Again, now that nobody else changes the person: the sign-in may have ended meanwhile.
    if await half_signed_in(db, token) is None:
        raise NotSignedIn
    if not await second_factors.takes(db, user, data.code):
        raise Invalid({"code": WRONG}).logged("code refused", user=user_id)
    return await enter(db, request, user, Device(request), code=True)


@read(PATH, may=STAFF)
async def own_second_factor(db: Db) -> SecondFactor:
    """Whether a code is asked for at one's own sign-ins."""
    return await standing_of(db, db.actor.id)


@change(post, PATH + "/app", may=STAFF, status=200, statuses=(429,), prepare=proven, repeatable=False)
async def begin_app(db: Db, request: StrictRequest, data: PresentPassword, prepared: str) -> Enrollment:
    """An app to set up, in exchange for the present password; nothing changes before its first code."""
    user = await _oneself(db, prepared)
    if await second_factors.has_second_factor(db, user.id):
        raise Conflict(IS_ON)
    app = await second_factors.begin(db, user)
    address = app.address(user.email, services(request).company.brand)
    drawing = segno.make(address, error="m", micro=False)
    dots = ["".join("01"[dot] for dot in row) for row in drawing.matrix_iter(border=QUIET_ZONE)]
    return Enrollment(app.secret, address, dots)


@change(post, PATH + "/app/confirm", may=STAFF, status=200, statuses=(429,), repeatable=False)
async def confirm_app(db: Db, request: StrictRequest, data: Code) -> RecoveryCodes:
    """The app's first code turns it on. Every other session ends; the recovery codes are told this once."""
    ours = services(request)
    db.act_as(oneself(db.actor.id))
    user = await db.find_locked(User, db.actor.id)
    if await second_factors.has_second_factor(db, user.id):
        raise Conflict(IS_ON)
    if not await second_factors.confirm(db, user, data.code):
        raise Invalid({"code": WRONG})
    codes = await second_factors.new_recovery_codes(db, user)
    here = session_id(session_token(request, ours.secure) or "")
    await end_other_sessions(db, user.id, here, "second factor turned on")
    on_commit(db, "second factor turned on", user=user.id)
    await tell(db, ours.company, ours.public_url, user, FACTOR_ON)
    return RecoveryCodes(codes)


@change(
    post, PATH + "/recovery-codes", may=STAFF, status=200, statuses=(429,), prepare=proven, repeatable=False
)
async def renew_recovery_codes(db: Db, data: PresentPassword, prepared: str) -> RecoveryCodes:
    """New recovery codes, in exchange for the present password; the former open nothing any more."""
    user = await _oneself(db, prepared)
    if not await second_factors.has_second_factor(db, user.id):
        raise Conflict(IS_OFF)
    on_commit(db, "recovery codes renewed", user=user.id)
    return RecoveryCodes(await second_factors.new_recovery_codes(db, user))


@change(post, PATH + "/off", may=STAFF, status=204, statuses=(429,), prepare=proven, repeatable=False)
async def turn_off_own(db: Db, request: StrictRequest, data: PresentPassword, prepared: str) -> None:
    """The password alone signs in again, in exchange for the present one."""
    await turn_off(db, services(request), await _oneself(db, prepared))


async def _oneself(db: Db, prepared: str) -> User:
    """Held, while the password that was proven is still one's own."""
    db.act_as(oneself(db.actor.id))
    user = await db.find_locked(User, db.actor.id)
    if user.password != prepared:
        raise Changed
    return user


ROUTES = [sign_in_with_code, own_second_factor, begin_app, confirm_app, renew_recovery_codes, turn_off_own]
