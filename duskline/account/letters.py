"""Letters about getting in: an invitation and a password link, written when they leave, and word of another way of signing in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from sqlalchemy import select

from duskline.company import Company
from duskline.core.data.audit import note
from duskline.core.data.base import now
from duskline.core.data.database import Database
from duskline.core.data.security_log import on_commit
from duskline.core.data.session import Db, changing
from duskline.core.mail import outbox
from duskline.core.mail.letters import Letter
from duskline.core.mail.worker import Writers
from duskline.letters.kinds import words_of
from duskline.letters.words import ACCESS, greeting, known_name, subject_of, written
from duskline.models.people.access_links import (
    AccessLink,
    LinkKind,
    address_of,
    find_invitation,
    is_answered_for,
    open_link,
)
from duskline.models.people.people import User
from duskline.policy import CONSOLE
from duskline.settings import Mailbox

NEW_PASSWORD = "password_changed"  # noqa: S105 - a kind, and no secret
FACTOR_ON, FACTOR_CHANGED, FACTOR_OFF = "second_factor_on", "second_factor_changed", "second_factor_off"


async def ask_for_letter(db: Db, company: Company, kind: LinkKind, *, about: str, recipient: str) -> None:
    """Has the letter of a link sent; it is written, with its secret, when it leaves."""
    subject = subject_of(ACCESS[kind], company)
    await outbox.enqueue_unwritten(db, kind=kind, about=about, recipient=recipient, subject=subject)


async def invite_by_link(db: Db, company: Company, user: User, *, by_mail: bool) -> None:
    """A link in place of the former, of the actor; where mail leaves, a letter takes it along."""
    await open_link(db, user, LinkKind.INVITATION)
    on_commit(db, "invited", user=user.id)
    await note(db, user, link_made=[None, LinkKind.INVITATION])
    if by_mail:
        await ask_for_letter(db, company, LinkKind.INVITATION, about=user.id, recipient=user.email)


async def keep_to_offer(
    db: Db, company: Company, user: User, before: tuple[str | None, ...], *, by_mail: bool
) -> None:
    """Staff who change what a waiting invitation is for invite again: what it was before, and its maker, count no more."""
    if user.invited_until and user.invited_until > now() and user.offer != before:
        await invite_by_link(db, company, user, by_mail=by_mail)


def access_writers(database: Database, company: Callable[[], Awaitable[Company]], public_url: str) -> Writers:
    """What writes these letters: an invitation is about a person's id, a password link about an address."""

    async def invitation(person: str) -> Letter | None:
        async with changing(database, CONSOLE) as db:
            return await _with_secret(db, await find_invitation(db, person))

    async def password(address: str) -> Letter | None:
        async with changing(database, CONSOLE) as db:
            theirs = select(User).where(User.email_key == address)
            user = await db.scalar(theirs.with_for_update(of=User, key_share=True))
            if user is None or not user.may_sign_in:
                return None
            return await _with_secret(db, await open_link(db, user, LinkKind.PASSWORD))

    async def _with_secret(db: Db, link: AccessLink | None) -> Letter | None:
        if link is None or link.expires_at <= now():
            return None
        user = await db.find(User, link.user_id)
        if not await is_answered_for(db, link, user):
            return None
        inviter = await db.find(User, link.by_id) if link.by_id else None
        name = known_name(inviter.full_name) if inviter else ""
        invited = f"{name} has invited you" if name else "You are invited"
        given = {"invited": invited, "link": address_of(public_url, link.issue())}
        letter = await _written(db, link.kind, await company(), user, given)
        await db.commit()
        return letter

    return {LinkKind.INVITATION: invitation, LinkKind.PASSWORD: password}


async def tell(db: Db, company: Company, public_url: str, user: User, kind: str, **places: str) -> None:
    """Tells a person how they sign in from now on; the letter is written in the transaction of the change."""
    letter = await _written(db, kind, company, user, {"link": f"{public_url}/login?view=forgotten", **places})
    await outbox.enqueue(db, letter, kind=kind)


async def _written(db: Db, kind: str, company: Company, user: User, given: Mapping[str, object]) -> Letter:
    return written(
        await words_of(db, kind),
        Mailbox(user.email, known_name(user.full_name)),
        company,
        {"greeting": greeting(user.first_name), **given},
    )
