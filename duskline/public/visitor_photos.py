"""Photos that visitors send with a request or a message. Who may enter: the holder of the key of the browser that sent it.

They are private to staff. The path of the picture is that of gallery photos: judged, decoded apart, encoded again.
"""

from __future__ import annotations

from typing import Annotated

from duskline.core.data.base import new_id
from duskline.core.data.session import Db
from duskline.core.http.context import caller
from duskline.core.http.guesses import opened
from duskline.core.http.rate_limits import refund, spend
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post
from duskline.core.media import images
from duskline.core.media.images import Upload
from duskline.core.system.errors import Invalid, NotFound, Unavailable
from duskline.core.values.bodies import Body, Meta, ResponseModel
from duskline.limits import SECRETS_REFUSED, VISITOR_PHOTOS
from duskline.models.pictures import photos
from duskline.models.records.visitors import (
    MOST_PHOTOS,
    VisitorKey,
    VisitorPhoto,
    by_key,
    open_by_key,
    photos_of,
)
from duskline.policy import ANYONE
from duskline.services import services

ENOUGH = f"We have {MOST_PHOTOS} of your photos. Thank you, that is enough."


class VisitorPhotoForm(Body, kw_only=True):
    """The number of the request or message, and the key that it was sent under."""

    reference: Annotated[str, Meta(min_length=9, max_length=9, extra={"say": "Please send this again"})]
    key: VisitorKey


class Added(ResponseModel):
    id: str


async def process(request: StrictRequest, data: VisitorPhotoForm, image: Upload) -> str:
    """The image as files of ours; answers the photo's id."""
    claim, parts = (VISITOR_PHOTOS, caller(request).address), services(request)
    await opened(request, await by_key(parts.database, data.reference, data.key), SECRETS_REFUSED, NotFound())
    await spend(parts.database, claim)  # and kept when it cannot be processed: trying is what costs
    try:
        picture = await parts.images.processed(image)
    except Unavailable:
        await refund(parts.database, claim)
        raise
    photo_id = new_id()
    await photos.keep(parts.files, photos.visitor_stem(photo_id), picture)
    return photo_id


@change(
    post, "/api/visitor-photos", may=ANYONE, form=images.ImageForm(VisitorPhotoForm), body_limit=images.BODY_LIMIT,
    prepare=process, statuses=(404, 429),
)  # fmt: skip
async def add_visitor_photo(db: Db, data: VisitorPhotoForm, prepared: str) -> Added:
    """Adds a photo to what was sent under the key."""
    reference = await open_by_key(db, data.reference, data.key)
    if reference is None:
        raise NotFound
    if await photos_of(db, reference.id) >= MOST_PHOTOS:
        raise Invalid({"image": ENOUGH})
    db.store(VisitorPhoto(id=prepared, reference_id=reference.id))
    return Added(prepared)


ROUTES = [add_visitor_photo]
