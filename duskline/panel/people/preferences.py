"""How a user wants to be told: by kind, in the panel and by mail, and the hours without letters.

Who may enter: staff with a role. Each sees and changes their own.
"""

from __future__ import annotations

from typing import Annotated

from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, patch, read
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import NOT_LISTED, UNSET, Body, Meta, Minute, ResponseModel, UnsetType
from duskline.models.people.preferences import (
    ByMail,
    Happening,
    keep_quiet,
    prefer,
    preferences_of,
    quiet_hours_of,
)
from duskline.policy import STAFF_WITH_ROLE
from duskline.services import Services, services

PATH = "/api/panel/notifications/preferences"


class PreferenceRow(ResponseModel):
    what: Happening
    in_panel: bool
    by_mail: ByMail


class Preferences(ResponseModel):
    """Of the kinds that one's role can get; quiet hours in minutes after midnight. `mail_leaves`: whether letters do at all."""

    kinds: list[PreferenceRow]
    quiet_from: int
    quiet_until: int
    mail_leaves: bool


class PreferenceEdit(Body, kw_only=True):
    what: Happening
    in_panel: bool | UnsetType = UNSET
    by_mail: ByMail | UnsetType = UNSET


class PreferencesEdit(Body):
    kinds: Annotated[list[PreferenceEdit], Meta(max_length=20)] | UnsetType = UNSET
    quiet_from: Minute | UnsetType = UNSET
    quiet_until: Minute | UnsetType = UNSET


@read(PATH, may=STAFF_WITH_ROLE)
async def preferences(db: Db, request: StrictRequest) -> Preferences:
    """How one is told now; what nobody chose is what one's role begins with."""
    return await _shown(db, services(request))


@change(patch, PATH, may=STAFF_WITH_ROLE, status=200)
async def edit_preferences(db: Db, request: StrictRequest, data: PreferencesEdit) -> Preferences:
    """Changes what is sent. It holds at once, for what is waiting too."""
    given = services(request)
    offered = {row.what for row in (await _shown(db, given)).kinds}
    hours = data.given()
    for place, edit in enumerate(hours.pop("kinds", ())):
        if edit.what not in offered:
            raise Invalid({f"kinds.{place}.what": NOT_LISTED})
        await prefer(db, **edit.given())
    await keep_quiet(db, **hours)
    return await _shown(db, given)


async def _shown(db: Db, given: Services) -> Preferences:
    begin, end = await quiet_hours_of(db, db.actor)
    return Preferences(
        kinds=[
            PreferenceRow(what, in_panel, mail)
            for what, (in_panel, mail) in (await preferences_of(db, db.actor)).items()
        ],
        quiet_from=begin,
        quiet_until=end,
        mail_leaves=given.sends_mail,
    )


ROUTES = [preferences, edit_preferences]
