"""The gallery: which photos stand in it, in which order, and what their senders agreed to.

A photo is a visitor's or the company's own. None is shown without a sentence that somebody agreed to and did not take back.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.system.errors import Invalid
from duskline.models.places.order import make_room
from duskline.models.site.content import APPROVED, REJECTED, GallerySubmission

SenderConsent = Literal["visitor-1"]
OwnerConsent = Literal["owner-1"]
"""Wordings by name, the one in force first. One that somebody agreed to is never changed: another one is another name."""

CONSENTS: Mapping[SenderConsent, str] = MappingProxyType(
    {
        "visitor-1": (
            "I took this photo or may share it. You may show it on your website, with its description, location and category,"
            " until I ask you to take it down."
        )
    }
)
"""What visitors agree to. Pages that were open meanwhile still send an earlier one."""
OWNER_CONSENTS: Mapping[OwnerConsent, str] = MappingProxyType(
    {"owner-1": "The owner of this place agreed that we show this photo on our website."}
)
"""What staff say of the company's own photos."""
NO_CONSENT = "Nobody agreed that this photo is shown. Ask its sender to send it again from the gallery page"
WITHDRAWN = "Its sender no longer agrees that this photo is shown"


def agree(photo: GallerySubmission, words: str | None) -> GallerySubmission:
    """Keeps the words that somebody agreed to, and when; without words nobody did."""
    photo.consent, photo.consented_at = words, now() if words else None
    return photo


def withdraw(photo: GallerySubmission, withdrawn: bool) -> None:
    """Takes a photo down because it may no longer be shown; or keeps that it may after all."""
    if withdrawn:
        photo.approved = REJECTED
        photo.withdrawn_at = photo.withdrawn_at or now()
    else:
        photo.withdrawn_at = None


async def put_photo(db: Db, photo: GallerySubmission, place: int) -> None:
    """Gives a photo its place from 1 on, or the last where there are fewer; 0 leaves it where it is, and a new one comes first.
    One that is not shown has none.

    Raises:
        Invalid: it is to be shown, and nobody agrees.
    """
    old, new = photo.place or None, None
    if photo.approved == APPROVED:
        _require_consent(photo)
        new = min(place or old or 1, await _others(db, photo) + 1)
    if new != old:
        await make_room(db, photo, old, new, _in_order())
        photo.place = new or 0


async def close_up(connection: AsyncConnection) -> None:
    """Counts the places from one on again, where photos went by another way."""
    photos = GallerySubmission.__table__
    number = func.row_number().over(order_by=(photos.c.place, photos.c.id.desc()))
    counted = select(photos.c.id, number.label("number")).where(_in_order()).subquery()
    await connection.execute(update(photos).where(photos.c.id == counted.c.id).values(place=counted.c.number))


def _require_consent(photo: GallerySubmission) -> None:
    if photo.withdrawn_at is not None:
        raise Invalid({"approved": WITHDRAWN})
    if photo.consent is None:
        raise Invalid({"approved": NO_CONSENT})


async def _others(db: Db, photo: GallerySubmission) -> int:
    others = select(func.count()).where(_in_order(), GallerySubmission.id != photo.id)
    return await db.scalar(others) or 0


def _in_order() -> ColumnElement[bool]:
    return GallerySubmission.__table__.c.approved == APPROVED
