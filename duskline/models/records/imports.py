"""Imports: a file of leads, clients or users on its way into the tables.

The rows of the file wait here, with what each lacks and whom it may be about, until somebody starts the import. What is slow is
done by a worker, under a lease and a slice at a time, and how far it came stands in the same transaction: a worker that takes it over
after a crash goes on behind the last slice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    delete,
    false,
    func,
    or_,
    select,
    text,
    tuple_,
)
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, Updated, enum_column, new_id, now
from duskline.core.data.database import Database
from duskline.core.data.leases import Leased
from duskline.core.data.personal import Traces
from duskline.core.data.pointers import pointer
from duskline.core.data.session import Db
from duskline.core.data.unfinished import batch_id, place_of
from duskline.core.system.errors import NotFound
from duskline.core.values.contacts import bare_email
from duskline.policy import MANAGE_LEADS, MANAGE_USERS, May

UNDOABLE = timedelta(days=30)
"""How long an import can be undone, and its rows are kept."""
UNSTARTED = timedelta(days=7)
"""How long one waits that nobody started."""
SWEPT = 500


class ImportKind(StrEnum):
    """What is imported."""

    LEADS = "leads"
    CLIENTS = "clients"
    USERS = "users"


MAY_IMPORT: Mapping[ImportKind, May] = {
    ImportKind.LEADS: MANAGE_LEADS,
    ImportKind.CLIENTS: MANAGE_LEADS,
    ImportKind.USERS: MANAGE_USERS,
}
"""Those who make such records one by one."""


class ImportState(StrEnum):
    READING = "reading"
    MATCHING = "matching"
    CHECKING = "checking"
    REVIEW = "review"
    CREATING = "creating"
    FILLING = "filling"
    SHOWING = "showing"
    """All records are seen; what they change about counts and figures is added, some at a time."""
    REMOVING = "removing"
    INVITING = "inviting"
    DONE = "done"
    UNDOING = "undoing"
    UNDONE = "undone"
    DISCARDED = "discarded"


WORKED = (
    ImportState.CHECKING,
    ImportState.CREATING,
    ImportState.FILLING,
    ImportState.SHOWING,
    ImportState.REMOVING,
    ImportState.INVITING,
    ImportState.UNDOING,
)
"""In which nobody but a worker has something to do."""


class Standing(StrEnum):
    """What is known of a row."""

    UNCHECKED = "unchecked"
    READY = "ready"
    FAULTY = "faulty"
    DUPLICATE = "duplicate"


class Choice(StrEnum):
    """What becomes of a row."""

    CREATE = "create"
    FILL = "fill"
    """The blanks of the record that it is about."""
    SKIP = "skip"


class Import(Leased, Updated, Base):
    """Its id is that of a batch: the ids of all records that it makes begin so (`core/data/unfinished.py`)."""

    __tablename__ = "imports"
    __table_args__ = (Index(None, "user_id", "id"), Index(None, "state", "due"))

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=batch_id)
    created_at: Mapped[datetime] = mapped_column(default=now)
    due: Mapped[datetime] = mapped_column(default=now)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id"))
    kind: Mapped[ImportKind] = enum_column("kind", ImportKind)
    state: Mapped[ImportState] = enum_column("state", ImportState, default=ImportState.READING)
    file: Mapped[str] = mapped_column(String(200))
    encoding: Mapped[str | None] = mapped_column(String(40))
    separator: Mapped[str | None] = mapped_column(String(1))
    sheet: Mapped[str | None] = mapped_column(String(200))
    heading_row: Mapped[int] = mapped_column(Integer, default=0, server_default=text("0"))
    """The number of the row of headings in the file; 0 where it has none."""
    columns: Mapped[list[str]] = mapped_column(JSON, default=list)
    """What the columns of the file are called."""
    matching: Mapped[list[str | None]] = mapped_column(JSON, default=list)
    """What each column is; None where it is left out."""
    defaults: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """Field -> what a row has there that says nothing."""
    invites: Mapped[bool] = mapped_column(server_default=false(), default=False)
    """Whether people who are imported are invited by mail."""
    total: Mapped[int] = mapped_column(Integer, default=0)
    """Rows that the work under way is about."""
    done: Mapped[int] = mapped_column(Integer, default=0)
    """How many of them are done."""
    at: Mapped[int] = mapped_column(Integer, default=0)
    """The number of the last one."""
    created: Mapped[int] = mapped_column(Integer, default=0)
    filled: Mapped[int] = mapped_column(Integer, default=0)
    kept: Mapped[int] = mapped_column(Integer, default=0)
    """Records that undoing left as they are."""
    tries: Mapped[int] = mapped_column(Integer, default=0)
    """How often somebody has taken it up since it last got on."""
    fault: Mapped[str | None] = mapped_column(String(600))
    """Why it came to an end the last time."""
    unsettled: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    """Column, key and number: the rows behind this one with this key are still to be compared with earlier ones, after a correction."""
    started_at: Mapped[datetime | None]
    """When its records were asked for: all of them are as old."""
    finished_at: Mapped[datetime | None]

    def go(self, state: ImportState, total: int = 0) -> None:
        """To another state, from its first row on, in nobody's hands."""
        self.apply(
            {
                "state": state, "total": total, "done": 0, "at": 0, "due": now(), "lease": None, "tries": 0, "unsettled": None,
            }
        )  # fmt: skip

    def end(self, why: str | None = None) -> None:
        """Ends the work that is under way; of records that were being made none stays."""
        match self.state:
            case ImportState.CHECKING:
                self.go(ImportState.MATCHING)
            case ImportState.CREATING | ImportState.FILLING:
                self.go(ImportState.REMOVING, self.created + self.filled)
            case ImportState.UNDOING | ImportState.INVITING:
                self.go(ImportState.DONE)
        self.fault = why and why[:600]


class ImportRow(Base):
    """A row of the file that is not empty, until its person is erased; by an id of its own, so that an erasure blanks one person's alone."""

    __tablename__ = "import_rows"
    __table_args__ = (
        UniqueConstraint("import_id", "number"),
        Index("ix_import_rows_standing", "import_id", "standing", "number"),
        *(
            Index(f"ix_import_rows_{key}", "import_id", key, "number")
            for key in ("email_key", "phone_key", "place_key")
        ),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    import_id: Mapped[str] = mapped_column(ForeignKey("imports.id", ondelete="CASCADE"))
    number: Mapped[int] = mapped_column(Integer)
    """In the file."""
    cells: Mapped[list[str]] = mapped_column(JSON)
    edits: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True))
    """Field -> what somebody typed instead."""
    standing: Mapped[Standing] = enum_column("standing", Standing, default=Standing.UNCHECKED)
    choice: Mapped[Choice] = enum_column("choice", Choice, default=Choice.CREATE)
    faults: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True))
    matches: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    """Records that it may be about."""
    subject: Mapped[str | None] = mapped_column(
        String(36),
        info=pointer(
            at=("leads", "clients"), follows=False, hangs=False, person=False,
            why="A row says which record it was compared with; by its keys, and by what it makes or fills, it is known whom it is about.",
        ),
    )  # fmt: skip
    """The one of them whose blanks it can fill."""
    twin: Mapped[int | None] = mapped_column(Integer)
    """The first row that may be about the same person."""
    email_key: Mapped[str | None] = mapped_column(String(254))
    phone_key: Mapped[str | None] = mapped_column(String(40))
    place_key: Mapped[str | None] = mapped_column(String(200))
    filled: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """What was written into the blanks of a record."""
    kept: Mapped[str | None] = mapped_column(Text)
    """Why undoing left its record as it is."""


class ImportMatching(Base):
    """How somebody matched columns that were called so, for the next time."""

    __tablename__ = "import_matchings"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    kind: Mapped[ImportKind] = enum_column("kind", ImportKind, primary_key=True)
    headings: Mapped[str] = mapped_column(String(64), primary_key=True)
    """SHA-256 of what they are called."""
    matching: Mapped[list[str | None]] = mapped_column(JSON)
    defaults: Mapped[dict[str, str]] = mapped_column(JSON)


REACHED = frozenset({"email", "phone"})
"""Fields that hold an address or number, and no words."""


def rows_of_records(ids: Sequence[str]) -> ColumnElement[bool]:
    """The rows of which records of these ids were made, and those that fill one."""
    fills = (ImportRow.choice == Choice.FILL) & ImportRow.subject.in_(ids)
    places = [place for id in ids if (place := place_of(id)) is not None]
    made = tuple_(ImportRow.import_id, ImportRow.number).in_(places)
    return fills | ((ImportRow.choice == Choice.CREATE) & made)


async def unchecked_of(db: Db, wanted: Traces) -> set[str]:
    """The rows that nobody has checked yet, and whose address or number is one of these, as far as their columns are known."""
    if not (wanted.emails or wanted.phones):
        return set()
    pattern = Traces(wanted.emails, wanted.phones).pattern
    asked = select(ImportRow.id, ImportRow.cells, Import.matching).join(
        Import, Import.id == ImportRow.import_id
    )
    unchecked = (ImportRow.standing == Standing.UNCHECKED) & wanted.may_hold(ImportRow.cells)
    return {
        id
        for id, cells, matching in await db.execute(asked.where(unchecked))
        if any(pattern.match(bare_email(cell).lstrip("' ")) for cell in _reached(cells, matching))
    }


def _reached(cells: Sequence[str], matching: Sequence[str | None]) -> list[str]:
    """The cells that hold an address or number; where no column is known to hold addresses, those of unknown columns too."""
    may_be = REACHED if "email" in matching else {*REACHED, None}
    return [cell for cell, name in zip(cells, matching, strict=False) if name in may_be]


IMPORTS: Any = Import.__table__
ROWS: Any = ImportRow.__table__
UNSETTLED = (IMPORTS.c.state == ImportState.REVIEW) & IMPORTS.c.unsettled.is_not(None)
AT_WORK = IMPORTS.c.state.in_(WORKED) | UNSETTLED
"""On which a worker has something to do."""


def headings_key(columns: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(columns).casefold().encode()).hexdigest()


async def find_own(db: Db, id: str, *, held: bool = False) -> Import:
    """One's own import; held, until the commit.

    Raises:
        NotFound: it is nobody's, or another person's.
    """
    mine = select(Import).where(Import.id == id, Import.user_id == db.actor.id)
    found: Import | None = await db.scalar(mine.with_for_update() if held else mine)
    if found is None:
        raise NotFound
    return found


async def remembered(db: Db, kind: ImportKind, columns: Sequence[str]) -> ImportMatching | None:
    """Returns how the actor matched columns of these names before."""
    found: ImportMatching | None = await db.get(ImportMatching, (db.actor.id, kind, headings_key(columns)))
    return found


async def remember(db: Db, own: Import) -> None:
    await db.merge(
        ImportMatching(
            user_id=own.user_id, kind=own.kind, headings=headings_key(own.columns), matching=own.matching,
            defaults=own.defaults,
        )
    )  # fmt: skip


async def tally(db: Db, id: str) -> dict[tuple[Standing, Choice], int]:
    """How many rows of an import there are of each standing, and what becomes of them."""
    counted = select(ImportRow.standing, ImportRow.choice, func.count()).where(ImportRow.import_id == id)
    grouped = await db.execute(counted.group_by(ImportRow.standing, ImportRow.choice))
    return {(Standing(standing), Choice(choice)): number for standing, choice, number in grouped}


async def sweep(database: Database) -> None:
    """Forgets imports that nobody started and those that can be undone no more, some rows at a time."""
    unstarted = IMPORTS.c.state.in_([ImportState.READING, ImportState.MATCHING, ImportState.REVIEW])
    ended = IMPORTS.c.state.in_([ImportState.DONE, ImportState.UNDONE])
    old = or_(
        unstarted & (IMPORTS.c.updated_at < now() - UNSTARTED),
        ended & (IMPORTS.c.updated_at < now() - UNDOABLE),
        IMPORTS.c.state == ImportState.DISCARDED,
    )
    rows = select(ROWS.c.id).where(ROWS.c.import_id.in_(select(IMPORTS.c.id).where(old)))
    while True:
        async with database.writes.begin() as connection:
            some = (await connection.scalars(rows.limit(SWEPT))).all()
            await connection.execute(delete(ROWS).where(ROWS.c.id.in_(some)))
            if len(some) < SWEPT:
                await connection.execute(delete(IMPORTS).where(old))
                return
