"""Turning off the second factor of somebody who lost the app and the codes. Who may enter: administrators, for others."""

from __future__ import annotations

from duskline.account.factors import SecondFactor, standing_of, turn_off
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read
from duskline.core.system.errors import Forbidden
from duskline.models.people.access_links import LinkKind, may_make
from duskline.models.people.people import User
from duskline.policy import MANAGE_USERS
from duskline.services import services

PATH = "/api/panel/users/{id:str}/second-factor"
YOUR_OWN = "Turn off your own in Your Account."


@read(PATH, may=MANAGE_USERS)
async def second_factor_of(db: Db, id: str) -> SecondFactor:
    """Whether a code is asked for at the sign-ins of a person."""
    return await standing_of(db, (await db.find(User, id)).id)


@change(post, PATH + "/off", may=MANAGE_USERS, status=204)
async def turn_off_second_factor(db: Db, request: StrictRequest, id: str) -> None:
    """The password alone signs the person in again, who is told by mail."""
    user = await db.find_locked(User, id)
    if user.id == db.actor.id:
        raise Forbidden(YOUR_OWN)
    if not may_make(db.actor, user, LinkKind.PASSWORD):
        raise Forbidden
    await turn_off(db, services(request), user)


ROUTES = [second_factor_of, turn_off_second_factor]
