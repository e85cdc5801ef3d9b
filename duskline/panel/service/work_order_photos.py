"""Photos of work orders, from the camera on site. Who may enter: whoever may edit, or see, the work order."""

from __future__ import annotations

from litestar import Response

from duskline.core.data.base import new_id, now
from duskline.core.data.session import Db, reading
from duskline.core.errors import Invalid, NotFound
from duskline.core.http.context import actor
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, delete, post, read
from duskline.core.media import images
from duskline.core.media.images import Small, Upload
from duskline.core.media.worker import LARGE, SMALL
from duskline.models import photos
from duskline.models.service import MOST_PHOTOS, DroppedPhoto, StoredPhoto, WorkOrder
from duskline.models.visits import require_hands_on
from duskline.panel.rows import WorkOrderRow
from duskline.policy import MANAGE_WORK_ORDERS, SEE_WORK_ORDERS
from duskline.services import services

PATH = "/api/panel/work-orders/{id:str}/photos"


async def process(request: StrictRequest, id: str, image: Upload) -> str:
    """The image as files of ours; answers the photo's id. Refused before the work where the order takes none."""
    parts = services(request)
    async with reading(parts.database, actor(request)) as before:
        await _require_space(before, await before.find(WorkOrder, id))
    picture = await parts.images.processed(image, staff=True)
    photo_id = new_id()
    await photos.keep(parts.files, photos.order_stem(id, photo_id), picture)
    return photo_id


@change(
    post, PATH, may=MANAGE_WORK_ORDERS, returns=WorkOrderRow, form=images.ImageForm(), body_limit=images.BODY_LIMIT,
    prepare=process,
)  # fmt: skip
async def add_photo(db: Db, id: str, prepared: str) -> WorkOrder:
    """Adds a photo; answers the work order, whose version it changes."""
    order = await db.find_for_update(WorkOrder, id)
    await _require_space(db, order)
    taken_at = now().isoformat().replace("+00:00", "Z")
    url = f"/api/panel/work-orders/{id}/photos/{prepared}"
    photo = StoredPhoto(id=prepared, url=url, takenAt=taken_at, by=db.actor.id)
    return order.apply({"images": [*order.images, photo]})


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
    await _require_space(db, order)
    await db.delete(dropped)
    return order.apply(
        {"images": [*order.images[: dropped.place], dropped.photo, *order.images[dropped.place :]]}
    )


async def _require_space(db: Db, order: WorkOrder) -> None:
    await require_hands_on(db, order)
    if len(order.images) >= MOST_PHOTOS:
        raise Invalid({"image": f"A work order holds at most {MOST_PHOTOS} photos"})


def _ids(order: WorkOrder) -> set[str]:
    return {photo["id"] for photo in order.images}


ROUTES = [add_photo, photo, drop_photo, restore_photo]
