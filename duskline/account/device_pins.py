"""Signing in by PIN, on a phone where one has signed in with everything this week.

Who may enter: with the PIN, whoever holds the phone; setting one, those who go out, with their present password, where System
Preferences allow it.
"""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

from litestar import Response

from duskline.account import passwords
from duskline.account.cookies import device_pin_secret, set_device_pin_cookie
from duskline.account.present_password import PresentPassword, held_oneself, proven
from duskline.account.sign_ins import LoggedIn, enter_again, is_required
from duskline.core.data.audit import LONGEST_AGENT
from duskline.core.data.base import now
from duskline.core.data.session import Db, reading
from duskline.core.errors import Forbidden, Invalid, Refusal
from duskline.core.http.bodies import Body, Meta, ResponseModel
from duskline.core.http.context import caller
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, delete, post, read
from duskline.core.http.security_log import on_commit
from duskline.models import device_pins
from duskline.models.access_links import hashed, new_secret
from duskline.models.device_pins import TRIES, DevicePin, whole
from duskline.models.people import User
from duskline.models.second_factors import has_second_factor
from duskline.policy import ANYONE, CONSOLE, GOING_OUT, STAFF, oneself
from duskline.services import services
from duskline.system_preferences import present_within

PATH = "/api/auth/device-pin"
WRONG = "This is not your PIN. After five wrong tries it ends."
LAST = "This was the fifth wrong PIN, so it has ended. Sign in with your password."
GONE = "The PIN of this phone has ended. Sign in with your password."
EASY = "This PIN is easy to guess; please choose another one"
NOT_OFFERED = "PINs are not in use here, or not for your role."

Pin = Annotated[str, Meta(pattern=r"^[0-9]{6}\Z", max_length=6, extra={"say": "Please enter six digits"})]


class NewDevicePin(PresentPassword):
    pin: Pin


class DevicePinUse(Body):
    pin: Pin


class DevicePinHere(ResponseModel):
    """Whose PIN opens this phone; None where nobody has one."""

    name: str | None


class DevicePinRow(ResponseModel):
    id: str
    here: bool
    agent: str
    created_at: datetime
    used_at: datetime | None
    until: datetime


class OwnDevicePins(ResponseModel):
    """`offered`: whether one may be set."""

    offered: bool
    pins: list[DevicePinRow]


class Chosen(NamedTuple):
    """What the present password opens, the phone's fresh secret, and the hash of the PIN with it."""

    present: str
    secret: str
    hash: str


class Tried(NamedTuple):
    secret: str
    user_id: str
    hash: str


@read(PATH, may=ANYONE)
async def device_pin_here(db: Db, request: StrictRequest) -> DevicePinHere:
    """Whether a PIN opens this phone, and for whom."""
    secret = device_pin_secret(request, services(request).secure)
    if secret is None:
        return DevicePinHere(None)
    async with reading(db.database, CONSOLE) as quiet:
        found = await device_pins.of_phone(quiet, secret)
        user = await quiet.find(User, found.user_id) if found else None
        if found and user and found.tries < TRIES and await _opens(quiet, found, user):
            return DevicePinHere(user.first_name or user.email)
    return DevicePinHere(None)


async def _opens(db: Db, pin: DevicePin, user: User) -> bool:
    """Asked anew each time: System Preferences, role and second step may have changed since it was set."""
    if not pin.opens_for(user) or not await _is_offered(db, user):
        return False
    return not await is_required(db, user) or await has_second_factor(db, user.id)


async def _is_offered(db: Db, user: User) -> bool:
    return user.role in GOING_OUT and (await present_within(db)).phone_pins


async def _chosen(request: StrictRequest, data: NewDevicePin) -> Chosen:
    """Hashes before the transaction."""
    if _is_easy(data.pin):
        raise Invalid({"pin": EASY})
    secret = new_secret()
    return Chosen(await proven(request, data), secret, await passwords.hashed(whole(data.pin, secret)))


def _is_easy(pin: str) -> bool:
    """One digit, or a run of them up or down."""
    steps = {int(after) - int(before) for before, after in pairwise(pin)}
    return len(steps) == 1 and steps <= {-1, 0, 1}


@change(post, PATH, may=STAFF, status=204, statuses=(429,), prepare=_chosen, repeatable=False)
async def set_device_pin(
    db: Db, request: StrictRequest, data: NewDevicePin, prepared: Chosen
) -> Response[None]:
    """From now on the PIN signs in on this phone, until a week after the last sign-in with everything."""
    user = await held_oneself(db, prepared.present)
    if not await _is_offered(db, user):
        raise Forbidden(NOT_OFFERED)
    ours = services(request)
    if former := device_pin_secret(request, ours.secure):
        await device_pins.end_on_phone(db, former)
    made = db.store(
        DevicePin(
            user_id=user.id, secret=hashed(prepared.secret), pin=prepared.hash, stands_for=device_pins.standing(user),
            agent=caller(request).agent[:LONGEST_AGENT], proven_at=now(),
        )
    )  # fmt: skip
    await db.flush()
    on_commit(db, "device PIN set", user=user.id, pin=made.id)
    response: Response[None] = Response(None, status_code=204)
    set_device_pin_cookie(response, prepared.secret, ours.secure)
    return response


async def _tried(request: StrictRequest, data: DevicePinUse) -> Tried:
    """Counts the try, then compares, before the transaction.

    Raises:
        Refusal: 401, the PIN is wrong or has ended.
    """
    ours = services(request)
    secret = device_pin_secret(request, ours.secure)
    if secret is None:
        raise Refusal(401, GONE)
    found = None
    if await device_pins.count_try(ours.database, secret):
        async with reading(ours.database, CONSOLE) as quiet:
            found = await device_pins.of_phone(quiet, secret)
    if found is None:
        raise Refusal(401, GONE).logged("device PIN refused")
    if not await passwords.verify(whole(data.pin, secret), found.pin):
        raise Refusal(401, WRONG if found.tries < TRIES else LAST).logged(
            "device PIN refused", user=found.user_id
        )
    return Tried(secret, found.user_id, found.pin)


@change(
    post,
    PATH + "/use",
    may=ANYONE,
    repeatable=False,
    returns=LoggedIn,
    status=200,
    statuses=(401,),
    prepare=_tried,
)
async def sign_in_by_pin(
    db: Db, request: StrictRequest, data: DevicePinUse, prepared: Tried
) -> Response[Any]:
    """Signs its person in on their phone."""
    db.act_as(oneself(prepared.user_id))
    user = await db.find_locked(User, prepared.user_id)
    found = await device_pins.of_phone(db, prepared.secret, locked=True)
    if found is None or found.pin != prepared.hash or not await _opens(db, found, user):
        raise Refusal(401, GONE).logged("device PIN refused", user=user.id)
    found.tries, found.used_at = 0, now()
    return await enter_again(db, request, user, pin=found.id)


@read(PATH + "s", may=STAFF)
async def own_device_pins(db: Db, request: StrictRequest) -> OwnDevicePins:
    """On which phones a PIN signs one in, the newest first."""
    here = hashed(device_pin_secret(request, services(request).secure) or "")
    async with reading(db.database, oneself(db.actor.id)) as own:
        user = await own.find(User, db.actor.id)
        rows = [
            DevicePinRow(row.id, row.secret == here, row.agent, row.created_at, row.used_at, row.until)
            for row in await device_pins.pins_of(own, user)
        ]
        return OwnDevicePins(await _is_offered(own, user), rows)


@change(delete, PATH + "s/{id:str}", may=STAFF, status=204)
async def end_own_device_pin(db: Db, id: str) -> None:
    """One of one's own phones is opened by a PIN no more."""
    await device_pins.end_pin(db, db.actor.id, id)
    on_commit(db, "device PIN ended", user=db.actor.id, pin=id)


ROUTES = [device_pin_here, set_device_pin, sign_in_by_pin, own_device_pins, end_own_device_pin]
