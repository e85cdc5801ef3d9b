"""What the built pages show of the database: every post, and the newest approved photos."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select

from duskline.access import WEBSITE
from duskline.core.db import Database
from duskline.core.door import shape
from duskline.core.wire import Answer
from duskline.models.content import APPROVED, BlogPost, ContentVersion, GallerySubmission
from duskline.public.rows import GalleryItem, Post

MOST_POSTS = 200
MOST_PHOTOS = 48


async def content_version(database: Database) -> int:
    async with database.reading(WEBSITE) as db:
        return await db.scalar(select(ContentVersion.number)) or 0


async def content(database: Database) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Posts (with their content) and photos as they travel on the wire, newest first."""
    async with database.reading(WEBSITE) as db:
        posts = await db.scalars(_newest(BlogPost).limit(MOST_POSTS))
        shown = _newest(GallerySubmission).where(GallerySubmission.approved == APPROVED)
        photos = await db.scalars(shown.limit(MOST_PHOTOS))
        return [_wire(row, Post) for row in posts], [_wire(row, GalleryItem) for row in photos]


def _newest(entity: Any) -> Any:
    return select(entity).order_by(entity.created_at.desc(), entity.id.desc())


def _wire(row: Any, answer: type[Answer]) -> dict[str, Any]:
    wired: dict[str, Any] = msgspec.to_builtins(shape(row, answer))
    return wired
