"""The sign-in calls: check-email, login, logout, and the current user. Who may enter: anyone."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from litestar import Response

from duskline.account.cookies import session_token, set_session_cookie
from duskline.account.devices import Claim, Device, claims
from duskline.account.passwords import verify
from duskline.account.sign_ins import LoggedIn, begin_session, tell_refused
from duskline.core.data.database import Reader
from duskline.core.data.keys import signed
from duskline.core.data.session import Db, reading
from duskline.core.http.authorization import refuse_another
from duskline.core.http.context import caller
from duskline.core.http.rate_limits import refund, spend
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read_rows
from duskline.core.system.errors import Refusal
from duskline.core.values.bodies import Body, Email, Meta, ResponseModel
from duskline.core.values.contacts import email_key
from duskline.limits import EMAIL_CHECKS, SIGN_INS_IN_ALL, SIGN_INS_PER_ACCOUNT, SIGN_INS_PER_ADDRESS
from duskline.models.people.people import User, UserStatus, UserType, by_email, profile_of
from duskline.models.people.sessions import end_session, person_of, still_stands
from duskline.models.places.places import home_branch, zone_of
from duskline.policy import ANYONE, CONSOLE, SIGNED_IN, Can, Role, ScopeLevel
from duskline.services import services

REFUSED = "Invalid email or password. Please try again."


class CheckEmail(Body):
    email: Email


class EmailKnown(ResponseModel):
    exists: bool
    user_type: UserType


class Login(Body):
    email: Email
    password: Annotated[
        str, Meta(min_length=1, max_length=1024, extra={"say": "Password is required", "as_typed": True})
    ]


class CurrentUser(ResponseModel):
    id: str
    email: str
    first_name: str | None
    last_name: str | None
    role: Role | None
    user_type: UserType
    status: UserStatus
    branch_id: str | None
    region_id: str | None
    organization_id: str | None
    profile_image_url: str | None
    phone: str | None
    scope: ScopeLevel | None
    permissions: list[Can]
    home_branch_id: str | None
    home_time_zone: str
    may_export: bool
    """Whether lists may be taken along as files."""


async def _checked(request: StrictRequest, data: CheckEmail) -> User | None:
    database = services(request).database
    user = await _person(request, data.email)
    known_by = await Device(request).known_to(database, user)
    await spend(database, *claims(known_by, (EMAIL_CHECKS, caller(request).address)))
    return user


@change(
    post,
    "/api/auth/check-email",
    may=ANYONE,
    repeatable=False,
    returns=EmailKnown,
    status=200,
    statuses=(429,),
    prepare=_checked,
)
async def check_email(db: Db, data: CheckEmail, prepared: User | None) -> EmailKnown | Response[Any]:
    """Whether an address may sign in; unknown and inactive ones get one answer."""
    user = prepared
    if user is None or user.status != "active":
        sentence = "This is a client-only system. Your email is not registered."
        return Response({"exists": False, "error": sentence}, status_code=403)
    return EmailKnown(exists=True, user_type=user.user_type)


class Proven(NamedTuple):
    """Who gave the right password, in which browser, and what the log is to know of it."""

    user: User
    device: Device
    attempt: dict[str, Any]


async def _proven(request: StrictRequest, data: Login) -> Proven:
    """Hashes before the transaction. Every refusal is the same, and takes exactly one hash."""
    database = services(request).database
    user = await _person(request, data.email)
    device = Device(request)
    known_by = await device.known_to(database, user)
    counted = claims(known_by, *_strangers(request, data))
    await spend(database, *counted)  # before hashing, so that no two guesses share the last place
    attempt = {"account": await signed(database, "account", email_key(data.email)), "known": bool(known_by)}
    stored = user.password if user and user.may_sign_in else None
    if not await verify(data.password, stored) or user is None:
        await tell_refused(database, request, user)
        raise _refused(attempt)
    await refund(database, *counted)
    return Proven(user, device, attempt)


def _refused(attempt: dict[str, Any]) -> Refusal:
    return Refusal(401, REFUSED).logged("sign-in refused", **attempt)


@change(
    post,
    "/api/auth/login",
    may=ANYONE,
    repeatable=False,
    returns=LoggedIn,
    status=200,
    statuses=(401, 429),
    prepare=_proven,
)
async def login(db: Db, request: StrictRequest, data: Login, prepared: Proven) -> LoggedIn | Response[Any]:
    """Signs staff in."""
    proven, device, attempt = prepared
    user = await still_stands(db, proven)
    if user is None:
        await tell_refused(db, request, proven)
        raise _refused(attempt)
    return await begin_session(db, request, user, device, **attempt)


def _strangers(request: StrictRequest, data: Login) -> tuple[Claim, ...]:
    """Returns the limits of an attempt in an unknown browser."""
    return (
        (SIGN_INS_IN_ALL, "all"),
        (SIGN_INS_PER_ADDRESS, caller(request).address),
        (SIGN_INS_PER_ACCOUNT, email_key(data.email)),
    )


async def _leaving(request: StrictRequest) -> str | None:
    """The token of a session that there is: what somebody made up does not reach the one writer.

    Raises:
        SomebodyElse: it is not of the person whose tab asks.
    """
    ours = services(request)
    token = session_token(request, ours.secure)
    async with reading(ours.database, CONSOLE) as quiet:
        person = token and await person_of(quiet, token)
    if not person:
        return None
    refuse_another(request, person)
    return token


@change(post, "/api/auth/logout", may=ANYONE, repeatable=False, status=204, statuses=(412,), prepare=_leaving)
async def logout(db: Db, request: StrictRequest, prepared: str | None) -> Response[None]:
    """Ends the session for good; answers the same without one.

    What the browser kept of pages goes, the theme and what it is known by stay.
    """
    secure = services(request).secure
    if prepared:
        await end_session(db, prepared, "logged out")
    response: Response[None] = Response(None, status_code=204, headers={"Clear-Site-Data": '"cache"'})
    set_session_cookie(response, "", 0, secure)
    return response


@read_rows("/api/auth/user", may=SIGNED_IN)
async def current_user(db: Reader, request: StrictRequest) -> CurrentUser:
    """Who is signed in, and what they may do."""
    who, (picture, phone) = db.actor, await profile_of(db)
    return CurrentUser(
        id=who.id, email=who.email, first_name=who.first_name, last_name=who.last_name, role=who.role,
        user_type=UserType(who.user_type), status=UserStatus(who.status), branch_id=who.branch_id, region_id=who.region_id,
        organization_id=who.organization_id, profile_image_url=picture, phone=phone, scope=who.level,
        permissions=sorted(who.flags), home_branch_id=home_branch(who),
        home_time_zone=await zone_of(db), may_export=services(request).system.may_export(who.role),
    )  # fmt: skip


async def _person(request: StrictRequest, email: str) -> User | None:
    """The account of an address. Nobody is signed in yet, so the lookup runs as the console."""
    async with reading(services(request).database, CONSOLE) as quiet:
        return await by_email(quiet, email)


ROUTES = [check_email, login, logout, current_user]
