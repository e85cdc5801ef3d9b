"""Recognizing people: whom a name that is being typed, or a message that arrived, may belong to.

Who may enter: those who may see clients; of messages, those who may see them. Beyond scope there is not a word.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from litestar.params import QueryParameter
from sqlalchemy import select

from duskline.core.data.session import Db
from duskline.core.http.routing import change, post, read
from duskline.core.system.errors import NotFound
from duskline.core.values.bodies import Body, Id, ResponseModel
from duskline.models.merging.matches import Match, dismiss, keys_of, matches, offer_again, warranties_meant
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.records.sales import Client, Lead
from duskline.models.records.visitors import (
    VisitorReference,
    photo_addresses,
    photos_sent_with,
    thread_behind,
)
from duskline.policy import SEE_CLIENTS, SEE_ENQUIRIES, SEE_LEADS

PATH = "/api/panel/matches"

Typed = Annotated[str | None, QueryParameter(description="As typed so far")]


class MatchRow(ResponseModel):
    kind: str
    id: str
    name: str
    status: str
    since: datetime
    jobs: int
    by: list[str]
    """What agrees: `email`, `phone`, `address`, or the `browser` that it came from."""


class WarrantyMatch(ResponseModel):
    id: str
    number: str
    client_id: str
    holder: str


class MessageMatches(ResponseModel):
    people: list[MatchRow]
    warranties: list[WarrantyMatch]
    """Those whose serial number stands in the message; of one about a warranty also those of its sender."""
    photos: list[str]
    """Where those can be seen that came with it."""


class Pair(Body, kw_only=True):
    one_id: Id
    other_id: Id


@read(PATH, may=SEE_CLIENTS)
async def find_matches(
    db: Db, email: Typed = None, phone: Typed = None, address: Typed = None, except_id: Typed = None
) -> list[MatchRow]:
    """The leads and clients in scope who may be the same person."""
    keys = keys_of(email, phone, address)
    found = await matches(db, keys, leads=SEE_LEADS.lets(db.actor), except_id=except_id or "")
    return [_row(match) for match in found]


@read("/api/panel/enquiries/{id:str}/matches", may=SEE_ENQUIRIES)
async def find_message_matches(db: Db, id: str) -> MessageMatches:
    """Who may have sent a message, and which warranty it may be about."""
    sent, handling = await db.find(ContactSubmission, id), await db.find(EnquiryHandling, id)
    under = await db.scalar(select(VisitorReference.key_hash).where(VisitorReference.enquiry_id == id))
    found = await matches(
        db, keys_of(sent.email, sent.phone, handling.street), leads=SEE_LEADS.lets(db.actor), except_id=id,
        behind=await thread_behind(db, under),
    )  # fmt: skip
    people = [_row(match) for match in found if match.kind == "lead" or SEE_CLIENTS.lets(db.actor)]
    photos = await db.scalar(select(photos_sent_with(VisitorReference.enquiry_id == id)))
    clients = [match.id for match in people if match.kind == "client"]
    warranties: list[WarrantyMatch] = []
    if SEE_CLIENTS.lets(db.actor):
        meant = await warranties_meant(db, sent.message, handling.topic, clients)
        warranties = [WarrantyMatch(one.id, one.number, one.client_id, one.holder) for one in meant]
    return MessageMatches(people, warranties, photo_addresses(photos))


@change(post, PATH + "/dismiss", may=SEE_ENQUIRIES, status=204, statuses=(404,))
async def dismiss_match(db: Db, data: Pair) -> None:
    """They are not the same."""
    await _require_seen(db, data)
    await dismiss(db, data.one_id, data.other_id)


@change(post, PATH + "/offer", may=SEE_ENQUIRIES, status=204, statuses=(404,))
async def offer_match(db: Db, data: Pair) -> None:
    """They may be the same after all: takes back that they are not."""
    await _require_seen(db, data)
    await offer_again(db, data.one_id, data.other_id)


async def _require_seen(db: Db, pair: Pair) -> None:
    """Raises NotFound where one of the two is nobody in scope; the first may be a message."""
    for id, entities in ((pair.one_id, (Client, Lead, ContactSubmission)), (pair.other_id, (Client, Lead))):
        found = [await db.scalar(select(entity.id).where(entity.id == id)) for entity in entities]
        if not any(found):
            raise NotFound


def _row(match: Match) -> MatchRow:
    return MatchRow(
        match.kind, match.id, match.name, match.status, match.created_at, match.jobs, list(match.by)
    )


ROUTES = [find_matches, find_message_matches, dismiss_match, offer_match]
