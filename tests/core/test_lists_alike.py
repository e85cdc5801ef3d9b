"""The fast way to a list and the ordinary one show the same rows, whoever asks and whatever they ask for.

The ordinary way is a session's select of entities; filters, search and order are then done here in Python.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta
from itertools import cycle
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import select, text

from duskline.core.data import lists, scoping
from duskline.core.data.base import now
from duskline.core.data.database import Database, Prepared, Reader
from duskline.core.data.session import reading
from duskline.core.http.listing import Listing
from duskline.core.values.texts import folded
from duskline.models.people.people import User
from duskline.models.records.activities import NextStep
from duskline.models.records.sales import Client, ClientStatus, Lead, LeadStatus
from duskline.models.records.service import (
    SupportTicket,
    TicketCategory,
    TicketPriority,
    TicketStatus,
    WorkOrder,
    WorkOrderPriority,
    WorkOrderStatus,
)
from duskline.panel.records.clients import CLIENTS
from duskline.panel.records.leads import LEADS
from duskline.panel.records.tickets import TICKETS
from duskline.panel.records.work_orders import WORK_ORDERS
from duskline.policy import Actor, Role, Scope
from tests.world import BESIDE, BRANCHES, FAR, NEAR, World

LISTS = (LEADS, CLIENTS, WORK_ORDERS, TICKETS)
BRANCHES_IN_SCOPE = (None, (), (NEAR,), (FAR,), (NEAR, BESIDE), (NEAR, BESIDE, FAR), ("nowhere",))
WORDS = ("porch", "Ann", "ann lee", "%", "_", "lee", "zz", "ÄNN", "é", "e")
NAMES = ("Ann Lee", "ann", "Änn Oak", "Lee_Ann", "100% Porch", "Ren\u00e9e", "Rene\u0301e", "Zoe")
CREW = {NEAR: "near_technician", BESIDE: "beside_technician", FAR: "far_technician"}
ROWS = 150
RANKS = {"low": 1, "medium": 2, "high": 3, "urgent": 4}
SORTS: dict[str, Callable[[Any], Any]] = {
    "created": lambda row: row.created_at,
    "name": lambda row: f"{folded(row.name)}\x1f{row.email}"[:60],
    "value": lambda row: row.estimated_value or 0,
    "scheduled": lambda row: row.scheduled_date or date(9999, 12, 30),
    "priority": lambda row: (RANKS[row.priority], row.created_at),
}
"""What each heading of a table sorts by; the id decides the rest."""


async def furnish(world: World, chance: random.Random) -> None:
    """Rows of every kind in every branch, several of them of the same moment."""
    start = now() - timedelta(days=30)
    async with world.console() as db:
        for number, branch in zip(range(ROWS), cycle(BRANCHES), strict=False):
            at = start + timedelta(seconds=number // 4)
            shared = {
                "created_at": at,
                "branch_id": branch,
                "assigned_to": chance.choice((CREW[branch], None)),
            }
            name = chance.choice(NAMES)
            address = {"name": name, "email": f"n{number}@porch.example", "address": "7 Porch Road"}
            lead = db.store(
                Lead(
                    id=f"listed-{number:03}", **shared, **address, status=chance.choice(list(LeadStatus)),
                    estimated_value=chance.choice((None, 0, 900, 4_500)),
                )
            )  # fmt: skip
            promised = {"kind": "lead", "branch_id": branch, "words": "Call", "due_on": at.date()}
            for done_at in chance.choice(((), (None,), (at,), (at, None))):
                step = promised | {"done_at": done_at, "assigned_to": chance.choice((CREW[branch], None))}
                db.store(NextStep(**step, record_id=lead.id))
            db.store(
                Client(created_at=at, branch_id=branch, **address, status=chance.choice(list(ClientStatus)))
            )
            db.store(
                WorkOrder(
                    **shared, client_id=f"client-{branch}-1", title=name,
                    status=chance.choice(list(WorkOrderStatus)), priority=chance.choice(list(WorkOrderPriority)),
                    scheduled_date=chance.choice((None, at.date(), at.date() + timedelta(days=3))),
                )
            )  # fmt: skip
            shared |= {"branch_id": None, "assigned_to": None} if number % 9 == 0 else {}
            db.store(
                SupportTicket(
                    **shared, created_by="support", subject=name, description="Dark",
                    status=chance.choice(list(TicketStatus)), priority=chance.choice(list(TicketPriority)),
                    category=chance.choice(list(TicketCategory)),
                )
            )  # fmt: skip


def someone(chance: random.Random) -> Actor:
    branches = chance.choice(BRANCHES_IN_SCOPE)
    return Actor(id=chance.choice(list(CREW.values())), role=Role.ADMIN, scope=Scope(branches=branches))


def something(listing: Listing, rows: list[Any], chance: random.Random) -> dict[str, str]:
    """A random choice of filters, most of them with a value that some row has."""
    query = {}
    for name, rule in listing.filters.items():
        if rule.column is not None and chance.random() < 0.35:
            values = (
                [*CREW.values()]
                if name == "stepOf"
                else [getattr(row, rule.column.key) for row in rows] or ["none"]
            )
            value = (
                "me" if name in ("assignedTo", "stepOf") and chance.random() < 0.5 else chance.choice(values)
            )
            if value:
                query[name] = value
    if chance.random() < 0.4:
        query["q"] = chance.choice(WORDS)
    if chance.random() < 0.6:
        query["sort"] = chance.choice(sorts_of(listing))
    return query


def sorts_of(listing: Listing) -> list[str]:
    """The orders that need no filter."""
    return [name for name, order in listing.orders.items() if not order.needs]


SORTED_LISTS = [(listing, sort) for listing in LISTS for sort in sorts_of(listing)]


async def ordinary(world: World, listing: Listing, actor: Actor, query: dict[str, str]) -> list[str]:
    """Ids of all rows, by entities of an ordinary session."""
    async with reading(world.database, actor) as db:
        rows: list[Any] = list(await db.scalars(select(listing.entity)))
        steps = {step.record_id: step for step in await db.scalars(select(NextStep)) if not step.done_at}
    for name, word in query.items():
        if name == "sort":
            continue
        if name == "q":
            rows = [row for row in rows if folded(word) in row.search]
        else:
            wanted = actor.id if word == "me" else word
            rule = listing.filters[name]
            rows = [row for row in rows if shown(row, steps.get(row.id), name, rule.column.key) == wanted]
    sort = query.get("sort", "-created")
    by = SORTS[sort.removeprefix("-")]
    return [row.id for row in sorted(rows, key=lambda row: (by(row), row.id), reverse=sort.startswith("-"))]


def shown(row: Any, step: NextStep | None, name: str, column: str) -> Any:
    """What a filter asks of a row; of leads it also asks what stands in another table."""
    match name:
        case "stepOf":
            return step and step.assigned_to
        case "step":
            return None if step or row.status in ("won", "lost") else "none"
    return getattr(row, column)


async def fast(world: World, listing: Listing, actor: Actor, query: dict[str, str], limit: int) -> list[str]:
    """Ids of all rows, page by page; each page's count is that of all rows."""
    reader = Reader(world.database, actor)
    asked: dict[str, str] = query | {"limit": str(limit)}
    found: list[str] = []
    counts = set()
    while True:
        answer = await listing.page(reader, "/list", asked)
        found += [row.id for row in answer.content]
        counts.add(int(answer.headers["X-Total-Count"]))
        link = answer.headers.get("Link")
        if link is None:
            assert counts == {len(found)}
            return found
        asked = {
            name: words[0] for name, words in parse_qs(urlsplit(link[1:].partition(">")[0]).query).items()
        }


async def test_lists_are_alike(world: World, rounds: int) -> None:
    chance = random.Random(7)
    await furnish(world, chance)
    met = 0
    for turn in range(rounds // 4):
        listing, actor = LISTS[turn % len(LISTS)], someone(chance)
        async with world.console() as db:
            some = list(await db.scalars(select(listing.entity).limit(40)))
        query = something(listing, some, chance)
        wanted = await ordinary(world, listing, actor, query)
        assert await fast(world, listing, actor, query, chance.choice((3, 20, 200))) == wanted, (actor, query)
        met += bool(wanted)
    assert met > rounds // 12, "Too few of the questions had an answer to prove anything."


async def test_control_without_the_reach_lists_differ(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await furnish(world, random.Random(7))
    actor = Actor(id="near_rep", role=Role.SALES_REP, scope=Scope(branches=(NEAR,)))
    wanted = await ordinary(world, LEADS, actor, {})
    monkeypatch.setattr(scoping, "scope_options", lambda _size: ())
    assert set(await fast_without_count(world, actor)) > set(wanted)


async def fast_without_count(world: World, actor: Actor) -> list[str]:
    answer = await LEADS.page(Reader(world.database, actor), "/list", {"limit": "200"})
    return [row.id for row in answer.content]


async def test_each_order_goes_through_all_pages(world: World) -> None:
    await furnish(world, random.Random(7))
    for branches in (None, (NEAR,), (NEAR, FAR)):
        actor = Actor(id="near_rep", role=Role.ADMIN, scope=Scope(branches=branches))
        for listing, sort in SORTED_LISTS:
            wanted = await ordinary(world, listing, actor, {"sort": sort})
            assert len(wanted) > ROWS // 5
            assert await fast(world, listing, actor, {"sort": sort}, 17) == wanted, (listing.row, sort)


@pytest.mark.parametrize("branches", [None, (NEAR,)], ids=["everywhere", "in a branch"])
async def test_an_index_carries_each_order(shared_world: World, branches: tuple[str, ...] | None) -> None:
    for listing, sort in SORTED_LISTS:
        order, entity = listing.orders[sort], cast(Any, listing.entity)
        statement = order.page(select(entity.id), *order.keys, entity.id, after=False)
        assert not await sorts_itself(shared_world.database, statement, Scope(branches=branches)), sort


@pytest.mark.parametrize(
    "branches", [None, (NEAR,), (NEAR, FAR)], ids=["everywhere", "in a branch", "in two"]
)
async def test_sqlite_walks_the_index_of_each_order(
    shared_world: World, branches: tuple[str, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no figures of its tables; what it is told decides, on the first page and behind it."""
    if not shared_world.database.is_sqlite:
        pytest.skip("PostgreSQL keeps figures of its tables")
    monkeypatch.setattr(lists, "FEW", 0)
    reader = Reader(shared_world.database, Actor(id="admin", role=Role.ADMIN, scope=Scope(branches=branches)))
    for listing, sort in [*SORTED_LISTS, (LEADS, "")]:
        first = await listing.page(reader, "/list", {"sort": sort, "limit": "1"})
        assert first.headers["Link"]
        address = first.headers["Link"][1:].partition(">")[0]
        asked = {name: words[0] for name, words in parse_qs(urlsplit(address).query).items()}
        for query in ({"sort": sort, "limit": "1"}, asked):
            plan = await plan_of(shared_world.database, reader, listing, query)
            assert "TEMP B-TREE" not in plan, (sort, plan)
            assert "SEARCH" in plan or query is not asked or not sort, (sort, plan)


async def test_control_left_alone_sqlite_sorts(shared_world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    if not shared_world.database.is_sqlite:
        pytest.skip("PostgreSQL keeps figures of its tables")
    monkeypatch.setattr(lists, "FEW", 0)
    monkeypatch.setattr(lists.ListPlan, "_index", lambda *_: None)
    scope = Scope(branches=(NEAR, FAR))
    reader = Reader(shared_world.database, Actor(id="admin", role=Role.ADMIN, scope=scope))
    assert "TEMP B-TREE" in await plan_of(shared_world.database, reader, LEADS, {"sort": "name"})


async def plan_of(database: Database, reader: Reader, listing: Listing, asked: dict[str, str]) -> str:
    """How SQLite finds the rows of a page; the count aside."""
    query = await listing._query(reader, asked)
    query.values.update(page_size=2, counted=2)
    query = query._replace(used=await listing.plan._way_by_counts(reader, query))
    index = listing.plan._index(reader, query)
    statement = listing.plan._rows_statement(query, False, index)
    prepared = Prepared(statement, database.dialect, reader.actor.scope.size)
    async with database.reads.connect() as connection:
        raw: Any = (await connection.get_raw_connection()).driver_connection
        given = prepared.arguments({**query.values, **reader.actor.scope.values()})
        rows = await raw.execute_fetchall("EXPLAIN QUERY PLAN " + prepared.sql, given)
    return "; ".join(row[3] for row in rows)


async def test_control_an_order_without_an_index_sorts_itself(shared_world: World) -> None:
    statement = select(Lead.id).order_by(Lead.notes, Lead.id).limit(10)
    assert await sorts_itself(shared_world.database, statement, Scope(branches=None))


async def sorts_itself(database: Database, statement: Any, scope: Scope) -> bool:
    """Whether the database has to sort, even where it would do anything else rather."""
    explain = "EXPLAIN QUERY PLAN " if database.is_sqlite else "EXPLAIN "
    statement = statement.options(*scoping.scope_options(scope.size))
    placed = statement.params(**scope.values(), page_size=10)
    literal = placed.compile(dialect=database.dialect, compile_kwargs={"literal_binds": True})
    async with database.reads.connect() as connection:
        if not database.is_sqlite:
            for kind in ("sort", "incremental_sort", "seqscan", "bitmapscan"):
                await connection.execute(text(f"SET enable_{kind} = off"))
        plan = [str(row) for row in await connection.exec_driver_sql(explain + str(literal))]
        if not database.is_sqlite:
            await connection.execute(text("RESET ALL"))
    return any("TEMP B-TREE" in line or "Sort" in line for line in plan)


async def test_every_list_of_records_is_among_them() -> None:
    assert {listing.entity for listing in LISTS} == {Lead, Client, WorkOrder, SupportTicket}
    assert User not in {listing.entity for listing in LISTS}  # its scope is proven in test_scope
