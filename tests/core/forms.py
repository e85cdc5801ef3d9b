"""Every form that a statement may take: how it is run, and what it must meet within some branches.

All of them ask for leads, or through them, but for the last few, which ask for each other scoped entity once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sqlalchemy import (
    Executable,
    bindparam,
    case,
    exists,
    func,
    intersect,
    literal,
    select,
    true,
    tuple_,
    union,
    union_all,
)
from sqlalchemy.orm import Bundle, aliased, load_only

from duskline.core.data.counts import RecordCount
from duskline.core.data.database import Prepared
from duskline.core.data.session import Db
from duskline.core.system.errors import NotFound
from duskline.models.places.places import Branch
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import WorkOrder
from tests.core.scopes import ODD, clients_with_a_lead, leads_of, number_of_leads
from tests.world import BRANCHES, FAR, NEAR

Run = Callable[[Db], Awaitable[object]]
Expected = Callable[[set[str]], object]


class Form(NamedTuple):
    """One way to ask, and what it meets within these branches."""

    run: Run
    expected: Expected


FORMS: dict[str, Form] = {}


def form(expected: Expected = leads_of) -> Callable[[Run], Run]:
    def listed(run: Run) -> Run:
        FORMS[run.__name__] = Form(run, expected)
        return run

    return listed


def ids(statement: Executable) -> Run:
    """Of a statement with one column, the ids."""

    async def run(db: Db) -> object:
        return set(await db.scalars(statement))

    return run


def ids_of_entities(statement: Executable) -> Run:
    async def run(db: Db) -> object:
        return {row.id for row in (await db.scalars(statement)).unique()}

    return run


def value(statement: Executable) -> Run:
    async def run(db: Db) -> object:
        return await db.scalar(statement)

    return run


def is_far(branches: set[str]) -> bool:
    return FAR in branches


def far_only(branches: set[str]) -> set[str]:
    return {"lead-far-1"} & leads_of(branches)


def every_branch(branches: set[str]) -> set[str]:
    return branches


# --- leads as entities ---

other = aliased(Lead)
ENTITIES: dict[str, Executable] = {
    "entity": select(Lead),
    "entity ordered": select(Lead).order_by(Lead.created_at.desc(), Lead.id).limit(500),
    "entity distinct": select(Lead).distinct(),
    "by a condition that is true": select(Lead).where((Lead.branch_id == FAR) | true()),
    "for update": select(Lead).with_for_update(of=Lead),
    "some columns of an entity": select(Lead).options(load_only(Lead.name)),
    "alias": select(other),
    "alias of a subquery": select(aliased(Lead, select(Lead).subquery())),
    "flat alias": select(aliased(Lead, name="l2", flat=True)),
    "from a statement": select(Lead).from_statement(select(Lead)),
    "union of entities": select(Lead).from_statement(union(select(Lead), select(Lead))),
}
FORMS |= {name: Form(ids_of_entities(asked), leads_of) for name, asked in ENTITIES.items()}
FORMS["by an id of elsewhere"] = Form(ids_of_entities(select(Lead).where(Lead.id == "lead-far-1")), far_only)


@form()
async def two_columns(db: Db) -> object:
    return {id for id, _ in await db.execute(select(Lead.id, Lead.branch_id))}


@form()
async def bundle(db: Db) -> object:
    pair: Bundle[tuple[str, str]] = Bundle("pair", Lead.id, Lead.branch_id)
    return {row.pair.id for row in await db.execute(select(pair))}


@form(is_far)
async def get_by_id(db: Db) -> object:
    return await db.get(Lead, "lead-far-1") is not None


@form(is_far)
async def get_by_id_locked(db: Db) -> object:
    return await db.get(Lead, "lead-far-1", with_for_update=True) is not None


@form(is_far)
async def get_by_id_anew(db: Db) -> object:
    return await db.get(Lead, "lead-far-1", populate_existing=True) is not None


@form(is_far)
async def find(db: Db) -> object:
    try:
        await db.find(Lead, "lead-far-1")
    except NotFound:
        return False
    return True


# --- their ids, also through statements inside statements ---

ranked = select(Lead.id, func.row_number().over(order_by=Lead.id).label("n")).subquery()
inner = select(Lead.id, Lead.branch_id).subquery()
first = select(Lead.id).cte("first")
second = select(first.c.id).cte("second")
pairs = [(f"lead-{branch}-{n}", branch) for branch in BRANCHES for n in (1, 2)]
IDS: dict[str, Executable] = {
    "column": select(Lead.id),
    "label": select(Lead.id.label("x")),
    "expression": select(func.lower(Lead.id)),
    "distinct column": select(Lead.id).distinct(),
    "tuple": select(Lead.id).where(tuple_(Lead.id, Lead.branch_id).in_(pairs)),
    "window": select(ranked.c.id),
    "from a subquery": select(select(Lead.id).subquery().c.id),
    "from a nested subquery": select(select(inner.c.id).subquery().c.id),
    "from a CTE": select(select(Lead.id).cte("found").c.id),
    "from a CTE of a CTE": select(second.c.id),
    "in a select": select(Lead.id).where(Lead.id.in_(select(Lead.id))),
    "union of columns": union_all(select(Lead.id), select(Lead.id)),
    "intersection": intersect(select(Lead.id), select(Lead.id)),
    "union in a subquery": select(union(select(Lead.id), select(Lead.id)).subquery().c.id),
}
FORMS |= {name: Form(ids(asked), leads_of) for name, asked in IDS.items()}

# --- numbers ---

bounded = select(literal(1).label("one")).select_from(Lead).limit(99).subquery()
NUMBERS: dict[str, Executable] = {
    "count of rows": select(func.count()).select_from(Lead),
    "count of ids": select(func.count(Lead.id)),
    "count of a subquery": select(func.count()).select_from(select(Lead.id).subquery()),
    "bounded count": select(func.count()).select_from(bounded),
    "count in a scalar subquery": select(select(func.count(Lead.id)).scalar_subquery()),
    "sum of cases": select(func.coalesce(func.sum(case((Lead.status == "new", 1), else_=0)), 0)),
}
FORMS |= {name: Form(value(asked), number_of_leads) for name, asked in NUMBERS.items()}
FORMS |= {
    "exists": Form(value(select(exists().where(Lead.id == "lead-far-1"))), is_far),
    "exists of a select": Form(
        value(select(select(Lead.id).where(Lead.id == "lead-far-1").exists())), is_far
    ),
    "greatest": Form(
        value(select(func.max(Lead.id)).where(Lead.branch_id == FAR)),
        lambda branches: "lead-far-2" if FAR in branches else None,
    ),
}

# --- leads beside leads: both sides are kept in scope, whichever the criteria might be mistaken for ---

one = aliased(Lead)
derived = aliased(Lead, select(Lead).subquery())
TWICE: dict[str, Executable] = {
    "beside an alias": select(other.id).select_from(Lead).join(other, other.status == Lead.status),
    "outer beside an alias": select(other.id).select_from(Lead)
    .outerjoin(other, other.status == Lead.status).where(other.id.is_not(None)),
    "alias beside an alias": select(other.id).select_from(one).join(other, other.status == one.status),
    "beside an alias of a subquery": select(derived.id).select_from(Lead)
    .join(derived, derived.status == Lead.status),
    "comma beside an alias": select(other.id).where(other.status == Lead.status),
}  # fmt: skip
FORMS |= {name: Form(ids(asked), leads_of) for name, asked in TWICE.items()}

# --- leads beside others ---

BESIDE_CLIENTS: dict[str, Executable] = {
    "joined": select(Client.id).join(Lead, Lead.id == Client.lead_id),
    "joined to an alias": select(Client.id).join(other, other.id == Client.lead_id),
    "comma": select(Client.id).where(Client.lead_id == Lead.id),
    "exists in another": select(Client.id).where(exists().where(Lead.id == Client.lead_id)),
    "in ids of leads": select(Client.id).where(Client.lead_id.in_(select(Lead.id))),
}
FORMS |= {name: Form(ids(asked), clients_with_a_lead) for name, asked in BESIDE_CLIENTS.items()}

counted = select(func.count(Lead.id)).where(Lead.branch_id == Branch.id).scalar_subquery()
BRANCH_IDS: dict[str, Executable] = {
    "branches in a CTE": select(Branch.id).where(Branch.id.in_(select(select(Lead.branch_id).cte().c.branch_id))),
    "branches whose leads can be counted": select(Branch.id).where(counted > 0),
    "grouped": select(Lead.branch_id).group_by(Lead.branch_id),
    "grouped, having": select(Lead.branch_id).group_by(Lead.branch_id).having(func.count() > 0),
}  # fmt: skip
FORMS |= {name: Form(ids(asked), every_branch) for name, asked in BRANCH_IDS.items()}

three_deep = select(WorkOrder.id).join(Client, Client.id == WorkOrder.client_id)
FORMS["three deep"] = Form(
    ids(three_deep.join(Lead, Lead.id == Client.lead_id)),
    lambda branches: {f"order-{branch}-{n}" for branch in branches for n in (1, 2)},
)


@form(lambda branches: None if NEAR not in branches else (ODD, "lead-far-1" if FAR in branches else None))
async def outer_joined(db: Db) -> object:
    """The row stays, its foreign side is empty."""
    found = select(Client.id, Lead.id).outerjoin(Lead, Lead.id == Client.lead_id).where(Client.id == ODD)
    row = (await db.execute(found)).one_or_none()
    return row and tuple(row)


# --- ways of running ---


@form()
async def streamed(db: Db) -> object:
    return {row.id async for row in await db.stream_scalars(select(Lead))}


@form()
async def streamed_in_parts(db: Db) -> object:
    found = await db.stream_scalars(select(Lead).execution_options(yield_per=2))
    return {row.id async for row in found}


@form()
async def executed(db: Db) -> object:
    return {row[0].id for row in await db.execute(select(Lead))}


@form()
async def with_own_parameters(db: Db) -> object:
    statement = select(Lead).where(Lead.status == bindparam("status"))
    return {row.id for row in await db.scalars(statement, {"status": "new"})}


@form()
async def with_a_value_smuggled_in(db: Db) -> object:
    """A caller's own parameter of the same name does not win."""
    return {row.id for row in await db.scalars(select(Lead), {"scope_0": FAR})}


@form()
async def by_query(db: Db) -> object:
    return await db.run_sync(lambda session: {row.id for row in session.query(Lead).all()})


@form(number_of_leads)
async def by_query_count(db: Db) -> object:
    return await db.run_sync(lambda session: session.query(Lead).count())


@form(far_only)
async def by_query_filter(db: Db) -> object:
    return await db.run_sync(
        lambda session: {row.id for row in session.query(Lead).filter_by(id="lead-far-1")}
    )


@form()
async def by_prepared(db: Db) -> object:
    """The raw path of the lists."""
    query = Prepared(select(Lead.id), db.database.dialect, db.actor.scope.size)
    (rows,) = await db.database.rows((query, db.actor.scope.values()))
    return {row[0] for row in rows}


@form()
async def by_prepared_join(db: Db) -> object:
    statement = select(Lead.id).outerjoin(Client, Client.lead_id == Lead.id).distinct()
    query = Prepared(statement, db.database.dialect, db.actor.scope.size)
    (rows,) = await db.database.rows((query, db.actor.scope.values()))
    return {row[0] for row in rows}


# --- every other scoped entity ---

FORMS |= {
    "branches": Form(ids_of_entities(select(Branch)), every_branch),
    "clients": Form(
        ids_of_entities(select(Client).where(Client.id != ODD)),
        lambda branches: {f"client-{branch}-{n}" for branch in branches for n in (1, 2)},
    ),
    "work orders": Form(
        ids_of_entities(select(WorkOrder)),
        lambda branches: {f"order-{branch}-{n}" for branch in branches for n in (1, 2)},
    ),
    "kept counts": Form(
        ids(select(RecordCount.branch_id).where(RecordCount.kind == Lead.count_kind)), every_branch
    ),
}
