"""What the built pages show of the database: posts, newest first, approved photos in their order, how many there are in all,
and the sections that the company fills."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import func, select

from duskline.core.data.database import Database
from duskline.core.data.faults import is_busy_or_away
from duskline.core.data.session import Db, reading
from duskline.core.http.routing import shape
from duskline.core.pages.serving import MOST_ROWS, Content, Sections
from duskline.core.system.errors import Unavailable
from duskline.core.values.bodies import ResponseModel
from duskline.models.site.content import APPROVED, BlogPost, ContentVersion, GallerySubmission
from duskline.models.site.site import SectionName, SiteItem, on_pages, with_facts
from duskline.policy import WEBSITE
from duskline.public.rows import Detail, GalleryPhoto, OpenPost, ShownItem

MOST_POSTS = 200
RENDERED = "/img/"
"""Where the pictures lie that came with the product, all of them made by a computer."""
MOST_PHOTOS = MOST_ROWS
"""Photos stand on pages alone, and a page carries no more; posts are in the feed too. An older post is read when its page is
asked for."""


async def content_version(database: Database) -> int:
    async with reading(database, WEBSITE) as db:
        return await db.scalar(select(ContentVersion.number)) or 0


async def content(database: Database, facts: Mapping[str, Any]) -> Content:
    """Posts (with their content) and photos as the API sends them, the number of each by category, and the sections."""
    approved = GallerySubmission.approved == APPROVED
    async with reading(database, WEBSITE) as db:
        posts = await db.scalars(_newest(BlogPost).limit(MOST_POSTS))
        in_order = select(GallerySubmission).order_by(GallerySubmission.place, GallerySubmission.id.desc())
        photos = await db.scalars(in_order.where(approved).limit(MOST_PHOTOS))
        counts = {
            "posts": await _by_category(db, BlogPost.category),
            "gallery": await _by_category(db, GallerySubmission.category, approved),
        }
        return Content(
            [_as_sent(row, OpenPost) for row in posts],
            [_as_sent(row, GalleryPhoto) for row in photos],
            counts,
            await _sections(db, facts),
        )


async def _sections(db: Db, facts: Mapping[str, Any]) -> Sections:
    """What stands in each section, in its order: nothing where it is hidden, and no sample where it has own items alone."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in SectionName}
    for item in await db.scalars(on_pages().order_by(SiteItem.place, SiteItem.id)):
        found[item.section].append(_item(item, facts))
    return found


def _item(item: SiteItem, facts: Mapping[str, Any]) -> dict[str, Any]:
    """An item as pages show it, under a short id of its own."""
    title, note, text, alt = (
        with_facts(words, facts) for words in (item.title, item.note, item.text, item.image_alt)
    )
    details = [
        Detail(**{name: with_facts(words, facts) or "" for name, words in each.items()})
        for each in item.details
    ]
    shown = ShownItem(
        item.anchor or item.id[-8:], title or "", note, text, item.rating,
        details, item.image, alt,
        (item.image or "").startswith(RENDERED), item.sample,
    )  # fmt: skip
    sent: dict[str, Any] = msgspec.to_builtins(shown)
    return sent


async def post(database: Database, id: str) -> dict[str, Any] | None:
    """One post as the API sends it, however old it is.

    Raises:
        Unavailable: the database is busy or away.
    """
    try:
        async with reading(database, WEBSITE) as db:
            row = await db.scalar(select(BlogPost).where(BlogPost.id == id))
    except Exception as fault:
        if is_busy_or_away(fault):
            raise Unavailable from fault
        raise
    return _as_sent(row, OpenPost) if row else None


async def _by_category(db: Db, category: Any, *where: Any) -> dict[str, int]:
    found = await db.execute(select(category, func.count()).where(*where).group_by(category))
    return {row[0]: row[1] for row in found}


def _newest(entity: Any) -> Any:
    return select(entity).order_by(entity.created_at.desc(), entity.id.desc())


def _as_sent(row: Any, model: type[ResponseModel]) -> dict[str, Any]:
    sent: dict[str, Any] = msgspec.to_builtins(shape(row, model))
    return sent
