"""How a person's second factor stands, and turning it off: by the person, or by an administrator."""

from __future__ import annotations

from duskline.account.letters import FACTOR_OFF, tell
from duskline.core.data.session import Db
from duskline.core.errors import Conflict
from duskline.core.http.bodies import ResponseModel
from duskline.core.http.security_log import on_commit
from duskline.models import second_factors
from duskline.models.people import User
from duskline.services import Services

IS_OFF = "Two-step verification is off."


class SecondFactor(ResponseModel):
    on: bool
    recovery_codes_left: int


async def standing_of(db: Db, user_id: str) -> SecondFactor:
    on = await second_factors.has_second_factor(db, user_id)
    return SecondFactor(on, await second_factors.codes_left(db, user_id))


async def turn_off(db: Db, ours: Services, user: User) -> None:
    """Of a person who is held by the caller, and who is told by mail.

    Raises:
        Conflict: it is off.
    """
    if not await second_factors.turn_off(db, user):
        raise Conflict(IS_OFF)
    on_commit(db, "second factor turned off", user=user.id)
    await tell(db, ours.company, ours.public_url, user, FACTOR_OFF)
