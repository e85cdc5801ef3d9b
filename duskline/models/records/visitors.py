"""What a visitor keeps of a request or a message: its reference number, and the photos that were sent with it.

The number is for people and opens nothing. The key was made by the browser that sent first and stays there: photos are
sent under it, and only with it does a later message join the first thread by itself (product.md, rule 68).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Annotated, Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    ForeignKey,
    Index,
    ScalarSelect,
    Select,
    String,
    func,
    inspect,
    literal,
    literal_column,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.orm import Mapped, aliased, mapped_column

from duskline.core.data.base import Base, Identified, now
from duskline.core.data.database import Database
from duskline.core.data.pointers import pointer
from duskline.core.data.session import Db, ScopedSession, reading
from duskline.core.mail.outbox import MAILS
from duskline.core.values.bodies import Meta
from duskline.models.records.enquiries import EnquiryHandling
from duskline.models.records.numbers import new_number
from duskline.models.records.sales import LONGEST_CAMPAIGN, LONGEST_LANDING, Client, Lead, QuoteRequest
from duskline.policy import WEBSITE

CONFIRMATION = "confirmation"
"""The kind of the letter that tells a visitor of a reference."""
MOST_PHOTOS = 5
JOINS_WITHIN = timedelta(days=90)
"""How long the key joins what is sent to what was sent; a year later it is another matter."""
VisitorKey = Annotated[
    str,
    Meta(min_length=22, max_length=64, pattern=r"^[A-Za-z0-9_-]+$", extra={"say": "Please send this again"}),
]
"""Random, made by the browser; a visitor who has it continues the thread."""
LandingPage = Annotated[str, Meta(max_length=LONGEST_LANDING)]
"""The path of the page on which the visitor began, as the browser remembers it while its tab is open."""
Campaign = Annotated[str, Meta(max_length=LONGEST_CAMPAIGN)]
"""What the address of that page said of it (`utm_campaign`)."""


class VisitorReference(Identified, Base):
    """One for each quote request and each message; both for a request that waits in the inbox as well."""

    __tablename__ = "visitor_references"
    __table_args__ = (Index(None, "key_hash", "created_at"),)

    number: Mapped[str] = mapped_column(String(12), unique=True)
    key_hash: Mapped[str | None] = mapped_column(String(64))
    """None where no script ran: nothing joins it."""
    quote_request_id: Mapped[str | None] = mapped_column(
        ForeignKey("quote_requests.id", ondelete="CASCADE"), index=True
    )
    enquiry_id: Mapped[str | None] = mapped_column(
        ForeignKey("contact_submissions.id", ondelete="CASCADE"), index=True, info=pointer()
    )


class VisitorPhoto(Identified, Base):
    """Private to staff; the file lies under its own id."""

    __tablename__ = "visitor_photos"

    reference_id: Mapped[str] = mapped_column(
        ForeignKey("visitor_references.id", ondelete="CASCADE"), index=True
    )


def confirmation_key(number: str) -> str:
    """By which the outbox tells the letter of a reference."""
    return f"{CONFIRMATION}:{number}"


def move_letters(session: ScopedSession) -> None:
    """The letter that confirmed a request lies in the branch of the lead that it became (product.md, rule 81)."""
    for row in session.dirty:
        if isinstance(row, Lead) and inspect(row).attrs.branch_id.history.has_changes():
            sent = literal(f"{CONFIRMATION}:", String).concat(VisitorReference.number)
            theirs = select(sent).join(QuoteRequest, QuoteRequest.id == VisitorReference.quote_request_id)
            keys = theirs.where(QuoteRequest.lead_id == row.id)
            session.connection().execute(
                update(MAILS).where(MAILS.c.key.in_(keys)).values(branch_id=row.branch_id)
            )


def key_hash(key: str | None) -> str | None:
    return hashlib.sha256(key.encode()).hexdigest() if key else None


async def refer(
    db: Db, key: str | None, *, quote: QuoteRequest | None = None, enquiry_id: str | None = None
) -> VisitorReference:
    """The reference of a request or message under the key: the one it has, or a new one.

    Who repeats somebody else's request under another key gets a number that works, and does not learn that it is the second.
    """
    sent = {"key_hash": key_hash(key)} | (
        {"quote_request_id": quote.id} if quote else {"enquiry_id": enquiry_id}
    )
    present: VisitorReference | None = await db.scalar(select(VisitorReference).filter_by(**sent))
    return present or db.store(VisitorReference(number=new_number(), **sent | {"enquiry_id": enquiry_id}))


class Behind(NamedTuple):
    """Whose thread a key continues."""

    lead_id: str | None = None
    client_id: str | None = None


NOBODY = Behind()


async def thread_behind(db: Db, hash: str | None) -> Behind:
    """The lead or client of what was sent under the key not long ago."""
    if hash is None:
        return NOBODY
    recent = (VisitorReference.key_hash == hash) & (VisitorReference.created_at > now() - JOINS_WITHIN)
    lead, client = func.coalesce(QuoteRequest.lead_id, EnquiryHandling.lead_id), EnquiryHandling.client_id
    found = await db.execute(
        select(lead, client)
        .select_from(VisitorReference)
        .outerjoin(QuoteRequest, QuoteRequest.id == VisitorReference.quote_request_id)
        .outerjoin(EnquiryHandling, EnquiryHandling.id == VisitorReference.enquiry_id)
        .where(recent, or_(lead.is_not(None), client.is_not(None)))
        .order_by(VisitorReference.created_at.desc())
        .limit(1)
    )
    row = found.first()
    return NOBODY if row is None else Behind(*row)


async def hold_thread(db: Db, behind: Behind) -> Behind:
    """What of a thread is still there, kept until the commit from being merged or removed with what is sent to it."""
    return Behind(await _held(db, Lead, behind.lead_id), await _held(db, Client, behind.client_id))


async def _held(db: Db, entity: type[Lead | Client], id: str | None) -> str | None:
    """The table itself: the website holds what it may not read."""
    column = entity.__table__.c.id
    held: str | None = await db.scalar(select(column).where(column == id).with_for_update(read=True))
    return held


def _of_key(number: str, key: str) -> Select[VisitorReference]:
    mine = (VisitorReference.number == number) & (VisitorReference.key_hash == key_hash(key))
    return select(VisitorReference).where(mine)


async def by_key(database: Database, number: str, key: str) -> VisitorReference | None:
    """The reference to which the key adds photos and a drawing."""
    async with reading(database, WEBSITE) as quiet:
        found: VisitorReference | None = await quiet.scalar(_of_key(number, key))
    return found


async def open_by_key(db: Db, number: str, key: str) -> VisitorReference | None:
    """The same, held until the commit."""
    found: VisitorReference | None = await db.scalar(_of_key(number, key).with_for_update())
    return found


async def photos_of(db: Db, reference_id: str) -> int:
    number = select(func.count()).select_from(VisitorPhoto).where(VisitorPhoto.reference_id == reference_id)
    return await db.scalar(number) or 0


def sent_about(theirs: Callable[[Any], ColumnElement[bool]], *around: Any) -> CompoundSelect[str]:
    """The references of the requests of some leads, and of the messages that became part of them: `theirs` asks of a
    lead's id whether it is one. In a row of `around`, or alone."""
    sent = aliased(VisitorReference)
    with_request = select(sent.id).join(QuoteRequest, QuoteRequest.id == sent.quote_request_id)
    with_message = select(sent.id).join(EnquiryHandling, EnquiryHandling.id == sent.enquiry_id)
    # Each by an index of its own: an OR of the two would read every reference there is.
    return union_all(
        with_request.where(theirs(QuoteRequest.lead_id)).correlate(*around or (None,)),
        with_message.where(theirs(EnquiryHandling.lead_id)).correlate(*around or (None,)),
    )


def photos_sent_with(reference: ColumnElement[bool]) -> ScalarSelect[str]:
    """The ids of the photos of a reference, in a row's own column, with commas between them."""
    comma: Any = literal_column("','")  # a placeholder for it could not stand in a prepared statement
    ids = func.aggregate_strings(VisitorPhoto.id, comma)
    joined = select(ids).join(VisitorReference, VisitorReference.id == VisitorPhoto.reference_id)
    return joined.where(reference).scalar_subquery()


def photo_addresses(ids: str | None) -> list[str]:
    """Where staff see photos, the first sent first."""
    return [f"/api/panel/visitor-photos/{id}" for id in sorted(ids.split(","))] if ids else []
