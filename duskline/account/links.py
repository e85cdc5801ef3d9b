"""Access links: asking for one because a password is forgotten, looking at one, and using it. Who may enter: anyone.

Asking is answered alike, by the same work, for every address: whether there is an account is looked up when the letter leaves.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from litestar import Response

from duskline.account import passwords
from duskline.account.devices import Device
from duskline.account.letters import NEW_PASSWORD, ask_for_letter, tell
from duskline.account.sign_ins import LoggedIn, begin_session
from duskline.core.data.audit import note
from duskline.core.data.security_log import on_commit
from duskline.core.data.session import Db, reading
from duskline.core.http.context import caller
from duskline.core.http.guesses import opened
from duskline.core.http.rate_limits import has_room, spend
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post
from duskline.core.system.errors import Invalid, Refusal
from duskline.core.values.bodies import Body, Email, Meta, Name, ResponseModel
from duskline.core.values.contacts import email_key
from duskline.credentials import give_password
from duskline.limits import LINKS_ASKED, PASSWORD_LETTERS, PASSWORD_LETTERS_A_DAY, SECRETS_REFUSED
from duskline.models.people.access_links import (
    LONGEST_TOKEN,
    AccessLink,
    LinkKind,
    is_answered_for,
    use_up,
    whose,
)
from duskline.models.people.people import Password, User, UserStatus
from duskline.policy import ANYONE, CONSOLE, oneself
from duskline.services import services

GONE = "This link no longer works. It may have been used, replaced or withdrawn, or its time is over."
Token = Annotated[str, Meta(min_length=1, max_length=LONGEST_TOKEN, extra={"as_typed": True})]


class ForgottenPassword(Body):
    email: Email


class LetterSent(ResponseModel):
    """Whether letters leave here at all; nothing about the address."""

    sends_mail: bool


class LinkToken(Body):
    token: Token


class LinkShown(ResponseModel):
    """What a link is for, and whose it is."""

    kind: LinkKind
    email: str
    first_name: str | None
    last_name: str | None


class LinkUse(Body, kw_only=True):
    token: Token
    password: Password
    first_name: Name | None = None
    last_name: Name | None = None
    """The names count where the link is an invitation."""


async def _counted(request: StrictRequest) -> None:
    await spend(services(request).database, (LINKS_ASKED, caller(request).address))


@change(
    post,
    "/api/auth/forgotten-password",
    may=ANYONE,
    repeatable=False,
    status=200,
    statuses=(429,),
    prepare=_counted,
)
async def forgotten_password(db: Db, request: StrictRequest, data: ForgottenPassword) -> LetterSent:
    """Has a letter with a password link sent, where the address has an account that may sign in."""
    ours = services(request)
    address = email_key(data.email)
    if ours.sends_mail and await _has_room_for_letter(db, address):
        await ask_for_letter(db, ours.company, LinkKind.PASSWORD, about=address, recipient=address)
    return LetterSent(sends_mail=ours.sends_mail)


async def _has_room_for_letter(db: Db, address: str) -> bool:
    """One at a time, and a few a day; a press that comes too early counts for no day."""
    return await has_room(db, PASSWORD_LETTERS, address) and await has_room(
        db, PASSWORD_LETTERS_A_DAY, address
    )


async def _good_link(request: StrictRequest, data: LinkToken | LinkUse) -> tuple[AccessLink, User]:
    """The link and its person; looked up as the console, since nobody is signed in yet."""
    async with reading(services(request).database, CONSOLE) as quiet:
        link = await whose(quiet, data.token)
        user = await quiet.get(User, link.user_id) if link else None
        good = link and user and await _is_open_to(quiet, link, user)
    return await opened(request, (link, user) if link and user and good else None, SECRETS_REFUSED, _gone())


@change(
    post,
    "/api/auth/link",
    may=ANYONE,
    repeatable=False,
    status=200,
    statuses=(404, 429),
    prepare=_good_link,
)
async def look_at_link(db: Db, data: LinkToken, prepared: tuple[AccessLink, User]) -> LinkShown:
    """What a link is for. Looking does not use it up."""
    link, user = prepared
    return LinkShown(link.kind, user.email, user.first_name, user.last_name)


class Chosen(NamedTuple):
    """Whose link it is, and the hash of the password that they chose."""

    user_id: str
    password: str


async def _chosen(request: StrictRequest, data: LinkUse) -> Chosen:
    """Hashes before the transaction."""
    link, _ = await _good_link(request, data)
    return Chosen(link.user_id, await passwords.chosen(data.password))


@change(
    post,
    "/api/auth/link/use",
    may=ANYONE,
    repeatable=False,
    returns=LoggedIn,
    status=200,
    statuses=(404, 429),
    prepare=_chosen,
)
async def use_link(db: Db, request: StrictRequest, data: LinkUse, prepared: Chosen) -> Response[Any]:
    """Sets the password, once, and signs in. All other sessions of the person end."""
    db.act_as(oneself(prepared.user_id))
    user = await db.find_locked(User, prepared.user_id)
    # Again, now that nobody else changes the person: another link may have been used meanwhile.
    link = await whose(db, data.token)
    if link is None or not await _is_open_to(db, link, user) or not await use_up(db, data.token):
        raise _gone()
    invited = link.kind == LinkKind.INVITATION
    if invited:
        _move_in(user, data)
    await note(db, user, link_used=[link.kind, None])
    await give_password(db, user, prepared.password)
    on_commit(db, "invitation accepted" if invited else "password set by link", user=user.id)
    if not invited:
        ours = services(request)
        await tell(db, ours.company, ours.public_url, user, NEW_PASSWORD)
    return await begin_session(db, request, user, Device(request))


def _move_in(user: User, data: LinkUse) -> None:
    if data.first_name is None:
        raise Invalid({"firstName": "Required"})
    user.apply({"first_name": data.first_name, "last_name": data.last_name, "status": UserStatus.ACTIVE})
    user.invited_until = None


async def _is_open_to(db: Db, link: AccessLink, user: User) -> bool:
    """Returns whether the link opens something, as its person and its maker stand now."""
    waits = user.invited_until is not None if link.kind == LinkKind.INVITATION else user.may_sign_in
    return waits and await is_answered_for(db, link, user)


def _gone() -> Refusal:
    return Refusal(404, GONE).logged("link refused")


ROUTES = [forgotten_password, look_at_link, use_link]
