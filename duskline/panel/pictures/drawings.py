"""Drawings of lights that visitors sent: read, put right, and their pictures.

Who may enter: those who see leads or do jobs, within scope. Those who manage leads put one right, and those with hands on a job of
that lead.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter
from sqlalchemy import select

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, patch, read
from duskline.core.media import images
from duskline.core.media.images import Small
from duskline.core.media.worker import LARGE, SMALL
from duskline.core.system.errors import Forbidden, Invalid, NotFound
from duskline.core.values.bodies import UNSET, Body, Meta, ResponseModel, UnsetType
from duskline.models.pictures import photos
from duskline.models.pictures.drawings import (
    LONGEST_DROP,
    MOST_RUNS,
    Drawing,
    Figures,
    Kind,
    drawings_of,
    figures_of,
    jobs_of,
    lead_of,
    lead_of_order,
    line_of,
    on_site_of,
    picture_address,
    price_of,
    request_of,
    written,
)
from duskline.models.pictures.roofline import LightPlan, PlanText, read_plan
from duskline.models.records.details import LeadDetails
from duskline.models.records.sales import Client, Lead, Rates
from duskline.models.records.service import WorkOrder
from duskline.models.records.visits import NOT_YOURS, has_hands_on
from duskline.panel.one_record import history_route
from duskline.panel.pictures.lighting import DrawnRun
from duskline.panel.pictures.sizes import RunLine
from duskline.policy import CORRECT_DRAWINGS, SEE_CLIENTS, SEE_DRAWINGS, SEE_LEADS, SEE_WORK_ORDERS, Can
from duskline.services import services

PATH = "/api/panel/drawings"


class DrawingRow(ResponseModel):
    """A drawing as it is worked with, and as it was sent."""

    id: str
    lead_id: str | None
    plan: str
    """As JSON, the way it was sent."""
    sent: str | None
    """The visitor's, where staff have put it right."""
    sent_at: datetime
    corrected_by: str | None
    corrected_at: datetime | None
    picture: str | None
    """Where staff see the picture that it is drawn on; none where the visitor kept it."""
    runs: list[DrawnRun]
    feet: float | None
    low: int | None
    high: int | None
    """Between which whole feet all runs lie, as people read it."""
    bulbs: int | None
    price_low: int | None
    price_high: int | None
    """What lighting the drawn length is likely to cost, in whole dollars."""
    may_correct: bool
    version: int


class Drop(Body, kw_only=True):
    """Where power comes into a run."""

    line: RunLine
    words: Annotated[str, Meta(min_length=1, max_length=LONGEST_DROP)]


class DrawingEdit(Body):
    plan: PlanText | UnsetType = UNSET
    drops: Annotated[list[Drop], Meta(max_length=MOST_RUNS)] | UnsetType = UNSET
    """All of them."""


@read("/api/panel/leads/{id:str}/drawings", may=SEE_LEADS)
async def drawings_of_lead(db: Db, request: StrictRequest, id: str) -> list[DrawingRow]:
    """Those that came with a lead's requests, the newest first."""
    lead = await db.find(Lead, id)
    return await _rows(db, [lead.id], services(request).company)


@read("/api/panel/clients/{id:str}/drawings", may=SEE_CLIENTS)
async def drawings_of_client(db: Db, request: StrictRequest, id: str) -> list[DrawingRow]:
    """Those of all leads that became this client."""
    client = await db.find(Client, id)
    newest = select(LeadDetails.id).where(LeadDetails.client_id == client.id).order_by(LeadDetails.id.desc())
    return await _rows(db, [*await db.scalars(newest)], services(request).company)


@read("/api/panel/work-orders/{id:str}/drawings", may=SEE_WORK_ORDERS)
async def drawings_of_order(db: Db, request: StrictRequest, id: str) -> list[DrawingRow]:
    """Those of the lead that a job comes from."""
    lead = await lead_of_order(db, await db.find(WorkOrder, id))
    return await _rows(db, [lead] if lead else [], services(request).company)


@read(PATH + "/{id:str}", may=SEE_DRAWINGS)
async def one_drawing(db: Db, request: StrictRequest, id: str) -> DrawingRow:
    """One drawing."""
    drawing = await db.find(Drawing, id)
    return await _row(db, drawing, services(request).company)


@change(patch, PATH + "/{id:str}", may=CORRECT_DRAWINGS, status=200, shows=Drawing)
async def correct_drawing(db: Db, request: StrictRequest, id: str, data: DrawingEdit) -> DrawingRow:
    """Puts lines and size right on a copy; the visitor's stays. Says where power comes in."""
    drawing = await db.find_for_update(Drawing, id)
    if not await _may_correct(db, drawing):
        raise Forbidden(NOT_YOURS)
    if data.plan is not UNSET:
        _correct(db, drawing, read_plan(data.plan.encode()))
    if data.drops is not UNSET:
        drawing.apply({"drops": _drops(data.drops)})
    lines = {line_of(points) for points in drawing.plan.lines}
    drawing.apply({"drops": {line: words for line, words in drawing.drops.items() if line in lines}})
    await db.flush()
    return await _row(db, drawing, services(request).company)


def _correct(db: Db, drawing: Drawing, plan: LightPlan) -> None:
    text = written(plan)
    if text != (drawing.corrected or drawing.sent):
        drawing.apply({"corrected": text, "corrected_by": db.actor.id, "corrected_at": now()})


def _drops(said: list[Drop]) -> dict[str, str]:
    drops = {drop.line: drop.words for drop in said}
    if len(drops) < len(said):
        raise Invalid({"drops": "Each run takes one note about its power"})
    return drops


@read(PATH + "/{id:str}/picture", may=SEE_DRAWINGS, media_type=images.WEBP)
async def drawing_picture(
    db: Db,
    request: StrictRequest,
    id: str,
    small: Small = False,
    of: Annotated[str, QueryParameter(description="Which of its pictures, as its address says")] = "",
) -> Response[bytes]:
    """The picture that it is drawn on, for those whose scope holds the lead; `of` tells browsers one from another."""
    drawing = await db.find(Drawing, id)
    if drawing.picture_id is None or of not in ("", drawing.picture_id):
        raise NotFound
    name = photos.file(photos.visitor_stem(drawing.picture_id), SMALL if small else LARGE)
    content = await services(request).files.get(name)
    if content is None:
        raise NotFound
    return Response(content, media_type=images.WEBP)


async def _may_correct(db: Db, drawing: Drawing) -> bool:
    """Those who manage leads; or have hands on a job that comes from this lead."""
    if db.actor.can(Can.MANAGE_LEADS):
        return True
    if not db.actor.can(Can.MANAGE_WORK_ORDERS):
        return False
    lead = await db.scalar(select(lead_of()).where(Drawing.id == drawing.id))
    return lead is not None and any([await has_hands_on(db, job) for job in await jobs_of(db, lead)])


async def _rows(db: Db, leads: list[str], rates: Rates) -> list[DrawingRow]:
    return [await _row(db, drawing, rates) for drawing in await drawings_of(db, leads)]


async def _row(db: Db, drawing: Drawing, rates: Rates) -> DrawingRow:
    figures = figures_of(drawing.plan, drawing.drops, await on_site_of(db, drawing.id))
    low, high = await _price(db, drawing, figures, rates)
    return DrawingRow(
        id=drawing.id, lead_id=await db.scalar(select(lead_of()).where(Drawing.id == drawing.id)),
        plan=drawing.corrected or drawing.sent, sent=drawing.sent if drawing.corrected else None, sent_at=drawing.sent_at,
        corrected_by=drawing.corrected_by, corrected_at=drawing.corrected_at,
        picture=picture_address(drawing.id, drawing.picture_id), runs=[DrawnRun(*run) for run in figures.runs],
        feet=figures.feet, low=figures.low, high=figures.high, bulbs=figures.bulbs, price_low=low, price_high=high,
        may_correct=await _may_correct(db, drawing), version=drawing.version,
    )  # fmt: skip


async def _price(db: Db, drawing: Drawing, figures: Figures, rates: Rates) -> tuple[int | None, int | None]:
    """Of a message nobody knows what building it is about."""
    asked = (await db.execute(request_of(drawing))).first()
    return (None, None) if asked is None else price_of(figures, Kind(*asked), rates) or (None, None)


ROUTES = [
    drawings_of_lead, drawings_of_client, drawings_of_order, one_drawing, correct_drawing, drawing_picture,
    history_route(PATH, Drawing, SEE_DRAWINGS),
]  # fmt: skip
