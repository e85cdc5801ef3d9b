"""Passkeys: signing in with one, after the password or instead of it, and one's own.

Who may enter: with a passkey, anyone; one's own, staff, with the present password.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import Response

from duskline.account.ceremony import (
    Assertion,
    Registered,
    refused,
    signed,
    site_of,
)
from duskline.account.devices import Device
from duskline.account.factors import PASSKEY, lost
from duskline.account.half_sessions import Half, asking, half_of, half_trying, hold, was_right
from duskline.account.present_password import PresentPassword, held_oneself, proven
from duskline.account.setting_up import (
    AddedPasskey,
    KnownPasskey,
    NewPasskey,
    PasskeyName,
    PasskeyToMake,
    kept,
    known_of,
    made,
    to_make,
)
from duskline.account.sign_ins import LoggedIn, enter, go_on, own_sid
from duskline.core.data.audit import note
from duskline.core.data.session import Db, reading
from duskline.core.http.guesses import opened
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, patch, post
from duskline.core.system.errors import Conflict, NotFound
from duskline.core.values.bodies import Body, ResponseModel
from duskline.credentials import is_required
from duskline.limits import PASSKEYS_ASKED, SECOND_STEPS_ASKED, SECRETS_REFUSED
from duskline.models.people import passkeys, second_factors
from duskline.models.people.passkeys import Passkey
from duskline.models.people.people import User
from duskline.policy import ANYONE, CONSOLE, STAFF, oneself
from duskline.services import services

PATH = "/api/auth/second-factor"
OWN = PATH + "/passkeys"
NOT_ASKED = "Two-step verification was turned off meanwhile. Start again with your password."
"""The role asks for it no more, and there was none to give."""


class PasskeyEdit(Body):
    name: PasskeyName


class PasskeyToUse(ResponseModel):
    """What a browser has a device sign, and by which of the passkeys."""

    challenge: str
    host: str
    known: list[KnownPasskey]


class SecondStep(ResponseModel):
    """What is asked for after the password; where there is nothing yet, one of the two is set up first."""

    app: bool
    passkey: PasskeyToUse | None
    sets_up: bool


class Shown(NamedTuple):
    """A passkey that signed what was asked: whose half session it was for, and how often its device has signed."""

    half: Half
    sign_count: int


@change(
    post,
    PATH + "/ask",
    may=ANYONE,
    repeatable=False,
    status=200,
    statuses=(401,),
    prepare=half_of,
    limit=SECOND_STEPS_ASKED,
    limited=asking,
)
async def ask_second_step(db: Db, request: StrictRequest, prepared: Half) -> SecondStep:
    """What the second step of this sign-in may be, and a challenge for a passkey."""
    user = await hold(db, request, prepared)
    app, known = await second_factors.has_app(db, user.id), await known_of(db, user.id)
    if not known and not app and not await is_required(db, user):
        raise Conflict(NOT_ASKED)
    if not known:
        return SecondStep(app, None, sets_up=not app)
    to_use = PasskeyToUse(
        passkeys.challenge(db, prepared.sid), site_of(request, services(request).public_url).host, known
    )
    return SecondStep(app, to_use, sets_up=False)


async def _shown(request: StrictRequest, data: Assertion) -> Shown:
    """Checks before the transaction. The challenge is used up, whatever becomes of it."""
    ours, half = services(request), await half_trying(request)
    if not await passkeys.use_up(ours.database, data.challenge, half.sid):
        raise refused("passkey refused")
    async with reading(ours.database, CONSOLE) as quiet:
        row = await passkeys.by_credential(quiet, data.id)
    if row is None or row.user_id != half.user_id:
        raise refused("passkey refused")
    return Shown(half, await signed(data, site_of(request, ours.public_url), row.public_key))


@change(
    post,
    PATH + "/passkey",
    may=ANYONE,
    repeatable=False,
    returns=LoggedIn,
    status=200,
    statuses=(401, 429),
    prepare=_shown,
)
async def sign_in_with_passkey(
    db: Db, request: StrictRequest, data: Assertion, prepared: Shown
) -> Response[Any]:
    """The second step of signing in, by one of the person's passkeys."""
    user = await hold(db, request, prepared.half)
    row = await passkeys.by_credential(db, data.id)
    if row is None or row.user_id != user.id or not row.takes(prepared.sign_count):
        raise refused("passkey refused")
    await was_right(db, prepared.half)
    return await enter(db, request, user, Device(request), passkey=row.id)


class Alone(NamedTuple):
    """A passkey that signed what was asked of the person, after its device asked for a finger, a face or a PIN."""

    user_id: str
    sign_count: int


@change(post, "/api/auth/passkey/ask", may=ANYONE, repeatable=False, status=200, limit=PASSKEYS_ASKED)
async def ask_passkey_alone(db: Db, request: StrictRequest) -> PasskeyToUse:
    """A challenge for a user who signs in by a passkey alone; the browser knows which there are."""
    return PasskeyToUse(
        passkeys.challenge(db, None), site_of(request, services(request).public_url).host, known=[]
    )


async def _alone(request: StrictRequest, data: Assertion) -> Alone:
    """Checks before the transaction. The challenge is used up, whatever becomes of it, and each is a call that counts."""
    ours = services(request)
    known = await passkeys.use_up(ours.database, data.challenge, None)
    async with reading(ours.database, CONSOLE) as quiet:
        found = await passkeys.by_credential(quiet, data.id) if known else None
    row = await opened(request, found, SECRETS_REFUSED, refused("passkey refused"))
    site = site_of(request, ours.public_url)
    return Alone(row.user_id, await signed(data, site, row.public_key, verified=True))


@change(
    post,
    "/api/auth/passkey",
    may=ANYONE,
    repeatable=False,
    returns=LoggedIn,
    status=200,
    statuses=(401, 429),
    prepare=_alone,
)
async def sign_in_by_passkey_alone(
    db: Db, request: StrictRequest, data: Assertion, prepared: Alone
) -> Response[Any]:
    """Signs staff in without a password: the device proves itself, and who holds it."""
    db.act_as(oneself(prepared.user_id))
    user = await db.find_locked(User, prepared.user_id)
    row = await passkeys.by_credential(db, data.id)
    if not user.may_sign_in or row is None or row.user_id != user.id or not row.takes(prepared.sign_count):
        raise refused("passkey refused")
    return await enter(db, request, user, Device(request), passkey=row.id, alone=True)


@change(
    post,
    OWN + "/ask",
    may=STAFF,
    repeatable=False,
    status=200,
    statuses=(429,),
    prepare=proven,
    limit=PASSKEYS_ASKED,
)
async def begin_passkey(
    db: Db, request: StrictRequest, data: PresentPassword, prepared: str
) -> PasskeyToMake:
    """What a passkey is made from, in exchange for the present password."""
    return await to_make(db, request, await held_oneself(db, prepared), own_sid(request))


async def _made(request: StrictRequest, data: NewPasskey) -> Registered:
    return await made(request, data, own_sid(request))


@change(post, OWN, may=STAFF, repeatable=False, returns=AddedPasskey, status=201, prepare=_made)
async def add_passkey(
    db: Db, request: StrictRequest, data: NewPasskey, prepared: Registered
) -> Response[AddedPasskey]:
    """A passkey that a device has made. Every other session ends."""
    db.act_as(oneself(db.actor.id))
    user = await db.find_locked(User, db.actor.id)
    added = await kept(db, request, user, own_sid(request), data, prepared)
    response = Response(added, status_code=201)
    await go_on(db, request, user, response)
    return response


@change(patch, OWN + "/{id:str}", may=STAFF, status=204)
async def rename_passkey(db: Db, id: str, data: PasskeyEdit) -> None:
    """Calls one of one's own something else."""
    row = await _own(db, id)
    before, row.name = row.name, data.name
    db.act_as(oneself(db.actor.id))
    user = await db.find(User, db.actor.id)
    if before != data.name:
        await note(db, user, passkey=[before, data.name])


@change(
    post,
    OWN + "/{id:str}/remove",
    may=STAFF,
    status=204,
    statuses=(429,),
    prepare=proven,
    repeatable=False,
)
async def remove_passkey(
    db: Db, request: StrictRequest, id: str, data: PresentPassword, prepared: str
) -> Response[None]:
    """One of one's own signs in no more, in exchange for the present password. After the last one and the app, the password does alone."""
    user = await held_oneself(db, prepared)
    row = await _own(db, id)
    await db.delete(row)
    await db.flush()
    await lost(db, services(request), user, own_sid(request), PASSKEY, row.name)
    response: Response[None] = Response(None, status_code=204)
    await go_on(db, request, user, response)
    return response


async def _own(db: Db, id: str) -> Passkey:
    row = await passkeys.own(db, db.actor.id, id)
    if row is None:
        raise NotFound
    return row


ROUTES = [
    ask_second_step,
    sign_in_with_passkey,
    ask_passkey_alone,
    sign_in_by_passkey_alone,
    begin_passkey,
    add_passkey,
    rename_passkey,
    remove_passkey,
]
