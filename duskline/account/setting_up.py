"""Setting up a second factor: what an app and a browser are told, what they answer, and what is kept of it.

For a person who is held by the caller: staff with the present password, or a user who owes a second factor after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import segno

from duskline.account.ceremony import ALGORITHMS, NewCredential, Registered, refused, registered, site_of
from duskline.account.factors import APP, PASSKEY, gained
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.system.errors import Conflict, Invalid
from duskline.core.values.bodies import Body, Meta, ResponseModel
from duskline.models.people import passkeys, second_factors
from duskline.models.people.passkeys import Passkey
from duskline.models.people.people import User
from duskline.services import services

WRONG = "This code is wrong, or was used before. Codes of the app change every 30 seconds."
HAS_APP = "An authenticator app is set up already. Remove it first to set up another."
APP_NAME = "Authenticator app"
FULL = f"You have {passkeys.MOST} passkeys, and more cannot be added. Remove one that you no longer use."
TAKEN = "This passkey is set up already."
QUIET_ZONE = 4
"""Modules of white around the drawing; without them some cameras find nothing."""

PasskeyName = Annotated[str, Meta(min_length=1, max_length=60)]
Transport = Annotated[str, Meta(max_length=20, pattern="^[a-z-]+$")]


class Code(Body):
    code: Annotated[str, Meta(min_length=1, max_length=40, extra={"say": "Enter the code"})]


class Enrollment(ResponseModel):
    """What an app is told: by its camera (`dots`, rows of 0 and 1), by a link on the same telephone, or typed."""

    secret: str
    address: str
    dots: list[str]


class NewPasskey(NewCredential):
    name: PasskeyName
    transports: Annotated[list[Transport], Meta(max_length=8)]
    """How the browser says that it reaches the device."""


class KnownPasskey(ResponseModel):
    """What a browser finds a passkey by."""

    id: str
    transports: list[str]


class PasskeyToMake(ResponseModel):
    """What a browser has its device make: everything in base64url, but the ids of person and host."""

    challenge: str
    host: str
    brand: str
    user_id: str
    email: str
    name: str
    algorithms: Sequence[int]
    known: list[KnownPasskey]


class AddedPasskey(ResponseModel):
    """With recovery codes, told this once, where it is the first second step."""

    id: str
    codes: Sequence[str]


async def enrollment(db: Db, brand: str, user: User) -> Enrollment:
    """Of a person who is held by the caller."""
    if await second_factors.has_app(db, user.id):
        raise Conflict(HAS_APP)
    app = await second_factors.begin(db, user)
    address = app.address(user.email, brand)
    drawing = segno.make(address, error="m", micro=False)
    dots = ["".join("01"[dot] for dot in row) for row in drawing.matrix_iter(border=QUIET_ZONE)]
    return Enrollment(app.secret, address, dots)


async def confirmed(db: Db, request: StrictRequest, user: User, sid: str, code: str) -> Sequence[str]:
    """The recovery codes, if these are the first, of a person who is held by the caller.

    Raises:
        Conflict: an app is set up already.
        Invalid: the code is not the app's.
    """
    if await second_factors.has_app(db, user.id):
        raise Conflict(HAS_APP)
    first = not await second_factors.has_second_factor(db, user.id)
    if not await second_factors.confirm(db, user, code):
        raise Invalid({"code": WRONG})
    return await gained(db, services(request), user, sid, APP, APP_NAME, first=first)


async def to_make(db: Db, request: StrictRequest, user: User, sid: str) -> PasskeyToMake:
    """For a person who is held by the caller, in the session `sid`.

    Raises:
        Conflict: there are enough.
    """
    if not await passkeys.has_room(db, user.id):
        raise Conflict(FULL)
    ours = services(request)
    return PasskeyToMake(
        challenge=passkeys.challenge(db, sid), host=site_of(request, ours.public_url).host, brand=ours.company.brand,
        user_id=user.id, email=user.email, name=user.full_name or user.email, algorithms=ALGORITHMS,
        known=await known_of(db, user.id),
    )  # fmt: skip


async def made(request: StrictRequest, data: NewPasskey, sid: str) -> Registered:
    """Checks before the transaction. The challenge is used up, whatever becomes of it."""
    ours = services(request)
    if not await passkeys.use_up(ours.database, data.challenge, sid):
        raise refused("passkey not added")
    return await registered(data, site_of(request, ours.public_url))


async def kept(
    db: Db, request: StrictRequest, user: User, sid: str, data: NewPasskey, key: Registered
) -> AddedPasskey:
    """One more of a person who is held by the caller.

    Raises:
        Conflict: there are enough, or somebody has this one.
    """
    if not await passkeys.has_room(db, user.id):
        raise Conflict(FULL)
    if await passkeys.by_credential(db, data.id) is not None:
        raise Conflict(TAKEN)
    first = not await second_factors.has_second_factor(db, user.id)
    row = db.store(
        Passkey(
            user_id=user.id, name=data.name, credential=data.id, transports=data.transports, **key._asdict()
        )
    )
    await db.flush()
    codes = await gained(db, services(request), user, sid, PASSKEY, data.name, first=first)
    return AddedPasskey(row.id, codes)


async def known_of(db: Db, user_id: str) -> list[KnownPasskey]:
    return [KnownPasskey(row.credential, row.transports) for row in await passkeys.passkeys_of(db, user_id)]
