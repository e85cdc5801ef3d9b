"""The commands about people: `user add` and `user set-password`.

They act as the console, apply the same rules as the calls, and may run beside a serving server: each is one
short transaction.
"""

from __future__ import annotations

import argparse
import asyncio
import getpass
import logging
import sys
from collections.abc import Awaitable, Callable

from sqlalchemy.exc import IntegrityError

from duskline.access import CONSOLE, ROLE_SCOPE, Role, Scope
from duskline.account import passwords
from duskline.core import logs, wire
from duskline.core.db import Database, Db
from duskline.core.errors import Invalid
from duskline.models.people import NewUser, Password, User, by_email
from duskline.models.places import Branch, Region
from duskline.serve import check_database
from duskline.settings import Settings, SettingsFault

TAKEN = "This email address already has an account"
logger = logging.getLogger("duskline.commands")


class NewPassword(wire.Body):
    """What `user set-password` takes."""

    password: Password


def user_add(arguments: argparse.Namespace) -> None:
    """Make an account that can sign in at once."""
    new = wire.convert(
        {
            "email": arguments.email,
            "password": read_password(arguments),
            "userType": arguments.type,
            "role": arguments.role,
            "firstName": arguments.first_name,
            "lastName": arguments.last_name,
            "branchId": arguments.branch,
            "regionId": arguments.region,
        },
        NewUser,
    )
    user = on_the_database(lambda db: add(db, new))
    logged("user added", user)
    print(f"Added {user.email}: {user.user_type}, {user.role or 'no role'}.")
    for remark in remarks(user):
        print(remark)


def user_set_password(arguments: argparse.Namespace) -> None:
    """Give an account a new password and end its sessions."""
    new = wire.convert({"password": read_password(arguments)}, NewPassword)
    user = on_the_database(lambda db: set_password(db, arguments.email, new.password))
    logged("password set", user)
    print(f"The password of {user.email} is changed, and its sessions are ended.")


async def add(db: Db, new: NewUser) -> User:
    """A new account; raises Invalid where the specification's rules or the places forbid it."""
    faults = {}
    if new.user_type == "client" and new.role is not None:
        faults["role"] = "A client has no role"
    if await by_email(db, new.email):
        faults["email"] = TAKEN
    for field, entity, id in (("branchId", Branch, new.branch_id), ("regionId", Region, new.region_id)):
        if id is not None and await db.get(entity, id) is None:
            faults[field] = f"There is no {entity.__name__.lower()} with the id {id}"
    if faults:
        raise Invalid(faults)
    return db.store(User.create(new, await passwords.chosen(new.password)))


async def set_password(db: Db, email: str, password: str) -> User:
    user = await by_email(db, email)
    if user is None:
        raise Invalid({"email": f"No account has the email address {email}"})
    user.password = await passwords.chosen(password)
    await db.flush()  # first, so that a sign-in under way is waited for, and its session ended too
    await user.end_sessions(db, "password changed")
    return user


def remarks(user: User) -> list[str]:
    """What an account still lacks to be of use."""
    if user.user_type == "client":
        return []
    if user.role is None:
        return ["It has no role yet: it may sign in and see nothing."]
    lacks = {Scope.BRANCH: ("branch", user.branch_id), Scope.REGIONAL: ("region", user.region_id)}
    noun, given = lacks.get(ROLE_SCOPE[Role(user.role)], ("", "given"))
    return [] if given else [f"It has no {noun} yet: it sees nothing until it gets one."]


def on_the_database(work: Callable[[Db], Awaitable[User]]) -> User:
    """Run one piece of work as the console, in one transaction."""

    async def run() -> User:
        database = Database(settings.database_url)
        try:
            async with database.changing(CONSOLE) as db:
                user = await work(db)
                await db.commit()
                return user
        except IntegrityError:
            raise Invalid({"email": TAKEN}) from None
        finally:
            await database.close()

    settings = Settings.from_environment()
    check_database(settings)
    return asyncio.run(run())


def read_password(arguments: argparse.Namespace) -> str:
    """From the first line of standard input, or asked for twice at a terminal; never from the arguments."""
    if arguments.password_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise SettingsFault("Give the password on standard input, with --password-stdin.")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        raise SettingsFault("The two passwords are not the same.")
    return password


def logged(message: str, user: User) -> None:
    """Commands leave no audit row, which is for signed-in staff; they leave a line in the structured log."""
    logs.configure()
    logger.info(message, extra={logs.FIELDS: {"user": user.id, "role": user.role, "type": user.user_type}})
