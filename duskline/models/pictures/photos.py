"""Photos: where their files lie, and which files no record names any more.

A photo is two files, `<stem>-1600.webp` and `<stem>-480.webp`. A gallery photo has a public address with the same
random token, a picture of somebody on the staff one for colleagues; what visitors send, drawings' pictures too, lies under an id of its own; a work order's photo lies under the order's id, so that no record can reach another's files.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Container, Iterable
from datetime import timedelta

from sqlalchemy import delete, select

from duskline.core.data.base import now
from duskline.core.data.database import Database
from duskline.core.data.session import Db, changing, reading
from duskline.core.media.images import Picture
from duskline.core.media.worker import LARGE, SMALL
from duskline.core.system.files import Files
from duskline.models.people.people import User
from duskline.models.pictures.drawings import Drawing
from duskline.models.records.service import DroppedPhoto, WorkOrder
from duskline.models.records.visitors import VisitorPhoto
from duskline.models.site.content import BlogPost, GallerySubmission
from duskline.models.site.posts import PostDraft
from duskline.models.site.site import SiteItem
from duskline.policy import CONSOLE

LEFT_ALONE_FOR = timedelta(hours=1)
"""Younger files may belong to an upload that is still under way."""
KEPT_FOR_WRITERS = timedelta(days=7)
"""A picture of a post or an item may wait so long for the form that it was chosen in to be saved."""
PUT_BACK_WITHIN = timedelta(days=1)
"""Until then a photo that was taken away from its order can be put back."""
BATCH = 200
PUBLIC = re.compile(r"/uploads/([0-9a-f]{32})\.webp")
FACE = re.compile(r"/api/panel/faces/([0-9a-f]{32})\.webp")
STORED = re.compile(
    r"((?:gallery|people)/[0-9a-f]{32}|work-orders/([^/]+)/[^/]+|visitors/([^/]+))-(?:1600|480)\.webp"
)


def new_address() -> str:
    """A public address that nobody can guess."""
    return f"/uploads/{secrets.token_hex(16)}.webp"


def gallery_stem(address: str) -> str | None:
    """Where the files of a gallery photo lie; None for a picture that is none of ours."""
    found = PUBLIC.fullmatch(address)
    return f"gallery/{found[1]}" if found else None


def new_face() -> str:
    """The address of a picture of somebody on the staff."""
    return f"/api/panel/faces/{secrets.token_hex(16)}.webp"


def face_stem(address: str) -> str | None:
    """Where the files of such a picture lie."""
    found = FACE.fullmatch(address)
    return f"people/{found[1]}" if found else None


def order_stem(order_id: str, photo_id: str) -> str:
    return f"work-orders/{order_id}/{photo_id}"


def visitor_stem(photo_id: str) -> str:
    return f"visitors/{photo_id}"


async def keep(files: Files, stem: str, picture: Picture) -> None:
    await files.put(file(stem, LARGE), picture.large)
    await files.put(file(stem, SMALL), picture.small)


def file(stem: str, edge: int) -> str:
    return f"{stem}-{edge}.webp"


async def dropped(db: Db, order_id: str, photo_id: str) -> DroppedPhoto | None:
    """The photo of that order, if it was taken away and can still be put back."""
    return await db.scalar(
        select(DroppedPhoto).where(
            DroppedPhoto.id == photo_id,
            DroppedPhoto.work_order_id == order_id,
            DroppedPhoto.dropped_at > now() - PUT_BACK_WITHIN,
        )
    )


async def lying(files: Files, stems: Iterable[str], ids: Container[str]) -> list[str]:
    """The files of these stems, and all that lie under one of these ids, whether a row still names them or not."""
    said = set(stems)
    found = ((each.name, STORED.fullmatch(each.name)) for each in await files.stored())
    return [name for name, m in found if m and (m[1] in said or m[2] in ids or m[3] in ids)]


def left_alone(name: str) -> timedelta:
    return KEPT_FOR_WRITERS if name.startswith("gallery/") else LEFT_ALONE_FOR


async def sweep(database: Database, files: Files, older_than: timedelta | None = None) -> int:
    """Deletes the files that no record names: crashed uploads, removed orders, and photos that were taken away
    and can no longer be put back. Says how many. `older_than`: instead of how long each kind is left alone.

    A batch at a time: a sweep that is cut off has done some of it, and the next one has less to do."""
    async with changing(database, CONSOLE) as db:
        await db.execute(delete(DroppedPhoto).where(DroppedPhoto.dropped_at <= now() - PUT_BACK_WITHIN))
        await db.commit()
    at = now()
    names = [
        stored.name
        for stored in await files.stored()
        if stored.changed_at <= at - (left_alone(stored.name) if older_than is None else older_than)
    ]
    deleted = 0
    for start in range(0, len(names), BATCH):
        some = names[start : start + BATCH]
        async with reading(database, CONSOLE) as db:
            claimed = await _claimed(db, some)
        orphans = [name for name in some if not (m := STORED.fullmatch(name)) or m[1] not in claimed]
        await files.delete(orphans)
        deleted += len(orphans)
    return deleted


async def _claimed(db: Db, names: Iterable[str]) -> set[str]:
    """The stems among a batch of names that a record holds on to."""
    matches = [match for name in names if (match := STORED.fullmatch(name))]
    addresses = sorted({f"/uploads/{m[1][8:]}.webp" for m in matches if m[1].startswith("gallery/")})
    faces = sorted({f"/api/panel/faces/{m[1][7:]}.webp" for m in matches if m[1].startswith("people/")})
    orders = sorted({m[2] for m in matches if m[2] is not None})
    claimed: set[str] = set()
    for column in (GallerySubmission.image_url, PostDraft.image, BlogPost.image, SiteItem.image):
        found = await db.scalars(select(column).where(column.in_(addresses)))
        claimed |= {gallery_stem(address or "") or "" for address in found}
    shown = await db.scalars(select(User.profile_image_url).where(User.profile_image_url.in_(faces)))
    claimed |= {face_stem(address or "") or "" for address in shown}
    held = select(WorkOrder.id, WorkOrder.images).where(WorkOrder.id.in_(orders))
    for id, photos in await db.execute(held):
        claimed |= {order_stem(id, photo["id"]) for photo in photos}
    away = select(DroppedPhoto.work_order_id, DroppedPhoto.id).where(DroppedPhoto.work_order_id.in_(orders))
    claimed |= {order_stem(id, photo_id) for id, photo_id in await db.execute(away)}
    sent = sorted({m[3] for m in matches if m[3] is not None})
    for column in (VisitorPhoto.id, Drawing.picture_id):
        claimed |= {visitor_stem(id or "") for id in await db.scalars(select(column).where(column.in_(sent)))}
    return claimed
