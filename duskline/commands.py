"""The commands about people: `begin`, `user add`, `user edit` and `user set-password`.

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

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from duskline.account import passwords
from duskline.account.letters import keep_to_offer
from duskline.company import CompanyFile
from duskline.core.data.database import Database
from duskline.core.data.session import Db, changing, reading
from duskline.core.system import logs
from duskline.core.system.errors import Invalid
from duskline.core.values import bodies
from duskline.credentials import Event, Standing, give_password, happened, note_change
from duskline.models.people import second_factors
from duskline.models.people.people import (
    LAST_ADMIN,
    OFFICES,
    TAKEN,
    NewUser,
    Password,
    User,
    UserChange,
    UserStatus,
    by_email,
    hold_admins,
    is_last_admin,
    refuse_taken,
)
from duskline.organization import present_within
from duskline.policy import CONSOLE, Role
from duskline.serve import check_database, has_samples, migrate
from duskline.settings import Settings, SettingsFault

NONE = "none"
"""What is written to take a role, a branch or a region away."""
EDITED = {
    "email": "new_email", "role": "role", "status": "status", "branchId": "branch", "regionId": "region",
    "firstName": "first_name", "lastName": "last_name",
}  # fmt: skip
logger = logging.getLogger("duskline.commands")


class NewPassword(bodies.Body):
    """What `user set-password` takes."""

    password: Password


def begin(arguments: argparse.Namespace) -> None:
    """Make the first administrator of an empty company; a second beginning finds it as it is."""
    settings = Settings.from_environment()
    migrate(settings)
    if asyncio.run(has_samples(settings)):
        raise SettingsFault(
            "This database holds the sample data. Remove it in the panel, under Settings, Setup, "
            "or point DUSKLINE_DATA_DIR or DUSKLINE_DATABASE_URL at a new place."
        )
    if asyncio.run(has_administrator(settings)):
        return
    email = arguments.email or ask("Your email address: ")
    new = bodies.convert({"email": email, "password": read_password(arguments), "role": Role.ADMIN}, NewUser)
    user = on_the_database(lambda db: add(db, new))
    logged("user added", user)
    print(f"Added {summary(user)} Sign in, and Welcome leads through the rest.")


async def has_administrator(settings: Settings) -> bool:
    database = Database(settings.database_url)
    try:
        async with reading(database, CONSOLE) as db:
            active = (User.role == Role.ADMIN) & (User.status == UserStatus.ACTIVE)
            return await db.scalar(select(User.id).where(active).limit(1)) is not None
    finally:
        await database.close()


def user_add(arguments: argparse.Namespace) -> None:
    """Make an account that can sign in at once."""
    new = bodies.convert(
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
    print(f"Added {summary(user)}")
    if user.user_type == "staff" and user.role is None:
        print("It has no role yet, so it can sign in but sees nothing.")


def user_edit(arguments: argparse.Namespace) -> None:
    """Change or move a person; what is not named stays."""
    given = {name: getattr(arguments, word) for name, word in EDITED.items()}
    words = {name: None if word == NONE else word for name, word in given.items() if word is not None}
    data = bodies.convert(words, UserChange)
    settings = Settings.from_environment()
    file, by_mail = CompanyFile(settings.company_file), settings.smtp is not None
    user = on_the_database(lambda db: edit(db, arguments.email, data, file, by_mail=by_mail))
    logged("user edited", user)
    print(f"Changed {summary(user)}")


def summary(user: User) -> str:
    """Who and where somebody is, in a line."""
    places = [f"{what} {id}" for what, id in (("branch", user.branch_id), ("region", user.region_id)) if id]
    status = [] if user.status == "active" else [user.status]
    return f"{user.email}: {', '.join([user.user_type, user.role or 'no role', *places, *status])}."


def user_set_password(arguments: argparse.Namespace) -> None:
    """Give an account a new password and end its sessions and links."""
    new = bodies.convert({"password": read_password(arguments)}, NewPassword)
    user = on_the_database(lambda db: set_password(db, arguments.email, new.password))
    logged("password set", user)
    print(f"The password of {user.email} was changed, and its sessions were ended.")


def user_end_second_factor(arguments: argparse.Namespace) -> None:
    """Let an account sign in by its password alone."""
    user = on_the_database(lambda db: end_second_factor(db, arguments.email))
    logged("second factor turned off", user)
    print(f"{user.email} signs in by password alone from now on, and its sessions were ended.")


async def add(db: Db, new: NewUser) -> User:
    """A new account; raises Invalid where a rule for accounts or the places forbid it."""
    await refuse_taken(db, new.email)
    user = User.create(new, await passwords.chosen(new.password))
    await user.place_by_role(db)
    return db.store(user)


async def edit(db: Db, email: str, data: UserChange, file: CompanyFile, *, by_mail: bool) -> User:
    """A person changed or moved by the same rules. Deactivation ends the sessions; an administrator remains.

    Links that went to another address open nothing any more.
    """
    await db.advisory_lock(OFFICES)
    admins = await hold_admins(db)
    user = await known(db, email)
    before, offered = Standing.of(user), user.offer
    user.apply(data.given())
    if user.status == "active":
        user.invited_until = None
    await user.place_by_role(db)
    if is_last_admin(user, admins):
        raise Invalid({"role": LAST_ADMIN})
    await note_change(db, user, before)
    await keep_to_offer(db, await present_within(db, file), user, offered, by_mail=by_mail)
    return user


async def known(db: Db, email: str) -> User:
    user = await by_email(db, email)
    if user is None:
        raise Invalid({"email": f"No account has the email address {email}"})
    return user


async def set_password(db: Db, email: str, password: str) -> User:
    user = await known(db, email)
    await give_password(db, user, await passwords.chosen(password))
    return user


async def end_second_factor(db: Db, email: str) -> User:
    user = await known(db, email)
    if not await second_factors.has_second_factor(db, user.id):
        raise Invalid({"email": f"{email} signs in by password alone already"})
    await happened(db, user, Event.TWO_STEPS_OFF)
    return user


def on_the_database(work: Callable[[Db], Awaitable[User]]) -> User:
    """Run one piece of work as the console, in one transaction."""

    async def run() -> User:
        database = Database(settings.database_url)
        try:
            async with changing(database, CONSOLE) as db:
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
        return sys.stdin.readline().removesuffix("\n").removesuffix("\r")
    if not sys.stdin.isatty():
        raise SettingsFault("Give the password on standard input, with --password-stdin.")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        raise SettingsFault("The two passwords are not the same.")
    return password


def ask(question: str) -> str:
    """At a terminal alone; elsewhere the arguments say it."""
    if not sys.stdin.isatty():
        raise SettingsFault("Name the email address of the first administrator: duskline begin EMAIL.")
    return input(question)


def logged(message: str, user: User) -> None:
    """Commands leave no audit row, which is for signed-in staff; they leave a line in the structured log."""
    logs.configure()
    logger.info(message, extra={logs.FIELDS: {"user": user.id, "role": user.role, "type": user.user_type}})
