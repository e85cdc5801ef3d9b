"""Sample data: which records the demo command made, and how all of them are taken away again.

The demo command fills an empty database and notes every record that it made (`mark`). Removing goes by these notes alone, in one
transaction, so that to do it twice, or at once with somebody else, finds nothing left.

What people made themselves stays, and so does a sample record that it points at: one's own job keeps its client, the client its
branch. Such a record is the company's from then on. What was written about a sample record goes with it, and is counted first.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from sqlalchemy import (
    Column,
    Select,
    String,
    Table,
    delete,
    func,
    insert,
    literal,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import AuditLog, SecurityEvent
from duskline.core.data.base import Base
from duskline.core.data.counts import RecordCount, recount
from duskline.core.data.derived import derive
from duskline.core.data.facts import remake
from duskline.core.data.figures import DailyFigure
from duskline.core.data.pointers import pointer
from duskline.core.data.session import Db
from duskline.core.data.upsert import insert_into
from duskline.models.notifying.notifications import Notification
from duskline.models.people.access_links import AccessLink
from duskline.models.people.people import NO_PASSWORD, User, UserStatus
from duskline.models.places.places import Branch, BranchDetails, BranchServiceArea, Organization, Region
from duskline.models.records.activities import Activity, NextStep
from duskline.models.records.conversions import Conversion, DismissedMatch, Merge
from duskline.models.records.details import LeadDetails, TicketDetails, WorkOrderDetails
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling, NewsletterSubscription
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead, QuoteRequest
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.models.records.status_changes import StatusChange
from duskline.models.records.visits import Visit
from duskline.models.records.warranties import Warranty
from duskline.models.site.content import BlogPost, GallerySubmission, content_changed
from duskline.models.site.gallery import close_up
from duskline.models.site.posts import PostDraft

BATCH = 500
"""Ids in one statement."""
Ids = dict[Table, set[str]]


class SampleRow(Base):
    """A record that the demo command made."""

    __tablename__ = "sample_rows"

    of_table: Mapped[str] = mapped_column(String(40), primary_key=True)
    row_id: Mapped[str] = mapped_column(
        String(36), primary_key=True,
        info=pointer(follows=False, hangs=False, why="It notes what was made as a sample, and no other."),
    )  # fmt: skip


def tables(*entities: type[Any]) -> tuple[Table, ...]:
    return tuple(entity.__table__ for entity in entities)


RECORDS = tables(
    Lead, Client, WorkOrder, SupportTicket, ContactSubmission, GallerySubmission, BlogPost, PostDraft, NewsletterSubscription,
    BranchServiceArea, User, Branch, Region, Organization,
)  # fmt: skip
"""What stays or goes by itself, in the order in which it is told."""
WRITTEN = tables(Activity, NextStep, Property, Warranty, QuoteRequest)
"""What hangs on a record and goes with it; counted where it is one's own."""
NOTED = (*RECORDS, *WRITTEN)
BESIDE = {
    LeadDetails: Lead,
    WorkOrderDetails: WorkOrder,
    TicketDetails: SupportTicket,
    EnquiryHandling: ContactSubmission,
    BranchDetails: Branch,
}
"""Rows that share the id of their record."""
OWNER: dict[Table, Table] = {table: table for table in RECORDS} | {
    beside.__table__: record.__table__ for beside, record in BESIDE.items()
}
PEOPLE: Table = User.__table__
KEEPING = tuple(
    (key.parent, key.column.table)
    for table in (*OWNER, QuoteRequest.__table__)
    for key in sorted(table.foreign_keys, key=lambda key: key.parent.name)
    if key.column.table in RECORDS and key.column.table is not PEOPLE and key.parent.name != "id"
)
"""By which one's own row keeps a sample record: the column, and what it points at. People are kept by nothing but their names."""
TIES = (
    (Activity, "record_id"), (NextStep, "record_id"), (StatusChange, "record_id"), (Notification, "record_id"), (Visit, "record_id"),
    (Conversion, "from_id"), (Conversion, "to_id"), (Merge, "kept_id"), (Merge, "gone_id"),
    (DismissedMatch, "one_id"), (DismissedMatch, "other_id"),
)  # fmt: skip
"""Rows that name a record by its id, without a foreign key."""
HANGING = (
    (Activity, "record_id"), (NextStep, "record_id"), (Property, "client_id"), (Warranty, "work_order_id"), (QuoteRequest, "lead_id"),
)  # fmt: skip
LOGGED: dict[Table, tuple[str, ...]] = defaultdict(tuple)
for _mapper in Base.registry.mappers:
    if _name := getattr(_mapper.class_, "audit_name", None):
        _table: Table = _mapper.class_.__table__
        LOGGED[OWNER.get(_table, _table)] += (_name,)


class KindCount(msgspec.Struct, rename="camel"):
    """So many rows of a kind."""

    kind: str
    count: int


class Samples(msgspec.Struct, rename="camel"):
    """What removing the sample data would do now."""

    going: list[KindCount]
    staying: list[KindCount]
    """Sample records that something of one's own points at."""
    written: list[KindCount]
    """One's own rows about sample records, which go along."""
    changed: int
    """Sample records that somebody with an account of their own changed, and that go."""
    seal: str
    """Names this state: the user who removes says which one they were shown."""


class Plan(msgspec.Struct):
    """Which ids go, which sample records stay, which of one's own rows go along, and what one changed in those that go."""

    going: Ids
    staying: Ids
    written: Ids
    changes: list[tuple[str, int]]
    """By id, how often it was changed."""

    @property
    def seal(self) -> str:
        known: list[Any] = [
            sorted((table.name, *sorted(ids)) for table, ids in part.items() if ids)
            for part in (self.going, self.written)
        ]
        known.append(sorted(self.changes))
        return hashlib.sha256(json.dumps(known).encode()).hexdigest()


async def mark(db: Db) -> None:
    """Notes all that is there as sample data: for a database that was empty before."""
    connection = await db.connection()
    for table in NOTED:
        rows = select(literal(table.name, String), _id(table))
        await connection.execute(insert(SampleRow.__table__).from_select(["of_table", "row_id"], rows))


async def has_samples(db: Db) -> bool:
    return await db.scalar(select(SampleRow.row_id).limit(1)) is not None


async def samples(db: Db) -> Samples:
    """What would go and what would stay."""
    connection = await db.connection()
    plan = await _plan(connection)
    return Samples(
        _counted(plan.going, RECORDS), _counted(plan.staying, RECORDS), _counted(plan.written, WRITTEN),
        len(plan.changes), plan.seal,
    )  # fmt: skip


async def remove_samples(db: Db, seal: str) -> Samples | None:
    """Takes the sample data away and says what went; None where it is not what the seal names.

    Sessions of sample accounts end. An account that stays because the history of one's own records names it cannot sign in.
    """
    connection = await db.connection()
    if connection.dialect.name == "postgresql":
        # A call that writes waits: what nobody was shown would go, or hang on nothing. So does one that has only locked a row:
        # its row would be waited for here while it waits for a table, and one of the two would have to fail. Every call locks the row of
        # its person first, so that table comes first.
        names = ", ".join(table.name for table in (PEOPLE, *NOTED))
        await connection.execute(text(f"LOCK TABLE {names} IN EXCLUSIVE MODE"))
    shown = await samples(db)
    if shown.seal != seal:
        return None
    plan = await _plan(connection)
    going = plan.going | await _hanging(connection, plan.going)
    await _note(connection, going)
    await _forget(connection, going)
    for table in reversed(Base.metadata.sorted_tables):
        if table is PEOPLE:
            await _let_people_go(connection, going[PEOPLE])
        elif table in going:
            await _delete(connection, _id(table), going[table])
    await connection.execute(delete(SampleRow.__table__))
    await close_up(connection)
    await _make_anew(connection)
    await content_changed(db)
    return shown


async def _note(connection: AsyncConnection, going: Ids) -> None:
    """What goes along counts as sample data from here on: the log lets go of that alone."""
    along = [{"of_table": table.name, "row_id": id} for table in WRITTEN for id in going.get(table, ())]
    if along:
        new = insert_into(SampleRow.__table__, connection.dialect.name).on_conflict_do_nothing()
        await connection.execute(new, along)


async def _plan(connection: AsyncConnection) -> Plan:
    noted: Ids = {table: set() for table in NOTED}
    there = union_all(
        *(select(literal(table.name), _id(table)).where(_id(table).in_(_noted(table))) for table in NOTED)
    )
    names = {table.name: table for table in NOTED}
    for name, id in await connection.execute(there):
        noted[names[name]].add(id)
    staying = await _staying(connection, noted)
    going = {table: noted[table] - staying[table] for table in RECORDS}
    hanging = await _hanging(connection, going)
    written = {table: hanging[table] - noted[table] for table in WRITTEN}
    return Plan(going, staying, written, await _changes(connection, going))


async def _staying(connection: AsyncConnection, noted: Ids) -> Ids:
    """The sample records that one's own point at, and what these cannot be without."""
    staying: Ids = {table: set() for table in RECORDS}
    kept = union_all(
        *(
            select(literal(number), column)
            .distinct()
            .where(
                column.in_(_noted(target)),
                _id(column.table).not_in(_noted(OWNER.get(column.table, column.table))),
            )
            for number, (column, target) in enumerate(KEEPING)
        )
    )
    for number, id in await connection.execute(kept):
        staying[KEEPING[number][1]].add(id)
    needed = [
        (column, target) for column, target in KEEPING if column.table in RECORDS and not column.nullable
    ]
    needed.append((SupportTicket.__table__.c.branch_id, Branch.__table__))
    before = -1
    while before < (before := sum(map(len, staying.values()))):
        for column, target in needed:
            for batch in _batches(staying[column.table]):
                found = await connection.scalars(
                    select(column).where(_id(column.table).in_(batch), column.is_not(None))
                )
                staying[target] |= noted[target] & set(found)
    return staying


async def _hanging(connection: AsyncConnection, going: Ids) -> Ids:
    """What was written about records that go."""
    hanging: Ids = {table: set() for table in WRITTEN}
    parents = set().union(*(ids for table, ids in going.items() if table is not PEOPLE))
    for entity, name in HANGING:
        table = entity.__table__
        for batch in _batches(parents):
            hanging[table] |= set(
                await connection.scalars(select(_id(table)).where(table.c[name].in_(batch)))
            )
    return hanging


async def _changes(connection: AsyncConnection, going: Ids) -> list[tuple[str, int]]:
    """By the id of a record that goes, how often somebody with an account of their own changed it."""
    logs, samples_own = AuditLog.__table__.c, select(PEOPLE.c.id).where(PEOPLE.c.sample)
    found: list[tuple[str, int]] = []
    for table, names in LOGGED.items():
        for batch in _batches(going.get(table, set())):
            theirs = logs.entity_type.in_(names), logs.entity_id.in_(batch), logs.user_id.not_in(samples_own)
            counted = select(logs.entity_id, func.count()).where(*theirs).group_by(logs.entity_id)
            found += [(id, number) for id, number in await connection.execute(counted)]
    return found


async def _forget(connection: AsyncConnection, going: Ids) -> None:
    """What names a record by its id alone: its history, what ties it to others, who was told of it."""
    for table, names in LOGGED.items():
        logs = AuditLog.__table__
        for batch in _batches(going.get(table, set())):
            await connection.execute(
                delete(logs).where(logs.c.entity_type.in_(names), logs.c.entity_id.in_(batch))
            )
    records = set().union(*(ids for table, ids in going.items() if table not in (PEOPLE, Branch.__table__)))
    for entity, name in TIES:
        await _delete(connection, entity.__table__.c[name], records)
    # Merges of records that are gone already.
    await _delete(connection, Merge.__table__.c.branch_id, going[Branch.__table__])
    for table in Base.metadata.sorted_tables:
        for key in table.foreign_keys:
            if key.parent.nullable and key.ondelete is None and key.column.table is not PEOPLE:
                await _clear(connection, key.parent, going.get(key.column.table, set()))


async def _let_people_go(connection: AsyncConnection, people: set[str]) -> None:
    """Nobody signs in any more; who is still named by what stays is kept as a name."""
    # A link that nobody made would be one that its person asked for.
    await _delete(connection, AccessLink.__table__.c.by_id, people)
    await _delete(connection, SecurityEvent.__table__.c.user_id, people)
    named: set[str] = set()
    for column in _naming_people():
        if (
            column.nullable and column.table is not SecurityEvent.__table__
        ):  # as written, whatever becomes of people
            await _clear(connection, column, people)
        else:
            for batch in _batches(people):
                named |= set(await connection.scalars(select(column).distinct().where(column.in_(batch))))
    await _delete(connection, PEOPLE.c.id, people - named)
    for column in _naming_people("CASCADE"):
        await _delete(connection, column, named)
    retired = {
        "sample": False, "status": UserStatus.INACTIVE, "password": NO_PASSWORD, "role": None, "branch_id": None,
        "region_id": None, "organization_id": None,
    }  # fmt: skip
    for batch in _batches(named):
        await connection.execute(update(PEOPLE).where(PEOPLE.c.id.in_(batch)).values(retired))


def _naming_people(on_delete: str | None = None) -> list[Column[Any]]:
    """The columns that name people: those that go with a person's row (sessions, factors, preferences), or all others."""
    return [
        key.parent
        for table in Base.metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table is PEOPLE and key.ondelete == on_delete
    ]


async def _make_anew(connection: AsyncConnection) -> None:
    """What is derived and counted; who writes figures meanwhile waits."""
    if connection.dialect.name == "postgresql":
        await connection.execute(
            text(f"LOCK TABLE {RecordCount.__tablename__}, {DailyFigure.__tablename__} IN EXCLUSIVE MODE")
        )
    await derive(connection)
    await recount(connection)
    await remake(connection)


def _id(table: Table) -> Column[str]:
    return table.c.zip if table is BranchServiceArea.__table__ else table.c.id


def _noted(table: Table) -> Select[str]:
    """The ids of a table's sample records."""
    noted = SampleRow.__table__.c
    return select(noted.row_id).where(noted.of_table == table.name)


def _batches(ids: Iterable[str]) -> Iterator[list[str]]:
    in_order = sorted(ids)
    for start in range(0, len(in_order), BATCH):
        yield in_order[start : start + BATCH]


async def _delete(connection: AsyncConnection, column: Column[Any], ids: Iterable[str]) -> None:
    for batch in _batches(ids):
        await connection.execute(delete(column.table).where(column.in_(batch)))


async def _clear(connection: AsyncConnection, column: Column[Any], ids: Iterable[str]) -> None:
    for batch in _batches(ids):
        await connection.execute(update(column.table).where(column.in_(batch)).values({column.name: None}))


def _counted(ids: Ids, order: Iterable[Table]) -> list[KindCount]:
    return [KindCount(table.name, len(ids[table])) for table in order if ids[table]]
