"""What lets people in, and what ends it: one table, read wherever something happens to an account.

A credential is what somebody holds and comes back with. One that is not named here is not ended by anything, so a law compares this table
with the columns and cookies that hold secrets; `duskline roles` prints it, and a test makes each of its cells happen.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy import select

from duskline import system_preferences
from duskline.core.data.security_log import on_commit
from duskline.core.data.session import Db
from duskline.models.people.access_links import LinkKind, end_links, end_password_letters
from duskline.models.people.api_tokens import end_for_good, end_tokens
from duskline.models.people.calendar_feeds import end_feeds
from duskline.models.people.people import User, UserStatus, forget_browsers
from duskline.models.people.second_factors import (
    end_app,
    end_passkeys,
    end_recovery_codes,
    end_setting_up,
    has_second_factor,
)
from duskline.models.people.sessions import end_sessions


class Credential(StrEnum):
    PASSWORD = "password"  # noqa: S105 - a name, and no secret
    APP = "authenticator app"
    SETTING_UP = "app that waits for its first code"
    PASSKEY = "passkeys"
    RECOVERY_CODES = "recovery codes"
    SESSION = "other sessions"
    HALF_SESSION = "sign-ins that owe their second step"
    KNOWN_BROWSER = "known browsers"
    INVITATION = "invitation"
    PASSWORD_LINK = "password links"  # noqa: S105
    PASSWORD_LETTER = "emails with a password link that have not left"  # noqa: S105
    API_TOKEN = "API tokens"  # noqa: S105
    ENDED_TOKEN = "API tokens whose end can be taken back"  # noqa: S105
    CALENDAR_FEED = "calendar feeds"


class Event(StrEnum):
    """What happens to an account, in the words of the security log."""

    NEW_PASSWORD = "password changed"  # noqa: S105
    FACTOR_ADDED = "second factor added"
    FACTOR_REMOVED = "second factor removed"
    TWO_STEPS_OFF = "second factor turned off"
    NEW_CODES = "recovery codes renewed"
    ROLE_CHANGED = "role changed"
    ROLE_ASKS = "role that asks for two steps, to a person without a second one"
    PLACE_CHANGED = "branch or region changed"
    ADDRESS_CHANGED = "email address changed"
    DEACTIVATED = "deactivated"
    ACTIVATED = "activated"
    OTHERS_ENDED = "ended by its person"
    REQUIRED = "two steps required of the role"
    RESTORED = "restored from a backup"


class Fate(StrEnum):
    STAYS = "stays"
    ENDS = "ends"
    SECOND_STEP = "asks for the second step"
    RESTS = "opens nothing until activated"
    NEVER = "cannot meet"


_, E, T, R, N = Fate.STAYS, Fate.ENDS, Fate.SECOND_STEP, Fate.RESTS, Fate.NEVER
# fmt: off
_ROWS = {  #               new pass-  factor    two   new   role     place ad-   de-   acti- others  re-    re-
    #                      word   added removed off  codes new asks new   dress active vated ended quired stored
    Credential.PASSWORD:        (E, T, T, _, T,  _, T, _,  _,  R, _,  _, T, _),
    Credential.APP:             (_, _, _, E, _,  _, N, _,  _,  R, _,  _, _, _),
    Credential.SETTING_UP:      (E, E, E, E, _,  _, E, _,  _,  E, E,  E, _, E),
    Credential.PASSKEY:         (_, _, _, E, _,  _, N, _,  _,  R, _,  _, _, _),
    Credential.RECOVERY_CODES:  (_, _, _, E, E,  _, N, _,  _,  R, _,  _, _, _),
    Credential.SESSION:         (E, E, E, E, _,  _, E, _,  _,  E, E,  E, _, E),
    Credential.HALF_SESSION:    (E, E, E, E, _,  _, E, _,  _,  E, E,  E, _, E),
    Credential.KNOWN_BROWSER:   (E, E, E, E, _,  _, _, _,  _,  E, E,  _, _, E),
    Credential.INVITATION:      (E, N, N, N, N,  E, E, E,  E,  N, E,  N, T, E),
    Credential.PASSWORD_LINK:   (E, T, T, _, T,  _, T, _,  E,  E, E,  _, T, E),
    Credential.PASSWORD_LETTER: (E, T, T, _, T,  _, T, _,  E,  E, E,  _, T, E),
    Credential.API_TOKEN:       (_, _, _, _, _,  _, _, _,  _,  E, E,  _, _, _),
    Credential.ENDED_TOKEN:     (_, _, _, _, _,  _, _, _,  _,  E, E,  _, _, E),
    Credential.CALENDAR_FEED:   (_, _, _, _, _,  _, _, _,  _,  E, E,  _, _, _),
}
# fmt: on
TABLE: Mapping[Credential, Mapping[Event, Fate]] = {
    credential: MappingProxyType(dict(zip(Event, fates, strict=True))) for credential, fates in _ROWS.items()
}
"""What becomes of each credential by each event. Second steps are asked for where a sign-in begins; what ends is ended by `happened`."""

NO_CREDENTIALS: Mapping[str, str] = MappingProxyType(
    {
        "Link in an email about a visit": "speaks for a client about that visit, and opens no account",
        "Link that ends a newsletter": "ends that subscription, and opens nothing",
        "Link that confirms a request about one's data": "confirms that request once, and opens nothing",
        "Key of a visitor's browser": "adds photos to what the same browser sent, and opens nothing",
        "Secret of a webhook": "belongs to the company: it signs what leaves, and nobody comes in by it",
        "Secret of the server": "signs what others carry, and never leaves",
        "Question to a passkey": "is answered once, within minutes, and ends with its session",
        "Key of a write": "names a write that is sent again, and opens nothing",
        "Address of a picture": "shows one picture that its readers may see anyway",
        "Number of a record": "opens nothing",
    }
)
"""What looks like a credential of an account and is none, and why."""

Ender = Callable[[Db, User, Event, str], Awaitable[None]]
ENDERS: Mapping[Credential, Ender] = MappingProxyType(
    {
        Credential.SESSION: lambda db, user, event, but: end_sessions(db, user, event, half=False, but=but),
        Credential.HALF_SESSION: lambda db, user, event, but: end_sessions(
            db, user, event, half=True, but=but
        ),
        Credential.PASSWORD_LINK: lambda db, user, *_: end_links(db, user, LinkKind.PASSWORD),
        Credential.PASSWORD_LETTER: lambda db, user, *_: end_password_letters(db, user.email),
        Credential.INVITATION: lambda db, user, *_: end_links(db, user, LinkKind.INVITATION),
        Credential.API_TOKEN: lambda db, user, *_: end_tokens(db, user),
        Credential.ENDED_TOKEN: lambda db, user, *_: end_for_good(db, user),
        Credential.CALENDAR_FEED: lambda db, user, *_: end_feeds(db, user),
        Credential.RECOVERY_CODES: lambda db, user, *_: end_recovery_codes(db, user),
        Credential.APP: lambda db, user, *_: end_app(db, user),
        Credential.SETTING_UP: lambda db, user, *_: end_setting_up(db, user),
        Credential.PASSKEY: lambda db, user, *_: end_passkeys(db, user),
        Credential.KNOWN_BROWSER: lambda db, user, *_: forget_browsers(db, user),
    }
)
"""How each is ended, for one person. A password ends by the next one."""


async def happened(db: Db, user: User, event: Event, *, but: str = "") -> None:
    """Ends what the table says, of a person who is held by the caller. The session that is known under `but` goes on."""
    await db.flush()  # first, so that a sign-in under way is waited for, and its session ended too
    for credential, end in ENDERS.items():
        if TABLE[credential][event] is Fate.ENDS:
            await end(db, user, event, but)


async def restored(db: Db) -> None:
    """Ends what the table says of everybody: a backup knows of nothing that happened since."""
    for user in await db.scalars(select(User).order_by(User.id).with_for_update()):
        await happened(db, user, Event.RESTORED)


async def give_password(db: Db, user: User, hashed: str) -> None:
    """Another password for a person who is held by the caller."""
    user.password = hashed
    await happened(db, user, Event.NEW_PASSWORD)


class Standing(NamedTuple):
    """What an administrator changes of a person, and credentials go by."""

    email: str
    role: str | None
    place: tuple[str | None, str | None]
    status: str

    @classmethod
    def of(cls, user: User) -> Standing:
        return cls(user.email, user.role, (user.branch_id, user.region_id), user.status)


async def note_change(db: Db, user: User, before: Standing) -> None:
    """What follows from a person's standing being another one than before; the log is told of role and status."""
    after = Standing.of(user)
    if after.email != before.email:
        await happened(db, user, Event.ADDRESS_CHANGED)
        await end_password_letters(db, before.email)
    if after.role != before.role:
        asks = await is_required(db, user) and not await has_second_factor(db, user.id)
        await happened(db, user, Event.ROLE_ASKS if asks else Event.ROLE_CHANGED)
        on_commit(db, "role changed", user=user.id, old=before.role, new=after.role)
    if after.place != before.place:
        await happened(db, user, Event.PLACE_CHANGED)
    if after.status != before.status:
        active = after.status == UserStatus.ACTIVE
        await happened(db, user, Event.ACTIVATED if active else Event.DEACTIVATED)
        on_commit(db, "status changed", user=user.id, old=before.status, new=after.status)


async def is_required(db: Db, user: User) -> bool:
    """Whether the person's role signs in by two steps."""
    return (await system_preferences.present_within(db)).require_two_steps(user.role)
