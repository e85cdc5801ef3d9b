"""What a record points at must exist in the caller's scope and agree in branch (product.md, rule 20).

"Missing" and "elsewhere" get the same words, so that nobody can tell which. Only references that changed are
looked up.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Select, false, inspect, or_, select

from duskline.core.data.base import Base
from duskline.core.data.session import Db
from duskline.core.system.errors import Invalid
from duskline.models.people.people import Colleague
from duskline.models.places.places import Branch, PlaceStatus
from duskline.models.records.about import RecordKind
from duskline.models.records.activities import NextStep
from duskline.models.records.details import LeadDetails, TicketDetails, client_of_ticket
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.models.records.subjects import WRITERS
from duskline.policy import Can

T = TypeVar("T", bound=Base)
Person = TypeVar("Person", Lead, Client)

BRANCH = "Please choose a branch from the list"
CLIENT = "Please choose a client of this branch from the list"
LEAD = "Please choose a lead of this branch from the list"
PROPERTY = "Please choose a property of this client from the list"
LEADS_STAY = "This client has leads in its present branch"
ASSIGNEE = "Please choose an active staff member of this branch from the list"


class AssignedKind(StrEnum):
    """A kind of open work, as calls name it: records of one kind, or the next steps about them."""

    LEAD = "lead"
    WORK_ORDER = "work_order"
    TICKET = "ticket"
    LEAD_STEP = "lead_step"
    """About a lead or client."""
    WORK_ORDER_STEP = "work_order_step"
    TICKET_STEP = "ticket_step"


class Work(NamedTuple):
    """A kind of open work, with the roles that may have it."""

    entity: type[Lead | WorkOrder | SupportTicket | NextStep]
    flags: frozenset[Can]
    """Holders of one of these may have it."""
    about: tuple[RecordKind, ...] = ()
    """Of next steps: about which records."""

    def open_of(self, person: str) -> ColumnElement[bool]:
        """Matches the rows of a user that are not settled or done."""
        theirs = (self.entity.assigned_to == person) & self.entity.is_open()
        return theirs & NextStep.kind.in_(self.about) if self.about else theirs


def _records(entity: type[Lead | WorkOrder | SupportTicket]) -> Work:
    return Work(entity, frozenset({entity.handled_by}))


def _steps(*about: RecordKind) -> Work:
    return Work(NextStep, frozenset().union(*(WRITERS[kind].flags for kind in about)), about)


ASSIGNED: dict[AssignedKind, Work] = {
    AssignedKind.LEAD: _records(Lead),
    AssignedKind.WORK_ORDER: _records(WorkOrder),
    AssignedKind.TICKET: _records(SupportTicket),
    AssignedKind.LEAD_STEP: _steps(RecordKind.LEAD, RecordKind.CLIENT),
    AssignedKind.WORK_ORDER_STEP: _steps(RecordKind.WORK_ORDER),
    AssignedKind.TICKET_STEP: _steps(RecordKind.TICKET),
}
"""All open work. Each count and each hand-over reads this."""


async def check(db: Db, row: Base) -> None:
    """Raises Invalid naming every reference that the caller may not set."""
    moved = _changed(row, "branch_id")
    faults = {}
    for column, (field, sentence, exists) in REFERENCES.items():
        if not hasattr(row, column) or getattr(row, column) is None:
            continue
        if (moved or _changed(row, column)) and not await exists(db, row):
            if column == "lead_id" and not _changed(row, column):
                field, sentence = "branchId", LEADS_STAY  # no form shows of which lead a client was made
            faults[field] = sentence
    if moved and not faults and (left := await _left_behind(db, row)):
        faults["branchId"] = left
    if faults:
        raise Invalid(faults)


async def stored(db: Db, row: T) -> T:
    """A new row, whose references the caller may set."""
    await check(db, row)
    return db.store(row)


async def _branch(db: Db, row: Any) -> bool:
    active = Branch.status == PlaceStatus.ACTIVE
    # Held until the commit: a deactivation waits, and sees what came.
    return await _any(
        db, select(Branch.id).where(Branch.id == row.branch_id, active).with_for_update(read=True)
    )


async def _client(db: Db, row: Any) -> bool:
    same_branch = Client.branch_id == row.branch_id
    # Held until the commit, so that the client cannot move to another branch meanwhile.
    held = select(Client.id).where(Client.id == row.client_id, same_branch).with_for_update(read=True)
    return await _any(db, held)


async def find_client(db: Db, id: str) -> Client:
    """A client in the caller's scope, held in its branch until the commit.

    Raises:
        Invalid: there is none; the fault is that of `clientId`.
    """
    return await _find(db, Client, id, {"clientId": CLIENT})


async def find_lead(db: Db, id: str) -> Lead:
    """A lead in the caller's scope, likewise; the fault is that of `leadId`."""
    return await _find(db, Lead, id, {"leadId": LEAD})


async def _find(db: Db, entity: type[Person], id: str, fault: dict[str, str]) -> Person:
    row: Person | None = await db.scalar(select(entity).where(entity.id == id).with_for_update(read=True))
    if row is None:
        raise Invalid(fault)
    return row


def require_client_of(branch_id: str | None, client: Client) -> None:
    """Raises Invalid, with the fault of `clientId`, unless a ticket of this branch may be the client's.

    One of the whole company may be anybody's.
    """
    if branch_id not in (None, client.branch_id):
        raise Invalid({"clientId": CLIENT})


def properties_of(client_id: str) -> Select[str]:
    """The ids of a client's properties."""
    return select(Property.id).where(Property.client_id == client_id)


async def require_property(db: Db, client_id: str, id: str) -> None:
    """Raises Invalid, with the fault of `propertyId`, unless it is one of the client's."""
    if not await _any(db, properties_of(client_id).where(Property.id == id)):
        raise Invalid({"propertyId": PROPERTY})


async def require_lead(db: Db, branch_id: str, id: str) -> None:
    """Raises Invalid, with the fault of `leadId`, unless it is a lead of the branch, in the caller's scope."""
    if (await find_lead(db, id)).branch_id != branch_id:
        raise Invalid({"leadId": LEAD})


async def _lead(db: Db, row: Any) -> bool:
    same_branch = Lead.branch_id == row.branch_id
    held = select(Lead.id).where(Lead.id == row.lead_id, same_branch).with_for_update(read=True)
    return await _any(db, held)


async def _assignee(db: Db, row: Any) -> bool:
    return await may_handle(db, {row.handled_by}, row.branch_id, row.assigned_to)


async def may_handle(db: Db, flags: Iterable[Can], branch_id: str | None, person: str) -> bool:
    """Whether a person works in a branch and has one of the flags; without a branch, in the whole company."""
    holds = or_(*(Colleague.holding(flag) for flag in sorted(flags)))
    here = select(Colleague.id).where(Colleague.id == person, Colleague.acting_in(branch_id), holds)
    return await _any(db, here)


REFERENCES: dict[str, tuple[str, str, Callable[[Db, Any], Awaitable[bool]]]] = {
    "branch_id": ("branchId", BRANCH, _branch),
    "client_id": ("clientId", CLIENT, _client),
    "lead_id": ("leadId", LEAD, _lead),
    "assigned_to": ("assignedTo", ASSIGNEE, _assignee),
}


async def _left_behind(db: Db, row: Any) -> str | None:
    """Moving a record must not leave others pointing into another branch."""
    for entity, theirs, sentence in LEFT_BEHIND:
        if inspect(row).persistent and isinstance(row, entity) and await _any(db, theirs(row)):
            return sentence
    return None


LEFT_BEHIND: tuple[tuple[type[Base], Callable[[Any], Select[str]], str], ...] = (
    (
        Client,
        lambda row: select(WorkOrder.id).where(WorkOrder.client_id == row.id),
        "This client has work orders in its present branch",
    ),
    (
        Client,
        lambda row: select(TicketDetails.id).where(TicketDetails.client_id == row.id),
        "This client has tickets in its present branch",
    ),
    (
        Client,
        lambda row: select(LeadDetails.id).where(LeadDetails.client_id == row.id),
        LEADS_STAY,
    ),
    (
        Lead,
        lambda row: select(LeadDetails.id).where(
            LeadDetails.id == row.id, LeadDetails.client_id.is_not(None)
        ),
        "This lead has become a client in its present branch",
    ),
    (
        Lead,
        lambda row: select(TicketDetails.id).where(TicketDetails.lead_id == row.id),
        "This lead has tickets in its present branch",
    ),
    (SupportTicket, lambda row: _somebody_elsewhere(row), "This ticket is of somebody in its present branch"),
)


def _somebody_elsewhere(ticket: SupportTicket) -> Select[str]:
    """A ticket's client or lead in another branch; one of the whole company may be anybody's."""
    elsewhere = or_(Client.branch_id != ticket.branch_id, Lead.branch_id != ticket.branch_id)
    return (
        select(TicketDetails.id)
        .outerjoin(Client, Client.id == client_of_ticket())
        .outerjoin(Lead, Lead.id == TicketDetails.lead_id)
        .where(TicketDetails.id == ticket.id, elsewhere if ticket.branch_id else false())
    )


async def _any(db: Db, statement: Select[str]) -> bool:
    return await db.scalar(statement.limit(1)) is not None


def _changed(row: Base, column: str) -> bool:
    state = inspect(row)
    if column not in state.attrs:
        return False
    return not state.persistent or state.attrs[column].history.has_changes()
