"""Search for the command palette: every kind of record that the caller may see, within the caller's scope.

Who may enter: staff with a role. Each kind asks the same question as its list.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from litestar.params import QueryParameter
from sqlalchemy import ColumnElement, String, func, literal
from sqlalchemy.orm import InstrumentedAttribute

from duskline.core.data.base import Base
from duskline.core.data.database import Reader
from duskline.core.http.listing import Listing
from duskline.core.http.routing import read_rows
from duskline.core.values.bodies import ResponseModel
from duskline.core.values.texts import folded
from duskline.models.people.people import Colleague, User
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.models.records.warranties import Warranty
from duskline.policy import (
    LOOK_UP,
    MANAGE_USERS,
    SEE_CLIENTS,
    SEE_LEADS,
    SEE_TICKETS,
    SEE_WORK_ORDERS,
    VIEW_ALL_DATA,
    Actor,
    Can,
)

Text = InstrumentedAttribute[str] | ColumnElement[str]
MOST_PER_KIND = 8
FEWEST_LETTERS = 2


class HitKind(StrEnum):
    LEAD = "lead"
    CLIENT = "client"
    WORK_ORDER = "work_order"
    TICKET = "ticket"
    WARRANTY = "warranty"
    USER = "user"


class Hit(ResponseModel):
    kind: HitKind
    id: str
    title: str
    detail: str
    status: str


def _kind(kind: HitKind, entity: type[Base], title: Text, detail: Text) -> Listing:
    columns = {"kind": literal(str(kind), String), "title": title, "detail": detail}
    return Listing(entity, Hit, columns=columns)


def _person(entity: type[User | Colleague]) -> ColumnElement[str]:
    """Both names, or the one there is, or the address."""
    names = func.coalesce(entity.first_name, "") + " " + func.coalesce(entity.last_name, "")
    return func.coalesce(func.nullif(func.trim(names), ""), entity.email)


KINDS = (
    (SEE_LEADS, _kind(HitKind.LEAD, Lead, Lead.name, Lead.email)),
    (SEE_CLIENTS, _kind(HitKind.CLIENT, Client, Client.name, Client.address)),
    (SEE_WORK_ORDERS, _kind(HitKind.WORK_ORDER, WorkOrder, WorkOrder.title, WorkOrder.priority)),
    (SEE_TICKETS, _kind(HitKind.TICKET, SupportTicket, SupportTicket.subject, SupportTicket.category)),
    (SEE_CLIENTS, _kind(HitKind.WARRANTY, Warranty, Warranty.number, Warranty.holder)),
    (MANAGE_USERS, _kind(HitKind.USER, User, _person(User), User.email)),
)
OPENS_MOST = (
    (Can.MANAGE_LEADS, HitKind.LEAD),
    (Can.MANAGE_TICKETS, HitKind.CLIENT),
    (Can.MANAGE_WORK_ORDERS, HitKind.WORK_ORDER),
)
"""A seller opens leads, staff at the telephone the client who calls, a crew its orders: the first flag decides."""
COLLEAGUES = _kind(HitKind.USER, Colleague, _person(Colleague), Colleague.email)
"""A reader of every list reads the staff too, in short."""


@read_rows("/api/panel/search", may=LOOK_UP)
async def find(
    db: Reader, q: Annotated[str, QueryParameter(name="q", description="Two letters or more")] = ""
) -> list[Hit]:
    """The newest few of each kind that hold the words, the kind first that one opens most; two letters at least."""
    if len(folded(q)) < FEWEST_LETTERS:
        return []
    found: list[Hit] = []
    for kind in _kinds(db.actor):
        found += await kind.newest(db, q, MOST_PER_KIND)
    first = next((kind for flag, kind in OPENS_MOST if db.actor.can(flag)), None)
    return sorted(found, key=lambda hit: hit.kind != first)


def _kinds(actor: Actor) -> list[Listing]:
    kinds = [kind for may, kind in KINDS if may.lets(actor)]
    in_short = VIEW_ALL_DATA.lets(actor) and not MANAGE_USERS.lets(actor)
    return [*kinds, COLLEAGUES] if in_short else kinds


ROUTES = [find]
