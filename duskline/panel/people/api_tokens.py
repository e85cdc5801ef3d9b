"""API tokens: made with one's present password, shown once, listed, ended.

Who may enter: those who see Settings, for their own; those who edit the configuration see and end everybody's.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from duskline.account.present_password import PresentPassword, proven
from duskline.core.data.security_log import on_commit
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, delete, post, read
from duskline.core.values.bodies import Meta, ResponseModel
from duskline.models.people import api_tokens
from duskline.models.people.api_tokens import LONGEST_DAYS, LONGEST_NAME, ApiToken
from duskline.panel.one_record import name_of
from duskline.policy import SETTINGS, Area

PATH = "/api/panel/api-tokens"


class NewApiToken(PresentPassword, kw_only=True):
    """`days`: how long it lasts."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    areas: Annotated[
        list[Area], Meta(min_length=1, max_length=len(Area), extra={"say": "Choose what it may use"})
    ]
    may_write: bool = False
    days: Annotated[int, Meta(ge=1, le=LONGEST_DAYS, extra={"say": "A token lasts from 1 to 365 days"})]


class ApiTokenRow(ResponseModel):
    id: str
    name: str
    areas: list[Area]
    may_write: bool
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None
    maker: str
    own: bool


class ApiTokenMade(ResponseModel):
    """The token is told this once."""

    id: str
    token: str
    expires_at: datetime


@read(PATH, may=SETTINGS)
async def list_api_tokens(db: Db) -> list[ApiTokenRow]:
    """The tokens that one may end, the newest first; those that ran out within the last 30 days are among them."""
    found = await api_tokens.listed(db)
    return [_row(db, token, name_of(first, last, email)) for token, first, last, email in found]


@change(post, PATH, may=SETTINGS, statuses=(429,), prepare=proven, lock=api_tokens.LOCK, repeatable=False)
async def make_api_token(db: Db, request: StrictRequest, data: NewApiToken, prepared: str) -> ApiTokenMade:
    """A token that acts in one's name, in exchange for the present password. It is shown this once."""
    token, kept = await api_tokens.issue(
        db, data.name, areas=data.areas, may_write=data.may_write, days=data.days, password=prepared
    )
    await db.flush()
    on_commit(db, "api token made", token=kept.id, areas=kept.areas, may_write=kept.may_write)
    return ApiTokenMade(kept.id, token, kept.expires_at)


@change(delete, PATH + "/{id:str}", may=SETTINGS, status=204)
async def end_api_token(db: Db, id: str) -> None:
    """Ends a token: it opens nothing any more."""
    on_commit(db, "api token ended", token=(await api_tokens.end(db, id)).id)


@change(post, PATH + "/{id:str}/restore", may=SETTINGS, status=204, lock=api_tokens.LOCK)
async def restore_api_token(db: Db, id: str) -> None:
    """Takes the end of a token back, for ten minutes."""
    on_commit(db, "api token restored", token=(await api_tokens.restore(db, id)).id)


def _row(db: Db, token: ApiToken, maker: str) -> ApiTokenRow:
    return ApiTokenRow(
        id=token.id, name=token.name, areas=[Area(area) for area in token.areas], may_write=token.may_write,
        created_at=token.created_at, expires_at=token.expires_at, used_at=token.used_at,
        maker=maker, own=token.user_id == db.actor.id,
    )  # fmt: skip


ROUTES = [list_api_tokens, make_api_token, end_api_token, restore_api_token]
