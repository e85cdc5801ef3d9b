"""The inbox: visitors' messages and what became of them. Who may enter: those who manage leads or tickets.

Messages belong to the company and are seen in every branch. How one becomes a lead or a ticket stands with those.
"""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

from sqlalchemy import Boolean, ColumnElement, String, bindparam, cast, null, select

from duskline.core.data.database import Reader
from duskline.core.data.lists import Filter, Order
from duskline.core.data.session import Db
from duskline.core.http.listing import Listing
from duskline.core.http.routing import change, post
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import Body, Id
from duskline.models.merging.undoing import undo
from duskline.models.people.people import Colleague
from duskline.models.records.about import RecordKind
from duskline.models.records.conversions import Conversion, ConversionKind, keep
from duskline.models.records.enquiries import (
    ContactSubmission,
    EnquiryHandling,
    EnquiryState,
    Topic,
    take_enquiry,
)
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket
from duskline.models.records.subjects import subject
from duskline.models.records.visitors import VisitorReference
from duskline.models.reporting.ticket_facts import EnquiryFacts
from duskline.panel.filters import days, fact
from duskline.panel.records.messages import BECAME, HANDLED, EnquiryRow, beside_message, message_row
from duskline.policy import SEE_ENQUIRIES, Actor

PATH = "/api/panel/enquiries"


class Attaching(Body, kw_only=True):
    kind: RecordKind
    record_id: Id


class ShownState(NamedTuple):
    """Which messages are shown under a word: the state they are in, and whether they look like a robot's, from `least` to `most`."""

    state: str
    least: bool
    most: bool

    @classmethod
    def of(cls, word: str, _db: Reader) -> ShownState:
        if word == "suspected":
            return cls(EnquiryState.OPEN, True, True)
        return cls(word, False, word != EnquiryState.OPEN)


def _is_shown(name: str) -> ColumnElement[bool]:
    """Plain columns, so that the index of both answers however long the inbox is."""
    state, suspected = EnquiryHandling.state, EnquiryHandling.suspected
    least, most = (bindparam(f"{name}_{part}", type_=Boolean) for part in ("least", "most"))
    return (state == bindparam(f"{name}_state", type_=String)) & suspected.between(least, most)


ATTACHED = {RecordKind.LEAD: "lead_id", RecordKind.TICKET: "ticket_id", RecordKind.CLIENT: "client_id"}
"""Where the message says what it was attached to."""


REFERENCE = (
    select(VisitorReference.number)
    .where(VisitorReference.enquiry_id == ContactSubmission.id)
    .limit(1)
    .correlate(ContactSubmission)
    .scalar_subquery()
)


def inbox(opens: tuple[bool, ...]) -> Listing:
    """The list for callers who may open these of `BECAME`."""
    shown = {}
    for (name, (_, entity, title)), may in zip(BECAME.items(), opens, strict=True):
        shown[f"{name}_id"] = _in_scope(entity, entity.id, f"{name}_id", may)
        shown[f"{name}_title"] = _in_scope(entity, title, f"{name}_id", may)
    return Listing(
        ContactSubmission,
        EnquiryRow,
        {
            "state": Filter(EnquiryHandling.state, (*EnquiryState, "suspected"), ShownState.of, _is_shown),
            "topic": Filter(EnquiryHandling.topic, tuple(Topic)),
            "made": days(ContactSubmission, EnquiryFacts.made_on),
            "landingPage": fact(ContactSubmission, EnquiryFacts.landing_page),
            "campaign": fact(ContactSubmission, EnquiryFacts.campaign),
        },
        where=EnquiryHandling.id == ContactSubmission.id,
        columns={name: getattr(EnquiryHandling, name) for name in HANDLED}
        | {"reference": REFERENCE}
        | {"taken_by": _in_scope(Colleague, Colleague.id, "taken_by", True)}
        | shown,
        orders={"oldest": Order((ContactSubmission.created_at,), needs=("state",))},
    )


def _in_scope(
    entity: type[Lead | SupportTicket | Client | Colleague], column: Any, name: str, may: bool
) -> ColumnElement[str | None]:
    """A column of what a message became, or of who took it; nothing where the caller could not see that."""
    found = select(column).where(entity.id == getattr(EnquiryHandling, name)).correlate(EnquiryHandling)
    return found.scalar_subquery() if may else cast(null(), String)


def _opens(actor: Actor) -> tuple[bool, ...]:
    return tuple(may.lets(actor) for may, *_ in BECAME.values())


INBOXES = {opens: inbox(opens) for opens in product((True, False), repeat=len(BECAME))}
enquiries = INBOXES[True, True, True].route(
    PATH, may=SEE_ENQUIRIES, name="enquiries", shown_to=lambda actor: INBOXES[_opens(actor)]
)


@change(post, PATH + "/{id:str}/archive", may=SEE_ENQUIRIES, status=200)
async def archive(db: Db, id: str) -> EnquiryRow:
    """Nothing needs doing; the message is kept."""
    return await _shown(db, *await take_enquiry(db, id, EnquiryState.ARCHIVED))


@change(post, PATH + "/{id:str}/restore", may=SEE_ENQUIRIES, status=200)
async def restore(db: Db, id: str) -> EnquiryRow:
    """Takes an archived message out of the archive, or takes back what one just made of it: it waits again."""
    handling = await db.find_for_update(EnquiryHandling, id)
    made = await db.scalar(
        select(Conversion.id).where(Conversion.from_id == id, Conversion.undone_at.is_(None))
    )
    if made is not None and handling.state == EnquiryState.TAKEN:
        await undo(db, made)
    else:
        handling.put_back()
    return await _shown(db, handling, await db.find(ContactSubmission, id))


@change(post, PATH + "/{id:str}/attach", may=SEE_ENQUIRIES, status=200)
async def attach(db: Db, id: str, data: Attaching) -> EnquiryRow:
    """The message belongs to a record that is there: its words join what is known of it."""
    if data.kind not in ATTACHED:
        raise Invalid({"kind": "Please choose a lead, a client or a ticket"})
    await db.find(EnquiryHandling, id)
    record = await subject(db, data.kind, data.record_id)
    handling, enquiry = await take_enquiry(db, id)
    before = {"led_to": handling.leads_to}
    handling.lead_to(**{ATTACHED[data.kind]: record.id})
    await keep(db, ConversionKind.ATTACHMENT, id, record, made_new=False, before=before)
    return await _shown(db, handling, enquiry)


async def _shown(db: Db, handling: EnquiryHandling, enquiry: ContactSubmission) -> EnquiryRow:
    beside = {name: await db.scalar(statement) for name, statement in beside_message(handling)}
    return message_row(enquiry, handling, beside)


ROUTES = [enquiries, archive, restore, attach]
