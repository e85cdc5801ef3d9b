"""What reports ask of tickets and messages: when somebody answered, how long it took to resolve, and where visitors came from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any

from sqlalchemy import ColumnElement, Connection, Date, Index, Integer, String, func, select, true
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base
from duskline.core.data.counts import BRANCHLESS
from duskline.core.data.facts import FAMILIES, Facts, Family, Follow, Made
from duskline.core.data.figures import ALL, COMPANY, PERSON, Figure
from duskline.models.places.places import DEFAULT_ZONE, BranchDetails, day_at
from duskline.models.records.about import RecordKind
from duskline.models.records.activities import RESPONSES, Activity
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.records.service import SupportTicket, TicketStatus
from duskline.models.records.status_changes import StatusChange
from duskline.models.reporting.lead_facts import ANSWERED_WITHIN, YES, Change, changes_of, minutes, soon, step

WAITING, ANSWERED = "waiting", "answered"
REOPENED_WITHIN = timedelta(days=30)


class TicketFacts(Facts, Base):
    __tablename__ = "ticket_facts"
    __table_args__ = (
        Index(None, "made_on", "id"),
        Index(None, "resolved_on", "id"),
        Index(None, "state", "id"),
        Index(None, "branch_id", "made_on"),
        Index(None, "branch_id", "resolved_on"),
    )
    groups = (ALL, PERSON, "category", "priority")
    figures = (
        Figure("ticket.made", "made_on", groups),
        Figure("ticket.answered", "made_on", groups, part="answer_step", amount="answered_in"),
        Figure("ticket.resolved", "resolved_on", groups, part="resolve_step", amount="resolved_in"),
        Figure("ticket.answered_soon", "made_on", groups, when="answered_soon"),
        Figure("ticket.reopened_soon", "made_on", groups, when="reopened_soon"),
        Figure("ticket.open", None, groups, part="state", amount="since"),
    )

    person: Mapped[str] = mapped_column(String(36))
    category: Mapped[str] = mapped_column(String(40))
    priority: Mapped[str] = mapped_column(String(40))
    made_on: Mapped[date] = mapped_column(Date)
    since: Mapped[int] = mapped_column(Integer)
    """The number of that day."""
    answered_in: Mapped[int | None] = mapped_column(Integer)
    """Minutes to the first call, text or meeting about it, or until somebody took it up."""
    answer_step: Mapped[int | None] = mapped_column(Integer)
    answered_soon: Mapped[str | None] = mapped_column(String(3))
    resolved_on: Mapped[date | None] = mapped_column(Date)
    resolved_in: Mapped[int | None] = mapped_column(Integer)
    resolve_step: Mapped[int | None] = mapped_column(Integer)
    reopened: Mapped[str | None] = mapped_column(String(3))
    reopened_soon: Mapped[str | None] = mapped_column(String(3))
    """Whether it was reopened within `REOPENED_WITHIN`; an answer comes soon as a lead's does."""
    state: Mapped[str | None] = mapped_column(String(20))
    """Whether somebody answered, while it is open."""


class EnquiryFacts(Facts, Base):
    """A message; robots' are none."""

    __tablename__ = "enquiry_facts"
    __table_args__ = (Index(None, "made_on", "id"),)
    figures = (Figure("enquiry.made", "made_on", (ALL, "landing_page", "campaign")),)

    landing_page: Mapped[str] = mapped_column(String(300))
    campaign: Mapped[str] = mapped_column(String(100))
    made_on: Mapped[date] = mapped_column(Date)

    @classmethod
    def within(cls, size: int | None) -> ColumnElement[bool]:
        """Messages belong to the company."""
        return true()


def _made(connection: Connection, ids: Sequence[str]) -> Made:
    changes = changes_of(connection, RecordKind.TICKET, ids)
    spoken = _spoken(connection, ids)
    rows = connection.execute(_sources().where(SupportTicket.id.in_(ids)))
    return {TicketFacts: [_facts(row, changes.get(row.id, []), spoken.get(row.id)) for row in rows]}


def _sources() -> Any:
    tickets = SupportTicket.__table__.c
    zone = func.coalesce(BranchDetails.time_zone, DEFAULT_ZONE)
    return (
        select(
            tickets.id, tickets.branch_id, tickets.assigned_to, tickets.category, tickets.priority, tickets.status,
            tickets.created_at, tickets.resolved_at, zone.label("zone"),
        )
        .select_from(SupportTicket.__table__)
        .outerjoin(BranchDetails.__table__, BranchDetails.id == tickets.branch_id)
    )  # fmt: skip


def _spoken(connection: Connection, ids: Sequence[str]) -> dict[str, datetime]:
    """When somebody first called, wrote or met about tickets."""
    said = Activity.__table__.c
    about = said.kind == RecordKind.TICKET, said.record_id.in_(ids), said.type.in_(sorted(RESPONSES))
    first = select(said.record_id, func.min(said.happened_at)).where(*about).group_by(said.record_id)
    return {row[0]: row[1] for row in connection.execute(first)}


def _facts(row: Any, changes: Sequence[Change], spoken: datetime | None) -> dict[str, Any]:
    taken_up = [at for status, at in changes if status != TicketStatus.OPEN]
    answers = [at for at in (*taken_up, spoken, row.resolved_at) if at is not None]
    answered = minutes(row.created_at, min(answers, default=None))
    resolved = minutes(row.created_at, row.resolved_at)
    made = day_at(row.created_at, row.zone)
    reopened = _reopened(changes)
    is_open = row.status not in SupportTicket.settled
    return {
        "id": row.id, "branch_id": row.branch_id or BRANCHLESS, "person": row.assigned_to or "", "category": row.category,
        "priority": row.priority, "made_on": made, "since": made.toordinal(), "answered_in": answered,
        "answer_step": step(answered), "answered_soon": soon(answered, ANSWERED_WITHIN), "resolved_in": resolved, "resolve_step": step(resolved),
        "resolved_on": None if row.resolved_at is None else day_at(row.resolved_at, row.zone),
        "reopened": YES if reopened else None,
        "reopened_soon": YES if reopened and reopened <= row.created_at + REOPENED_WITHIN else None,
        "state": None if not is_open else WAITING if answered is None else ANSWERED,
    }  # fmt: skip


def _reopened(changes: Sequence[Change]) -> datetime | None:
    """When it was open again for the first time."""
    settled = SupportTicket.settled
    again = (
        after.at
        for before, after in pairwise(changes)
        if before.status in settled and after.status not in settled
    )
    return next(again, None)


def _made_of_messages(connection: Connection, ids: Sequence[str]) -> Made:
    sent, handled = ContactSubmission.__table__.c, EnquiryHandling.__table__.c
    rows = connection.execute(
        select(sent.id, sent.created_at, handled.landing_page, handled.campaign)
        .join_from(ContactSubmission.__table__, EnquiryHandling.__table__, handled.id == sent.id)
        .where(sent.id.in_(ids), ~handled.suspected)
    )
    return {
        EnquiryFacts: [
            {
                "id": row.id, "branch_id": COMPANY, "landing_page": row.landing_page or "", "campaign": row.campaign or "",
                "made_on": day_at(row.created_at, DEFAULT_ZONE),
            }
            for row in rows
        ]
    }  # fmt: skip


FAMILIES.append(
    Family(
        SupportTicket,
        (TicketFacts,),
        {
            SupportTicket: (
                Follow(
                    (
                        "branch_id",
                        "assigned_to",
                        "status",
                        "category",
                        "priority",
                        "resolved_at",
                        "created_at",
                    )
                ),
            ),
            StatusChange: (Follow((), "record_id", only=("kind", RecordKind.TICKET)),),
            Activity: (Follow(("type", "happened_at"), "record_id", only=("kind", RecordKind.TICKET)),),
        },
        _made,
    )
)
FAMILIES.append(
    Family(
        ContactSubmission,
        (EnquiryFacts,),
        {
            ContactSubmission: (Follow(("created_at",)),),
            EnquiryHandling: (Follow(("suspected", "landing_page", "campaign")),),
        },
        _made_of_messages,
    )
)
