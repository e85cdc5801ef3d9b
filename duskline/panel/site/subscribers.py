"""Subscribers of the newsletter: who they are, how each stands, and whether a post can be told to them.

Who may enter: those who edit the organization's configuration, and so publish posts.
"""

from __future__ import annotations

from datetime import datetime

from litestar.response import Stream
from sqlalchemy import ColumnElement, String, bindparam, select

from duskline.core.data.audit import note
from duskline.core.data.database import Reader
from duskline.core.data.lists import Filter
from duskline.core.data.search import pattern
from duskline.core.data.session import Db
from duskline.core.http.listing import Listing
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read
from duskline.core.values.bodies import ResponseModel
from duskline.models.records.enquiries import NewsletterSubscription
from duskline.models.site.newsletters import (
    SubscriberState,
    SubscriptionEnd,
    begin_subscription,
    end_subscription,
    number_active,
    state_of,
    why_not_tell,
)
from duskline.panel.exports import begin_export
from duskline.policy import EDIT_CONFIG
from duskline.services import services

PATH = "/api/panel/subscribers"


class SubscriberRow(ResponseModel):
    id: str
    email: str
    state: SubscriberState
    created_at: datetime
    """When the address first subscribed."""
    ended_at: datetime | None
    """When it was unsubscribed."""


class Readers(ResponseModel):
    """Whom a newsletter would reach, and why none can be sent, where it cannot."""

    active: int
    why_not: str | None


def _holds(name: str) -> ColumnElement[bool]:
    words = bindparam(name, type_=String)
    return NewsletterSubscription.email_key.like(words, escape="\\")


def _holding(words: str, _db: Reader) -> str:
    return pattern(words) or "%"


ENDED = (
    select(SubscriptionEnd.ended_at)
    .where(SubscriptionEnd.subscription_id == NewsletterSubscription.id)
    .scalar_subquery()
)
SUBSCRIBERS = Listing(
    NewsletterSubscription,
    SubscriberRow,
    {
        "state": Filter(state_of(), tuple(SubscriberState)),
        "email": Filter(None, value=_holding, clause=_holds),
    },
    searched=False,
    columns={"state": state_of(), "ended_at": ENDED},
)
subscribers = SUBSCRIBERS.route(PATH, may=EDIT_CONFIG, name="subscribers")


@read("/api/panel/readers", may=EDIT_CONFIG)
async def readers(db: Db, request: StrictRequest) -> Readers:
    """How many a newsletter would reach now."""
    given = services(request)
    return Readers(await number_active(db), why_not_tell(given.company.address, sends_mail=given.sends_mail))


@read(PATH + "/export", may=EDIT_CONFIG, statuses=(429,), media_type="text/csv")
async def export_subscribers(db: Db, request: StrictRequest) -> Stream:
    """All of them as a file for spreadsheets."""
    allowed = await begin_export(db, request, "subscribers", {})
    found = select(NewsletterSubscription.email, state_of(), NewsletterSubscription.created_at)
    rows = await db.execute(found.order_by(NewsletterSubscription.id))
    told = [(email, state, f"{since:%Y-%m-%d}") for email, state, since in rows]
    return allowed.of("subscribers", ("Email", "State", "Since"), told)


@change(post, PATH + "/{id:str}/unsubscribe", may=EDIT_CONFIG, status=200)
async def unsubscribe_by_hand(db: Db, id: str) -> SubscriberRow:
    """Somebody asked for it in another way than by the link."""
    subscription = await db.find_for_update(NewsletterSubscription, id)
    if await end_subscription(db, subscription.id, db.actor.id):
        await note(db, subscription, subscribed=[True, False])
    return await _shown(db, id)


@change(post, PATH + "/{id:str}/take-back", may=EDIT_CONFIG, status=200)
async def take_back_unsubscribing(db: Db, id: str) -> SubscriberRow:
    """Unsubscribing was not meant; one's own unsubscribing stays."""
    subscription = await db.find_for_update(NewsletterSubscription, id)
    if await begin_subscription(db, NewsletterSubscription.id == subscription.id, by_hand=True):
        await note(db, subscription, subscribed=[False, True])
    return await _shown(db, id)


async def _shown(db: Db, id: str) -> SubscriberRow:
    one = select(
        NewsletterSubscription.id, NewsletterSubscription.email, state_of(), NewsletterSubscription.created_at, ENDED
    ).where(NewsletterSubscription.id == id)  # fmt: skip
    return SubscriberRow(*(await db.execute(one)).one())


ROUTES = [subscribers, readers, export_subscribers, unsubscribe_by_hand, take_back_unsubscribing]
