"""Relationships load the rows in scope and no others.

The product's models have none between scoped entities. The two here stand in a registry of their own, over the same
tables, and show what would happen if they had.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import Executable, select
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    Session,
    contains_eager,
    foreign,
    joinedload,
    relationship,
    remote,
    selectinload,
    subqueryload,
)
from sqlalchemy.orm.interfaces import ORMOption

from duskline.core.data import scoping
from duskline.core.data.session import Db, changing
from duskline.models.records.sales import Client, Lead
from duskline.policy import Scoped
from tests.core.scopes import ODD, SCOPES, acting, branches_of, clients_with_a_lead
from tests.world import FAR, NEAR, World


class Related(DeclarativeBase):
    pass


class LeadOfClients(Scoped, Related):
    __table__ = Lead.__table__

    id: Mapped[str]
    branch_id: Mapped[str]
    clients: Mapped[list[ClientOfLead]] = relationship(
        primaryjoin=lambda: LeadOfClients.id == foreign(remote(ClientOfLead.lead_id)), viewonly=True
    )


class ClientOfLead(Scoped, Related):
    __table__ = Client.__table__

    id: Mapped[str]
    branch_id: Mapped[str]
    lead_id: Mapped[str | None]
    lead: Mapped[LeadOfClients | None] = relationship(
        primaryjoin=lambda: foreign(ClientOfLead.lead_id) == remote(LeadOfClients.id), viewonly=True
    )


ODD_CLIENT = select(ClientOfLead).where(ClientOfLead.id == ODD)
JOINED: dict[str, Executable] = {
    "join": select(ClientOfLead.id).join(ClientOfLead.lead),
    "has": select(ClientOfLead.id).where(ClientOfLead.lead.has()),
}
LOADS: dict[str, ORMOption] = {
    "joined load": joinedload(ClientOfLead.lead),
    "select-in load": selectinload(ClientOfLead.lead),
    "subquery load": subqueryload(ClientOfLead.lead),
}


@pytest.fixture(autouse=True)
def related(monkeypatch: pytest.MonkeyPatch) -> None:
    """Criteria for these models instead of the product's."""
    criteria = functools.partial(scoping.scope_options, models=Related.registry)
    monkeypatch.setattr(scoping, "scope_options", criteria)


async def ids(db: Db, statement: Executable) -> set[str]:
    return set(await db.scalars(statement))


async def lead_of_odd(db: Db, load: ORMOption) -> str | None:
    client = (await db.scalars(ODD_CLIENT.options(load))).unique().one_or_none()
    return client.lead.id if client and client.lead else None


async def lead_of_odd_on_access(db: Db) -> str | None:
    def load(session: Session) -> str | None:
        client = session.scalars(ODD_CLIENT).one_or_none()
        return client.lead.id if client and client.lead else None

    return await db.run_sync(load)


async def clients_by_lead(db: Db) -> dict[str, set[str]]:
    statement = select(LeadOfClients).join(LeadOfClients.clients)
    found = await db.scalars(statement.options(contains_eager(LeadOfClients.clients)))
    return {lead.id: {client.id for client in lead.clients} for lead in found.unique()}


Ask = Callable[[Db], Awaitable[object]]
Expected = Callable[[set[str]], object]


def far_lead(branches: set[str]) -> str | None:
    return "lead-far-1" if {NEAR, FAR} <= branches else None


def leads_with_clients(branches: set[str]) -> set[str]:
    return {f"lead-{branch}-1" for branch in branches}


def clients_of_leads(branches: set[str]) -> dict[str, set[str]]:
    found = {f"lead-{branch}-1": {f"client-{branch}-1"} for branch in branches}
    return found | ({"lead-far-1": {"client-far-1", ODD}} if {NEAR, FAR} <= branches else {})


FORMS: dict[str, tuple[Ask, Expected]] = {
    **{name: (functools.partial(ids, statement=asked), clients_with_a_lead) for name, asked in JOINED.items()},
    "any": (
        functools.partial(ids, statement=select(LeadOfClients.id).where(LeadOfClients.clients.any())),
        leads_with_clients,
    ),
    **{name: (functools.partial(lead_of_odd, load=load), far_lead) for name, load in LOADS.items()},
    "load on access": (lead_of_odd_on_access, far_lead),
    "eager collection": (clients_by_lead, clients_of_leads),
}  # fmt: skip


@pytest.mark.parametrize("scope", SCOPES)
async def test_relationships_stay_in_scope(odd_world: World, scope: str) -> None:
    wrong = {}
    for name, (ask, expected) in FORMS.items():
        async with changing(odd_world.database, acting(SCOPES[scope])) as db:
            found, wanted = await ask(db), expected(branches_of(SCOPES[scope]))
            if found != wanted:
                wrong[name] = (found, wanted)
    assert wrong == {}


async def test_control_without_the_criteria_each_meets_too_much(
    odd_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scoping, "scope_options", lambda _size: ())
    kept = []
    for name, (ask, expected) in FORMS.items():
        async with changing(odd_world.database, acting(SCOPES["one branch"])) as db:
            if await ask(db) == expected({NEAR}):
                kept.append(name)
    assert kept == []
