"""Where a client's buildings stand, with what a crew must know there."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import ForeignKey, Index, Integer, String, Text, inspect, update
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned
from duskline.core.data.pointers import pointer
from duskline.core.data.search import Located
from duskline.core.data.session import ScopedSession
from duskline.models.records.about import Beside
from duskline.models.records.mergeable import Mergeable, Two
from duskline.models.records.sales import Client
from duskline.policy import Scoped


class Property(Beside, Mergeable, Identified, Located, Updated, Versioned, Audited, Scoped, Base):
    """A building of a client. The one at the client's own address has the client's id; a property manager has a dozen more."""

    __tablename__ = "properties"
    __table_args__ = (Index(None, "client_id", "created_at", "id"),)
    record = Client
    audit_name = "property"
    fields: ClassVar = {
        "branch_id": Two.KEEP, "client_id": Two.KEEP, "address": Two.KEEP, "name": Two.FILL, "feet": Two.FILL, "stories": Two.FILL,
        "access": Two.LINES, "hazards": Two.LINES,
    }  # fmt: skip

    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id"), index=True)
    client_id: Mapped[str] = mapped_column(
        ForeignKey("clients.id", ondelete="CASCADE"),
        info=pointer(counts="properties", unless=lambda own, _kept: own.id == own.client_id),
    )
    name: Mapped[str | None] = mapped_column(String(200))
    address: Mapped[str | None] = mapped_column(String(300))
    """None is the client's own address."""
    feet: Mapped[int | None] = mapped_column(Integer)
    stories: Mapped[int | None] = mapped_column(Integer)
    access: Mapped[str | None] = mapped_column(Text)
    """How one gets in: a gate's code, a key, a dog."""
    hazards: Mapped[str | None] = mapped_column(Text)
    """What can hurt a crew there, one a line."""

    @property
    def is_own(self) -> bool:
        return self.id == self.client_id

    @classmethod
    def beside(cls, record: Client) -> dict[str, Any]:
        return super().beside(record) | {"client_id": record.id, "branch_id": record.branch_id}


def move_properties(session: ScopedSession) -> None:
    """A client's properties lie in the client's branch."""
    for row in session.dirty:
        if isinstance(row, Client) and inspect(row).attrs.branch_id.history.has_changes():
            theirs = Property.__table__.c.client_id == row.id
            moved = update(Property.__table__).where(theirs).values(branch_id=row.branch_id)
            session.connection().execute(moved)
