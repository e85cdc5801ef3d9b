"""That somebody is on the way, and between which hours they will be there: mailed to the client when it is pressed, or not at all.

Fifteen minutes after the press it helps nobody any more: what arrives later from a phone without a network is not sent, and neither is
what waits in the queue for so long. Each window of a visit is told once.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Date,
    ForeignKey,
    Integer,
    String,
    UniqueConstraint,
    func,
    literal,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, Identified, new_id, now
from duskline.core.data.pointers import pointer
from duskline.core.data.session import Db
from duskline.core.data.upsert import insert_into
from duskline.core.mail.bounces import BouncedAddress, is_bounced
from duskline.core.mail.outbox import MAILS, MailState, enqueue_unwritten
from duskline.core.values.contacts import LONGEST_EMAIL, email_key
from duskline.models.places.places import today_in
from duskline.models.records.about import RecordKind
from duskline.models.records.details import WorkOrderDetails
from duskline.models.records.sales import Client
from duskline.models.records.service import WorkOrder
from duskline.models.records.visits import Visit, VisitStatus

KIND = "arrival"
SUBJECT = "We are on our way"
"""While it waits; written, it may say otherwise."""
IN_TIME = timedelta(minutes=15)
AHEAD = timedelta(minutes=2)
"""So much a phone's clock may be ahead; of one that is more, nobody knows when it was pressed."""
LATE = "it was pressed more than 15 minutes before"


class ArrivalLetter(Identified, Base):
    """A letter that tells a client of a window, on the clock of the branch."""

    __tablename__ = "arrival_letters"
    __table_args__ = (UniqueConstraint("visit_id", "day", "start_minute", "end_minute"),)

    visit_id: Mapped[str] = mapped_column(ForeignKey("visits.id", ondelete="CASCADE"), info=pointer())
    day: Mapped[date] = mapped_column(Date)
    start_minute: Mapped[int] = mapped_column(Integer)
    end_minute: Mapped[int] = mapped_column(Integer)
    pressed_at: Mapped[datetime]
    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(LONGEST_EMAIL))
    missed: Mapped[str | None] = mapped_column(String(200))
    """Why it did not leave."""

    @property
    def is_in_time(self) -> bool:
        return now() - self.pressed_at <= IN_TIME


async def announce(
    db: Db, visit: Visit, window: tuple[int, int], pressed_at: datetime | None, *, wanted: bool, leaves: bool
) -> str | None:
    """Puts the letter in the queue, or says why there is none. `wanted`: the company tells clients; `leaves`: letters leave at all."""
    client = await _client(db, visit)
    if fault := _objection(visit, client, pressed_at, wanted=wanted, leaves=leaves):
        return fault
    _, name, email = client
    bounced = (BouncedAddress.email_key == email_key(email)) & BouncedAddress.lifted_at.is_(None)
    if await db.scalar(select(BouncedAddress.id).where(bounced)) is not None:
        return "their mail server refuses the address"
    start, end = window
    id = new_id()
    about = {
        "id": id, "created_at": now(), "visit_id": visit.id, "day": await today_in(db, visit.branch_id),
        "start_minute": start, "end_minute": end, "pressed_at": pressed_at or now(), "name": name, "email": email,
    }  # fmt: skip
    new = insert_into(ArrivalLetter, db.database.dialect.name).values(about).on_conflict_do_nothing()
    if await db.scalar(new.returning(ArrivalLetter.id)) is not None:
        await enqueue_unwritten(
            db, kind=KIND, about=id, recipient=email, subject=SUBJECT, key=f"{KIND}:{id}",
            branch=visit.branch_id,
        )  # fmt: skip
    return None


async def _client(db: Db, visit: Visit) -> tuple[bool, str, str]:
    """Whether they are told of this job, and who they are; nobody for a visit to a lead."""
    if visit.kind != RecordKind.WORK_ORDER:
        return False, "", ""
    asked = (
        select(WorkOrderDetails.tells_client, Client.name, Client.email)
        .select_from(WorkOrder)
        .join(WorkOrderDetails, WorkOrderDetails.id == WorkOrder.id)
        .join(Client, Client.id == WorkOrder.client_id)
        .where(WorkOrder.id == visit.record_id)
    )
    tells, name, email = (await db.execute(asked)).one()
    return tells, name, email or ""


def _objection(
    visit: Visit, client: tuple[bool, str, str], pressed_at: datetime | None, *, wanted: bool, leaves: bool
) -> str | None:
    at = now()
    tells, _, email = client
    reasons = (
        (visit.kind != RecordKind.WORK_ORDER, "surveys are not announced by email"),
        (visit.status != VisitStatus.ON_THE_WAY, "the visit has gone on since"),
        (pressed_at is not None and at - pressed_at > IN_TIME, LATE),
        (pressed_at is not None and pressed_at - at > AHEAD, "the clock of your phone is ahead"),
        (not wanted, "clients are not told of visits"),
        (not leaves, "no mail server is set up"),
        (not tells, "email is turned off for this work order"),
        (not email, "there is no email address"),
    )
    return next((reason for applies, reason in reasons if applies), None)


def is_told() -> ColumnElement[bool]:
    """Whether a letter can leave about a visit, in its row beside its job and client; surveys are not announced."""
    reachable = (Client.email != "") & ~is_bounced(Client.email_key)
    return func.coalesce(WorkOrderDetails.tells_client & reachable, literal(False))


def told_at() -> ColumnElement[Any]:
    """When the client of a visit was last told, in its row."""
    key: Any = literal(f"{KIND}:", String).concat(ArrivalLetter.id)
    sent = select(func.max(MAILS.c.sent_at)).join(ArrivalLetter, MAILS.c.key == key)
    theirs = (ArrivalLetter.visit_id == Visit.id) & (MAILS.c.state == literal(str(MailState.SENT), String))
    return sent.where(theirs).correlate(Visit).scalar_subquery()


def missed() -> ColumnElement[Any]:
    """Why the last letter about a visit did not leave, in its row."""
    last = select(ArrivalLetter.missed).where(ArrivalLetter.visit_id == Visit.id)
    return last.order_by(ArrivalLetter.id.desc()).limit(1).correlate(Visit).scalar_subquery()
