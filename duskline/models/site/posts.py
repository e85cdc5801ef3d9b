"""Posts while they are written. Staff keep drafts; publishing makes of one the post that visitors read.

A draft stays beside its post, so that a new wording waits until somebody publishes it.
"""

from __future__ import annotations

import re
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Index, String, Text, case, false, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column, now
from duskline.core.data.database import Database
from duskline.core.data.session import Db, changing, reading
from duskline.core.system.errors import Conflict, Invalid, Refusal
from duskline.core.values import bodies
from duskline.models.site.content import (
    NOT_ON_THIS_SITE,
    ON_THIS_SITE,
    BlogCategory,
    BlogPost,
    NewPost,
    content_changed,
)
from duskline.models.site.newsletters import begin_newsletter, call_off
from duskline.policy import CONSOLE

WORDS_A_MINUTE = 220
WRITTEN = ("title", "excerpt", "content", "author", "category", "image")
"""What somebody writes; all of it reaches visitors when it is published."""


TOLD = "Subscribers were told of this post already. Publish it without telling them again."
CHOOSE = {"category": "Choose a category", "image": "Choose a picture"}
"""What the rule of a field that was left empty means to the writer."""


class PostState(StrEnum):
    DRAFT = "draft"
    SCHEDULED = "scheduled"
    PUBLISHED = "published"


class PostDraft(Identified, Updated, Versioned, Audited, Base):
    """What staff write of a post; its id is that of the post."""

    __tablename__ = "post_drafts"
    __table_args__ = (Index(None, "created_at", "id"), Index(None, "image"), Index(None, "publish_at"))
    audit_name = "post"

    title: Mapped[str] = mapped_column(String(200))
    excerpt: Mapped[str | None] = mapped_column(Text)
    content: Mapped[str | None] = mapped_column(Text)
    author: Mapped[str | None] = mapped_column(String(200))
    category: Mapped[BlogCategory | None] = enum_column("category", BlogCategory)
    image: Mapped[str | None] = mapped_column(String(300))
    is_public: Mapped[bool] = mapped_column(default=False)
    published_at: Mapped[datetime | None]
    """When it was first published: the date of the post, also when it was taken back meanwhile."""
    changed: Mapped[bool] = mapped_column(default=False)
    """Whether visitors read another wording."""
    publish_at: Mapped[datetime | None]
    """When it, or its changes, are published by themselves."""
    tells: Mapped[bool] = mapped_column(server_default=false(), default=False)
    """Whether subscribers are told when that happens."""
    told_at: Mapped[datetime | None]
    """When they were told, or began to be: it happens once."""

    @property
    def state(self) -> PostState:
        if self.is_public:
            return PostState.PUBLISHED
        return PostState.SCHEDULED if self.publish_at else PostState.DRAFT


def state_of() -> Any:
    """`PostDraft.state` in a statement."""
    return case(
        (PostDraft.is_public, PostState.PUBLISHED),
        (PostDraft.publish_at.is_not(None), PostState.SCHEDULED),
        else_=PostState.DRAFT,
    )


async def write(db: Db, draft: PostDraft, words: dict[str, Any]) -> None:
    """Other words; visitors go on reading the former ones.

    Raises:
        Refusal: 400 where it is going to be published by itself and would lack something then.
    """
    draft.apply(words)
    if draft.publish_at:
        ready(draft)
    if post := await db.get(BlogPost, draft.id):
        draft.changed = any(getattr(draft, name) != getattr(post, name) for name in WRITTEN)


async def plan(db: Db, draft: PostDraft, at: datetime, *, tell: bool) -> None:
    """It is published by itself at a time to come; `tell`: subscribers hear of it then.

    Raises:
        Refusal: 400 with what it still lacks, 409 where subscribers know of it.
    """
    ready(draft)
    draft.apply({"publish_at": at, "tells": _once(draft, tell)})


async def publish(db: Db, draft: PostDraft, *, tell: bool = False) -> None:
    """Visitors read it as it is now; `tell`: subscribers hear of it in a moment.

    Raises:
        Refusal: 400 with what it still lacks, 409 where subscribers know of it.
    """
    words, since = ready(draft), draft.published_at or now()
    if post := await db.get(BlogPost, draft.id):
        post.apply(words.given())
    else:
        db.store(BlogPost(**words.given(), id=draft.id, created_at=since))
    if _once(draft, tell):
        await begin_newsletter(db, draft.id)
        draft.told_at = now()
    public = {"is_public": True, "published_at": since, "changed": False}
    draft.apply({**public, "publish_at": None, "tells": False})
    await content_changed(db)


def _once(draft: PostDraft, tell: bool) -> bool:
    if tell and draft.told_at:
        raise Conflict(TOLD)
    return tell


async def withdraw(db: Db, draft: PostDraft) -> None:
    """Visitors read it no more; the draft stays. A newsletter of which nothing has been written is called off."""
    draft.apply({"is_public": False, "changed": False, "publish_at": None, "tells": False})
    if draft.told_at and await call_off(db, draft.id):
        draft.told_at = None
    if post := await db.get(BlogPost, draft.id):
        await db.delete(post)
        await content_changed(db)


def ready(draft: PostDraft) -> NewPost:
    """The draft by the rules of posts (product.md, rule 103).

    Raises:
        Refusal: 400 with what it still lacks.
    """
    words = {name: getattr(draft, name) or "" for name in WRITTEN}
    if words["image"] and not re.fullmatch(ON_THIS_SITE, words["image"]):
        raise Refusal(400, f"It cannot be published yet. {NOT_ON_THIS_SITE}.", {"image": NOT_ON_THIS_SITE})
    try:
        return bodies.convert({**words, "readTime": read_time(words["content"])}, NewPost)
    except Invalid as fault:
        faults = fault.fields or {}
        sentences = [CHOOSE.get(name, said) if not words[name] else said for name, said in faults.items()]
        raise Refusal(400, f"It cannot be published yet. {'. '.join(sentences)}.", faults) from None


def read_time(content: str) -> str:
    return f"{max(1, round(len(content.split()) / WORDS_A_MINUTE))} min read"


async def publish_due(database: Database) -> None:
    """Publishes what was put off until now, each by itself.

    Raises:
        Refusal: at the end, for the last one that still lacks something.
    """
    due = PostDraft.publish_at <= now()
    async with reading(database, CONSOLE) as db:
        ids = list(await db.scalars(select(PostDraft.id).where(due)))
    refused: Refusal | None = None
    for id in ids:
        async with changing(database, CONSOLE) as db:
            draft = await db.scalar(select(PostDraft).where(PostDraft.id == id, due).with_for_update())
            if draft is None:
                continue
            try:
                await publish(db, draft, tell=draft.tells)
            except Refusal as lacks:
                refused = Refusal(400, f"{draft.title}: {lacks.sentence}")
            else:
                await db.commit()
    if refused:
        raise refused
