"""Messages from visitors. Who may enter: anyone, within limits. No message is dropped silently."""

from __future__ import annotations

from typing import Annotated

from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post
from duskline.core.pages.plain_forms import PlainForm
from duskline.core.values.bodies import (
    Body,
    Email,
    HiddenField,
    Meta,
    PersonName,
    Phone,
    Place,
    ResponseModel,
)
from duskline.limits import MESSAGES
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling, Topic
from duskline.models.records.sales import PreferredTime
from duskline.models.records.visitors import (
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

PATH = "/api/contact"
FORM = PlainForm(
    page="/support", field="message", call=PATH, title="Message sent!",
    text="We'll get back to you as soon as possible.",
)  # fmt: skip
"""The contact form, for browsers that run no script."""


class ContactMessage(Body, kw_only=True):
    incidental = frozenset({"landing_page", "campaign"})

    name: PersonName
    email: Email
    phone: Phone | None = None
    message: Annotated[
        str, Meta(min_length=10, max_length=10_000, extra={"say": "Message must be at least 10 characters"})
    ]
    topic: Topic = Topic.CONTACT
    street: Place | None = None
    preferred_time: PreferredTime | None = None
    key: VisitorKey | None = None
    landing_page: LandingPage | None = None
    campaign: Campaign | None = None
    website: HiddenField | None = None


class Received(ResponseModel):
    id: str
    reference: str


@change(post, PATH, may=ANYONE, limit=MESSAGES)
async def send_message(db: Db, request: StrictRequest, data: ContactMessage) -> Received:
    """Keeps a visitor's message for the inbox."""
    behind = await hold_thread(db, await thread_behind(db, key_hash(data.key)))
    enquiry = db.store(
        ContactSubmission(
            name=data.name,
            email=data.email,
            phone=data.phone,
            message=data.message,
            handling=EnquiryHandling(
                topic=data.topic, suspected=bool(data.website), street=data.street,
                preferred_time=data.preferred_time, landing_page=data.landing_page, campaign=data.campaign,
                **behind._asdict(),
            ),
        )
    )  # fmt: skip
    await db.flush()
    reference = await refer(db, data.key, enquiry_id=enquiry.id)
    if not data.website:
        company = services(request).company
        await confirm(db, company, "message", name=data.name, email=data.email, reference=reference.number)
    return Received(enquiry.id, reference.number)


ROUTES = [send_message]
