"""The step after the password, as the tests of it do."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx
import pyotp

from duskline.core.data import base
from tests.account.signing_in import log_in
from tests.world import PASSWORD, World, email_of

PATH = "/api/auth/second-factor"
WHO = "near_rep"


def code_of(secret: str, steps: int = 0) -> str:
    return pyotp.TOTP(secret).at(base.now() + timedelta(seconds=30 * steps))


def about_now(*secrets: str) -> list[str]:
    """The codes of some apps, long before and after a test."""
    return [code_of(secret, steps) for secret in secrets for steps in range(-5, 6)]


def no_code_of(secret: str) -> str:
    """Six digits that its app does not show about now."""
    near = about_now(secret)
    return next(digits for number in range(len(near) + 1) if (digits := f"{number:06}") not in near)


async def begun(me: httpx.AsyncClient, *others: str) -> dict[str, Any]:
    """An app that waits for its first code. Its codes are unlike each other, and unlike those of other secrets: a wrong one is wrong."""
    while True:
        answer = await me.post(f"{PATH}/app", json={"present": PASSWORD})
        assert answer.status_code == 200, answer.text
        app: dict[str, Any] = answer.json()
        near = about_now(app["secret"], *others)
        if len(set(near)) == len(near):
            return app


async def enrolled(world: World, who: str = WHO, *others: str) -> tuple[str, list[str]]:
    """The secret and the recovery codes, after a code of the step before was given."""
    me = world.client(who)
    secret: str = (await begun(me, *others))["secret"]
    confirmed = await me.post(f"{PATH}/app/confirm", json={"code": code_of(secret, -1)})
    assert confirmed.status_code == 200, confirmed.text
    return secret, confirmed.json()["codes"]


async def half(visitor: httpx.AsyncClient, who: str = WHO) -> None:
    answer = await log_in(visitor, email_of(who))
    assert (answer.status_code, answer.json()) == (200, {"success": True, "redirectUrl": "/login?view=code"})


async def gives(visitor: httpx.AsyncClient, code: str) -> httpx.Response:
    return await visitor.post(PATH, json={"code": code})
