"""Messages from visitors. Who may enter: anyone, within limits. No message is dropped silently."""

from __future__ import annotations

from typing import Annotated

from duskline.core.data.session import Db
from duskline.core.http.bodies import Body, Email, HiddenField, Meta, PersonName, Phone, ResponseModel
from duskline.core.http.routing import change, post
from duskline.limits import MESSAGES
from duskline.models.enquiries import ContactSubmission, EnquiryHandling, Topic
from duskline.policy import ANYONE


class ContactMessage(Body, kw_only=True):
    name: PersonName
    email: Email
    phone: Phone | None = None
    message: Annotated[
        str, Meta(min_length=10, max_length=10_000, extra={"say": "Message must be at least 10 characters"})
    ]
    topic: Topic = Topic.CONTACT
    website: HiddenField | None = None


class Received(ResponseModel):
    id: str


@change(post, "/api/contact", may=ANYONE, limit=MESSAGES)
async def send_message(db: Db, data: ContactMessage) -> Received:
    """Keeps a visitor's message for the inbox."""
    enquiry = db.store(
        ContactSubmission(
            name=data.name,
            email=data.email,
            phone=data.phone,
            message=data.message,
            handling=EnquiryHandling(topic=data.topic, suspected=bool(data.website)),
        )
    )
    await db.flush()
    return Received(id=enquiry.id)


ROUTES = [send_message]
