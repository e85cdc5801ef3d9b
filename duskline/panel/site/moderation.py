"""Moderation: which photos are shown, visitors' and the company's own, in which order, and who agreed.

Who may enter: those who see Settings.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from litestar import Response
from sqlalchemy import Integer, bindparam, select

from duskline.core.data.base import new_id
from duskline.core.data.lists import Filter, Order
from duskline.core.data.session import Db
from duskline.core.http.listing import Listing
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, patch, post, read
from duskline.core.media import images
from duskline.core.media.images import Small
from duskline.core.media.worker import LARGE, SMALL
from duskline.core.system.errors import Invalid, NotFound
from duskline.core.values.bodies import MAX_WHOLE, UNSET, Body, Meta, ResponseModel, UnsetType
from duskline.models.pictures import photos
from duskline.models.site.content import (
    APPROVED,
    PENDING,
    REJECTED,
    Caption,
    GalleryCategory,
    GallerySubmission,
    OwnPicture,
    PhotoCategory,
    PhotoDescription,
    PhotoLocation,
    content_changed,
)
from duskline.models.site.gallery import OWNER_CONSENTS, OwnerConsent, agree, put_photo, withdraw
from duskline.panel.one_record import record_routes
from duskline.panel.site.chosen_pictures import still_kept
from duskline.policy import SETTINGS
from duskline.services import services

PATH = "/api/panel/gallery"
CHOOSE = "Choose a picture from your device"

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
    caption: str | None
    place: int
    own: bool
    consent: str | None
    consented_at: datetime | None
    withdrawn_at: datetime | None
    created_at: datetime
    version: int


Place = Annotated[int, Meta(ge=0, le=MAX_WHOLE, extra={"say": "Please choose a place from 1 on"})]
Consent = Annotated[
    OwnerConsent,
    Meta(description=next(iter(OWNER_CONSENTS.values())), extra={"say": "Ask the owner of the place first"}),
]


class PhotoEdit(Body):
    approved: Approval | UnsetType = UNSET
    category: PhotoCategory | UnsetType = UNSET
    description: PhotoDescription | UnsetType = UNSET
    location: PhotoLocation | UnsetType = UNSET
    caption: Caption | UnsetType | None = UNSET
    place: Place | UnsetType = UNSET
    """0 leaves it where it is."""
    withdrawn: bool | UnsetType = UNSET
    """Its sender no longer agrees: it is rejected too."""


class NewPhoto(Body, kw_only=True):
    image: OwnPicture
    """As the call answered that took it."""
    description: PhotoDescription
    location: PhotoLocation
    category: PhotoCategory
    caption: Caption | None = None
    consent: Consent


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
    orders={
        "oldest": Order((GallerySubmission.created_at,), needs=("approved",)),
        "place": Order((GallerySubmission.place,), needs=("approved",)),
    },
)
submissions = SUBMISSIONS.route(PATH, may=SETTINGS, name="submissions")


@change(post, PATH, may=SETTINGS, returns=PhotoRow, lock=PATH, prepare=still_kept)
async def add_photo(db: Db, data: NewPhoto, prepared: None) -> GallerySubmission:
    """Adds a photo of the company's own; the pages show it first, at once."""
    await _require_new(db, data.image)
    photo = GallerySubmission(
        id=new_id(), name="", email="", image_url=data.image, description=data.description, location=data.location,
        category=data.category, caption=data.caption, approved=APPROVED, place=0, own=True,
    )  # fmt: skip
    db.store(agree(photo, OWNER_CONSENTS[data.consent]))
    await put_photo(db, photo, 0)
    await content_changed(db)
    return photo


async def _require_new(db: Db, image: str) -> None:
    """A picture that was sent for this, and stands behind no other photo.

    Raises:
        Invalid: it is none of ours, or a photo's already.
    """
    taken = select(GallerySubmission.id).where(GallerySubmission.image_url == image).limit(1)
    if photos.gallery_stem(image) is None or await db.scalar(taken) is not None:
        raise Invalid({"image": CHOOSE})


@change(patch, PATH + "/{id:str}", may=SETTINGS, returns=PhotoRow, lock=PATH)
async def moderate(db: Db, id: str, data: PhotoEdit) -> GallerySubmission:
    """Approves, rejects, mends or moves a photo; the pages show it, or stop showing it, at once."""
    photo = await db.find_for_update(GallerySubmission, id)
    was_shown = photo.approved == APPROVED
    given = data.given()
    place, withdrawn = given.pop("place", 0), given.pop("withdrawn", None)
    photo.apply(given)
    if withdrawn is not None:
        withdraw(photo, withdrawn)
    await put_photo(db, photo, place)
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


ROUTES = [
    submissions,
    add_photo,
    moderate,
    image,
    *record_routes(PATH, GallerySubmission, PhotoRow, SETTINGS),
]
