"""Privacy: what is known about somebody, a copy of it, erasing it, and what people asked for about their own data.

Who may enter: administrators. Whom somebody looks for stands in a body and never in an address, and no answer is kept for repeats.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date, datetime
from typing import Annotated

import msgspec
from litestar.response import Stream
from sqlalchemy import select

from duskline.core.data.audit import EventKind, event_by
from duskline.core.data.base import now
from duskline.core.data.lists import Filter, Order
from duskline.core.data.personal import Traces
from duskline.core.data.session import Db, reading
from duskline.core.http.context import actor, caller
from duskline.core.http.listing import Listing
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read
from duskline.core.system.errors import Conflict, Invalid
from duskline.core.values.bodies import Body, Email, LongText, Meta, Phone, ResponseModel
from duskline.core.values.contacts import email_key, phone_key
from duskline.limits import EXPORTS
from duskline.models.privacy.copying import copy_of
from duskline.models.privacy.previewing import PersonFound, preview
from duskline.models.privacy.privacy import Erasure, ErasureState, PrivacyRequest, RequestKind, RequestState
from duskline.models.privacy.traces import Line
from duskline.panel import exports
from duskline.policy import DELETE_DATA
from duskline.services import services

PATH = "/api/panel/privacy"
WHOM = "Please enter an email address or a telephone number"
SHORT = "Please enter the whole number, with its area code"
CONFIRM = "Please enter the email address or number once more, exactly as above"
SETTLED = "Somebody has already answered this request. Refresh the list to see how it stands."


class Whom(Body):
    email: Email | None = None
    phone: Phone | None = None

    def wanted(self) -> Traces:
        """Raises Invalid where nobody can be found by it."""
        if not self.email and not self.phone:
            raise Invalid({"email": WHOM})
        wanted = Traces.of([self.email or ""], [self.phone or ""])
        if self.phone and not wanted.phones:
            raise Invalid({"phone": SHORT})
        return wanted


class NewErasure(Whom, kw_only=True):
    confirm: Annotated[str, Meta(min_length=1, max_length=254)]
    """The address or the number once more."""


class ErasureRow(ResponseModel):
    id: str
    created_at: datetime
    who: str | None
    """Who confirmed it; none where it was too old to be kept."""
    state: ErasureState
    done_at: datetime | None
    receipt: list[Line]
    fault: str | None


class PrivacyRequestRow(ResponseModel):
    id: str
    created_at: datetime
    email: str
    kind: RequestKind
    words: str | None
    state: RequestState
    due_on: date
    closed_at: datetime | None
    note: str | None


class RequestAnswer(Body, kw_only=True):
    state: Annotated[RequestState, Meta(extra={"say": "Please choose whether it is done or declined"})]
    note: LongText | None = None


@change(post, PATH + "/preview", may=DELETE_DATA, repeatable=False, status=200)
async def look(db: Db, data: Whom) -> PersonFound:
    """Returns the records of the person of an address or a number, and what an erasure would do."""
    async with reading(db.database, db.actor) as everything:
        return await preview(everything, data.wanted())


@change(
    post, PATH + "/copy", may=DELETE_DATA, repeatable=False, status=200, statuses=(429,), media_type="application/zip",
    limit=EXPORTS, limited=lambda request: actor(request).id,
)  # fmt: skip
async def copy(db: Db, request: StrictRequest, data: Whom) -> Stream:
    """All of it as a ZIP: the records as JSON, and the pictures."""
    wanted, given = data.wanted(), services(request)
    db.add(event_by(db.actor, caller(request), EventKind.COPY_OF_PERSON))
    stream: AsyncIterator[bytes] = copy_of(given.database, given.files, wanted)
    headers = {"Content-Disposition": 'attachment; filename="personal-data.zip"'}
    return Stream(stream, media_type="application/zip", headers=headers)


@change(post, PATH + "/erasures", may=DELETE_DATA, repeatable=False, status=201)
async def erase(db: Db, request: StrictRequest, data: NewErasure) -> ErasureRow:
    """Begins to erase somebody; it is done within a minute or so. Sent again meanwhile, it is the same erasure."""
    wanted = data.wanted()
    same_address = bool(data.email) and email_key(data.confirm) == email_key(data.email or "")
    if not same_address and not (data.phone and phone_key(data.confirm) == phone_key(data.phone)):
        raise Invalid({"confirm": CONFIRM})
    async with reading(db.database, db.actor) as everything:
        if said := (await preview(everything, wanted)).in_the_way:
            raise Conflict(said)
    asked = {"emails": sorted(wanted.emails), "phones": sorted(wanted.phones)}
    waiting = await db.scalars(select(Erasure).where(Erasure.state == ErasureState.WAITING))
    erasure = next((each for each in waiting if each.wanted == asked), None)
    if erasure is None:
        erasure = db.store(Erasure(by_id=db.actor.id, wanted=asked, receipt=[]))
        await db.flush()
        db.add(event_by(db.actor, caller(request), EventKind.ERASURE, erasure=erasure.id))
    return _as_row(erasure)


ERASURES = Listing(
    Erasure, ErasureRow, {"state": Filter(Erasure.state, tuple(ErasureState))}, searched=False,
    columns={"who": exports.person(Erasure.by_id)},
)  # fmt: skip
REQUESTS = Listing(
    PrivacyRequest,
    PrivacyRequestRow,
    {"state": Filter(PrivacyRequest.state, tuple(RequestState))},
    searched=False,
    orders={"due": Order(ascending=(PrivacyRequest.due_on,), needs=("state",))},
)
erasures = ERASURES.route(PATH + "/erasures", may=DELETE_DATA, name="erasures")
requests = REQUESTS.route(PATH + "/requests", may=DELETE_DATA, name="privacy_requests")


@read(PATH + "/erasures/{id:str}", may=DELETE_DATA, returns=ErasureRow)
async def receipt(db: Db, id: str) -> ErasureRow:
    """How an erasure went, without a word about whom."""
    return _as_row(await db.find(Erasure, id))


def _as_row(row: Erasure) -> ErasureRow:
    lines = msgspec.convert(row.receipt, list[Line])
    return ErasureRow(row.id, row.created_at, row.by_id, row.state, row.done_at, lines, row.fault)


@change(post, PATH + "/requests/{id:str}/answer", may=DELETE_DATA, returns=PrivacyRequestRow, status=200)
async def answer(db: Db, id: str, data: RequestAnswer) -> PrivacyRequest:
    """Closes a request, as it was answered."""
    row = await db.find_locked(PrivacyRequest, id)
    if data.state not in (RequestState.DONE, RequestState.DECLINED):
        raise Invalid({"state": "Please choose whether it is done or declined"})
    if data.state is RequestState.DECLINED and not data.note:
        raise Invalid({"note": "Please say why it is declined"})
    if row.state != RequestState.OPEN:
        raise Conflict(SETTLED)
    row.apply({"state": data.state, "note": data.note, "closed_at": now(), "closed_by": db.actor.id})
    return row


ROUTES = [look, copy, erase, erasures, receipt, requests, answer]
