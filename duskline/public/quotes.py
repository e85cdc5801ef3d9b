"""Quote requests. Who may enter: anyone, within limits.

A request becomes a lead in the branch that serves its ZIP code; what looks like a robot's becomes a suspected
message in the inbox instead. Within ten minutes the same e-mail stays one lead, however often it is sent.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Any, Literal

from litestar import Request
from sqlalchemy import select

from duskline.access import ANYONE
from duskline.core.db import Db, now
from duskline.core.door import change, post
from duskline.core.limits import Limit
from duskline.core.wire import Answer, Body, Email, Meta, Phone
from duskline.models.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.people import email_key
from duskline.models.places import serving_branch
from duskline.models.sales import LONGEST_ROOFLINE, Lead, QuoteRequest, estimate

QUOTES = Limit("quotes", 20, 60)
SAME_PERSON = timedelta(minutes=10)
QUICKEST_PERSON = 2.0
"""Seconds: nobody describes a building faster."""

Feet = Annotated[
    int,
    Meta(
        ge=1, le=LONGEST_ROOFLINE, extra={"say": f"Please enter a length from 1 to {LONGEST_ROOFLINE:,} feet"}
    ),
]


class NewQuote(Body, kw_only=True):
    incidental = frozenset({"seconds_open"})

    property_type: Literal["home", "business"]
    coverage: Literal["front", "whole"]
    stories: Literal[1, 2, 3]
    feet: Feet | None = None
    zip: Annotated[
        str,
        Meta(
            max_length=10, pattern=r"^[0-9]{5}(-[0-9]{4})?$", extra={"say": "Please enter a 5-digit ZIP code"}
        ),
    ]
    name: Annotated[
        str, Meta(min_length=2, max_length=200, extra={"say": "Name must be at least 2 characters"})
    ]
    email: Email
    phone: Phone | None = None
    preferred_time: Literal["morning", "afternoon", "evening", "anytime"] | None = None
    seconds_open: float | None = None
    """How long the dialog was open."""
    website: Annotated[str, Meta(max_length=10_000)] | None = None
    """A field that people do not see; whoever fills it in is likely a robot."""

    @property
    def suspected(self) -> bool:
        hurried = self.seconds_open is not None and self.seconds_open < QUICKEST_PERSON
        return bool(self.website) or hurried

    def in_words(self) -> str:
        stories = "1 story" if self.stories == 1 else f"{self.stories} stories"
        length = f"about {self.feet} feet" if self.feet else "length not known"
        covered = "whole roofline" if self.coverage == "whole" else "front only"
        words = f"{self.property_type.title()}, {covered}, {stories}, {length}, ZIP {self.zip}."
        asked = self.preferred_time not in (None, "anytime")
        return f"{words} Best reached in the {self.preferred_time}." if asked else words


class Quoted(Answer):
    """The request's id and the estimated range in whole dollars."""

    id: str
    low: int
    high: int


@change(post, "/api/quotes", may=ANYONE, limit=QUOTES)
async def request_quote(db: Db, request: Request[Any, Any, Any], data: NewQuote) -> Quoted:
    """An honest range at once, and a lead for the branch."""
    low, high = estimate(data.feet, request.app.state.house.company)
    kept = await (_suspect(db, data) if data.suspected else _lead(db, data, low, high))
    await db.flush()
    return Quoted(id=kept.id, low=low, high=high)


async def _suspect(db: Db, data: NewQuote) -> ContactSubmission:
    """Nothing is dropped: a person finds it in the inbox, apart from the others."""
    return db.store(
        ContactSubmission(
            name=data.name,
            email=data.email,
            phone=data.phone,
            message=f"Quote request: {data.in_words()}",
            handling=EnquiryHandling(suspected=True),
        )
    )


async def _lead(db: Db, data: NewQuote, low: int, high: int) -> QuoteRequest:
    """The request beside its lead: a new one, or that of the same e-mail a moment ago."""
    key = email_key(data.email)
    said = {
        "name": data.name, "phone": data.phone, "property_type": data.property_type, "coverage": data.coverage,
        "stories": data.stories, "feet": data.feet, "zip": data.zip, "preferred_time": data.preferred_time,
    }  # fmt: skip
    await db.alone(f"quote:{key}")
    recent = (QuoteRequest.email_key == key) & (QuoteRequest.created_at > now() - SAME_PERSON)
    newest = select(QuoteRequest).where(recent).order_by(QuoteRequest.created_at.desc()).limit(1)
    before = await db.scalar(newest)
    if before is not None and before.says(said):
        return before
    lead_id = before.lead_id if before else await _new_lead(db, data, low, high)
    return db.store(QuoteRequest(**said, lead_id=lead_id, email_key=key, low=low, high=high))


async def _new_lead(db: Db, data: NewQuote, low: int, high: int) -> str:
    lead = db.store(
        Lead(
            branch_id=await serving_branch(db, data.zip),
            name=data.name,
            email=data.email,
            phone=data.phone,
            source="website",
            estimated_value=(low + high) // 2,
            notes=data.in_words(),
        )
    )
    await db.flush()
    return lead.id


ROUTES = [request_quote]
