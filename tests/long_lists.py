"""A company with more photos and posts than a page carries: what `web/journeys/site-long-lists.spec.ts` scrolls through."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from duskline.core.data.base import now
from duskline.core.data.database import Database
from duskline.core.data.session import Db, changing
from duskline.models.site.content import APPROVED, BlogCategory, BlogPost, GalleryCategory, GallerySubmission
from duskline.policy import CONSOLE
from tests.servers import run, serving

PHOTOS, POSTS = 68, 30
"""Approved photos and posts, in all; every third photo is a holiday's, so that categories are of unlike length."""
PICTURE = "/img/barn-wedding-960.jpg"


def category_of(number: int) -> str:
    return "Holiday" if number % 3 == 0 else list(GalleryCategory)[number % 4]


def store_long_lists(db: Db) -> None:
    """Newest last; pending and rejected photos stand between the approved ones."""
    began = now() - timedelta(days=100)
    for number in range(PHOTOS + 2):
        db.store(
            GallerySubmission(
                id=f"long-{number:02}", name="Gus Guest", email="gus@guest.example", location=f"Street {number}",
                description=f"Photo number {number}", category=category_of(number), image_url=PICTURE,
                approved=APPROVED if number < PHOTOS else PHOTOS - number, created_at=began + timedelta(hours=number),
            )
        )  # fmt: skip
    for number in range(POSTS):
        db.store(
            BlogPost(
                id=f"long-{number:02}", title=f"Post number {number}", excerpt="What it says.", content="Words. " * 10,
                author="Gus Guest", category=list(BlogCategory)[number % 3], image=PICTURE, read_time="1 min read",
                created_at=began + timedelta(hours=number),
            )
        )  # fmt: skip


async def fill(url: str) -> None:
    database = Database(url.replace("sqlite:", "sqlite+aiosqlite:"))
    async with changing(database, CONSOLE) as db:
        store_long_lists(db)
        await db.commit()
    await database.close()


@contextmanager
def served_long_lists(folder: Path) -> Iterator[dict[str, str]]:
    """A server that holds them; gives what the journey must know."""
    folder.mkdir()
    settings = {"DATABASE_URL": f"sqlite:///{folder / 'long.db'}", "DATA_DIR": str(folder)}
    done = run("migrate", settings=settings)
    if done.returncode:
        raise SystemExit(done.stderr)
    asyncio.run(fill(settings["DATABASE_URL"]))
    with serving(settings=settings) as server:
        yield {"JOURNEY_LONG_URL": server.url}
