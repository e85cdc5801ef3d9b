"""Changing one's own password. Who may enter: staff, with the present password.

Every other session ends with it, this one gets another token, and the person is told by a letter, so that nobody loses an
account unknowingly.
"""

from __future__ import annotations

from typing import NamedTuple

from litestar import Response

from duskline.account import passwords
from duskline.account.letters import NEW_PASSWORD, tell
from duskline.account.present_password import PresentPassword, held_oneself, proven
from duskline.account.sign_ins import go_on
from duskline.core.data.audit import note
from duskline.core.data.security_log import on_commit
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post
from duskline.credentials import give_password
from duskline.models.people.people import Password
from duskline.policy import STAFF
from duskline.services import services


class NewOwnPassword(PresentPassword):
    password: Password


class Checked(NamedTuple):
    """What the present password was found to open, the hash of the new one, and whether that is the same password."""

    present: str
    new: str
    same: bool


async def _checked(request: StrictRequest, data: NewOwnPassword) -> Checked:
    """Hashes before the transaction."""
    same = data.present == data.password
    return Checked(await proven(request, data), await passwords.chosen(data.password), same)


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
    """Sets a new password, in exchange for the present one. This session goes on under another token.

    The same password once more is no change to tell of: an answer was lost, and the request came again.
    """
    ours = services(request)
    user = await held_oneself(db, prepared.present)
    await give_password(db, user, prepared.new)
    response: Response[None] = Response(None, status_code=204)
    await go_on(db, request, user, response, fresh=True)
    if not prepared.same:
        on_commit(db, "password changed", user=user.id)
        await note(db, user, password=[None, "changed"])
        await tell(db, ours.company, ours.public_url, user, NEW_PASSWORD)
    return response


ROUTES = [change_own_password]
