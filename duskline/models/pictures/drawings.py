"""Drawings of lights that visitors sent with a request: as they were sent, as staff put them right, and what was measured on site.

The drawing holds what was pointed at and no figure (decision 63): feet, bulbs and range are computed whenever it is read. It
belongs to the reference that it was sent with, so it follows whatever becomes of that request: a lead that is moved, merged,
parted, taken back or removed takes it along.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    JSON,
    ColumnElement,
    ForeignKey,
    Index,
    Integer,
    ScalarSelect,
    Select,
    String,
    Text,
    func,
    literal,
    select,
    true,
    update,
)
from sqlalchemy.orm import Mapped, aliased, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, new_id, now
from duskline.core.data.pointers import FILE, pointer
from duskline.core.data.session import Db, ScopedSession
from duskline.core.system.errors import Conflict
from duskline.models.pictures.roofline import (
    Length,
    LightPlan,
    ReferenceKind,
    bulbs,
    kept_plan,
    measured_for,
    shown,
)
from duskline.models.records.details import WorkOrderDetails
from duskline.models.records.enquiries import EnquiryHandling
from duskline.models.records.sales import (
    Client,
    Coverage,
    Lead,
    PropertyType,
    QuoteRequest,
    Rates,
    estimate_of_drawn,
)
from duskline.models.records.service import WorkOrder
from duskline.models.records.visitors import VisitorReference, sent_about
from duskline.policy import Scoped, in_scope

MOST_RUNS = 24
LONGEST_LINE = 119
"""Twelve points of two places, as words."""
LONGEST_DROP = 120
MOST_SHOWN = 20
"""Of one lead or client, the newest."""


IN_WORK = "We are already working with your drawing. Please write to us what should be different."


class Drawing(Identified, Updated, Versioned, Audited, Scoped, Base):
    """One for each reference. What the visitor sent stays as it was; staff correct a copy."""

    __tablename__ = "drawings"
    audit_name = "drawing"
    scope_columns = ("reference_id",)

    reference_id: Mapped[str] = mapped_column(
        ForeignKey("visitor_references.id", ondelete="CASCADE"), unique=True
    )
    sent: Mapped[str] = mapped_column(Text)
    """The visitor's plan, as JSON."""
    sent_at: Mapped[datetime] = mapped_column(default=now)
    picture_id: Mapped[str | None] = mapped_column(String(36), index=True, info={FILE: True})
    """Under which the picture's files lie; None where the visitor kept it."""
    corrected: Mapped[str | None] = mapped_column(Text)
    """The plan as staff put it right, as JSON."""
    corrected_by: Mapped[str | None] = mapped_column(ForeignKey("users.id"))
    corrected_at: Mapped[datetime | None]
    drops: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """Where power comes in, by the line of the run."""

    @classmethod
    def within(cls, size: int | None) -> ColumnElement[bool]:
        """Those of leads in scope; what waits in the inbox belongs to no lead yet."""
        if size is None:
            return true()
        lead = _lead_of(cls.reference_id)
        mine = lead.where(in_scope(lead.selected_columns.branch_id, size))
        return mine.exists()

    def audit_place(self, session: ScopedSession) -> str | None:
        """That of its lead."""
        return session.connection().scalar(_lead_of(literal(self.reference_id)))

    @property
    def plan(self) -> LightPlan:
        """As it is worked with."""
        return kept_plan(self.corrected or self.sent)


def _lead_of(reference_id: Any) -> Select[str]:
    """The branch of the lead that a reference's request became, or was led to."""
    # Names of their own: a statement that joins the same tables must not lend its rows to this condition.
    reference, request, handled, lead = (
        entity.__table__.alias() for entity in (VisitorReference, QuoteRequest, EnquiryHandling, Lead)
    )
    whose = lead.c.id == func.coalesce(request.c.lead_id, handled.c.lead_id)
    return (
        select(lead.c.branch_id)
        .select_from(reference)
        .outerjoin(request, request.c.id == reference.c.quote_request_id)
        .outerjoin(handled, handled.c.id == reference.c.enquiry_id)
        .join(lead, whose)
        .where(reference.c.id == reference_id)
    )


class MeasuredRun(Identified, Base):
    """What a run came to on site, beside what the drawing said of it then: how good drawings are. It belongs to the line as it was
    drawn, so that a run that is drawn again is measured again."""

    __tablename__ = "measured_runs"
    __table_args__ = (Index(None, "drawing_id", "line", unique=True),)

    drawing_id: Mapped[str] = mapped_column(ForeignKey("drawings.id", ondelete="CASCADE"))
    work_order_id: Mapped[str | None] = mapped_column(
        ForeignKey("work_orders.id", ondelete="SET NULL"), index=True, info=pointer()
    )
    line: Mapped[str] = mapped_column(String(LONGEST_LINE))
    reference_kind: Mapped[ReferenceKind | None] = mapped_column(String(20))
    """By what the drawing knew its size; None where it did not."""
    estimated: Mapped[int | None] = mapped_column(Integer)
    """Inches, as the drawing said then."""
    inches: Mapped[int] = mapped_column(Integer)
    by_id: Mapped[str] = mapped_column(ForeignKey("users.id"))
    at: Mapped[datetime]


def in_inches(feet: float) -> int:
    return round(feet * 12)


def in_feet(inches: int) -> float:
    return round(inches / 12, 1)


def line_of(points: Sequence[int]) -> str:
    """The name of a run: its places, with commas between them."""
    return ",".join(map(str, points))


def written(plan: LightPlan) -> str:
    """A plan as it is kept: what it does not say is left out."""
    return msgspec.json.encode(_said(msgspec.to_builtins(plan))).decode()


def _said(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {name: _said(each) for name, each in value.items() if each is not None and each != []}


# ----- where drawings are found


def lead_of() -> ScalarSelect[str | None]:
    """The lead of a drawing, in its row."""
    whose = func.coalesce(QuoteRequest.lead_id, EnquiryHandling.lead_id)
    return (
        select(whose)
        .select_from(VisitorReference)
        .outerjoin(QuoteRequest, QuoteRequest.id == VisitorReference.quote_request_id)
        .outerjoin(EnquiryHandling, EnquiryHandling.id == VisitorReference.enquiry_id)
        .where(VisitorReference.id == Drawing.reference_id)
        .correlate(Drawing)
        .scalar_subquery()
    )


def lead_of_job() -> ColumnElement[str | None]:
    """The lead that a job comes from: its own, else its client's; in a row of order, details and client."""
    return func.coalesce(WorkOrderDetails.lead_id, Client.lead_id)


async def lead_of_order(db: Db, order: WorkOrder) -> str | None:
    from_it = select(lead_of_job()).select_from(WorkOrderDetails).join(Client, Client.id == order.client_id)
    return await db.scalar(from_it.where(WorkOrderDetails.id == order.id))


async def jobs_of(db: Db, lead_id: str) -> Sequence[WorkOrder]:
    """The other way: the jobs in scope that come from a lead."""
    own = WorkOrderDetails.lead_id == lead_id
    by_client = WorkOrderDetails.lead_id.is_(None) & (Client.lead_id == lead_id)
    jobs = (
        select(WorkOrder)
        .join(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .join(Client, Client.id == WorkOrder.client_id)
    )
    return (await db.scalars(jobs.where(own | by_client))).all()


async def drawings_of(db: Db, leads: Sequence[str]) -> Sequence[Drawing]:
    """Those of leads, the newest first."""
    theirs = Drawing.reference_id.in_(sent_about(lambda id: id.in_(leads)))
    newest = select(Drawing).where(theirs).order_by(Drawing.sent_at.desc(), Drawing.id.desc())
    return (await db.scalars(newest.limit(MOST_SHOWN))).all()


def newest_of(lead: Any, *around: Any) -> ScalarSelect[str]:
    """The id of the newest drawing of a lead, in a row of `around`."""
    newest = aliased(Drawing)
    theirs = select(newest.id).where(newest.reference_id.in_(sent_about(lambda id: id == lead, *around)))
    return theirs.order_by(newest.sent_at.desc(), newest.id.desc()).limit(1).scalar_subquery()


async def on_site_of(db: Db, drawing_id: str) -> dict[str, OnSite]:
    """What was measured of a drawing, by line."""
    runs = select(MeasuredRun.line, MeasuredRun.inches, MeasuredRun.by_id, MeasuredRun.at)
    found = await db.execute(runs.where(MeasuredRun.drawing_id == drawing_id))
    return {line: OnSite(in_feet(inches), by_id, at) for line, inches, by_id, at in found}


async def keep_drawing(db: Db, reference_id: str, plan: LightPlan, picture_id: str | None) -> str:
    """What a visitor sent, beside a reference that is held; answers the drawing's id. The website changes what it may not read, so it goes
    by the table.

    Raises:
        Conflict: staff work with another one already.
    """
    drawn: Any = Drawing.__table__
    said = {"sent": written(plan), "picture_id": picture_id, "sent_at": now()}
    mine = select(drawn).where(drawn.c.reference_id == reference_id)
    there = (await db.execute(mine.with_for_update())).first()
    if there is None:
        return db.store(Drawing(id=new_id(), reference_id=reference_id, **said)).id
    if not await _in_work(db, there):
        grown = {"version": there.version + 1, "updated_at": now()}
        await db.execute(update(drawn).where(drawn.c.id == there.id).values(**said, **grown))
    elif there.sent != said["sent"]:
        raise Conflict(IN_WORK)
    return str(there.id)


async def _in_work(db: Db, drawing: Any) -> bool:
    """Whether staff have put something right in it, or measured by it."""
    if drawing.corrected_at is not None or drawing.drops:
        return True
    on_site = select(MeasuredRun.id).where(MeasuredRun.drawing_id == drawing.id)
    return await db.scalar(on_site.limit(1)) is not None


def request_of(drawing: Drawing) -> Select[PropertyType, Coverage, int]:
    """What the visitor said of the building, where a request came with the drawing."""
    return (
        select(QuoteRequest.property_type, QuoteRequest.coverage, QuoteRequest.stories)
        .join(VisitorReference, VisitorReference.quote_request_id == QuoteRequest.id)
        .where(VisitorReference.id == drawing.reference_id)
    )


# ----- what they come to


class OnSite(NamedTuple):
    """What somebody measured."""

    feet: float
    by_id: str
    at: datetime


class Run(NamedTuple):
    """One line of a plan, and what it comes to; without a size in the drawing it has no feet until somebody measures."""

    line: str
    feet: float | None
    low: int | None
    high: int | None
    """Between which whole feet it lies, as people read it; None where it is too short for them to say."""
    bulbs: int | None
    """Of what was measured, else of what the drawing says."""
    drop: str | None
    measured: float | None
    measured_by: str | None
    measured_at: datetime | None


class Figures(NamedTuple):
    """All that a plan comes to."""

    runs: list[Run]
    feet: float | None
    low: int | None
    high: int | None
    bulbs: int | None
    """None while one run has none."""


def figures_of(plan: LightPlan, drops: dict[str, str], on_site: dict[str, OnSite]) -> Figures:
    found = measured_for(plan)
    lengths = found.runs if found else [None] * len(plan.lines)
    runs = []
    for points, length in zip(plan.lines, lengths, strict=True):
        line = line_of(points)
        there = on_site.get(line)
        low, high = _range(length)
        feet = there.feet if there else length.feet if length else None
        runs.append(
            Run(
                line, round(length.feet, 1) if length else None, low, high,
                None if feet is None else bulbs(feet, plan.spacing), drops.get(line), *(there or (None, None, None)),
            )
        )  # fmt: skip
    low, high = _range(found.sum if found else None)
    counts = [run.bulbs for run in runs if run.bulbs is not None]
    whole = sum(counts) if len(counts) == len(runs) else None
    return Figures(runs, round(found.sum.feet, 1) if found and low is not None else None, low, high, whole)


def _range(length: Length | None) -> tuple[int | None, int | None]:
    return (length and shown(length)) or (None, None)


class Kind(NamedTuple):
    """What a request says of the building."""

    property_type: str
    coverage: str
    stories: int


def price_of(figures: Figures, kind: Kind, rates: Rates) -> tuple[int, int] | None:
    """What lighting the drawn length is likely to cost, in whole dollars; None before a size is known."""
    if figures.low is None or figures.high is None:
        return None
    return estimate_of_drawn(kind, (figures.low, figures.high), rates)


# ----- as those who come there read it


class Lighting(NamedTuple):
    """A drawing by what must be known on site."""

    id: str
    picture: str | None
    aspect: float
    scheme: str
    colors: list[int] | None
    effect: str
    brightness: int
    spacing: int
    figures: Figures


def lighting_of(
    id: str, plan: LightPlan, picture_id: str | None, drops: dict[str, str], on_site: dict[str, OnSite]
) -> Lighting:
    return Lighting(
        id, picture_address(id, picture_id), plan.aspect, plan.scheme, plan.colors, plan.effect, plan.brightness,
        plan.spacing, figures_of(plan, drops, on_site),
    )  # fmt: skip


def picture_address(id: str, picture_id: str | None) -> str | None:
    """Where staff see it: another address once another picture was sent."""
    return None if picture_id is None else f"/api/panel/drawings/{id}/picture?of={picture_id}"
