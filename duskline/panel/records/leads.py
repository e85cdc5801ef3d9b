"""Leads. Who may enter: those who manage leads; viewAllData reads the list."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from sqlalchemy import ColumnElement, Date, Integer, bindparam, select
from sqlalchemy.orm import InstrumentedAttribute

from duskline.core.data.database import Reader
from duskline.core.data.lists import WORDS, Filter, Order, Query, either_way
from duskline.core.data.search import FirstCharacters
from duskline.core.data.session import Db
from duskline.core.http.bulk import Bulk, bulk_routes
from duskline.core.http.listing import COUNT_BOUND, Listing
from duskline.core.http.routing import change, patch, post
from duskline.core.values.bodies import (
    UNSET,
    Body,
    Dollars,
    Email,
    Id,
    LongText,
    Name,
    Phone,
    Place,
    ResponseModel,
    UnsetType,
)
from duskline.models.places.places import chosen_branch, moved, today_of
from duskline.models.records import references
from duskline.models.records.conversions import ConversionKind, keep
from duskline.models.records.details import LeadDetails
from duskline.models.records.enquiries import Taking, take_enquiry
from duskline.models.records.new_records import NewLead
from duskline.models.records.sales import BY_VALUE, NO_STEP, Lead, LeadStatus, QuoteRequest, ValueKind
from duskline.models.reporting.lead_facts import STAGES, LeadFacts
from duskline.panel import exports
from duskline.panel.exports import export_route
from duskline.panel.filters import by_assignee, by_import, day, days, fact, known, lacking, person
from duskline.panel.one_record import LONGEST, Event, as_sent, record_routes, removal_route
from duskline.panel.rows import LeadRow
from duskline.policy import MANAGE_LEADS, SEE_LEADS

PATH = "/api/panel/leads"
STEPS = ("stepOf", "stepOn", "stepBy", "step")
"""The filters by the next step."""
BESIDE_WORDS = 500
"""Beside words that very many leads have, more than so many need no number: it would cost what finding all of them does."""


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


class LeadsEdit(Bulk, kw_only=True):
    """The same of many leads."""

    change: LeadEdit


def _place(stage: str, _db: Reader) -> int:
    return STAGES.index(LeadStatus(stage))


def _reached(column: InstrumentedAttribute[int]) -> Filter:
    """Leads that came to a stage, or past it."""

    def clause(name: str) -> ColumnElement[bool]:
        return Lead.id.in_(select(LeadFacts.id).where(column >= bindparam(name, type_=Integer)))

    return Filter(None, tuple(STAGES), value=_place, clause=clause)


LEADS = Listing(
    Lead,
    LeadRow,
    {
        "status": Filter(Lead.status, tuple(LeadStatus)),
        "assignedTo": by_assignee(Lead.assigned_to),
        "branchId": Filter(Lead.branch_id),
        "import": by_import(Lead.id),
        "stepOf": Filter(Lead.step_of, value=person),
        "stepOn": Filter(None, value=day, clause=lambda name: Lead.step_on == bindparam(name, type_=Date)),
        "stepBy": Filter(None, value=day, clause=lambda name: Lead.step_on <= bindparam(name, type_=Date)),
        "step": Filter(Lead.step, (NO_STEP,)),
        "unassigned": lacking(Lead.assigned_to),
        "made": days(Lead, LeadFacts.made_on),
        "won": days(Lead, LeadFacts.won_on),
        "lost": days(Lead, LeadFacts.lost_on),
        "reached": _reached(LeadFacts.reached),
        "reachedIn30Days": _reached(LeadFacts.reached_soon),
        "answered": known(Lead, LeadFacts.answered_in),
        "answeredIn7Days": known(Lead, LeadFacts.answered_soon),
        "value": fact(Lead, LeadFacts.value_kind, tuple(ValueKind)),
        "source": fact(Lead, LeadFacts.source),
        "landingPage": fact(Lead, LeadFacts.landing_page),
        "campaign": fact(Lead, LeadFacts.campaign),
        "lostReason": fact(Lead, LeadFacts.reason),
    },
    orders={
        "due": Order((Lead.step_on, Lead.step_minute), needs=("stepOf", "stepOn", "stepBy")),
        **either_way(created=Lead.created_at, name=FirstCharacters(Lead.search), value=Lead.worth()),
    },
)
leads = LEADS.route(PATH, may=SEE_LEADS, name="leads")
leads_file = export_route(
    LEADS,
    PATH,
    may=SEE_LEADS,
    columns={
        "Name": Lead.name, "Email": Lead.email, "Phone": Lead.phone, "Address": Lead.address, "Status": Lead.status,
        "Source": Lead.source, "Estimated value": Lead.estimated_value,
        "Kind of value": exports.beside(LeadDetails.value_kind, Lead.id), "Notes": Lead.notes,
        "First response (UTC)": exports.beside(LeadDetails.first_response_at, Lead.id),
        "Lost reason": exports.beside(LeadDetails.lost_reason, Lead.id),
        "Lost note": exports.beside(LeadDetails.lost_note, Lead.id),
        "Assigned to": exports.person(Lead.assigned_to), "Branch": exports.branch(Lead.branch_id),
        "Created (UTC)": Lead.created_at, "Updated (UTC)": Lead.updated_at, "Id": Lead.id,
        "Client id": exports.beside(LeadDetails.client_id, Lead.id),
    },
)  # fmt: skip


class BoardColumn(ResponseModel):
    """The leads of one status: how many there are, and the dollars of those whose value is a guess and of the others.

    Null where more than 10,000 leads are left by other filters than status, branch and assignee.
    """

    status: LeadStatus
    count: int | None
    guess: int | None
    quoted: int | None


@LEADS.narrowed(f"{PATH}/board", may=SEE_LEADS)
async def board(db: Reader, query: Query) -> list[BoardColumn]:
    """The columns of the board: every status, in its order."""
    found = await LEADS.plan.figures(db, query, BY_VALUE, COUNT_BOUND)
    if found is None:
        return [BoardColumn(status, None, None, None) for status in LeadStatus]
    numbers, dollars = Counter[str](), Counter[tuple[str, ...]]()
    for (status, kind), number, total in found:
        numbers[status] += number
        dollars[status, kind] = total
    return [
        BoardColumn(status, numbers[status], *(dollars[status, kind] for kind in ValueKind))
        for status in LeadStatus
    ]


class StepCounts(ResponseModel):
    """How many leads each choice by next step leaves; one more than `countedTo` means more."""

    mine: int
    overdue: int
    today: int
    none: int
    counted_to: int


@LEADS.narrowed(f"{PATH}/step-counts", may=SEE_LEADS, without=STEPS)
async def step_counts(db: Reader, query: Query) -> StepCounts:
    """How many leads each choice by next step leaves: one's own, overdue, due today, and those without one."""
    today = await today_of(db)
    choices = {
        "mine": ("stepOf", db.actor.id),
        "overdue": ("stepBy", today - timedelta(days=1)),
        "today": ("stepOn", today),
        "none": ("step", NO_STEP),
    }
    counted_to = BESIDE_WORDS if WORDS in query.used else COUNT_BOUND
    return StepCounts(**await LEADS.plan.numbers(db, query, choices, counted_to), counted_to=counted_to)


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
        # What a person types is meant; a guess says so (`LeadDetailsEdit`).
        (await db.find_locked(LeadDetails, id)).value_kind = ValueKind.QUOTED
    return lead


async def _requests(db: Db, lead_id: str) -> list[Event]:
    """What the visitor asked for: where a lead from the website begins (product.md, rule 52)."""
    asked = select(QuoteRequest).where(QuoteRequest.lead_id == lead_id).limit(LONGEST)
    return [
        Event(quote.id, quote.created_at, "Website", None, "quote_request", as_sent(quote.as_changes()))
        for quote in await db.scalars(asked.order_by(QuoteRequest.created_at.desc()))
    ]


ROUTES = [leads, leads_file, board, step_counts, create_lead, make_lead, edit_lead, removal_route(PATH, Lead)]
ROUTES += bulk_routes(PATH, edit_lead, LeadsEdit)
ROUTES += record_routes(PATH, Lead, LeadRow, SEE_LEADS, _requests)
