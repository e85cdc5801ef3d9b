"""What reports ask of leads: when each was made, answered, won or lost, how far it came, and what it was worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, Date, Index, Integer, String, func, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base
from duskline.core.data.facts import FAMILIES, Facts, Family, Follow, Made
from duskline.core.data.figures import ALL, PERSON, Figure
from duskline.core.data.histograms import step_of
from duskline.models.about import RecordKind
from duskline.models.details import LeadDetails
from duskline.models.enquiries import EnquiryHandling
from duskline.models.places import DEFAULT_ZONE, BranchDetails, day_at
from duskline.models.sales import Lead, LeadStatus, QuoteRequest
from duskline.models.status_changes import StatusChange

STAGES = (
    LeadStatus.NEW, LeadStatus.CONTACTED, LeadStatus.QUALIFIED, LeadStatus.PROPOSAL, LeadStatus.NEGOTIATION,
    LeadStatus.WON,
)  # fmt: skip
"""In their order. Whoever comes to one has passed those before it, also where nobody stopped there."""
WEEKS = 6
"""How far ahead a forecast looks."""
ANSWERED_WITHIN, REACHED_WITHIN = timedelta(days=7), timedelta(days=30)
"""What happened by this age: shares of leads that came in at different times are compared at one age."""
LONGEST_MINUTES = 2**31 - 1
YES = "yes"


class LeadFacts(Facts, Base):
    __tablename__ = "lead_facts"
    __table_args__ = (
        Index(None, "made_on", "id"),
        Index(None, "won_on", "id"),
        Index(None, "lost_on", "id"),
        Index(None, "source", "made_on"),
        Index(None, "branch_id", "made_on"),
        Index(None, "branch_id", "won_on"),
    )
    groups = (ALL, PERSON, "source", "landing_page", "campaign")
    figures = (
        Figure("lead.made", "made_on", groups, part="reached_soon"),
        Figure("lead.answered", "made_on", groups, part="answer_step", amount="answered_in"),
        Figure("lead.answered_soon", "made_on", groups, when="answered_soon"),
        Figure("lead.won", "won_on", groups, part="value_kind"),
        Figure("lead.worth", "won_on", groups, part="value_kind", amount="value", when="value"),
        Figure("lead.win_time", "won_on", groups, part="win_step", amount="won_in"),
        Figure("lead.lost", "lost_on", (*groups, "reason")),
        Figure("lead.open", None, part="pipeline", amount="value"),
    )

    person: Mapped[str] = mapped_column(String(36))
    """Whoever takes care of it; empty for nobody, as the other words are where nothing is known."""
    source: Mapped[str] = mapped_column(String(300))
    landing_page: Mapped[str] = mapped_column(String(300))
    campaign: Mapped[str] = mapped_column(String(100))
    reason: Mapped[str] = mapped_column(String(80))
    """Why it was lost."""
    made_on: Mapped[date] = mapped_column(Date)
    reached: Mapped[int] = mapped_column(Integer)
    """The last of `STAGES` that it came to, by its place."""
    reached_soon: Mapped[int] = mapped_column(Integer)
    """The last that it came to within `REACHED_WITHIN`."""
    answered_in: Mapped[int | None] = mapped_column(Integer)
    """Minutes until somebody answered."""
    answer_step: Mapped[int | None] = mapped_column(Integer)
    answered_soon: Mapped[str | None] = mapped_column(String(3))
    """Whether somebody answered within `ANSWERED_WITHIN`."""
    won_on: Mapped[date | None] = mapped_column(Date)
    """None unless it is won now; the same goes for what is lost."""
    won_in: Mapped[int | None] = mapped_column(Integer)
    win_step: Mapped[int | None] = mapped_column(Integer)
    lost_on: Mapped[date | None] = mapped_column(Date)
    value_kind: Mapped[str] = mapped_column(String(40))
    value: Mapped[int | None] = mapped_column(Integer)
    """None where nobody said one."""
    pipeline: Mapped[str | None] = mapped_column(String(20))
    """While it is open: the place of its stage, what its value is, and the step that this lies in (`Standing`)."""


class StageFacts(Facts, Base):
    """How long a lead that is settled stood in one stage, and on how many of these days it was a week, two weeks ... from being won."""

    __tablename__ = "stage_facts"
    figures = (
        Figure("stage.left", "month", ("stage",), part="outcome", amount="stood", monthly=True),
        *(
            Figure(
                f"stage.won_{n}", "month", ("stage",), amount=f"within_{n}", when=f"within_{n}", monthly=True
            )
            for n in range(1, WEEKS + 1)
        ),
    )

    stage: Mapped[str] = mapped_column(String(40), primary_key=True)
    month: Mapped[date] = mapped_column(Date)
    """The first of that in which it was settled."""
    outcome: Mapped[str] = mapped_column(String(40))
    stood: Mapped[int] = mapped_column(Integer)
    """Days on which it stood there in the evening."""
    within_1: Mapped[int | None] = mapped_column(Integer)
    """Of these, so many were followed by the win in the first week; none is None."""
    within_2: Mapped[int | None] = mapped_column(Integer)
    within_3: Mapped[int | None] = mapped_column(Integer)
    within_4: Mapped[int | None] = mapped_column(Integer)
    within_5: Mapped[int | None] = mapped_column(Integer)
    within_6: Mapped[int | None] = mapped_column(Integer)


class Standing(NamedTuple):
    """Where an open lead stands, and what it may bring."""

    stage: int
    kind: str
    step: int

    @property
    def words(self) -> str:
        return f"{self.stage}:{self.kind}:{self.step}"

    @classmethod
    def read(cls, words: str) -> Standing:
        stage, kind, step = words.split(":")
        return cls(int(stage), kind, int(step))


class Change(NamedTuple):
    status: str
    at: datetime


def _made(connection: Connection, ids: Sequence[str]) -> Made:
    changes = changes_of(connection, RecordKind.LEAD, ids)
    facts: list[dict[str, Any]] = []
    stages: list[dict[str, Any]] = []
    for row in connection.execute(_sources().where(Lead.id.in_(ids))):
        went = Way.of(row, changes.get(row.id, []))
        facts.append(_facts(row, went))
        stages += _stages(row, went)
    return {LeadFacts: facts, StageFacts: stages}


def changes_of(connection: Connection, kind: RecordKind, ids: Sequence[str]) -> dict[str, list[Change]]:
    """The statuses that records went through, oldest first."""
    kept = StatusChange.__table__.c
    rows = select(kept.record_id, kept.to_status, kept.at).where(kept.kind == kind, kept.record_id.in_(ids))
    found: dict[str, list[Change]] = {}
    for id, status, at in connection.execute(rows.order_by(kept.at, kept.id)):
        found.setdefault(id, []).append(Change(status, at))
    return found


def _sources() -> Any:
    leads, beside = Lead.__table__.c, LeadDetails.__table__.c
    zone = func.coalesce(BranchDetails.time_zone, DEFAULT_ZONE)
    return (
        select(
            leads.id, leads.branch_id, leads.assigned_to, leads.source, leads.status, leads.created_at,
            leads.estimated_value, leads.counted_as, beside.first_response_at, beside.lost_reason,
            zone.label("zone"), _came("landing_page"), _came("campaign"),
        )
        .select_from(Lead.__table__)
        .outerjoin(LeadDetails.__table__, beside.id == leads.id)
        .outerjoin(BranchDetails.__table__, BranchDetails.id == leads.branch_id)
    )  # fmt: skip


def _came(column: str) -> Any:
    """What the first request said of where the visitor came from, else the message that the lead was made of."""
    asked, sent, lead = QuoteRequest.__table__.c, EnquiryHandling.__table__.c, Lead.__table__.c.id
    first = select(asked[column]).where(asked.lead_id == lead).order_by(asked.created_at, asked.id).limit(1)
    other = select(sent[column]).where(sent.lead_id == lead).order_by(sent.id).limit(1)
    return func.coalesce(first.scalar_subquery(), other.scalar_subquery(), "").label(column)


class Way(NamedTuple):
    """When a lead came to each stage, and when it was settled, if it is."""

    entered: list[datetime]
    settled: datetime | None

    @classmethod
    def of(cls, row: Any, changes: Sequence[Change]) -> Way:
        entered = [row.created_at]
        for status, at in [*changes, Change(row.status, changes[-1].at if changes else row.created_at)]:
            if status in STAGES:
                entered += [max(at, row.created_at)] * (STAGES.index(LeadStatus(status)) + 1 - len(entered))
        settled = [at for status, at in changes if status == row.status]
        if row.status not in Lead.settled:
            return cls(entered, None)
        return cls(entered, max(settled[-1] if settled else row.created_at, row.created_at))


def _facts(row: Any, went: Way) -> dict[str, Any]:
    answered = minutes(row.created_at, row.first_response_at)
    day = None if went.settled is None else day_at(went.settled, row.zone)
    won = row.status == LeadStatus.WON
    won_in = minutes(row.created_at, went.settled) if won else None
    return {
        "id": row.id, "branch_id": row.branch_id, "person": row.assigned_to or "", "source": row.source or "",
        "landing_page": row.landing_page, "campaign": row.campaign, "made_on": day_at(row.created_at, row.zone),
        "reason": (row.lost_reason or "") if row.status == LeadStatus.LOST else "", "reached": len(went.entered) - 1,
        "reached_soon": sum(at <= row.created_at + REACHED_WITHIN for at in went.entered) - 1,
        "answered_soon": soon(answered, ANSWERED_WITHIN),
        "answered_in": answered, "answer_step": step(answered), "won_on": day if won else None, "won_in": won_in,
        "win_step": step(won_in), "lost_on": None if won else day, "value_kind": row.counted_as,
        "value": row.estimated_value, "pipeline": None if row.status in Lead.settled else _standing(row).words,
    }  # fmt: skip


def _standing(row: Any) -> Standing:
    return Standing(STAGES.index(LeadStatus(row.status)), row.counted_as, step_of(row.estimated_value or 0))


def minutes(start: datetime, end: datetime | None) -> int | None:
    """Whole minutes from one moment to another; none before the first."""
    return None if end is None else max(0, min(LONGEST_MINUTES, int((end - start).total_seconds() // 60)))


def soon(taken: int | None, most: timedelta) -> str | None:
    """Whether something took at most so long, in minutes."""
    return YES if taken is not None and timedelta(minutes=taken) < most else None


def step(amount: int | None) -> int | None:
    return None if amount is None else step_of(amount)


def _stages(row: Any, went: Way) -> Iterator[dict[str, Any]]:
    if went.settled is None:
        return
    last = day_at(went.settled, row.zone)
    days = [day_at(at, row.zone) for at in went.entered]
    for place, (stage, entered) in enumerate(zip(STAGES[:-1], days, strict=False)):
        left = days[place + 1] if place + 1 < len(days) else last
        won = row.status == LeadStatus.WON
        yield {
            "id": row.id, "branch_id": row.branch_id, "stage": stage.value, "month": last.replace(day=1),
            "outcome": str(row.status), "stood": (left - entered).days,
        } | {
            f"within_{n}": _evenings(entered, left, last, n) if won else None for n in range(1, WEEKS + 1)
        }  # fmt: skip


def _evenings(entered: date, left: date, won: date, weeks: int) -> int | None:
    """On how many days of a stay the win was at most so many weeks away."""
    return max(0, (left - max(entered, won - timedelta(weeks=weeks))).days) or None


FAMILIES.append(
    Family(
        Lead,
        (LeadFacts, StageFacts),
        {
            Lead: (
                Follow(
                    (
                        "branch_id",
                        "assigned_to",
                        "status",
                        "source",
                        "estimated_value",
                        "counted_as",
                        "created_at",
                    )
                ),
            ),
            LeadDetails: (Follow(("first_response_at", "lost_reason")),),
            StatusChange: (Follow((), "record_id", only=("kind", RecordKind.LEAD)),),
            QuoteRequest: (Follow(("landing_page", "campaign"), "lead_id"),),
            EnquiryHandling: (Follow(("landing_page", "campaign"), "lead_id"),),
        },
        _made,
    )
)
