"""One record made of another, once: a client of a lead, a first job, a return visit, a ticket of a message; and a lead
detached from a client again.

A conversion is found again by what it was made of, so that a repeat gets the first answer; it can be undone for a
while by the person who made it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, ColumnElement, ForeignKey, Index, Integer, String, select, text, update
from sqlalchemy.orm import Mapped, aliased, mapped_column

from duskline.core.data.base import Base, Identified, enum_column, now
from duskline.core.data.pointers import pointer
from duskline.core.data.session import Db, ScopedSession
from duskline.core.system.errors import Conflict, Forbidden
from duskline.models.records.about import RECORDS, Subject
from duskline.policy import Actor, Scoped

UNDONE_WITHIN = timedelta(minutes=10)
ASKED_APART = "What was made of a record hangs on it while it stands (`undoing`)."
MERGED = ("leads", "clients")
FORGOTTEN = {"erased": True}
"""An erasure stores this in place of the values that Undo would put back."""
ERASED_SINCE = "The person has been erased since, so this cannot be undone any more."
NAMES_THE_TWO: dict[str, Any] = {
    "follows": False,
    "hangs": False,
    "why": "It says which two were merged, and in which order they are parted; it hangs while it stands (`undoing`).",
}


OF_THESE_TWO: dict[str, Any] = {
    "follows": False,
    "hangs": False,
    "why": "It was said of these two; of the one that knows more by a merge it is asked again.",
}


class ConversionKind(StrEnum):
    CLIENT = "client"
    """Of a lead: a new client, or one that was there."""
    FIRST_JOB = "first_job"
    """Of a lead that has a client."""
    DETACHMENT = "detachment"
    """Of a lead that was the wrong client's, from that client; a lead may need another."""
    RETURN_VISIT = "return_visit"
    """Of a ticket."""
    LEAD = "lead"
    TICKET = "ticket"
    ATTACHMENT = "attachment"
    """Of a message, these three; the last only says whose it is."""


class Conversion(Identified, Scoped, Base):
    __tablename__ = "conversions"
    __table_args__ = (
        Index(
            "uq_conversions_standing", "kind", "from_id", "round", unique=True,
            sqlite_where=text("undone_at IS NULL"), postgresql_where=text("undone_at IS NULL"),
        ),
        Index(None, "from_id"),
        Index(None, "to_id"),
    )  # fmt: skip

    branch_id: Mapped[str | None] = mapped_column(ForeignKey("branches.id"))
    kind: Mapped[ConversionKind] = enum_column("kind", ConversionKind)
    from_id: Mapped[str] = mapped_column(
        String(36),
        info=pointer(
            at=(*RECORDS, "contact_submissions"), unless=lambda _, kept: _made_of(kept), hangs=False, why=ASKED_APART
        ),
    )  # fmt: skip
    to_id: Mapped[str] = mapped_column(String(36), info=pointer(at=RECORDS, hangs=False, why=ASKED_APART))
    round: Mapped[int] = mapped_column(Integer, default=0)
    """A ticket may need another return visit when the first is done."""
    made_new: Mapped[bool] = mapped_column(default=True)
    """Whether `to_id` was made by it; an existing client was only linked."""
    before: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    """What undoing it puts back."""
    by_id: Mapped[str] = mapped_column(ForeignKey("users.id"))
    undone_at: Mapped[datetime | None]

    def require_undoable(self, actor: Actor) -> None:
        """Raises Forbidden to everybody but its maker, and Conflict when it is too late."""
        if self.by_id != actor.id:
            raise Forbidden("Only the person who did this can undo it.")
        if self.undone_at is not None:
            raise Conflict("This has been undone already.")
        if now() - self.created_at > UNDONE_WITHIN:
            raise Conflict("This could be undone for ten minutes. They have passed.")


def _made_of(id: str) -> ColumnElement[bool]:
    """Whether a conversion stands that made the same of another record: each of two leads of one client has made its own."""
    other = aliased(Conversion)
    same = (other.kind == Conversion.kind, other.round == Conversion.round, other.undone_at.is_(None))
    return select(other.id).where(other.from_id == id, *same).correlate(Conversion).exists()


def end_conversions(session: ScopedSession) -> None:
    """A conversion does not outlive what was made: the record that it was made of may become something again."""
    conversions = Conversion.__table__
    for row in session.deleted:
        if isinstance(row, Subject):
            ended = (conversions.c.to_id == row.id) & conversions.c.undone_at.is_(None)
            session.connection().execute(update(conversions).where(ended).values(undone_at=now()))


async def standing(db: Db, kind: ConversionKind, from_id: str, round: int = 0) -> Conversion | None:
    """What was made of a record, if it was and stands. The caller holds the record's row, so that nobody makes it meanwhile."""
    found: Conversion | None = await db.scalar(
        select(Conversion).where(
            Conversion.kind == kind,
            Conversion.from_id == from_id,
            Conversion.round == round,
            Conversion.undone_at.is_(None),
        )
    )
    return found


async def keep(
    db: Db,
    kind: ConversionKind,
    from_id: str,
    made: Subject,
    *,
    made_new: bool = True,
    before: dict[str, Any] | None = None,
    round: int = 0,
) -> Conversion:
    """The conversion, written after everything that belongs to it: what is younger has been added since."""
    await db.flush()
    conversion = db.store(
        Conversion(
            branch_id=made.branch_id, kind=kind, from_id=from_id, to_id=made.id, round=round, made_new=made_new,
            before=before or {}, by_id=db.actor.id,
        )
    )  # fmt: skip
    await db.flush()
    return conversion


class Merge(Identified, Scoped, Base):
    """Two leads or two clients that turned out to be one."""

    __tablename__ = "merges"
    __table_args__ = (Index(None, "kept_id"), Index(None, "gone_id"))

    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id"))
    kind: Mapped[str] = mapped_column(String(40))
    kept_id: Mapped[str] = mapped_column(String(36), info=pointer(at=MERGED, **NAMES_THE_TWO))
    gone_id: Mapped[str] = mapped_column(String(36), info=pointer(at=MERGED, **NAMES_THE_TWO))
    gone: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The row that went, by column."""
    moved: Mapped[dict[str, list[str]]] = mapped_column(JSON)
    """Which rows changed hands, by table and column."""
    before: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What the row that stayed had in the fields that it took over."""
    by_id: Mapped[str] = mapped_column(ForeignKey("users.id"))
    began_at: Mapped[datetime] = mapped_column(default=now)
    """Before its first change; `created_at` is after its last."""
    undone_at: Mapped[datetime | None]

    @property
    def rows(self) -> frozenset[str]:
        """The ids of all rows that it touched."""
        moved = {id for ids in self.moved.values() for id in ids}
        left = {row["id"] for rows in self.gone.get("left", {}).values() for row in rows}
        made = {self.gone["made_property"]} if "made_property" in self.gone else set()
        return frozenset({self.kept_id, self.gone_id, *moved, *left, *made, *self.gone.get("written", ())})


class DismissedMatch(Base):
    """Two records that somebody said are not the same."""

    __tablename__ = "duplicates_dismissed"

    one_id: Mapped[str] = mapped_column(String(36), primary_key=True, info=pointer(at=MERGED, **OF_THESE_TWO))
    """The smaller id of the two."""
    other_id: Mapped[str] = mapped_column(
        String(36), primary_key=True, index=True, info=pointer(at=MERGED, **OF_THESE_TWO)
    )
    by_id: Mapped[str] = mapped_column(ForeignKey("users.id"))
    created_at: Mapped[datetime] = mapped_column(default=now)
