"""Invitations, and links that their makers pass on. Who may enter: those who manage users.

Somebody invited is a user who cannot sign in yet: role and place are edited like anybody's until the invitation is accepted.
A link to pass on is shown once, in the answer to the call that makes it: where no mail leaves, and where no letter reaches its person, as
when a stranger has used up their letters of a day.
"""

from __future__ import annotations

from datetime import datetime

from duskline.account.letters import invite_by_link
from duskline.core.data.audit import note
from duskline.core.data.security_log import on_commit
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, delete, post
from duskline.core.system.errors import Conflict, Forbidden
from duskline.core.values.bodies import ResponseModel
from duskline.models.people.access_links import LinkKind, address_of, may_make, open_link
from duskline.models.people.people import (
    NO_PASSWORD,
    OFFICES,
    NewInvitation,
    User,
    UserStatus,
    UserType,
    require_grant,
    take_on,
)
from duskline.panel.rows import UserRow
from duskline.policy import MANAGE_USERS
from duskline.services import services

PATH = "/api/panel/users"
NOT_WAITING = "This person has no invitation that is waiting. Reload the list."
NO_MAIL = "No mail leaves from here. Make a link and pass it on."
YOUR_OWN = "Change your own password in Your Account."
CANNOT_SIGN_IN = "This person cannot sign in, so there is no password to choose."


class PassedOn(ResponseModel):
    """A link to pass on, told this once."""

    link: str
    until: datetime


@change(post, PATH + "/invitations", may=MANAGE_USERS, returns=UserRow, lock=OFFICES)
async def invite(db: Db, request: StrictRequest, data: NewInvitation) -> User:
    """Somebody new, who gets a link by mail, or from the inviter where none leaves."""
    fields = {"user_type": UserType.STAFF, "password": NO_PASSWORD, "status": UserStatus.INACTIVE}
    new = User(**data.given(), **fields)
    user = await take_on(db, new)
    await db.flush()
    ours = services(request)
    await invite_by_link(db, ours.company, user, by_mail=ours.sends_mail)
    return user


@change(post, PATH + "/{id:str}/invitation", may=MANAGE_USERS, returns=UserRow, status=200, lock=OFFICES)
async def invite_again(db: Db, request: StrictRequest, id: str) -> User:
    """Another letter, whose link ends the former."""
    user = await _waiting(db, id)
    ours = services(request)
    if not ours.sends_mail:
        raise Conflict(NO_MAIL)
    await invite_by_link(db, ours.company, user, by_mail=True)
    return user


@change(delete, PATH + "/{id:str}/invitation", may=MANAGE_USERS, status=204, lock=OFFICES)
async def withdraw(db: Db, id: str) -> None:
    """The link opens nothing any more, and the person is gone from the list."""
    user = await _waiting(db, id)
    on_commit(db, "invitation withdrawn", user=user.id)
    await db.delete(user)


@change(post, PATH + "/{id:str}/link", may=MANAGE_USERS, status=200, lock=OFFICES, repeatable=False)
async def make_link(db: Db, request: StrictRequest, id: str) -> PassedOn:
    """An invitation's link, or, made by an administrator, one to choose a new password; told once, whether mail leaves or not."""
    user = await db.find_locked(User, id)
    kind = _kind_for(db, user)
    link = await open_link(db, user, kind)
    on_commit(db, "link made", user=user.id, kind=kind)
    await note(db, user, link_made=[None, kind])
    return PassedOn(link=address_of(services(request).public_url, link.issue()), until=link.expires_at)


def _kind_for(db: Db, user: User) -> LinkKind:
    """What the person needs a link for, where the caller may make it: its holder becomes that person."""
    kind = LinkKind.INVITATION if user.invited_until else LinkKind.PASSWORD
    if user.id == db.actor.id:
        raise Forbidden(YOUR_OWN)
    if not may_make(db.actor, user, kind):
        raise Forbidden
    if kind == LinkKind.PASSWORD and not user.may_sign_in:
        raise Conflict(CANNOT_SIGN_IN)
    return kind


async def _waiting(db: Db, id: str) -> User:
    """Somebody whose invitation is waiting, and whose role is the caller's to give; held until the commit."""
    user = await db.find_locked(User, id)
    require_grant(db.actor, user, user.role)
    if user.invited_until is None:
        raise Conflict(NOT_WAITING)
    return user


ROUTES = [invite, invite_again, withdraw, make_link]
