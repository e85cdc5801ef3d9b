"""Drawings of lights that visitors send with a request. Who may enter: the holder of the key of the browser that sent it.

The plan always comes, the picture only where the visitor agreed to that: judged, decoded apart, encoded again, private to
staff. One drawing for each reference: sent again it takes the place of the one before, until staff work with that one.
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
from duskline.core.system.errors import NotFound, Unavailable
from duskline.core.values.bodies import Body, Meta, ResponseModel
from duskline.limits import DRAWINGS, SECRETS_REFUSED
from duskline.models.pictures import photos
from duskline.models.pictures.drawings import keep_drawing
from duskline.models.pictures.roofline import PlanText, read_plan
from duskline.models.records.visitors import VisitorKey, by_key, open_by_key
from duskline.policy import ANYONE
from duskline.services import services


class DrawingForm(Body, kw_only=True):
    """The drawing as JSON, and the number of the request with the key that it was sent under."""

    plan: PlanText
    reference: Annotated[str, Meta(min_length=9, max_length=9, extra={"say": "Please send this again"})]
    key: VisitorKey


class Sent(ResponseModel):
    id: str


async def process(request: StrictRequest, data: DrawingForm, image: Upload | None) -> str | None:
    """The picture as files of ours; answers under which id they lie."""
    read_plan(data.plan.encode())
    claim, parts = (DRAWINGS, caller(request).address), services(request)
    await opened(request, await by_key(parts.database, data.reference, data.key), SECRETS_REFUSED, NotFound())
    await spend(parts.database, claim)  # and kept when the picture cannot be processed: trying is what costs
    if image is None:
        return None
    try:
        picture = await parts.images.processed(image)
    except Unavailable:
        await refund(parts.database, claim)
        raise
    picture_id = new_id()
    await photos.keep(parts.files, photos.visitor_stem(picture_id), picture)
    return picture_id


@change(
    post, "/api/drawings", may=ANYONE, form=images.ImageForm(DrawingForm, optional=True), body_limit=images.BODY_LIMIT,
    prepare=process, statuses=(404, 429),
)  # fmt: skip
async def send_drawing(db: Db, data: DrawingForm, prepared: str | None) -> Sent:
    """Keeps the drawing beside what was sent under the key, by whichever call that was sent."""
    reference = await open_by_key(db, data.reference, data.key)
    if reference is None:
        raise NotFound
    plan = read_plan(data.plan.encode())
    return Sent(await keep_drawing(db, reference.id, plan, prepared))


ROUTES = [send_drawing]
