"""What clients see of their visits by the link in a letter, and what they answer. Who may enter: anyone with a link, within limits."""

from __future__ import annotations

import datetime
from enum import StrEnum
from typing import Annotated

from sqlalchemy import select

from duskline.core.data.session import Db, reading
from duskline.core.http.guesses import opened
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post
from duskline.core.system.errors import Invalid, NotFound, Refusal
from duskline.core.values.bodies import Body, Meta, ResponseModel
from duskline.limits import SECRETS_REFUSED, VISIT_REPLIES
from duskline.models.company.branches import office_of
from duskline.models.records.details import WorkOrderDetails
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client
from duskline.models.records.service import WorkOrder, WorkOrderStatus
from duskline.models.records.visits import Reply, ReplyKind, Visit
from duskline.models.schedule.visit_letters import PURPOSES, Planned, waited_for
from duskline.models.schedule.visit_replies import LONGEST_TOKEN, answer, letter_of, stand_of
from duskline.policy import ANYONE, CONSOLE
from duskline.services import services

PATH = "/api/visit-links"
GONE = "This link no longer works. Please open the link in our latest email, or call us."
WHICH = "Please tell us which days or times suit you"
Link = Annotated[str, Meta(min_length=1, max_length=LONGEST_TOKEN, extra={"as_typed": True})]
Words = Annotated[str, Meta(max_length=1_000)]


class Standing(StrEnum):
    PLANNED = "planned"
    UNPLANNED = "unplanned"
    """Nobody comes for now."""
    DONE = "done"


class VisitLink(Body):
    link: Link
    """What stands behind the # in its address."""


class VisitAnswer(Body, kw_only=True):
    link: Link
    stand: Annotated[str, Meta(max_length=40)]
    """Of the visits that the client looks at."""
    what: ReplyKind
    words: Words | None = None
    """Which days or times suit them, where they ask for another."""


class VisitTime(ResponseModel):
    day: datetime.date
    start_minute: int | None
    end_minute: int | None


class VisitLinkShown(ResponseModel):
    standing: Standing
    visits: list[VisitTime]
    stand: str
    """What tells an answer to these from one to others."""
    place: str | None
    purpose: str
    reply: Reply | None
    phone: str | None
    hours: str | None


async def _job(request: StrictRequest, data: VisitLink | VisitAnswer) -> str:
    """The job whose client has the link."""
    async with reading(services(request).database, CONSOLE) as quiet:
        letter = await letter_of(quiet, data.link)
    refusal = Refusal(404, GONE).logged("visit link refused")
    return (await opened(request, letter, SECRETS_REFUSED, refusal)).work_order_id


@change(post, PATH, may=ANYONE, repeatable=False, status=200, statuses=(404, 429), prepare=_job)
async def look_at_visits(db: Db, request: StrictRequest, data: VisitLink, prepared: str) -> VisitLinkShown:
    """The visits that a letter was about, as they are planned now. Looking changes nothing."""
    _act_by_link(db)
    return await _shown(db, request, prepared)


@change(
    post, PATH + "/reply", may=ANYONE, status=200, statuses=(404, 429), prepare=_job,
    limit=VISIT_REPLIES, limited=lambda prepared: prepared, shown=lambda prepared: prepared,
)  # fmt: skip
async def answer_visits(db: Db, request: StrictRequest, data: VisitAnswer, prepared: str) -> VisitLinkShown:
    """Confirms the visits as they are planned, or asks for another time."""
    _act_by_link(db)
    if data.what == ReplyKind.ASKED and not data.words:
        raise Invalid({"words": WHICH})
    order = await _still_there(db, prepared)
    await answer(db, order, data.what, data.words if data.what == ReplyKind.ASKED else None, data.stand)
    return await _shown(db, request, prepared)


def _act_by_link(db: Db) -> None:
    """The link alone says what is seen and done: its caller is nobody of the staff, also where they are signed in."""
    db.act_as(CONSOLE)


async def _still_there(db: Db, order_id: str) -> WorkOrder:
    """The job, locked; raises Refusal where it was deleted a moment ago."""
    try:
        return await db.find_locked(WorkOrder, order_id)
    except NotFound:
        raise Refusal(404, GONE) from None


async def _shown(db: Db, request: StrictRequest, order_id: str) -> VisitLinkShown:
    asked = (
        select(WorkOrder, WorkOrderDetails, Property.address, Client.address)
        .join(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .join(Client, Client.id == WorkOrder.client_id)
        .outerjoin(Property, Property.id == WorkOrderDetails.property_id)
        .where(WorkOrder.id == order_id)
    )
    row = (await db.execute(asked)).one_or_none()
    if row is None:  # deleted a moment ago
        raise Refusal(404, GONE)
    order, details, building, home = row
    waiting = await waited_for(db, order)
    company, office = services(request).company, await office_of(db, order.branch_id)
    return VisitLinkShown(
        standing=_standing(order, waiting),
        visits=[VisitTime(visit.day, visit.start_minute, visit.end_minute) for visit in waiting],
        stand=stand_of(waiting), place=building or home, purpose=PURPOSES[details.kind],
        reply=await _reply(db, waiting), phone=office.get("phone") or company.phone,
        hours=office.get("hours") or company.hours,
    )  # fmt: skip


def _standing(order: WorkOrder, waiting: list[Planned]) -> Standing:
    if waiting:
        return Standing.PLANNED
    return Standing.DONE if order.status == WorkOrderStatus.COMPLETED else Standing.UNPLANNED


async def _reply(db: Db, waiting: list[Planned]) -> Reply | None:
    """What was answered about the first of them; it was about all."""
    if not waiting:
        return None
    found: Visit = await db.find(Visit, waiting[0].id)
    return found.reply


ROUTES = [look_at_visits, answer_visits]
