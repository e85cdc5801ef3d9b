"""Whatever form a statement takes, it meets the rows in scope and no others.

Every form below asks for leads (or through them) and is run with a scope of nothing, one branch, two branches
and everything. The control takes the session's criteria away and expects every form to meet too much.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import (
    Select,
    bindparam,
    case,
    delete,
    event,
    exists,
    func,
    insert,
    intersect,
    literal,
    select,
    true,
    tuple_,
    union,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.orm import (
    Bundle,
    aliased,
    contains_eager,
    foreign,
    joinedload,
    load_only,
    relationship,
    remote,
    selectinload,
    subqueryload,
)

from duskline.core.data import scoping, session
from duskline.core.data.counts import RecordCount
from duskline.core.data.database import Prepared
from duskline.core.data.session import Db, NoActor, ScopedSession, changing, reading
from duskline.core.errors import NotFound, Refusal
from duskline.models.people import Colleague, User
from duskline.models.places import Branch
from duskline.models.sales import Client, Lead
from duskline.models.service import SupportTicket, WorkOrder
from duskline.policy import CONSOLE, WEBSITE, Actor, Scope
from tests.conftest import Template, copied
from tests.world import BESIDE, BRANCHES, FAR, MISSING, NEAR, PEOPLE, World

# Models have no relationships between scoped entities; these exist to prove what would happen if they had.
Lead.__mapper__.add_property(
    "proof_clients",
    relationship(
        Client, primaryjoin=lambda: Lead.id == foreign(remote(Client.lead_id)), viewonly=True, uselist=True
    ),
)
Client.__mapper__.add_property(
    "proof_lead",
    relationship(Lead, primaryjoin=lambda: foreign(Client.lead_id) == remote(Lead.id), viewonly=True),
)
LEAD: Any = Lead
CLIENT: Any = Client

SCOPES = {
    "nothing": Scope(),
    "one branch": Scope(branches=(NEAR,), home_region="north"),
    "one region": Scope(branches=(BESIDE, NEAR), own_region="north", home_region="north"),
    "everything": Scope(branches=None),
}
Form = Callable[[Db], Awaitable[Any]]
FORMS: dict[str, tuple[Form, Callable[[set[str]], Any]]] = {}
ODD = "client-odd"
"""A client of the near branch whose lead lies far away."""


def leads_of(branches: set[str]) -> set[str]:
    return {f"lead-{branch}-{number}" for branch in branches for number in (1, 2)}


def clients_of(branches: set[str]) -> set[str]:
    """Those made from a lead."""
    return {f"client-{branch}-1" for branch in branches}


def form(expected: Callable[[set[str]], Any] = leads_of) -> Callable[[Form], Form]:
    def listed(function: Form) -> Form:
        FORMS[function.__name__] = (function, expected)
        return function

    return listed


def ids_by(statement: Callable[[], Any], expected: Callable[[set[str]], Any] = leads_of) -> None:
    """A form whose one column is an id."""

    async def run(db: Db) -> set[str]:
        return set((await db.scalars(statement())).all())

    FORMS[statement.__name__] = (run, expected)


def rows_by(statement: Callable[[], Any], expected: Callable[[set[str]], Any] = leads_of) -> None:
    """A form that answers entities."""

    async def run(db: Db) -> set[str]:
        return {row.id for row in (await db.scalars(statement())).unique()}

    FORMS[statement.__name__] = (run, expected)


def number_by(statement: Callable[[], Any], expected: Callable[[set[str]], Any]) -> None:
    async def run(db: Db) -> Any:
        return await db.scalar(statement())

    FORMS[statement.__name__] = (run, expected)


def how_many(branches: set[str]) -> int:
    return 2 * len(branches)


def is_far(branches: set[str]) -> bool:
    return FAR in branches


def far_only(branches: set[str]) -> set[str]:
    return {"lead-far-1"} & leads_of(branches)


# --- plain selects ---


def select_entity() -> Any:
    return select(Lead)


def select_entity_ordered() -> Any:
    return select(Lead).order_by(Lead.created_at.desc(), Lead.id).limit(500)


def select_distinct_entity() -> Any:
    return select(Lead).distinct()


def select_by_foreign_id() -> Any:
    return select(Lead).where(Lead.id == "lead-far-1")


def select_by_condition_that_is_true() -> Any:
    return select(Lead).where((Lead.branch_id == FAR) | true())


def select_for_update() -> Any:
    return select(Lead).with_for_update(of=Lead)


def select_some_columns_of_entity() -> Any:
    return select(Lead).options(load_only(Lead.name))


rows_by(select_entity)
rows_by(select_entity_ordered)
rows_by(select_distinct_entity)
rows_by(select_by_foreign_id, far_only)
rows_by(select_by_condition_that_is_true)
rows_by(select_for_update)
rows_by(select_some_columns_of_entity)


def select_column() -> Any:
    return select(Lead.id)


def select_label() -> Any:
    return select(Lead.id.label("x"))


def select_expression() -> Any:
    return select(func.lower(Lead.id))


def select_distinct_column() -> Any:
    return select(Lead.id).distinct()


def select_with_tuple() -> Any:
    wanted = [(f"lead-{branch}-{n}", branch) for branch in BRANCHES for n in (1, 2)]
    return select(Lead.id).where(tuple_(Lead.id, Lead.branch_id).in_(wanted))


def select_window() -> Any:
    ranked = select(Lead.id, func.row_number().over(order_by=Lead.id).label("n")).subquery()
    return select(ranked.c.id)


for statement in (
    select_column, select_label, select_expression, select_distinct_column, select_with_tuple, select_window,
):  # fmt: skip
    ids_by(statement)


@form()
async def select_two_columns(db: Db) -> set[str]:
    return {id for id, _ in await db.execute(select(Lead.id, Lead.branch_id))}


@form()
async def select_bundle(db: Db) -> set[str]:
    bundle: Any = Bundle("pair", Lead.id, Lead.branch_id)
    return {row.pair.id for row in await db.execute(select(bundle))}


@form(is_far)
async def get_by_id(db: Db) -> bool:
    return await db.get(Lead, "lead-far-1") is not None


@form(is_far)
async def get_by_id_locked(db: Db) -> bool:
    return await db.get(Lead, "lead-far-1", with_for_update=True) is not None


@form(is_far)
async def get_by_id_anew(db: Db) -> bool:
    return await db.get(Lead, "lead-far-1", populate_existing=True) is not None


@form(is_far)
async def find(db: Db) -> bool:
    try:
        await db.find(Lead, "lead-far-1")
    except NotFound:
        return False
    return True


# --- counts ---


def count_rows() -> Any:
    return select(func.count()).select_from(Lead)


def count_ids() -> Any:
    return select(func.count(Lead.id))


def count_subquery() -> Any:
    return select(func.count()).select_from(select(Lead.id).subquery())


def count_bounded() -> Any:
    return select(func.count()).select_from(
        select(literal(1).label("one")).select_from(Lead).limit(99).subquery()
    )


def count_in_scalar_subquery() -> Any:
    return select(select(func.count(Lead.id)).scalar_subquery())


def sum_of_cases() -> Any:
    return select(func.coalesce(func.sum(case((Lead.status == "new", 1), else_=0)), 0))


for statement in (
    count_rows, count_ids, count_subquery, count_bounded, count_in_scalar_subquery, sum_of_cases,
):  # fmt: skip
    number_by(statement, how_many)


def greatest() -> Any:
    return select(func.max(Lead.id)).where(Lead.branch_id == FAR)


number_by(greatest, lambda branches: "lead-far-2" if FAR in branches else None)


def exists_select() -> Any:
    return select(exists().where(Lead.id == "lead-far-1"))


def exists_of_select() -> Any:
    return select(select(Lead.id).where(Lead.id == "lead-far-1").exists())


number_by(exists_select, is_far)
number_by(exists_of_select, is_far)


# --- statements inside statements ---


def from_subquery() -> Any:
    return select(select(Lead.id).subquery().c.id)


def from_nested_subquery() -> Any:
    inner = select(Lead.id, Lead.branch_id).subquery()
    return select(select(inner.c.id).subquery().c.id)


def from_cte() -> Any:
    return select(select(Lead.id).cte("found").c.id)


def from_cte_of_cte() -> Any:
    first = select(Lead.id).cte("first")
    return select(select(first.c.id).cte("second").c.id)


def in_select() -> Any:
    return select(Lead.id).where(Lead.id.in_(select(Lead.id)))


def in_cte() -> Any:
    return select(Branch.id).where(Branch.id.in_(select(select(Lead.branch_id).cte().c.branch_id)))


for statement in (from_subquery, from_nested_subquery, from_cte, from_cte_of_cte, in_select):
    ids_by(statement)
ids_by(in_cte, lambda branches: branches)


def from_alias() -> Any:
    other: Any = aliased(Lead)
    return select(other)


def from_alias_of_subquery() -> Any:
    return select(aliased(Lead, select(Lead).subquery()))


def from_flat_alias() -> Any:
    return select(aliased(Lead, name="l2", flat=True))


def from_statement() -> Any:
    return select(Lead).from_statement(select(Lead))


def union_of_entities() -> Any:
    return select(Lead).from_statement(union(select(Lead), select(Lead)))


for statement in (from_alias, from_alias_of_subquery, from_flat_alias, from_statement, union_of_entities):
    rows_by(statement)


def union_of_columns() -> Any:
    return union_all(select(Lead.id), select(Lead.id))


def intersection() -> Any:
    return intersect(select(Lead.id), select(Lead.id))


def union_in_subquery() -> Any:
    return select(union(select(Lead.id), select(Lead.id)).subquery().c.id)


for statement in (union_of_columns, intersection, union_in_subquery):
    ids_by(statement)


def subquery_beside_another_entity() -> Any:
    """Branches whose leads can be counted: none that lies outside."""
    counted = select(func.count(Lead.id)).where(Lead.branch_id == Branch.id).scalar_subquery()
    return select(Branch.id).where(counted > 0)


ids_by(subquery_beside_another_entity, lambda branches: branches)


# --- two entities ---


def joined() -> Any:
    return select(Client.id).join(Lead, Lead.id == Client.lead_id)


def joined_to_alias() -> Any:
    other: Any = aliased(Lead)
    return select(Client.id).join(other, other.id == Client.lead_id)


def joined_by_relationship() -> Any:
    return select(Client.id).join(CLIENT.proof_lead)


def beside_an_alias() -> Any:
    """Both sides of a self-join are kept in scope, whichever of them the criteria might be mistaken for."""
    other: Any = aliased(Lead)
    return select(other.id).select_from(Lead).join(other, other.status == Lead.status)


def outer_beside_an_alias() -> Any:
    other: Any = aliased(Lead)
    found = select(other.id).select_from(Lead).outerjoin(other, other.status == Lead.status)
    return found.where(other.id.is_not(None))


def alias_beside_an_alias() -> Any:
    one: Any = aliased(Lead)
    other: Any = aliased(Lead)
    return select(other.id).select_from(one).join(other, other.status == one.status)


def beside_an_alias_of_a_subquery() -> Any:
    other: Any = aliased(Lead, select(Lead).subquery())
    return select(other.id).select_from(Lead).join(other, other.status == Lead.status)


def comma_beside_an_alias() -> Any:
    other: Any = aliased(Lead)
    return select(other.id).where(other.status == Lead.status)


for statement in (
    beside_an_alias, outer_beside_an_alias, alias_beside_an_alias, beside_an_alias_of_a_subquery,
    comma_beside_an_alias,
):  # fmt: skip
    ids_by(statement)


def comma_join() -> Any:
    return select(Client.id).where(Client.lead_id == Lead.id)


def exists_in_another() -> Any:
    return select(Client.id).where(exists().where(Lead.id == Client.lead_id))


def has_parent() -> Any:
    return select(Client.id).where(CLIENT.proof_lead.has())


def in_parent_ids() -> Any:
    return select(Client.id).where(Client.lead_id.in_(select(Lead.id)))


for statement in (
    joined, joined_to_alias, joined_by_relationship, comma_join, exists_in_another, has_parent, in_parent_ids,
):  # fmt: skip
    ids_by(statement, lambda branches: clients_of(branches) | ({ODD} if {NEAR, FAR} <= branches else set()))


def any_child() -> Any:
    return select(Lead.id).where(LEAD.proof_clients.any())


ids_by(
    any_child,
    lambda branches: {f"lead-{branch}-1" for branch in branches},
)


def three_deep() -> Any:
    return (
        select(WorkOrder.id)
        .join(Client, Client.id == WorkOrder.client_id)
        .join(Lead, Lead.id == Client.lead_id)
    )


ids_by(three_deep, lambda branches: {f"order-{branch}-{n}" for branch in branches for n in (1, 2)})


@form(lambda branches: None if NEAR not in branches else (ODD, "lead-far-1" if FAR in branches else None))
async def outer_joined(db: Db) -> Any:
    """The row stays, its foreign side is empty."""
    found = select(Client.id, Lead.id).outerjoin(Lead, Lead.id == Client.lead_id).where(Client.id == ODD)
    row = (await db.execute(found)).one_or_none()
    return row and tuple(row)


def grouped() -> Any:
    return select(Lead.branch_id).group_by(Lead.branch_id)


def grouped_having() -> Any:
    return select(Lead.branch_id).group_by(Lead.branch_id).having(func.count() > 0)


ids_by(grouped, lambda branches: branches)
ids_by(grouped_having, lambda branches: branches)


# --- loads of relationships ---


async def parents(db: Db, option: Any) -> Any:
    client = (await db.scalars(select(Client).where(Client.id == ODD).options(option))).unique().one_or_none()
    return client and (client.proof_lead and client.proof_lead.id)  # type: ignore[attr-defined]


def parent_of_odd(branches: set[str]) -> Any:
    return "lead-far-1" if FAR in branches and NEAR in branches else None


@form(parent_of_odd)
async def joined_load(db: Db) -> Any:
    return await parents(db, joinedload(CLIENT.proof_lead))


@form(parent_of_odd)
async def selectin_load(db: Db) -> Any:
    return await parents(db, selectinload(CLIENT.proof_lead))


@form(parent_of_odd)
async def subquery_load(db: Db) -> Any:
    return await parents(db, subqueryload(CLIENT.proof_lead))


@form(parent_of_odd)
async def lazy_load(db: Db) -> Any:
    def load(session: Any) -> Any:
        client = session.scalars(select(Client).where(Client.id == ODD)).one_or_none()
        return client and (client.proof_lead and client.proof_lead.id)

    return await db.run_sync(load)


@form(lambda branches: {f"lead-{branch}-1": {f"client-{branch}-1"} for branch in branches} | (
    {"lead-far-1": {"client-far-1", ODD}} if {NEAR, FAR} <= branches else {}
))  # fmt: skip
async def eager_collection(db: Db) -> Any:
    statement = select(Lead).join(LEAD.proof_clients).options(contains_eager(LEAD.proof_clients))
    found: Any = (await db.scalars(statement)).unique()
    return {lead.id: {client.id for client in lead.proof_clients} for lead in found}


# --- ways of running ---


@form()
async def streamed(db: Db) -> set[str]:
    return {row.id async for row in await db.stream_scalars(select(Lead))}


@form()
async def streamed_in_parts(db: Db) -> set[str]:
    found = await db.stream_scalars(select(Lead).execution_options(yield_per=2))
    return {row.id async for row in found}


@form()
async def executed(db: Db) -> set[str]:
    return {row[0].id for row in await db.execute(select(Lead))}


@form()
async def with_own_parameters(db: Db) -> set[str]:
    statement = select(Lead).where(Lead.status == bindparam("status"))
    return {row.id for row in await db.scalars(statement, {"status": "new"})}


@form()
async def with_a_value_smuggled_in(db: Db) -> set[str]:
    """A caller's own parameter of the same name does not win."""
    return {row.id for row in await db.scalars(select(Lead), {"scope_0": FAR})}


@form()
async def by_query(db: Db) -> set[str]:
    return await db.run_sync(lambda session: {row.id for row in session.query(Lead).all()})


@form(how_many)
async def by_query_count(db: Db) -> int:
    return await db.run_sync(lambda session: session.query(Lead).count())


@form(far_only)
async def by_query_filter(db: Db) -> set[str]:
    return await db.run_sync(
        lambda session: {row.id for row in session.query(Lead).filter_by(id="lead-far-1")}
    )


@form()
async def by_prepared(db: Db) -> set[str]:
    """The raw path of the lists."""
    query = Prepared(select(Lead.id), db.database.dialect, db.actor.scope.size)
    (rows,) = await db.database.rows((query, db.actor.scope.values()))
    return {row[0] for row in rows}


@form()
async def by_prepared_join(db: Db) -> set[str]:
    statement = select(Lead.id).outerjoin(Client, Client.lead_id == Lead.id).distinct()
    query = Prepared(statement, db.database.dialect, db.actor.scope.size)
    (rows,) = await db.database.rows((query, db.actor.scope.values()))
    return {row[0] for row in rows}


# --- every other scoped entity ---


def all_branches() -> Any:
    return select(Branch)


def all_clients() -> Any:
    return select(Client).where(Client.id != ODD)


def all_orders() -> Any:
    return select(WorkOrder)


rows_by(all_branches, lambda branches: branches)
rows_by(all_clients, lambda branches: {f"client-{branch}-{n}" for branch in branches for n in (1, 2)})
rows_by(all_orders, lambda branches: {f"order-{branch}-{n}" for branch in branches for n in (1, 2)})


@form(lambda branches: branches)
async def kept_counts(db: Db) -> set[str]:
    found = await db.scalars(select(RecordCount.branch_id).where(RecordCount.kind == Lead.count_kind))
    return set(found)


# --- the tests ---


def acting(scope: Scope) -> Actor:
    return Actor(id="admin", scope=scope)


def branches_of(scope: Scope) -> set[str]:
    return set(BRANCHES) if scope.branches is None else set(scope.branches)


@pytest.fixture(scope="module")
async def odd_world(template: Template) -> AsyncIterator[World]:
    async for world in copied(template):
        async with world.console() as db:
            fields = {"branch_id": NEAR, "lead_id": "lead-far-1", "email": "o@o.example", "address": "1"}
            db.store(Client(id=ODD, name="Odd", **fields))
        yield world


@pytest.mark.parametrize("scope", SCOPES)
async def test_every_form_stays_in_scope(odd_world: World, scope: str) -> None:
    wrong = {}
    for name, (run, expected) in FORMS.items():
        async with changing(odd_world.database, acting(SCOPES[scope])) as db:
            found, wanted = await run(db), expected(branches_of(SCOPES[scope]))
            if found != wanted:
                wrong[name] = (found, wanted)
    assert wrong == {}


def test_there_are_enough_forms() -> None:
    assert len(FORMS) >= 56


async def test_control_without_the_criteria_every_form_meets_too_much(
    odd_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoping, "scope_options", lambda _size: ())
    kept = []
    for name, (run, expected) in FORMS.items():
        async with changing(odd_world.database, acting(SCOPES["one branch"])) as db:
            if await run(db) == expected({NEAR}):
                kept.append(name)
    assert kept == []


async def test_without_an_actor_nothing_runs(odd_world: World) -> None:
    async with reading(odd_world.database, CONSOLE) as db:
        db.info.pop("actor")
        with pytest.raises(NoActor):
            await db.scalars(select(Lead))


async def test_the_website_reads_nothing_scoped(odd_world: World) -> None:
    async with reading(odd_world.database, WEBSITE) as db:
        for entity in (Lead, Client, WorkOrder, SupportTicket, User, Colleague, Branch, RecordCount):
            assert (await db.scalars(select(entity))).all() == [], entity


async def test_a_forgotten_value_is_an_error_and_no_open_door(odd_world: World) -> None:
    query = Prepared(select(Lead.id), odd_world.database.dialect, 2)
    with pytest.raises(KeyError):
        await odd_world.database.rows((query, {"scope_0": NEAR}))


def people_in(scope: str) -> set[str]:
    branches, region = branches_of(SCOPES[scope]), SCOPES[scope].own_region
    if SCOPES[scope].branches is None:
        return set(PEOPLE)
    return {
        name
        for name, given in PEOPLE.items()
        if given.get("branch_id") in branches or (region and given.get("region_id") == region)
    }


@pytest.mark.parametrize("scope", SCOPES)
async def test_people_whom_one_manages(odd_world: World, scope: str) -> None:
    async with reading(odd_world.database, acting(SCOPES[scope])) as db:
        assert set(await db.scalars(select(User.id))) == people_in(scope)


COLLEAGUES = {
    "nothing": set(),
    "one branch": {NEAR},
    "one region": {NEAR, BESIDE},
}


@pytest.mark.parametrize("scope", COLLEAGUES)
async def test_colleagues_whom_one_meets(odd_world: World, scope: str) -> None:
    """Staff who can act in one's scope: of its branches, of its region, and global."""
    branches = COLLEAGUES[scope]
    expected = {
        name
        for name, given in PEOPLE.items()
        if branches
        and given.get("user_type") != "client"
        and (
            given.get("branch_id") in branches
            or given.get("region_id") == "north"
            or given["role"] in ("admin", "support")
        )
    }
    async with reading(odd_world.database, acting(SCOPES[scope])) as db:
        assert set(await db.scalars(select(Colleague.id))) == expected


# --- writing ---

BULK: dict[str, Callable[[], Any]] = {
    "update": lambda: update(Lead).values(status="won"),
    "update_where": lambda: update(Lead).where(Lead.branch_id == NEAR).values(status="won"),
    "update_fetch": lambda: update(Lead).values(status="won").execution_options(synchronize_session="fetch"),
    "update_evaluate": lambda: (
        update(Lead).values(status="won").execution_options(synchronize_session="evaluate")
    ),
    "update_returning": lambda: update(Lead).values(status="won").returning(Lead.id),
    "delete": lambda: delete(Lead),
    "delete_returning": lambda: delete(Lead).returning(Lead.id),
    "insert": lambda: insert(Lead).values(id="x", branch_id=FAR, name="x", email="x@x.example"),
    "insert_returning": lambda: insert(Lead).returning(Lead.id),
    "update_people": lambda: update(User).values(role="admin"),
    "update_colleagues": lambda: update(Colleague).values(role="admin"),
}


@pytest.mark.parametrize("name", BULK)
async def test_bulk_writes_on_scoped_rows_are_refused(odd_world: World, name: str) -> None:
    for scope in SCOPES.values():
        async with changing(odd_world.database, acting(scope)) as db:
            with pytest.raises(RuntimeError, match="one by one"):
                await db.execute(BULK[name]())


async def test_bulk_writes_by_parameter_lists_are_refused(odd_world: World) -> None:
    rows = [{"id": "x", "branch_id": FAR, "name": "x", "email": "x@x.example"}]
    async with changing(odd_world.database, acting(SCOPES["one branch"])) as db:
        with pytest.raises(RuntimeError, match="one by one"):
            await db.execute(insert(Lead), rows)
        for name in ("bulk_insert_mappings", "bulk_update_mappings", "bulk_save_objects"):
            with pytest.raises(RuntimeError):
                await db.run_sync(bulk, name, rows)


def bulk(session: Any, name: str, rows: Any) -> None:
    if name == "bulk_save_objects":
        session.bulk_save_objects([Lead(**row) for row in rows])
    else:
        getattr(session, name)(Lead, rows)


async def stored(world: World, id: str) -> Lead | None:
    async with reading(world.database, CONSOLE) as db:
        return await db.get(Lead, id)


async def test_a_new_row_must_lie_in_scope(world: World) -> None:
    near = acting(SCOPES["one branch"])
    for branch, allowed in ((NEAR, True), (BESIDE, False), (FAR, False)):
        async with changing(world.database, near) as db:
            db.store(Lead(id=f"new-{branch}", branch_id=branch, name="New", email="n@n.example"))
            if allowed:
                await db.commit()
            else:
                with pytest.raises(Refusal):
                    await db.commit()
        assert (await stored(world, f"new-{branch}") is not None) == allowed


async def test_a_row_cannot_be_moved_out_of_scope(world: World) -> None:
    async with changing(world.database, acting(SCOPES["one branch"])) as db:
        lead = await db.find(Lead, "lead-1-1")
        lead.branch_id = FAR
        with pytest.raises(Refusal):
            await db.commit()
    moved = await stored(world, "lead-1-1")
    assert moved is not None
    assert moved.branch_id == NEAR


async def test_a_foreign_row_cannot_be_merged_in(world: World) -> None:
    async with changing(world.database, acting(SCOPES["one branch"])) as db:
        await db.merge(Lead(id="lead-far-1", branch_id=NEAR, name="Mine", email="m@m.example", version=1))
        with pytest.raises((IntegrityError, Refusal)):
            await db.commit()
    kept = await stored(world, "lead-far-1")
    assert kept is not None
    assert kept.branch_id == FAR


async def test_a_detached_foreign_row_cannot_be_written(world: World) -> None:
    """Even a row that was loaded by somebody else and carried over."""
    async with reading(world.database, CONSOLE) as db:
        foreign_lead = await db.find(Lead, "lead-far-1")
    async with changing(world.database, acting(SCOPES["one branch"])) as db:
        with pytest.raises(RuntimeError, match="found it"):
            db.add(foreign_lead)
        foreign_lead.name = "Mine"
        await db.commit()
    kept = await stored(world, "lead-far-1")
    assert kept is not None
    assert kept.name != "Mine"


async def test_control_without_the_destination_check_the_row_moves(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.remove(ScopedSession, "after_flush", session._check_destinations)
    try:
        async with changing(world.database, acting(SCOPES["one branch"])) as db:
            lead = await db.find(Lead, "lead-1-1")
            lead.branch_id = FAR
            await db.commit()
    finally:
        event.listen(ScopedSession, "after_flush", session._check_destinations)
    moved = await stored(world, "lead-1-1")
    assert moved is not None
    assert moved.branch_id == FAR


# --- caches ---


async def run_shapes(world: World, rounds: int) -> int:
    """Alternates actors and shapes over five tasks; answers how often somebody met another one's rows."""
    shapes: list[Callable[[], Select[Any]]] = [
        select_column, in_select, from_cte, joined, count_rows, from_subquery,
    ]  # fmt: skip
    kept = [shape() for shape in shapes]
    scopes = [
        Scope(branches=(NEAR,)), Scope(branches=(BESIDE,)), Scope(branches=(FAR,)), Scope(),
        Scope(branches=(NEAR, BESIDE)), Scope(branches=(BESIDE, FAR)), Scope(branches=None),
    ]  # fmt: skip
    truths: dict[tuple[int, int], Any] = {}
    for r, scope in enumerate(scopes):
        for s in range(len(shapes)):
            truths[r, s] = _truth(s, branches_of(scope))

    async def task(offset: int) -> int:
        wrong = 0
        for number in range(offset, rounds, 5):
            r, s = number % len(scopes), (number // len(scopes)) % len(shapes)
            statement = kept[s] if number % 2 else shapes[s]()
            async with reading(world.database, acting(scopes[r])) as db:
                wrong += set(await db.scalars(statement)) != truths[r, s]
        return wrong

    return sum(await asyncio.gather(*(task(offset) for offset in range(5))))


def _truth(shape: int, branches: set[str]) -> set[Any]:
    if shape == 3:
        return clients_of(branches) | ({ODD} if {NEAR, FAR} <= branches else set())
    return {how_many(branches)} if shape == 4 else leads_of(branches)


async def test_no_scope_leaks_through_the_statement_cache(odd_world: World, rounds: int) -> None:
    assert await run_shapes(odd_world, rounds) == 0


async def test_control_values_baked_into_cached_statements_do_leak(
    odd_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The criteria as somebody might write them: values inside, and one object for everybody."""
    from sqlalchemy.orm import with_loader_criteria

    first: dict[int, tuple[Any, ...]] = {}

    def careless(size: int | None) -> tuple[Any, ...]:
        if size is None:
            return ()
        if size not in first:
            first[size] = (with_loader_criteria(Lead, Lead.branch_id.in_((NEAR, BESIDE)[:size])),)
        return first[size]

    monkeypatch.setattr(scoping, "scope_options", careless)
    assert await run_shapes(odd_world, 210) > 0


async def test_prepared_statements_keep_reaches_apart(odd_world: World, rounds: int) -> None:
    """The lists' own path: one compiled statement per number of branches, values alone."""
    database = odd_world.database
    scopes = [Scope(branches=(branch,)) for branch in BRANCHES]
    scopes += [Scope(branches=(NEAR, FAR)), Scope(branches=(NEAR, BESIDE)), Scope(), Scope(branches=None)]

    async def task(offset: int) -> int:
        wrong = 0
        for number in range(offset, rounds, 5):
            scope = scopes[number % len(scopes)]
            query = database.prepared("proof", select_column, scope.size)
            (rows,) = await database.rows((query, scope.values()))
            wrong += {row[0] for row in rows} != leads_of(branches_of(scope))
        return wrong

    assert sum(await asyncio.gather(*(task(offset) for offset in range(5)))) == 0
    assert len([key for key in database._prepared if key[0] == "proof"]) == 4


async def test_a_prepared_statement_refuses_lists_of_unknown_length(odd_world: World) -> None:
    with pytest.raises(RuntimeError, match="unknown length"):
        Prepared(select(Lead.id).where(Lead.id.in_(["a", "b"])), odd_world.database.dialect, 1)


async def test_the_reading_engine_cannot_write(odd_world: World) -> None:
    async with reading(odd_world.database, CONSOLE) as db:
        db.store(Lead(id=MISSING, branch_id=NEAR, name="New", email="n@n.example"))
        with pytest.raises(StatementError):
            await db.commit()
    assert await stored(odd_world, MISSING) is None
