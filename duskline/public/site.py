"""What the built pages show of the database: posts and approved photos, newest first, and how many there are in all."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import func, select

from duskline.core.data.database import Database
from duskline.core.data.faults import is_busy_or_away
from duskline.core.data.session import Db, reading
from duskline.core.errors import Unavailable
from duskline.core.http.bodies import ResponseModel
from duskline.core.http.routing import shape
from duskline.core.pages.serving import MOST_ROWS, Content
from duskline.models.content import APPROVED, BlogPost, ContentVersion, GallerySubmission
from duskline.policy import WEBSITE
from duskline.public.rows import GalleryItem, OpenPost

MOST_POSTS = 200
MOST_PHOTOS = MOST_ROWS
"""Photos stand on pages alone, and a page carries no more; posts are in the feed too. An older post is read when its page is
asked for."""


async def content_version(database: Database) -> int:
    async with reading(database, WEBSITE) as db:
        return await db.scalar(select(ContentVersion.number)) or 0


async def content(database: Database) -> Content:
    """Posts (with their content) and photos as the API sends them, and the number of each by category."""
    approved = GallerySubmission.approved == APPROVED
    async with reading(database, WEBSITE) as db:
        posts = await db.scalars(_newest(BlogPost).limit(MOST_POSTS))
        photos = await db.scalars(_newest(GallerySubmission).where(approved).limit(MOST_PHOTOS))
        counts = {
            "posts": await _by_category(db, BlogPost.category),
            "gallery": await _by_category(db, GallerySubmission.category, approved),
        }
        return (
            [_as_sent(row, OpenPost) for row in posts],
            [_as_sent(row, GalleryItem) for row in photos],
            counts,
        )


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
