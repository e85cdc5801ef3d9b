"""What is compiled once is everybody's; the scope is in the values alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Select, func, select
from sqlalchemy.orm import with_loader_criteria
from sqlalchemy.orm.interfaces import ORMOption

from duskline.core.data import scoping
from duskline.core.data.database import Prepared
from duskline.core.data.session import reading
from duskline.models.records.sales import Client, Lead
from duskline.policy import Scope
from tests.core.scopes import acting, branches_of, clients_with_a_lead, leads_of, number_of_leads
from tests.world import BESIDE, BRANCHES, FAR, NEAR, World


def ids() -> Select[tuple[str]]:
    return select(Lead.id)


SHAPES: tuple[tuple[Callable[[], Select[Any]], Callable[[set[str]], set[Any]]], ...] = (
    (ids, leads_of),
    (lambda: select(Lead.id).where(Lead.id.in_(select(Lead.id))), leads_of),
    (lambda: select(select(Lead.id).cte("found").c.id), leads_of),
    (lambda: select(select(Lead.id).subquery().c.id), leads_of),
    (lambda: select(Client.id).join(Lead, Lead.id == Client.lead_id), clients_with_a_lead),
    (lambda: select(func.count()).select_from(Lead), lambda branches: {number_of_leads(branches)}),
)
"""Statements, and what each answers within some branches."""


async def run_shapes(world: World, rounds: int) -> int:
    """Alternates actors and shapes over five tasks; answers how often somebody met another one's rows."""
    kept = [shape() for shape, _ in SHAPES]
    scopes = [
        Scope(branches=(NEAR,)), Scope(branches=(BESIDE,)), Scope(branches=(FAR,)), Scope(),
        Scope(branches=(NEAR, BESIDE)), Scope(branches=(BESIDE, FAR)), Scope(branches=None),
    ]  # fmt: skip

    async def task(offset: int) -> int:
        wrong = 0
        for number in range(offset, rounds, 5):
            scope, at = scopes[number % len(scopes)], (number // len(scopes)) % len(SHAPES)
            shape, expected = SHAPES[at]
            statement = kept[at] if number % 2 else shape()
            async with reading(world.database, acting(scope)) as db:
                wrong += set(await db.scalars(statement)) != expected(branches_of(scope))
        return wrong

    return sum(await asyncio.gather(*(task(offset) for offset in range(5))))


async def test_no_scope_leaks_through_the_statement_cache(odd_world: World, rounds: int) -> None:
    assert await run_shapes(odd_world, rounds) == 0


async def test_control_values_baked_into_cached_statements_do_leak(
    odd_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The criteria as somebody might write them: values inside, and one object for everybody."""
    first: dict[int, tuple[ORMOption, ...]] = {}

    def careless(size: int | None) -> tuple[ORMOption, ...]:
        if size is None:
            return ()
        if size not in first:
            first[size] = (with_loader_criteria(Lead, Lead.branch_id.in_((NEAR, BESIDE)[:size])),)
        return first[size]

    monkeypatch.setattr(scoping, "scope_options", careless)
    assert await run_shapes(odd_world, 210) > 0


async def test_prepared_statements_keep_scopes_apart(odd_world: World, rounds: int) -> None:
    """The lists' own path: one compiled statement per number of branches, values alone."""
    database = odd_world.database
    scopes = [Scope(branches=(branch,)) for branch in BRANCHES]
    scopes += [Scope(branches=(NEAR, FAR)), Scope(branches=(NEAR, BESIDE)), Scope(), Scope(branches=None)]

    async def task(offset: int) -> int:
        wrong = 0
        for number in range(offset, rounds, 5):
            scope = scopes[number % len(scopes)]
            query = database.prepared("ids", ids, scope.size)
            (rows,) = await database.rows((query, scope.values()))
            wrong += {row[0] for row in rows} != leads_of(branches_of(scope))
        return wrong

    assert sum(await asyncio.gather(*(task(offset) for offset in range(5)))) == 0
    assert len([key for key in database._prepared if key[0] == "ids"]) == 4


async def test_a_prepared_statement_refuses_lists_of_unknown_length(odd_world: World) -> None:
    with pytest.raises(RuntimeError, match="unknown length"):
        Prepared(select(Lead.id).where(Lead.id.in_(["a", "b"])), odd_world.database.dialect, 1)


async def test_a_statement_without_its_values_is_refused(odd_world: World) -> None:
    query = Prepared(select(Lead.id), odd_world.database.dialect, 2)
    with pytest.raises(KeyError):
        await odd_world.database.rows((query, {"scope_0": NEAR}))
