"""Whatever form a statement takes, it meets the rows in scope and no others.

Every form of `forms.py` is run with a scope of nothing, one branch, two branches and everything. The control takes
the session's criteria away and expects every form to meet too much.
"""

from __future__ import annotations

import pytest
from sqlalchemy import select

from duskline.core.data import scoping
from duskline.core.data.counts import RecordCount
from duskline.core.data.session import NoActor, changing, reading
from duskline.models.people.people import Colleague, User
from duskline.models.places.places import Branch
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.policy import CONSOLE, WEBSITE
from tests.core.forms import FORMS
from tests.core.scopes import SCOPES, acting, branches_of
from tests.world import BESIDE, NEAR, PEOPLE, World


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
    assert len(FORMS) >= 70


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
