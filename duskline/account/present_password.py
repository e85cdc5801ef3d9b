"""The present password, asked for again before what would lock its person out. Wrong guesses count, also at an open panel."""

from __future__ import annotations

from typing import Annotated

from duskline.account import passwords
from duskline.account.devices import Device, claims, strangers_of
from duskline.core.data.session import Db, reading
from duskline.core.http.context import actor
from duskline.core.http.rate_limits import refund, spend
from duskline.core.http.requests import StrictRequest
from duskline.core.system.errors import Changed, Invalid
from duskline.core.values.bodies import Body, Meta
from duskline.limits import OWN_PASSWORD
from duskline.models.people.people import User
from duskline.policy import oneself
from duskline.services import services

WRONG = "This is not your current password"
Present = Annotated[
    str, Meta(min_length=1, max_length=1024, extra={"say": "Password is required", "as_typed": True})
]


class PresentPassword(Body):
    present: Present


async def proven(request: StrictRequest, data: PresentPassword) -> str:
    """The stored hash that the present password opens. Hashes before the transaction.

    Raises:
        Invalid: it opens nothing.
        TooMany: it was guessed too often, in this browser or in all unknown ones together.
    """
    database, who = services(request).database, actor(request)
    async with reading(database, oneself(who.id)) as quiet:
        user = await quiet.find(User, who.id)
    known_by = await Device(request).known_to(database, user)
    counted = claims(known_by, (OWN_PASSWORD, strangers_of(user)))
    await spend(database, *counted)
    if not await passwords.verify(data.present, user.password):
        raise Invalid({"present": WRONG}).logged("present password refused", user=who.id)
    await refund(database, *counted)
    return user.password


async def held_oneself(db: Db, proven: str) -> User:
    """Oneself, held, while the password that was proven is still one's own.

    Raises:
        Changed: it is another by now.
    """
    db.act_as(oneself(db.actor.id))
    user = await db.find_locked(User, db.actor.id)
    if user.password != proven:
        raise Changed
    return user
