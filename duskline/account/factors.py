"""How a person's second factor stands, and what follows when a part of it comes or goes, by the person or by an administrator."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from duskline.account.letters import FACTOR_CHANGED, FACTOR_OFF, FACTOR_ON, tell
from duskline.core.data.audit import note
from duskline.core.data.security_log import on_commit
from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict
from duskline.core.values.bodies import ResponseModel
from duskline.credentials import Event, happened, is_required
from duskline.models.people import second_factors
from duskline.models.people.passkeys import passkeys_of
from duskline.models.people.people import User
from duskline.services import Services

IS_OFF = "Two-step verification is off."
REQUIRED = "Your role signs in by two steps. Add another passkey or an app before you remove the last."
PASSKEY, APP = "passkey", "authenticator_app"
CALLED = {PASSKEY: "A passkey", APP: "An authenticator app"}


class SecondFactor(ResponseModel):
    on: bool
    recovery_codes_left: int


class OwnPasskey(ResponseModel):
    id: str
    name: str
    created_at: datetime
    used_at: datetime | None


class OwnSecondFactor(ResponseModel):
    on: bool
    app: bool
    passkeys: list[OwnPasskey]
    recovery_codes_left: int


async def standing_of(db: Db, user_id: str) -> SecondFactor:
    on = await second_factors.has_second_factor(db, user_id)
    return SecondFactor(on, await second_factors.codes_left(db, user_id))


async def own_standing(db: Db, user_id: str) -> OwnSecondFactor:
    app = await second_factors.has_app(db, user_id)
    passkeys = [
        OwnPasskey(row.id, row.name, row.created_at, row.used_at) for row in await passkeys_of(db, user_id)
    ]
    left = await second_factors.codes_left(db, user_id)
    return OwnSecondFactor(app or bool(passkeys), app, passkeys, left)


async def gained(
    db: Db, ours: Services, user: User, sid: str, part: str, name: str, *, first: bool
) -> Sequence[str]:
    """After a part was added to a person who is held by the caller, in the session `sid`.

    With the first there are recovery codes: told this once. Later ones bring none.
    """
    await happened(db, user, Event.FACTOR_ADDED, but=sid)
    await note(db, user, **{part: [None, name]})
    on_commit(db, "second factor added", user=user.id, part=part, first=first)
    if not first:
        await _tell_change(db, ours, user, f"{CALLED[part]} was added to")
        return ()
    codes = await second_factors.new_recovery_codes(db, user)
    on_commit(db, "second factor turned on", user=user.id)
    await tell(db, ours.company, ours.public_url, user, FACTOR_ON)
    return codes


async def lost(db: Db, ours: Services, user: User, sid: str, part: str, name: str) -> None:
    """After a part was taken from a person who is held by the caller, in the session `sid`. The last one ends two-step verification.

    Raises:
        Conflict: it was the last, and the person's role asks for one.
    """
    await note(db, user, **{part: [name, None]})
    on_commit(db, "second factor removed", user=user.id, part=part)
    if await second_factors.has_second_factor(db, user.id):
        await happened(db, user, Event.FACTOR_REMOVED, but=sid)
        await _tell_change(db, ours, user, f"{CALLED[part]} was removed from")
    else:
        await refuse_required(db, user)
        await _end_all(db, ours, user, sid)


async def refuse_required(db: Db, user: User) -> None:
    """Raises Conflict where a person's role asks for two steps."""
    if await is_required(db, user):
        raise Conflict(REQUIRED)


async def turn_off(db: Db, ours: Services, user: User, *, but: str = "") -> None:
    """All of it, of a person who is held by the caller, and who is told by mail. The session `but` goes on.

    Raises:
        Conflict: it is off.
    """
    if not await second_factors.has_second_factor(db, user.id):
        raise Conflict(IS_OFF)
    await note(db, user, two_step_verification=[True, False])
    await _end_all(db, ours, user, but)


async def _end_all(db: Db, ours: Services, user: User, but: str) -> None:
    await happened(db, user, Event.TWO_STEPS_OFF, but=but)
    on_commit(db, "second factor turned off", user=user.id)
    await tell(db, ours.company, ours.public_url, user, FACTOR_OFF)


async def _tell_change(db: Db, ours: Services, user: User, change: str) -> None:
    await tell(db, ours.company, ours.public_url, user, FACTOR_CHANGED, change=change)
