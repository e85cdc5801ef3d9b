"""Quote requests. Who may enter: anyone, within limits.

A request becomes a lead in the branch that serves its ZIP code; one from elsewhere is taken as well, and marked. What
looks like a robot's becomes a suspected message in the inbox instead. Within ten minutes the same person asking for the
same place stays one lead, however often the request is sent; somebody else's under the same email address is another lead.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Any, Literal

from litestar.params import QueryParameter
from sqlalchemy import select

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read
from duskline.core.values.bodies import (
    Body,
    Email,
    HiddenField,
    Meta,
    PersonName,
    Phone,
    Place,
    ResponseModel,
    convert,
)
from duskline.core.values.contacts import email_key
from duskline.letters.words import NEXT
from duskline.limits import QUOTES
from duskline.models.company.branches import office_of
from duskline.models.pictures.roofline import PlanText, measured_for, read_plan, shown
from duskline.models.places.places import DEFAULT_BRANCH, serving_branch
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.records.sales import (
    LONGEST_ROOFLINE,
    SHORTEST_ROOFLINE,
    Coverage,
    Lead,
    PreferredTime,
    PropertyType,
    QuoteRequest,
    Rates,
    ValueKind,
    estimate,
    estimate_of_drawn,
)
from duskline.models.records.visitors import (
    Behind,
    Campaign,
    LandingPage,
    VisitorKey,
    hold_thread,
    key_hash,
    refer,
    thread_behind,
)
from duskline.policy import ANYONE
from duskline.public.confirmations import confirm
from duskline.services import services

SAME_PERSON = timedelta(minutes=10)
MOST_COMPARED = 100
"""Of one email address within that time; more come only from a nuisance."""
QUICKEST_PERSON = 2.0
"""Seconds: nobody describes a building faster."""

Feet = Annotated[
    int,
    Meta(
        ge=SHORTEST_ROOFLINE,
        le=LONGEST_ROOFLINE,
        extra={
            "say": f"Choose a length between {SHORTEST_ROOFLINE} and {LONGEST_ROOFLINE:,} feet, "
            'or "I don\'t know"'
        },
    ),
]
Zip = Annotated[
    str,
    Meta(max_length=10, pattern=r"^[0-9]{5}(-[0-9]{4})?$", extra={"say": "Please enter a 5-digit ZIP code"}),
]


class NewQuote(Body, kw_only=True):
    incidental = frozenset({"seconds_open", "landing_page", "campaign"})

    property_type: PropertyType
    coverage: Coverage
    stories: Literal[1, 2, 3]
    feet: Feet | None = None
    plan: PlanText | None = None
    """The drawing that the length is taken from."""
    scheme: Annotated[str, Meta(max_length=100)] | None = None
    street: Place | None = None
    zip: Zip
    name: PersonName
    email: Email
    phone: Phone | None = None
    preferred_time: PreferredTime | None = None
    key: VisitorKey | None = None
    landing_page: LandingPage | None = None
    campaign: Campaign | None = None
    seconds_open: float | None = None
    """How long the dialog was open."""
    website: HiddenField | None = None

    @property
    def suspected(self) -> bool:
        hurried = self.seconds_open is not None and self.seconds_open < QUICKEST_PERSON
        return bool(self.website) or hurried

    @property
    def drawn(self) -> tuple[int, int] | None:
        """Feet from and to, where the length is that of the drawing; one that somebody typed over is not, and a house of ours is nobody's."""
        plan = read_plan(self.plan.encode()) if self.plan else None
        found = measured_for(plan) if plan else None
        if found is None or self.feet is None:
            return None
        length = min(max(found.sum.feet, SHORTEST_ROOFLINE), LONGEST_ROOFLINE)
        return shown(found.sum) if abs(length - self.feet) <= 1 else None

    def estimated(self, company: Rates) -> tuple[int, int]:
        """Whole dollars."""
        drawn = self.drawn
        return estimate_of_drawn(self, drawn, company) if drawn else estimate(self, company)

    def in_words(self, served: bool = True) -> str:
        """What was said, for those who read the lead; `served` is whether the ZIP code lies in a branch's area."""
        stories = "1 story" if self.stories == 1 else f"{self.stories} stories"
        length = f"about {self.feet} feet" if self.feet else "length not known"
        if drawn := self.drawn:
            length = f"{drawn[0]} to {drawn[1]} feet as drawn"
        covered = "whole roofline" if self.coverage == "whole" else "front only"
        words = [f"{self.property_type.title()}, {covered}, {stories}, {length}, ZIP {self.zip}."]
        if self.feet is None:
            words.append("The value is a guess until someone measures.")
        if self.scheme:
            words.append(f"Light scheme: {self.scheme}.")
        if not served:
            words.append("The ZIP code is outside our service area.")
        if self.preferred_time and (when := self.preferred_time.in_words):
            words.append(when)
        return " ".join(words)


class Quoted(ResponseModel):
    """The request's id and number, the estimated range in whole dollars, and whether a branch serves the ZIP code."""

    id: str
    reference: str
    low: int
    high: int
    served: bool


class ServiceArea(ResponseModel):
    served: bool


class Area(Body):
    zip: Zip


@read("/api/service-area", may=ANYONE)
async def service_area(
    db: Db, zip: Annotated[str, QueryParameter(description="Five digits, or nine")] = ""
) -> ServiceArea:
    """Whether a branch serves a ZIP code."""
    asked = convert({"zip": zip}, Area)
    return ServiceArea(served=await serving_branch(db, asked.zip) is not None)


@change(post, "/api/quotes", may=ANYONE, limit=QUOTES)
async def request_quote(db: Db, request: StrictRequest, data: NewQuote) -> Quoted:
    """An honest range at once, and a lead for the branch."""
    company = services(request).company
    low, high = data.estimated(company)
    await db.advisory_lock(f"quote:{email_key(data.email)}")
    branch = await serving_branch(db, data.zip, held=True)
    if data.suspected:  # nothing is dropped: a person finds it in the inbox, apart from the others
        message = _message(db, data, branch, suspected=True)
        await db.flush()
        id = message.id
        reference = await refer(db, data.key, enquiry_id=id)
    else:
        quote, waiting = await _request(db, data, branch, (low, high))
        await db.flush()
        id = quote.id
        reference = await refer(db, data.key, quote=quote, enquiry_id=waiting.id if waiting else None)
        await confirm(
            db, company, "quote", name=data.name, email=data.email, reference=reference.number,
            branch=branch or DEFAULT_BRANCH, low=f"{low:,}", high=f"{high:,}",
            next=NEXT[branch is not None].format(response=company.answers.words), office=await office_of(db, branch),
        )  # fmt: skip
    return Quoted(id, reference.number, low, high, served=branch is not None)


def _message(db: Db, data: NewQuote, branch: str | None, **handled: Any) -> ContactSubmission:
    """The request as the inbox shows it."""
    return db.store(
        ContactSubmission(
            name=data.name,
            email=data.email,
            phone=data.phone,
            message=f"Quote request: {data.in_words(branch is not None)}",
            handling=EnquiryHandling(
                street=data.street,
                preferred_time=data.preferred_time,
                landing_page=data.landing_page,
                campaign=data.campaign,
                **handled,
            ),
        )
    )


async def _request(
    db: Db, data: NewQuote, branch: str | None, price: tuple[int, int]
) -> tuple[QuoteRequest, ContactSubmission | None]:
    """The request beside its lead: a new one, or that of the same person a moment ago. Where the key alone leads to one
    that is there it waits in the inbox as well: such a lead draws nobody's eye.
    """
    key = email_key(data.email)
    said = {
        "name": data.name, "phone": data.phone, "property_type": data.property_type, "coverage": data.coverage,
        "stories": data.stories, "feet": data.feet, "scheme": data.scheme, "street": data.street, "zip": data.zip,
        "preferred_time": data.preferred_time, "low": price[0], "high": price[1],
    }  # fmt: skip
    recent = (QuoteRequest.email_key == key) & (QuoteRequest.created_at > now() - SAME_PERSON)
    newest = select(QuoteRequest).where(recent).order_by(QuoteRequest.created_at.desc())
    before = [asked for asked in await db.scalars(newest.limit(MOST_COMPARED)) if asked.is_from(said)]
    if repeated := next((asked for asked in before if asked.says(said)), None):
        return repeated, None
    behind = Behind(before[0].lead_id) if before else await thread_behind(db, key_hash(data.key))
    present = (await hold_thread(db, behind)).lead_id
    lead_id = present or await _new_lead(db, data, branch, price)
    served = branch is not None
    came = {"landing_page": data.landing_page, "campaign": data.campaign}
    quote = QuoteRequest(**said, **came, lead_id=lead_id, email_key=key, served=served)
    waits = present is not None and not before
    return db.store(quote), _message(db, data, branch, lead_id=lead_id) if waits else None


async def _new_lead(db: Db, data: NewQuote, branch: str | None, price: tuple[int, int]) -> str:
    lead = db.store(
        Lead(
            branch_id=branch or DEFAULT_BRANCH,
            name=data.name,
            email=data.email,
            phone=data.phone,
            address=f"{data.street}, {data.zip}" if data.street else None,
            source="website",
            estimated_value=sum(price) // 2,
            notes=data.in_words(branch is not None),
        )
    )
    lead.with_details = {"value_kind": ValueKind.GUESS}
    await db.flush()
    return lead.id


ROUTES = [service_area, request_quote]
