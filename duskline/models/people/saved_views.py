"""How a person looks at a list: the views that they saved, and whether they see cards or a table, with which columns.

A view is what the address of a list says (filters, order, columns), under a name. It is one person's; a colleague who is sent its address
sees their own rows by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from sqlalchemy import JSON, Boolean, ForeignKey, Index, String, select
from sqlalchemy.orm import Mapped, mapped_column, validates

from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column
from duskline.core.data.session import Db
from duskline.core.data.upsert import insert_into
from duskline.core.system.errors import Changed, Conflict, Invalid, NotFound
from duskline.core.values.texts import normalized

Names = list[str]
LOCK = "saved-views"
MOST = 30
"""Views of one list that a person keeps."""
TOO_MANY = f"You have {MOST} views of this list. Please delete one first."
TAKEN = "You have a view of this name"
LONGEST_NAME, LONGEST_QUERY = 60, 2_000


class ListName(StrEnum):
    """A list that can be looked at in several ways."""

    LEADS = "leads"
    CLIENTS = "clients"
    WORK_ORDERS = "work_orders"
    TICKETS = "tickets"
    USERS = "users"


class Layout(StrEnum):
    CARDS = "cards"
    TABLE = "table"


class SavedView(Identified, Updated, Versioned, Base):
    __tablename__ = "saved_views"
    __table_args__ = (Index("ix_saved_views_by_name", "user_id", "list", "name_key", unique=True),)

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    list: Mapped[ListName] = enum_column("list", ListName)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    name_key: Mapped[str] = mapped_column(String(LONGEST_NAME * 3))
    """What makes two names the same."""
    query: Mapped[str] = mapped_column(String(LONGEST_QUERY))
    """What the address says after its question mark."""
    opens: Mapped[bool] = mapped_column(Boolean)
    """Whether the list begins with it, where the address says nothing."""

    @validates("name")
    def _keep_key(self, _name: str, name: str) -> str:
        self.name_key = normalized(name)[: LONGEST_NAME * 3]  # one sign may stand for many letters
        return name


class ListLook(Base):
    """How a person sees a list where the address does not say."""

    __tablename__ = "list_looks"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    list: Mapped[ListName] = enum_column("list", ListName, primary_key=True)
    layout: Mapped[Layout | None] = enum_column("layout", Layout, nullable=True)
    columns: Mapped[Names | None] = mapped_column(JSON(none_as_null=True))
    """By their names in the interface, in their order; None are those that everybody begins with."""


async def views_of(db: Db) -> Sequence[SavedView]:
    """One's own, by name."""
    mine = select(SavedView).where(SavedView.user_id == db.actor.id)
    return (await db.scalars(mine.order_by(SavedView.name_key, SavedView.id))).all()


async def looks_of(db: Db) -> Sequence[ListLook]:
    """One's own, of the lists that one sees otherwise than everybody begins with."""
    return (await db.scalars(select(ListLook).where(ListLook.user_id == db.actor.id))).all()


async def save(db: Db, view: SavedView) -> SavedView:
    """A new view, or one that was given other words.

    Raises:
        Invalid: another has this name.
        Conflict: there are too many.
    """
    db.require_lock(LOCK)
    others = [one for one in await views_of(db) if one.list == view.list and one is not view]
    if any(one.name_key == view.name_key for one in others):
        raise Invalid({"name": TAKEN})
    if len(others) >= MOST:
        raise Conflict(TOO_MANY)
    if view.opens:
        for one in others:
            one.apply({"opens": False})
    return db.store(view)


async def own_view(db: Db, id: str) -> SavedView:
    """Raises NotFound where it is not one's own, Changed where somebody, oneself elsewhere perhaps, was first."""
    mine = (SavedView.id == id) & (SavedView.user_id == db.actor.id)
    view: SavedView | None = await db.scalar(select(SavedView).where(mine).with_for_update())
    if view is None:
        raise NotFound
    if db.expects not in (None, view.version):
        raise Changed
    return view


async def keep_look(db: Db, **fields: object) -> None:
    """Of the named `list`; what else is left out stays."""
    new = insert_into(ListLook.__table__, db.database.dialect.name).values(user_id=db.actor.id, **fields)
    await db.execute(new.on_conflict_do_update(index_elements=["user_id", "list"], set_=fields))
