"""Signing in and asking who one is, as the tests of it do."""

from __future__ import annotations

import httpx
from sqlalchemy import select

from duskline.models.people.people import User
from duskline.models.people.sessions import SignIn
from tests.world import COOKIE, PASSWORD, World, email_of

LOGIN, CHECK, LOGOUT, USER = (f"/api/auth/{name}" for name in ("login", "check-email", "logout", "user"))
WRONG = "Invalid email or password. Please try again."


async def log_in(caller: httpx.AsyncClient, email: str, password: str = PASSWORD) -> httpx.Response:
    return await caller.post(LOGIN, json={"email": email, "password": password})


async def new_session(world: World, who: str) -> str:
    """A session as signing in makes it, without the hash."""
    async with world.console() as db:
        user = (await db.scalars(select(User).where(User.email == email_of(who)))).one()
        token, session = SignIn.begin(user)
        db.store(session)
    return token


async def status_of(world: World, token: str) -> int:
    async with world.client() as caller:
        return (await caller.get(USER, headers={"cookie": f"{COOKIE}={token}"})).status_code


async def number_of_sessions(world: World) -> int:
    async with world.console() as db:
        return len((await db.scalars(select(SignIn.sid))).all())
