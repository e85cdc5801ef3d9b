"""Leads. Who may enter: those who manage leads; viewAllData reads the list."""

from __future__ import annotations

from sqlalchemy import Date, String, bindparam, case, func, select

from duskline.core.data.database import Reader
from duskline.core.data.lists import Filter, Order, Query
from duskline.core.data.session import Db
from duskline.core.http.bodies import (
    UNSET,
    Body,
    Dollars,
    Email,
    Id,
    LongText,
    Name,
    Phone,
    Place,
    RequiredEmail,
    ResponseModel,
    UnsetType,
)
from duskline.core.http.listing import Listing
from duskline.core.http.routing import change, patch, post
from duskline.models import references
from duskline.models.activities import NextStep
from duskline.models.conversions import ConversionKind, keep
from duskline.models.details import LeadDetails, ValueKind
from duskline.models.enquiries import Taking, take_enquiry
from duskline.models.next_steps import OPEN_STEP, lacks_step
from duskline.models.places import chosen_branch, moved
from duskline.models.sales import Lead, LeadStatus, QuoteRequest
from duskline.panel.filters import by_assignee, day, person
from duskline.panel.records import LONGEST, Event, as_sent, record_routes, removal_route
from duskline.panel.rows import LeadRow
from duskline.policy import MANAGE_LEADS, SEE_LEADS

PATH = "/api/panel/leads"


class NewLead(Body, kw_only=True):
    branch_id: Id | None = None
    name: Name
    email: RequiredEmail
    phone: Phone | None = None
    address: Place | None = None
    status: LeadStatus = LeadStatus.NEW
    source: Place | None = None
    estimated_value: Dollars | None = None
    notes: LongText | None = None
    assigned_to: Id | None = None


class LeadEdit(Body):
    branch_id: Id | UnsetType = UNSET
    name: Name | UnsetType = UNSET
    email: Email | UnsetType = UNSET
    phone: Phone | UnsetType | None = UNSET
    address: Place | UnsetType | None = UNSET
    status: LeadStatus | UnsetType = UNSET
    source: Place | UnsetType | None = UNSET
    estimated_value: Dollars | UnsetType | None = UNSET
    notes: LongText | UnsetType | None = UNSET
    assigned_to: Id | UnsetType | None = UNSET


LEADS = Listing(
    Lead,
    LeadRow,
    {
        "status": Filter(Lead.status, tuple(LeadStatus)),
        "assignedTo": by_assignee(Lead.assigned_to),
        "branchId": Filter(Lead.branch_id),
        "stepOf": Filter(NextStep.assigned_to, value=person, of=OPEN_STEP),
        "stepOn": Filter(
            None, value=day, clause=lambda name: NextStep.due_on == bindparam(name, type_=Date), of=OPEN_STEP
        ),
        "stepBy": Filter(
            None, value=day, clause=lambda name: NextStep.due_on <= bindparam(name, type_=Date), of=OPEN_STEP
        ),
        "step": Filter(
            None, ("none",), clause=lambda name: lacks_step() & (bindparam(name, type_=String) == "none")
        ),
    },
    orders={"due": Order(NextStep.due(), id=NextStep.record_id, needs=("stepOf", "stepOn", "stepBy"))},
)
leads = LEADS.route(PATH, may=SEE_LEADS, name="leads")


class BoardColumn(ResponseModel):
    """The leads of one status: how many there are, and the dollars of those whose value is a guess and of the others."""

    status: LeadStatus
    count: int
    guess: int
    quoted: int


@LEADS.narrowed(f"{PATH}/board", may=SEE_LEADS)
async def board(db: Reader, query: Query) -> list[BoardColumn]:
    """The columns of the board: every status, in its order."""
    is_guess = func.coalesce(LeadDetails.value_kind, ValueKind.QUOTED) == ValueKind.GUESS
    sums = [func.sum(case((kind, Lead.estimated_value), else_=0)) for kind in (is_guess, ~is_guess)]
    found = await LEADS.plan.figures(db, query, Lead.status, sums, LeadDetails.id == Lead.id)
    columns = {status: [int(figure or 0) for figure in figures] for status, *figures in found}
    return [BoardColumn(status, *columns.get(status, (0, 0, 0))) for status in LeadStatus]


@change(post, PATH, may=MANAGE_LEADS, returns=LeadRow)
async def create_lead(db: Db, data: NewLead) -> Lead:
    """A new lead, in the caller's branch unless another is named."""
    branch = chosen_branch(db.actor, data.branch_id)
    return await references.stored(db, Lead(**data.given() | {"branch_id": branch}))


@change(post, "/api/panel/enquiries/{id:str}/lead", may=MANAGE_LEADS, returns=LeadRow)
async def make_lead(db: Db, id: str, data: Taking) -> Lead:
    """A message of the inbox becomes a lead, with its words as notes."""
    handling, enquiry = await take_enquiry(db, id)
    lead = Lead(
        branch_id=chosen_branch(db.actor, data.branch_id),
        name=enquiry.name,
        email=enquiry.email,
        phone=enquiry.phone,
        address=handling.street,
        source="Contact form",
        notes="\n\n".join(filter(None, (enquiry.message, handling.when)))[:10_000],
    )
    await references.stored(db, lead)
    await db.flush()
    before = {"led_to": handling.leads_to}
    handling.lead_to(lead_id=lead.id)
    await keep(db, ConversionKind.LEAD, id, lead, before=before)
    return lead


@change(patch, PATH + "/{id:str}", may=MANAGE_LEADS, returns=LeadRow)
async def edit_lead(db: Db, id: str, data: LeadEdit) -> Lead:
    """Changes the fields that are sent."""
    lead = await db.find_for_update(Lead, id)
    value = lead.estimated_value
    await references.check(db, lead.apply(moved(db.actor, data.given())))
    if lead.estimated_value != value:
        # What a person types is meant; whoever guesses says so (`LeadDetailsEdit`).
        (await db.find_for_update(LeadDetails, id)).value_kind = ValueKind.QUOTED
    return lead


async def _requests(db: Db, lead_id: str) -> list[Event]:
    """What the visitor asked for: where a lead from the website begins (product.md, rule 52)."""
    asked = select(QuoteRequest).where(QuoteRequest.lead_id == lead_id).limit(LONGEST)
    return [
        Event(quote.id, quote.created_at, "Website", "quote_request", as_sent(quote.as_changes()))
        for quote in await db.scalars(asked.order_by(QuoteRequest.created_at.desc()))
    ]


ROUTES = [leads, board, create_lead, make_lead, edit_lead, removal_route(PATH, Lead)]
ROUTES += record_routes(PATH, Lead, LeadRow, SEE_LEADS, _requests)
