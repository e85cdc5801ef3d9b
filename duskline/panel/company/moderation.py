"""Moderation: which of the visitors' photos are shown. Who may enter: those who see Settings."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from litestar import Response
from sqlalchemy import Integer, bindparam

from duskline.core.data.lists import Filter, Order
from duskline.core.data.session import Db
from duskline.core.errors import NotFound
from duskline.core.http.bodies import UNSET, Body, ResponseModel, UnsetType
from duskline.core.http.listing import Listing
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, patch, read
from duskline.core.media import images
from duskline.core.media.images import Small
from duskline.core.media.worker import LARGE, SMALL
from duskline.models import photos
from duskline.models.content import (
    APPROVED,
    PENDING,
    REJECTED,
    GalleryCategory,
    GallerySubmission,
    PhotoCategory,
    PhotoDescription,
    content_changed,
)
from duskline.panel.records import record_routes
from duskline.policy import SETTINGS
from duskline.services import services

PATH = "/api/panel/gallery"

Approval = Literal[0, 1, -1]


class PhotoRow(ResponseModel):
    id: str
    name: str
    email: str
    location: str
    description: str
    category: GalleryCategory
    image_url: str
    approved: Approval
    created_at: datetime
    version: int


class PhotoEdit(Body):
    approved: Approval | UnsetType = UNSET
    category: PhotoCategory | UnsetType = UNSET
    description: PhotoDescription | UnsetType = UNSET


SUBMISSIONS = Listing(
    GallerySubmission,
    PhotoRow,
    {
        "approved": Filter(
            None,
            tuple(str(state) for state in (PENDING, APPROVED, REJECTED)),
            value=lambda word, _db: int(word),
            clause=lambda name: GallerySubmission.approved == bindparam(name, type_=Integer),
        )
    },
    searched=False,
    orders={"oldest": Order((GallerySubmission.created_at,), needs=("approved",))},
)
submissions = SUBMISSIONS.route(PATH, may=SETTINGS, name="submissions")


@change(patch, PATH + "/{id:str}", may=SETTINGS, returns=PhotoRow)
async def moderate(db: Db, id: str, data: PhotoEdit) -> GallerySubmission:
    """Approves, rejects or mends a photo; the pages show it, or stop showing it, at once."""
    photo = await db.find_for_update(GallerySubmission, id)
    was_shown = photo.approved == APPROVED
    photo.apply(data.given())
    if db.is_modified(photo) and (was_shown or photo.approved == APPROVED):
        await content_changed(db)
    return photo


@read(PATH + "/{id:str}/image", may=SETTINGS, media_type=images.WEBP)
async def image(db: Db, request: StrictRequest, id: str, small: Small = False) -> Response[bytes]:
    """The photo itself, approved or not."""
    stem = photos.gallery_stem((await db.find(GallerySubmission, id)).image_url)
    edge = SMALL if small else LARGE
    content = await services(request).files.get(photos.file(stem, edge)) if stem else None
    if content is None:
        raise NotFound
    return Response(content, media_type=images.WEBP)


ROUTES = [submissions, moderate, image, *record_routes(PATH, GallerySubmission, PhotoRow, SETTINGS)]
