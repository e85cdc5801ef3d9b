"""Changing one's own password. Who may enter: staff, with the present password.

Every other session ends with it, and the person is told by a letter, so that nobody loses an account unknowingly.
"""

from __future__ import annotations

from litestar import Response

from duskline.account import passwords
from duskline.account.cookies import session_token
from duskline.account.devices import Device
from duskline.account.letters import NEW_PASSWORD, tell
from duskline.account.present_password import PresentPassword, proven
from duskline.core.data.session import Db
from duskline.core.errors import Changed
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post
from duskline.core.http.security_log import on_commit
from duskline.models.access_links import end_password_links
from duskline.models.people import Password, User
from duskline.models.sessions import end_other_sessions, session_id
from duskline.policy import STAFF, oneself
from duskline.services import services


class NewOwnPassword(PresentPassword):
    password: Password


class Checked:
    """What the present password was found to open, and the hash of the new one."""

    def __init__(self, present: str, new: str) -> None:
        self.present = present
        self.new = new


async def _checked(request: StrictRequest, data: NewOwnPassword) -> Checked:
    """Hashes before the transaction."""
    return Checked(await proven(request, data), await passwords.chosen(data.password))


@change(
    post,
    "/api/auth/password",
    may=STAFF,
    status=204,
    statuses=(429,),
    prepare=_checked,
    repeatable=False,
)
async def change_own_password(
    db: Db, request: StrictRequest, data: NewOwnPassword, prepared: Checked
) -> Response[None]:
    """Sets a new password, in exchange for the present one."""
    ours = services(request)
    db.act_as(oneself(db.actor.id))
    user = await db.find_locked(User, db.actor.id)
    if user.password != prepared.present:
        raise Changed
    user.password = prepared.new
    await db.flush()  # first, so that a sign-in under way is waited for, and its session ended too
    here = session_id(session_token(request, ours.secure) or "")
    await end_other_sessions(db, user.id, here, "password changed")
    await end_password_links(db, user)
    on_commit(db, "password changed", user=user.id)
    await tell(db, ours.company, ours.public_url, user, NEW_PASSWORD)
    response: Response[None] = Response(None, status_code=204)
    await Device(request).remember(db.database, user, response)
    return response


ROUTES = [change_own_password]
