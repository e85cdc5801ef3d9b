"""What columns say of themselves, asked of each: a row that names a record follows it in a merge and comes back, hangs on what was
made, and keeps a record from being removed. The rows are made from the columns, so that a new one is asked as well."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, NamedTuple

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    Integer,
    LargeBinary,
    delete,
    inspect,
    select,
    update,
)

from duskline.core.data import base
from duskline.core.data.base import Base
from duskline.core.data.pointers import Pointer, pointers_at
from duskline.core.data.session import Db
from duskline.importing.making import ENTITIES
from duskline.models.merging.undoing import MADE
from duskline.models.notifying.notifications import Notification
from duskline.models.records.about import About
from duskline.models.records.activities import NextStep
from duskline.models.records.conversions import Conversion, ConversionKind, Merge
from duskline.models.records.details import LeadDetails
from duskline.models.records.imports import ImportKind
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.models.records.warranties import Warranty
from tests.panel.importing.importing import act, imported, listed, work
from tests.panel.schedule.test_visits import asked
from tests.panel.threads import CLIENTS, HOME, LEADS, ORDERS, TICKETS, made, parted, undone
from tests.world import NEAR, World

PATHS: dict[Any, str] = {Lead: LEADS, Client: CLIENTS}
OTHERWISE = {
    "merges": "it is noted",
    "audit_logs": "both acts are told",
    "visit_changes": "it is looked at once more whether a client has something to hear",
    "rate_limits": "the caller was counted",
    "sessions": "the caller was here",
}
"""Tables that are not as they were once a merge was undone, and why."""
LAST_CHANGE = frozenset({"updated_at", "version"})
GOES: dict[str, Any] = {"what": "new_lead"}
FOLLOWS: dict[str, Any] = {"what": "step_due"}
VARIANTS: dict[Any, list[dict[str, Any]]] = {Notification: [GOES, FOLLOWS]}
"""Of what follows in part, a row of each."""

OTHERS = {"users": "sales_rep", "leads": "lead-1-2", "clients": "client-1-2"}
"""What a field that names something else holds."""


MAKING: dict[ConversionKind, tuple[str, str, dict[str, Any]]] = {
    ConversionKind.LEAD: ("sales_rep", "/api/panel/enquiries/enquiry-0/lead", {}),
    ConversionKind.TICKET: ("support", "/api/panel/enquiries/enquiry-0/ticket", {}),
    ConversionKind.CLIENT: ("sales_rep", f"{LEADS}/lead-1-2/client", {"address": HOME}),
    ConversionKind.FIRST_JOB: ("sales_rep", f"{LEADS}/lead-1-1/hand-over", {}),
    ConversionKind.RETURN_VISIT: (
        "branch_ops_manager",
        f"{TICKETS}/ticket-1-1/return-visit",
        {"clientId": "client-1-1"},
    ),
}
"""Who makes one record of another, and how."""
NEW: dict[Any, tuple[str, dict[str, Any]]] = {
    Lead: (LEADS, {"name": "Iris Eaves", "email": "iris@visitor.example"}),
    Client: (CLIENTS, {"name": "Iris Eaves", "email": "iris@visitor.example", "address": HOME}),
    WorkOrder: (ORDERS, {"title": "Porch", "clientId": "client-1-1"}),
    SupportTicket: (TICKETS, {"subject": "Dark", "description": "Half of it", "category": "general"}),
}


class Pointing(NamedTuple):
    """A column that names the one that goes, or the building at its address; and what else a row of it holds."""

    at: Any
    column: Any
    said: Pointer
    fields: dict[str, Any]


def pointing_at(record: Any) -> Iterator[Pointing]:
    for at in (record, Property) if record is Client else (record,):
        for column, said in pointers_at(at):
            for fields in VARIANTS.get(column.class_, [{}]) if column.key != "id" else ():
                yield Pointing(at, column, said, fields)


def came_with(each: Pointing) -> bool:
    """Whether its rows are there as soon as their records are."""
    columns = each.column.class_.__table__.c
    return "id" in columns and bool(columns.id.foreign_keys)


class Rows:
    """Makes rows that nobody has to describe: each column holds something of its type, each key another row."""

    def __init__(self, db: Db, record: Any) -> None:
        self._db, self._record = db, record
        self._numbers = itertools.count(1)

    async def pointing(self, each: Pointing, id: str) -> Any:
        """A row that names a record."""
        entity, kind = each.column.class_, each.said.kind
        named = {each.column.key: id} | ({kind: self._record.kind} if kind else {}) | each.fields
        if came_with(each):
            some = entity.id.in_(["lead-1-1", "order-1-2", "ticket-1-2", "enquiry-1"])
            return (await self._db.scalars(select(entity).where(some))).one().apply(named)
        return await self._row(entity, named)

    async def new(self, each: Pointing, id: str) -> Any:
        """A row that was made now and names a record."""
        if not came_with(each):
            return await self.pointing(each, id)
        entity = each.column.class_
        (key,) = entity.__table__.c.id.foreign_keys
        its = await self._row(_mapped(key.column.table), {})
        row = await self._db.get(entity, its.id) or await self._row(entity, {"id": its.id})
        return row.apply({each.column.key: id})

    async def _row(self, entity: Any, named: dict[str, Any]) -> Any:
        columns = entity.__table__.c
        given = {each.key: await self._value(each) for each in columns if _is_asked(each)}
        place = {"branch_id": NEAR} if "branch_id" in columns else {}
        row = self._db.store(entity(**given | place | named))
        await self._db.flush()
        return row

    async def _value(self, column: Column[Any]) -> Any:
        for key in column.foreign_keys:
            at = key.column.table.c
            rows = select(at.id).where(at.branch_id == NEAR) if "branch_id" in at else select(at.id)
            if column.unique:
                rows = rows.where(at.id.not_in(select(column)))
            if found := await self._db.scalar(rows.order_by(at.id.desc()).limit(1)):
                return found
            return (await self._row(_mapped(key.column.table), {})).id
        return something(column, next(self._numbers))


def _mapped(table: Any) -> Any:
    return next(each.class_ for each in Base.registry.mappers if each.local_table is table)


def _is_asked(column: Column[Any]) -> bool:
    """Whether there is no row without it."""
    return not (column.nullable or column.default or column.server_default or column.name == "version")


def something(column: Column[Any], number: int) -> Any:
    """A value of a column's type."""
    listed = [str(each.sqltext) for each in column.constraints if isinstance(each, CheckConstraint)]
    if listed:
        return listed[0].split("'")[1]
    match column.type:
        case JSON():
            return {}
        case Integer():
            return number
        case base.UtcDateTime():
            return base.now() - timedelta(hours=number)
        case Date():
            return date(2031, 12, 1) + timedelta(days=number)
        case LargeBinary():
            return b"0"
        case Boolean():
            return False
        case _:
            return f"{number} {column.name}"[: getattr(column.type, "length", None)]


async def put_in(db: Db, entity: Any, id: str, *, full: bool) -> None:
    """Something, or nothing, in every field in which a merge may take something over."""
    row = await db.find(entity, id)
    for number, name in enumerate(entity.taken()):
        column = entity.__table__.c[name]
        others = [OTHERS[key.column.table.name] for key in column.foreign_keys]
        setattr(row, name, (others or [something(column, 10 + number)])[0] if full else None)


async def everything(world: World) -> dict[str, list[str]]:
    found = {}
    async with world.database.reads.connect() as connection:
        for table in Base.metadata.sorted_tables:
            if table.name not in OTHERWISE:
                columns = [column for column in table.c if column.name not in LAST_CHANGE]
                found[table.name] = sorted(
                    repr(tuple(row)) for row in await connection.execute(select(*columns))
                )
    return found


@pytest.mark.parametrize(
    ("record", "address"),
    [(Lead, "2 Roof Row"), (Client, "2 Roof Row"), (Client, HOME)],
    ids=["leads", "clients", "clients of one building"],
)
async def test_all_that_points_at_one_follows_as_it_says_and_comes_back(
    world: World, record: Any, address: str
) -> None:
    admin, path, beside = world.client("admin"), PATHS[record], LeadDetails if record is Lead else Property
    kept, gone = [await made(admin, path, branchId=NEAR, address=each) for each in (HOME, address)]
    async with world.console() as db:
        maker = Rows(db, record)
        rows = [(each, await maker.pointing(each, gone)) for each in pointing_at(record)]
        about = {"kind": record.kind, "record_id": kept, "branch_id": NEAR}
        db.store(NextStep(**about, words="Due later", due_on=date(2032, 1, 1)))
        for entity, id in itertools.product((record, beside), (kept, gone)):
            await put_in(db, entity, id, full=id == gone)
    before = await everything(world)
    id = (await asked(await admin.post(f"{path}/{kept}/merge", json={"goneId": gone})))["mergeId"]
    async with world.console() as db:
        snapshot = (await db.find(Merge, id)).gone
        places = {record: kept, Property: snapshot.get("made_property", kept)}
        for each, row in rows:
            wanted = None if each.fields == GOES else places[each.at] if each.said.follows else gone
            its_id = [key == getattr(row, key.key) for key in inspect(each.column.class_).primary_key]
            assert await db.scalar(select(each.column).where(*its_id)) == wanted, str(each.column)
        for entity in (record, beside):
            row = await db.find(entity, places[entity] if entity is Property else kept)
            assert [name for name in entity.taken() if getattr(row, name) is None] == [], entity
    assert await parted(admin, id) == (204, "")
    after = await everything(world)
    assert {name: found for name, found in after.items() if found != before[name]} == {}


@pytest.mark.parametrize("record", PATHS)
async def test_a_new_row_that_points_at_one_keeps_a_merge_from_being_undone(
    world: World, record: Any
) -> None:
    """Also one that the log does not know, as those of visitors."""
    admin, path = world.client("admin"), PATHS[record]
    kept, gone = [await made(admin, path, branchId=NEAR, address=HOME) for _ in range(2)]
    id = (await asked(await admin.post(f"{path}/{kept}/merge", json={"goneId": gone})))["mergeId"]
    for each in pointing_at(record):
        async with world.console() as db:
            row = await Rows(db, record).new(each, kept)
        if each.said.hangs:
            assert (await parted(admin, id))[0] == 409, str(each.column)
        await taken_away(world, each, row)
    assert await parted(admin, id) == (204, "")


async def taken_away(world: World, each: Pointing, row: Any) -> None:
    """The row no longer names the record."""
    table = each.column.class_.__table__
    here = [key == getattr(row, key.key) for key in table.primary_key]
    gone = update(table).values({each.column.key: None}) if came_with(each) else delete(table)
    async with world.database.writes.begin() as connection:
        await connection.execute(gone.where(*here))


@pytest.mark.parametrize("kind", MAKING)
async def test_what_hangs_on_what_was_made_keeps_it_and_nothing_else_does(
    world: World, kind: ConversionKind
) -> None:
    who, path, body = MAKING[kind]
    caller, entity = world.client(who), MADE[kind]
    assert (await caller.post(path, json=body)).status_code in (200, 201)
    async with world.console() as db:
        made_by = (await db.scalars(select(Conversion).where(Conversion.kind == kind))).one()
    for each in pointing_at(entity):
        if each.at is not entity or each.column.class_ in (Conversion, Merge):
            continue  # what stands of these is asked apart
        async with world.console() as db:
            row = await Rows(db, entity).pointing(each, made_by.to_id)
        if each.said.hangs:
            assert (await undone(caller, made_by.id))[0] == 409, str(each.column)
            await taken_away(world, each, row)
    assert await undone(caller, made_by.id) == (204, "")


@pytest.mark.parametrize("kind", [ImportKind.LEADS, ImportKind.CLIENTS])
async def test_what_points_at_an_imported_record_keeps_it_as_it_says(world: World, kind: ImportKind) -> None:
    entity = ENTITIES[kind]
    pointing = [each for each in pointing_at(entity) if each.at is entity]
    lines = [f"Person {number},person{number}@many.example,{number} Row" for number, _ in enumerate(pointing)]
    done = await imported(world, "\n".join(["Name,Email,Address", *lines]), kind=kind)
    ids = [row["id"] for row in await listed(world, done["id"], kind)]
    async with world.console() as db:
        for each, id in zip(pointing, ids, strict=True):
            await Rows(db, entity).pointing(each, id)
    await act(world, done["id"], "undo")
    await work(world)
    left = {row["id"] for row in await listed(world, done["id"], kind)}
    hangs = [each.said.hangs or each.column in (Merge.kept_id, Conversion.from_id) for each in pointing]
    wanted = {id for stays, id in zip(hangs, ids, strict=True) if stays}
    assert left == wanted, [
        str(each.column) for each, id in zip(pointing, ids, strict=True) if id in left ^ wanted
    ]


@pytest.mark.parametrize("record", NEW)
async def test_what_holds_a_record_is_named_and_the_rest_goes_as_its_key_says(
    world: World, record: Any
) -> None:
    admin, (path, body) = world.client("admin"), NEW[record]
    id = (await asked(await admin.post(path, json=body | {"branchId": NEAR}), 201))["id"]
    left = []
    for each in pointing_at(record):
        if each.at is not record or each.column is Warranty.work_order_id:
            continue
        async with world.console() as db:
            row = await Rows(db, record).pointing(each, id)
        if each.said.holds is None:
            left.append((each, row))
            continue
        said = f"This record still has 1 {each.said.holds[0]}. Remove those first."
        refused = await admin.delete(f"{path}/{id}")
        assert (refused.status_code, refused.json()["error"]) == (409, said), str(each.column)
        await taken_away(world, each, row)
    assert (await admin.delete(f"{path}/{id}")).status_code == 204
    async with world.console() as db:
        for each, row in left:
            (key,) = each.column.property.columns[0].foreign_keys or (None,)
            goes = isinstance(row, About) or (key is not None and key.ondelete == "CASCADE")
            here = [column == getattr(row, column.key) for column in inspect(each.column.class_).primary_key]
            wanted = [] if goes else [id if key is None else None]
            assert list(await db.scalars(select(each.column).where(*here))) == wanted, str(each.column)
