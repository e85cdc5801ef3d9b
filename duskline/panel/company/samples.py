"""Sample data in Settings: what removing it would do, and removing it. Who may enter: those who delete data."""

from __future__ import annotations

from typing import Annotated

from sqlalchemy.orm.attributes import flag_modified

from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read
from duskline.core.system.errors import Conflict
from duskline.core.values.bodies import Body, Meta, ResponseModel
from duskline.models.company.setup import CLOSED, SETUP, begin_anew, kept
from duskline.models.people.people import User
from duskline.models.places.settings import hold
from duskline.models.samples import KindCount, has_samples, remove_samples, samples
from duskline.policy import DELETE_DATA
from duskline.services import services

PATH = "/api/panel/sample-data"
NONE_LEFT = "There is no sample data any more."
CHANGED = "Something has changed since you looked. Look again at what would go, and then remove it."
OWN_FIRST = (
    "You are signed in with a sample account, which would go, too. "
    "Invite yourself as an administrator under Users, and sign in as that person."
)


class SampleDataRow(ResponseModel):
    there: bool
    own_account: bool
    """Whether the caller's account would stay."""
    going: list[KindCount]
    staying: list[KindCount]
    written: list[KindCount]
    changed: int
    seal: str


class Removing(Body):
    seal: Annotated[str, Meta(min_length=1, max_length=64)]


@read(PATH, may=DELETE_DATA)
async def sample_data(db: Db) -> SampleDataRow:
    """What removing the sample data would do now."""
    found = await samples(db)
    there = await has_samples(db)
    return SampleDataRow(
        there,
        await _has_own_account(db),
        found.going,
        found.staying,
        found.written,
        found.changed,
        found.seal,
    )


@change(post, PATH + "/remove", may=DELETE_DATA, status=200, lock=PATH)
async def remove_sample_data(db: Db, request: StrictRequest, data: Removing) -> SampleDataRow:
    """Takes away what the demo command made; what stays is the company's own."""
    if not await has_samples(db):
        raise Conflict(NONE_LEFT)
    if not await _has_own_account(db):
        raise Conflict(OWN_FIRST)
    gone = await remove_samples(db, data.seal)
    if gone is None:
        raise Conflict(CHANGED)
    company = services(request).company
    await begin_anew(db, company.legal_name, company.address)
    await _tell(db, sum(each.count for each in gone.going))
    return SampleDataRow(False, True, gone.going, gone.staying, gone.written, gone.changed, data.seal)


async def _has_own_account(db: Db) -> bool:
    return not (await db.find(User, db.actor.id)).sample


async def _tell(db: Db, number: int) -> None:
    """The checklist of an empty company opens, and its history says what went."""
    before, _ = await kept(db)
    row = await hold(db, SETUP, CLOSED, {**before, "open": False}, {"open": True})
    assert row
    flag_modified(row, "held")  # it may be open already, and still tells of this
    row.told_beside = {"sample_data": [number, None]}


ROUTES = [sample_data, remove_sample_data]
