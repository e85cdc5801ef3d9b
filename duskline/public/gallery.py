"""The gallery. Who may enter: anyone; only approved photos and their listed fields are public, with what stands below them.

Visitors send photos, within limits; what they sent is kept only as pictures of our own making.
"""

from __future__ import annotations

import hashlib
import re
from typing import Annotated

from litestar import Response
from sqlalchemy import select

from duskline.core.data.lists import Filter, Order
from duskline.core.data.session import Db
from duskline.core.http.context import caller
from duskline.core.http.listing import Listing
from duskline.core.http.rate_limits import refund, spend
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read
from duskline.core.media import images
from duskline.core.media.images import Upload
from duskline.core.media.worker import LARGE, SMALL
from duskline.core.system.errors import NotFound, Unavailable
from duskline.core.values.bodies import UNSET, Body, Email, Meta, PersonName, ResponseModel, UnsetType
from duskline.limits import PHOTOS
from duskline.models.pictures import photos
from duskline.models.site.content import (
    APPROVED,
    BlogPost,
    GalleryCategory,
    GallerySubmission,
    PhotoCategory,
    PhotoDescription,
    PhotoLocation,
)
from duskline.models.site.gallery import CONSENTS, SenderConsent, agree
from duskline.models.site.site import SiteItem, on_pages
from duskline.policy import ANYONE
from duskline.public.rows import GalleryItem, GalleryPhoto
from duskline.services import services

SHOWN_SECONDS = 300
"""How long a browser may show a photo before asking again: a rejected one is gone by then."""
NAME = re.compile(r"([0-9a-f]{32})(-480)?\.webp")


Consent = Annotated[
    SenderConsent, Meta(description=next(iter(CONSENTS.values())), extra={"say": "Please agree again"})
]


class PhotoForm(Body, kw_only=True):
    """The texts beside the image (product.md, rule 103)."""

    name: PersonName
    email: Email
    location: PhotoLocation
    description: PhotoDescription
    category: PhotoCategory = GalleryCategory.RESIDENTIAL
    consent: Consent | UnsetType = UNSET
    """The wording that the visitor agreed to. Without one the photo can be looked at by staff, and not be shown."""


class Submitted(ResponseModel):
    id: str
    approved: int


BY_CATEGORY = {"category": Filter(GallerySubmission.category, tuple(GalleryCategory))}
SHOWN = GallerySubmission.approved == APPROVED
ITEMS = Listing(GallerySubmission, GalleryItem, BY_CATEGORY, searched=False, where=SHOWN)
items = ITEMS.route("/api/gallery", may=ANYONE, name="gallery_items")
IN_ORDER = Listing(
    GallerySubmission,
    GalleryPhoto,
    BY_CATEGORY,
    searched=False,
    where=SHOWN,
    usual=Order((GallerySubmission.place,)),
)
photos_in_order = IN_ORDER.route("/api/gallery-photos", may=ANYONE, name="gallery_photos")


async def process(request: StrictRequest, image: Upload) -> str:
    """The visitor's image as files of ours; answers the address under which they lie."""
    claim = (PHOTOS, caller(request).address)
    parts = services(request)
    await spend(parts.database, claim)  # and kept when it cannot be processed: trying is what costs
    try:
        picture = await parts.images.processed(image)
    except Unavailable:
        await refund(parts.database, claim)
        raise
    address = photos.new_address()
    await photos.keep(parts.files, photos.gallery_stem(address) or "", picture)
    return address


@change(
    post, "/api/gallery", may=ANYONE, returns=Submitted, form=images.ImageForm(PhotoForm), body_limit=images.BODY_LIMIT,
    prepare=process, statuses=(429,),
)  # fmt: skip
async def send_photo(db: Db, data: PhotoForm, prepared: str) -> GallerySubmission:
    """Takes a visitor's photo, which then awaits approval."""
    given = data.given()
    agreed: SenderConsent | None = given.pop("consent", None)
    words = CONSENTS[agreed] if agreed else None
    return db.store(agree(GallerySubmission(**given, image_url=prepared), words))


@read("/uploads/{name:str}", may=ANYONE, media_type=images.WEBP)
async def picture(db: Db, request: StrictRequest, name: str) -> Response[bytes]:
    """An approved photo, or the picture of a post or of a section's item; `-480` before the dot asks for the small one."""
    asked = NAME.fullmatch(name)
    if asked is None:
        raise NotFound
    address = f"/uploads/{asked[1]}.webp"
    if not await _is_shown(db, address):
        raise NotFound
    stem = photos.gallery_stem(address) or ""
    content = await services(request).files.get(photos.file(stem, SMALL if asked[2] else LARGE))
    if content is None:
        raise NotFound
    return _shown(content, request.headers.get("if-none-match", ""))


async def _is_shown(db: Db, address: str) -> bool:
    """A visitor's photo is shown once approved, also where a post or an item names it."""
    approved = await db.scalar(
        select(GallerySubmission.approved).where(GallerySubmission.image_url == address).limit(1)
    )
    if approved is not None:
        return approved == APPROVED
    for naming in (
        select(BlogPost).where(BlogPost.image == address),
        on_pages().where(SiteItem.image == address),
    ):
        if await db.scalar(naming.limit(1)) is not None:
            return True
    return False


def _shown(content: bytes, known: str) -> Response[bytes]:
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    headers = {"Cache-Control": f"public, max-age={SHOWN_SECONDS}", "ETag": tag}
    if tag in known:
        return Response(b"", status_code=304, headers=headers, media_type=images.WEBP)
    return Response(content, headers=headers, media_type=images.WEBP)


ROUTES = [items, photos_in_order, send_photo, picture]
