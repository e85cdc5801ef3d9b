"""Search for the command palette: every kind of record that the caller may see, within the caller's scope.

Who may enter: staff with a role. Each kind asks the same question as its list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar.params import QueryParameter
from sqlalchemy import Integer, Select, bindparam, func, literal, select

from duskline.access import (
    MANAGE_USERS,
    SEE_CLIENTS,
    SEE_LEADS,
    SEE_TICKETS,
    SEE_WORK_ORDERS,
    STAFF_WITH_ROLE,
    VIEW_ALL_DATA,
    Actor,
    May,
)
from duskline.core.db import Db
from duskline.core.door import read
from duskline.core.search import contains, normalised, pattern
from duskline.core.wire import Answer
from duskline.models.people import Colleague, User
from duskline.models.sales import Client, Lead
from duskline.models.service import SupportTicket, WorkOrder

MOST_PER_KIND = 8
FEWEST_LETTERS = 2


class Hit(Answer):
    kind: str
    id: str
    title: str
    detail: str
    status: str


class Kind(msgspec.Struct, frozen=True):
    """What is found of an entity, and by whom."""

    name: str
    may: May
    entity: Any
    title: Any
    detail: Any

    def statement(self) -> Select[Any]:
        entity = self.entity
        found = select(literal(self.name), entity.id, self.title, self.detail, entity.status)
        newest = found.where(contains(entity.search, "q")).order_by(
            entity.created_at.desc(), entity.id.desc()
        )
        return newest.limit(bindparam("most", type_=Integer))


def _person(entity: type[User | Colleague]) -> Any:
    return func.trim(func.coalesce(entity.first_name, "") + " " + func.coalesce(entity.last_name, ""))


KINDS = (
    Kind("lead", SEE_LEADS, Lead, Lead.name, Lead.email),
    Kind("client", SEE_CLIENTS, Client, Client.name, Client.address),
    Kind("work_order", SEE_WORK_ORDERS, WorkOrder, WorkOrder.title, WorkOrder.priority),
    Kind("ticket", SEE_TICKETS, SupportTicket, SupportTicket.subject, SupportTicket.category),
    Kind("user", MANAGE_USERS, User, _person(User), User.email),
    # Whoever reads every list reads the staff too, in short.
    Kind("user", VIEW_ALL_DATA, Colleague, _person(Colleague), Colleague.email),
)


@read("/api/panel/search", may=STAFF_WITH_ROLE)
async def find(
    db: Db, q: Annotated[str, QueryParameter(name="q", description="Two letters or more")] = ""
) -> list[Hit]:
    """The newest few of each kind that hold the words; fewer than two letters find nothing."""
    words = pattern(q)
    if words is None or len(normalised(q)) < FEWEST_LETTERS:
        return []
    reach = db.actor.reach
    values = reach.values() | {"q": words, "most": MOST_PER_KIND}
    queries = [
        (db.database.prepared(("search", kind.name, kind.may), kind.statement, reach.size), values)
        for kind in _kinds(db.actor)
    ]
    found: list[list[Sequence[Any]]] = await db.database.rows(*queries)
    return [Hit(*row) for rows in found for row in rows]


def _kinds(actor: Actor) -> list[Kind]:
    """One entry for each name: the first that the caller may use."""
    chosen: dict[str, Kind] = {}
    for kind in KINDS:
        if kind.may.lets(actor):
            chosen.setdefault(kind.name, kind)
    return list(chosen.values())


ROUTES = [find]
