"""Photos of work orders, from the camera on site. Who may enter: those who may edit, or see, the work order."""

from __future__ import annotations

from datetime import UTC
from typing import cast

from litestar import Response

from duskline.core.data.base import new_id, now
from duskline.core.data.session import Db, reading
from duskline.core.http.context import actor
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, delete, patch, post, read
from duskline.core.media import images
from duskline.core.media.images import Small, Upload
from duskline.core.media.worker import LARGE, SMALL
from duskline.core.system.errors import Invalid, NotFound
from duskline.core.values.bodies import UNSET, Body, Moment, PhotoCaption, UnsetType
from duskline.core.values.wall_clock import believed
from duskline.models.pictures import photos
from duskline.models.records.service import MOST_PHOTOS, DroppedPhoto, PhotoKind, StoredPhoto, WorkOrder
from duskline.models.records.visits import require_hands_on, require_was_there
from duskline.panel.rows import WorkOrderRow
from duskline.policy import MANAGE_WORK_ORDERS, SEE_WORK_ORDERS
from duskline.services import services

PATH = "/api/panel/work-orders/{id:str}/photos"


class SitePhotoForm(Body):
    """What is said of a photo beside its image."""

    kind: PhotoKind | None = None
    caption: PhotoCaption | None = None
    taken_at: Moment | None = None
    """By the clock of the phone, which may have kept the photo until there was a network."""


class SitePhotoEdit(Body):
    kind: PhotoKind | UnsetType | None = UNSET
    caption: PhotoCaption | UnsetType | None = UNSET


async def process(request: StrictRequest, id: str, image: Upload) -> str:
    """The image as files of ours; answers the photo's id. Refused before the work where the order takes none."""
    parts = services(request)
    async with reading(parts.database, actor(request)) as before:
        order = await before.find(WorkOrder, id)
        await require_was_there(before, order)
        _require_space(order)
    picture = await parts.images.processed(image, staff=True)
    photo_id = new_id()
    await photos.keep(parts.files, photos.order_stem(id, photo_id), picture)
    return photo_id


@change(
    post, PATH, may=MANAGE_WORK_ORDERS, returns=WorkOrderRow, form=images.ImageForm(SitePhotoForm),
    body_limit=images.BODY_LIMIT, prepare=process,
)  # fmt: skip
async def add_photo(db: Db, id: str, data: SitePhotoForm, prepared: str) -> WorkOrder:
    """Adds a photo; answers the work order, whose version it changes."""
    order = await db.find_for_update(WorkOrder, id)
    await require_was_there(db, order)
    _require_space(order)
    taken_at = believed(data.taken_at, now()).astimezone(UTC).isoformat().replace("+00:00", "Z")
    url = f"/api/panel/work-orders/{id}/photos/{prepared}"
    photo = StoredPhoto(id=prepared, url=url, takenAt=taken_at, by=db.actor.id)
    return order.apply({"images": [*order.images, _said(photo, data)]})


@change(patch, PATH + "/{photo_id:str}", may=MANAGE_WORK_ORDERS, returns=WorkOrderRow)
async def edit_photo(db: Db, id: str, photo_id: str, data: SitePhotoEdit) -> WorkOrder:
    """Says otherwise what a photo shows; answers the work order."""
    order = await db.find_for_update(WorkOrder, id)
    await require_hands_on(db, order)
    if photo_id not in _ids(order):
        raise NotFound
    changed = [_said(photo, data) if photo["id"] == photo_id else photo for photo in order.images]
    return order.apply({"images": changed})


@read(PATH + "/{photo_id:str}", may=SEE_WORK_ORDERS, media_type=images.WEBP)
async def photo(
    db: Db, request: StrictRequest, id: str, photo_id: str, small: Small = False
) -> Response[bytes]:
    """One photo of a work order in scope."""
    order = await db.find(WorkOrder, id)
    if photo_id not in _ids(order):
        raise NotFound
    name = photos.file(photos.order_stem(id, photo_id), SMALL if small else LARGE)
    content = await services(request).files.get(name)
    if content is None:
        raise NotFound
    return Response(content, media_type=images.WEBP)


@change(delete, PATH + "/{photo_id:str}", may=MANAGE_WORK_ORDERS, returns=WorkOrderRow, status=200)
async def drop_photo(db: Db, id: str, photo_id: str) -> WorkOrder:
    """Takes a photo away; it can be put back until its files go with a later sweep."""
    order = await db.find_for_update(WorkOrder, id)
    await require_hands_on(db, order)
    for place, photo in enumerate(order.images):
        if photo["id"] == photo_id:
            db.store(DroppedPhoto(id=photo_id, work_order_id=id, photo=photo, place=place))
            return order.apply({"images": order.images[:place] + order.images[place + 1 :]})
    raise NotFound


@change(post, PATH + "/{photo_id:str}/restore", may=MANAGE_WORK_ORDERS, returns=WorkOrderRow, status=200)
async def restore_photo(db: Db, id: str, photo_id: str) -> WorkOrder:
    """Puts a photo back where it stood; one that is there already stays."""
    order = await db.find_for_update(WorkOrder, id)
    await require_hands_on(db, order)
    if photo_id in _ids(order):
        return order
    dropped = await photos.dropped(db, id, photo_id)
    if dropped is None:
        raise NotFound
    _require_space(order)
    await db.delete(dropped)
    return order.apply(
        {"images": [*order.images[: dropped.place], dropped.photo, *order.images[dropped.place :]]}
    )


def _require_space(order: WorkOrder) -> None:
    if len(order.images) >= MOST_PHOTOS:
        raise Invalid({"image": f"A work order holds at most {MOST_PHOTOS} photos"})


def _said(photo: StoredPhoto, data: SitePhotoForm | SitePhotoEdit) -> StoredPhoto:
    """The photo with what is said of it now; what is taken back is not kept."""
    said = {name: value for name, value in data.given().items() if name in ("kind", "caption")}
    kept = {name: value for name, value in {**photo, **said}.items() if value is not None}
    return cast(StoredPhoto, kept)


def _ids(order: WorkOrder) -> set[str]:
    return {photo["id"] for photo in order.images}


ROUTES = [add_photo, photo, edit_photo, drop_photo, restore_photo]
