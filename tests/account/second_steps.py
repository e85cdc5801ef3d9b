"""The step after the password, as the tests of it do."""

from __future__ import annotations

from datetime import timedelta

import httpx
import pyotp

from duskline.core.data import base
from tests.account.signing_in import log_in
from tests.world import PASSWORD, World, email_of

PATH = "/api/auth/second-factor"
WHO = "near_rep"


def code_of(secret: str, steps: int = 0) -> str:
    return pyotp.TOTP(secret).at(base.now() + timedelta(seconds=30 * steps))


async def enrolled(world: World, who: str = WHO) -> tuple[str, list[str]]:
    """The secret and the recovery codes, after a code of the step before was given."""
    me = world.client(who)
    begun = await me.post(f"{PATH}/app", json={"present": PASSWORD})
    assert begun.status_code == 200, begun.text
    secret: str = begun.json()["secret"]
    confirmed = await me.post(f"{PATH}/app/confirm", json={"code": code_of(secret, -1)})
    assert confirmed.status_code == 200, confirmed.text
    return secret, confirmed.json()["codes"]


async def half(visitor: httpx.AsyncClient, who: str = WHO) -> None:
    answer = await log_in(visitor, email_of(who))
    assert (answer.status_code, answer.json()) == (200, {"success": True, "redirectUrl": "/login?view=code"})


async def gives(visitor: httpx.AsyncClient, code: str) -> httpx.Response:
    return await visitor.post(PATH, json={"code": code})
