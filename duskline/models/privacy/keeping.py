"""What is kept no longer than Settings say: what looks like a robot's, lost leads, old messages, ended subscriptions, requests.

A lead or a message goes as a person's do who asks for it (`models/privacy/erasing.py`), so that nothing of it is left in histories or files;
figures stay. What waits, what became a client's, and what somebody still has to do is never too old.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, or_, select

from duskline.core.data.base import Base, now
from duskline.core.data.database import Database
from duskline.core.data.personal import NO_ADDRESS
from duskline.core.data.session import changing
from duskline.models.privacy.erasing import Places, forget
from duskline.models.privacy.privacy import OPENED_WITHIN, PrivacyRequest, RequestState
from duskline.models.records.details import LeadDetails
from duskline.models.records.enquiries import (
    ContactSubmission,
    EnquiryHandling,
    EnquiryState,
    NewsletterSubscription,
)
from duskline.models.records.sales import Lead, LeadStatus
from duskline.models.site.newsletters import SubscriptionEnd
from duskline.policy import CONSOLE

MOST = 50
"""Records that are forgotten in one transaction: others wait that long for SQLite's one writer."""


async def forget_lost_leads(database: Database, places: Places, kept: timedelta) -> None:
    """Leads that were lost and not touched for so long, and became nobody's."""
    old = (
        select(Lead.id)
        .join(LeadDetails, LeadDetails.id == Lead.id)
        .where(
            Lead.status == LeadStatus.LOST, Lead.updated_at < now() - kept, LeadDetails.client_id.is_(None)
        )
        .where(Lead.email.not_like(f"%{NO_ADDRESS}"))
    )
    await _each_batch(database, places, Lead, old)


async def forget_messages(database: Database, places: Places, kept: timedelta) -> None:
    """Messages that somebody took or put away, and that lead to nobody; they stay as numbers."""
    settled = or_(EnquiryHandling.state == EnquiryState.TAKEN, EnquiryHandling.state == EnquiryState.ARCHIVED)
    await _each_batch(database, places, ContactSubmission, _messages(kept).where(settled))


async def forget_spam(database: Database, places: Places, kept: timedelta) -> None:
    """What looked like a robot's and nobody took, to the last row."""
    spam = _messages(kept).where(EnquiryHandling.suspected, EnquiryHandling.state != EnquiryState.TAKEN)
    await _each_batch(database, places, ContactSubmission, spam)
    empty = _nobodys().where(EnquiryHandling.suspected, ContactSubmission.email.like(f"%{NO_ADDRESS}"))
    while await _deleted(database, empty):
        pass


async def _deleted(database: Database, empty: Any) -> bool:
    """Deletes a batch of messages that say nothing any more; whether there were any."""
    async with changing(database, CONSOLE) as db:
        ids: Sequence[str] = list(await db.scalars(empty.limit(MOST)))
        for entity in (EnquiryHandling, ContactSubmission):
            for id in ids:
                await db.delete(await db.get_one(entity, id))
            await db.flush()
        await db.commit()
    return bool(ids)


def _messages(kept: timedelta) -> Any:
    old = ContactSubmission.created_at < now() - kept
    return _nobodys().where(old, ContactSubmission.email.not_like(f"%{NO_ADDRESS}"))


def _nobodys() -> Any:
    """Messages that lead to no record."""
    leads_to = (EnquiryHandling.lead_id, EnquiryHandling.client_id, EnquiryHandling.ticket_id)
    messages = select(ContactSubmission.id).join(EnquiryHandling, EnquiryHandling.id == ContactSubmission.id)
    return messages.where(*(column.is_(None) for column in leads_to))


async def forget_unsubscribed(database: Database, kept: timedelta) -> None:
    """Addresses that unsubscribed so long ago."""
    ends, addresses = SubscriptionEnd.__table__, NewsletterSubscription.__table__
    old = select(ends.c.subscription_id).where(ends.c.ended_at < now() - kept).limit(MOST)
    while True:
        async with database.writes.begin() as connection:
            ids = list(await connection.scalars(old))
            await connection.execute(delete(ends).where(ends.c.subscription_id.in_(ids)))
            await connection.execute(delete(addresses).where(addresses.c.id.in_(ids)))
        if len(ids) < MOST:
            return


async def forget_requests(database: Database, kept: timedelta) -> None:
    """Requests whose link nobody opened in time, and those that were answered so long ago."""
    table = PrivacyRequest.__table__
    unopened = (table.c.state == RequestState.UNOPENED) & (table.c.created_at < now() - OPENED_WITHIN)
    async with database.writes.begin() as connection:
        await connection.execute(delete(table).where(or_(unopened, table.c.closed_at < now() - kept)))


async def _each_batch(database: Database, places: Places, entity: type[Base], old: Any) -> None:
    while True:
        async with changing(database, CONSOLE) as db:
            ids: Sequence[str] = list(await db.scalars(old.limit(MOST)))
            if not ids:
                return
            await places.files.delete(await forget(db, {entity: set(ids)}, places.files))
            await db.commit()
