"""What must not be forgotten on site: a list for each kind of job, which the organization keeps, and what of it was done at a visit.

A line that names a kind of photo is done by such a photo of the job. What is required is due with the last open visit of a job
(product.md, rule 131).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Boolean, ForeignKey, Index, Integer, Select, String, false, func, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Versioned, enum_column
from duskline.core.data.pointers import pointer
from duskline.core.data.session import Db
from duskline.core.system.errors import Invalid
from duskline.models.places.order import make_room
from duskline.models.records.details import JobKind
from duskline.models.records.service import PhotoKind, StoredPhoto

LONGEST = 120
MOST = 40
"""Of one kind of job: nobody ticks more."""
LISTED = "This is on the list already"
FULL = f"A list holds at most {MOST} lines. Please retire one first"


class ChecklistItem(Identified, Versioned, Audited, Base):
    """One line of the list of a kind of job."""

    __tablename__ = "checklist_items"
    __table_args__ = (Index(None, "kind", "place"),)
    audit_name = "checklist_item"

    kind: Mapped[JobKind] = enum_column("kind", JobKind)
    words: Mapped[str] = mapped_column(String(LONGEST))
    required: Mapped[bool] = mapped_column(Boolean, server_default=false(), default=False)
    photo: Mapped[PhotoKind | None] = enum_column("photo", PhotoKind, nullable=True)
    """Done by a photo of this kind, and by nothing else."""
    place: Mapped[int | None] = mapped_column(Integer)
    """From 1 on. None is retired: kept for what was done by it, and asked no more."""


class VisitCheck(Base):
    """Whether a line was done at a visit, and who said so last."""

    __tablename__ = "visit_checks"

    visit_id: Mapped[str] = mapped_column(
        ForeignKey("visits.id", ondelete="CASCADE"), primary_key=True, info=pointer()
    )
    item_id: Mapped[str] = mapped_column(ForeignKey("checklist_items.id"), primary_key=True)
    done: Mapped[bool] = mapped_column(Boolean)
    by_id: Mapped[str] = mapped_column(ForeignKey("users.id"))
    at: Mapped[datetime]


class ChecklistLine(msgspec.Struct, rename="camel"):
    """A line as it stands for one visit."""

    id: str
    words: str
    required: bool
    photo: PhotoKind | None
    """Done by a photo of this kind."""
    done: bool


def offered() -> Select[*tuple[Any, ...]]:
    """The lines of all kinds, in their order."""
    items = ChecklistItem
    lines = select(items.kind, items.id, items.words, items.required, items.photo)
    return lines.where(items.place.is_not(None)).order_by(items.kind, items.place)


def lines_of(
    items: Iterable[Sequence[Any]], kind: str, photos: Sequence[StoredPhoto] | None, done: Mapping[str, bool]
) -> list[ChecklistLine]:
    """What is asked at a visit to a job of that kind. Where photos cannot be taken (None), none is asked for."""
    taken = {photo.get("kind") for photo in photos or ()}
    return [
        ChecklistLine(id, words, required, photo, photo in taken if photo else done.get(id, False))
        for of, id, words, required, photo in items
        if of == kind and (photo is None or photos is not None)
    ]


def lacking(lines: Iterable[ChecklistLine]) -> list[str]:
    """What is required and not done, in words."""
    return [line.words for line in lines if line.required and not line.done]


async def add(db: Db, item: ChecklistItem) -> ChecklistItem:
    """One more at the end of its kind; raises Invalid where that says the same already, or is full."""
    await _require_unlike_others(db, item)
    item.place = await _count(db, item.kind) + 1
    if item.place > MOST:
        raise Invalid({"words": FULL})
    return db.store(item)


async def reword(db: Db, item: ChecklistItem, words: str) -> None:
    item.words = words
    await _require_unlike_others(db, item)


async def put(db: Db, item: ChecklistItem, place: int | None) -> None:
    """Puts it at a place, or at the end where there are fewer; with None it is retired. The others make room and close up."""
    count = await _count(db, item.kind)
    if place is not None:
        place = min(place, count + (item.place is None))
    if item.place is None and place is not None and count >= MOST:
        raise Invalid({"place": FULL})
    if place != item.place:
        await make_room(db, item, item.place, place, ChecklistItem.__table__.c.kind == item.kind)
        item.place = place


async def _count(db: Db, kind: JobKind) -> int:
    there = (ChecklistItem.kind == kind) & ChecklistItem.place.is_not(None)
    return await db.scalar(select(func.count()).select_from(ChecklistItem).where(there)) or 0


async def _require_unlike_others(db: Db, item: ChecklistItem) -> None:
    alike = (ChecklistItem.kind == item.kind) & (func.lower(ChecklistItem.words) == item.words.lower())
    others = select(ChecklistItem.id).where(
        alike, ChecklistItem.place.is_not(None), ChecklistItem.id.is_distinct_from(item.id)
    )
    if await db.scalar(others) is not None:
        raise Invalid({"words": LISTED})
