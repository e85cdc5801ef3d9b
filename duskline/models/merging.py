"""Two leads or two clients that turn out to be one: what points at the one that goes is led to the one that stays.

What it has and the other lacks is taken over; nothing else of the one that stays changes. All of it can be taken back
for a while by whoever did it (`parting.py`).
"""

from __future__ import annotations

from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, func, inspect, select
from sqlalchemy.orm import aliased

from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.errors import Conflict
from duskline.models.activities import Activity, ActivityType, NextStep
from duskline.models.conversions import Conversion, Merge
from duskline.models.details import LeadDetails, TicketDetails, WorkOrderDetails
from duskline.models.enquiries import EnquiryHandling
from duskline.models.properties import Property
from duskline.models.sales import Client, Lead, QuoteRequest
from duskline.models.service import WorkOrder
from duskline.models.status_changes import StatusChange
from duskline.models.warranties import Warranty

Person = Lead | Client
EVERYBODY: tuple[Any, ...] = (
    Activity.record_id, NextStep.record_id, StatusChange.record_id, Conversion.from_id, Conversion.to_id,
)  # fmt: skip
POINTERS: dict[type[Person], tuple[Any, ...]] = {
    Lead: (QuoteRequest.lead_id, EnquiryHandling.lead_id, Client.lead_id, WorkOrderDetails.lead_id, TicketDetails.lead_id, *EVERYBODY),
    Client: (
        WorkOrder.client_id, TicketDetails.client_id, EnquiryHandling.client_id, LeadDetails.client_id,
        Warranty.client_id, Property.client_id, WorkOrderDetails.property_id, Warranty.property_id, *EVERYBODY,
    ),
}  # fmt: skip
"""The columns that lead to a record of a kind."""
AT_BUILDING = (WorkOrderDetails.property_id, Warranty.property_id)
"""Those that lead to the building at a client's own address, which has the client's id."""
COUNTED = {
    "quote_requests": "requests", "enquiry_handling": "messages", "clients": "clients", "work_orders": "workOrders",
    "ticket_details": "tickets", "lead_details": "leads", "warranties": "warranties", "properties": "properties",
    "activities": "activities", "next_steps": "nextSteps",
}  # fmt: skip
"""What a preview counts, by table."""
TAKEN_OVER: dict[type[Person], tuple[str, ...]] = {
    Lead: ("phone", "address", "source", "estimated_value", "assigned_to"),
    Client: ("phone", "lead_id"),
}
MOST_NOTES = 10_000
"""Letters that the notes of one record hold (product.md, rule 11)."""
DIFFERENT_BRANCHES = "They belong to different branches, so they stay apart."
TWO_CLIENTS = "They have become two clients. Merge the clients first."


async def require_mergeable(db: Db, kept: Person, gone: Person) -> None:
    """Raises Conflict for those who stay apart: of two branches, or leads that have become two clients."""
    if kept.branch_id != gone.branch_id:
        raise Conflict(DIFFERENT_BRANCHES)
    became = select(LeadDetails.client_id).where(LeadDetails.id.in_((kept.id, gone.id)))
    if len(set(await db.scalars(became.where(LeadDetails.client_id.is_not(None))))) > 1:
        raise Conflict(TWO_CLIENTS)


async def counts(db: Db, entity: type[Person], gone_id: str) -> dict[str, int]:
    """How many rows of each sort would change hands."""
    found: dict[str, int] = {}
    for column in POINTERS[entity]:
        word = COUNTED.get(column.class_.__tablename__)
        if word is None or _is_at_building(column):
            continue
        number = await db.scalar(select(func.count()).select_from(column.class_).where(column == gone_id))
        found[word] = found.get(word, 0) + (number or 0)
    if "properties" in found:
        found["properties"] -= 1  # the one at the own address
    return {word: number for word, number in found.items() if number > 0}


async def merge(db: Db, kept: Person, gone: Person) -> Merge:
    """Leads everything to the one that stays; the other goes. Both are held by the caller.

    Raises:
        Conflict: they stay apart.
    """
    await require_mergeable(db, kept, gone)
    snapshot = await _snapshot(db, gone)
    snapshot["filled"] = await _fill_details(db, kept, gone)
    place = (
        await _take_property(db, kept, gone)
        if isinstance(kept, Client) and isinstance(gone, Client)
        else None
    )
    snapshot["joined"] = await _join_buildings(db, kept.id, gone.id) if place == kept.id else {}
    moved: dict[str, list[str]] = {}
    await _finish_second_step(db, kept.id, gone.id, moved)
    for column in POINTERS[type(kept)]:
        target = place if _is_at_building(column) else kept.id
        if ids := await _lead_over(db, column, gone.id, target):
            moved[str(column)] = ids
    before, apart = taken_over(kept, gone), needs_note(kept, gone)
    kept.apply({name: new for name, (_, new) in before.items()})
    if apart:
        snapshot["note"] = (await _note_notes(db, kept, gone)).id
    await db.flush()
    await db.delete(gone)
    await db.flush()
    if place not in (None, kept.id):
        snapshot["made_property"] = place
    return db.store(
        Merge(
            branch_id=kept.branch_id, kind=kept.kind, kept_id=kept.id, gone_id=gone.id, gone=snapshot, moved=moved,
            before=before, by_id=db.actor.id,
        )
    )  # fmt: skip


async def _lead_over(db: Db, column: Any, old: str, new: str | None) -> list[str]:
    """Sets a column to the new id wherever it holds the old one; answers the rows that changed."""
    entity = column.class_
    theirs = select(entity).where(column == old)
    if entity is Property:
        theirs = theirs.where(Property.id != old)  # the one at the own address goes with its client
    if column is Conversion.from_id and new is not None:
        theirs = theirs.where(~_made_of(new))  # each of two leads of one client has made its own
    rows = (await db.scalars(theirs.order_by(entity.id))).all()
    for row in rows:
        setattr(row, column.key, new)
    return [row.id for row in rows]


def _made_of(id: str) -> ColumnElement[bool]:
    """Whether a conversion stands that made the same of another record."""
    other = aliased(Conversion)
    same = (other.kind == Conversion.kind, other.round == Conversion.round, other.undone_at.is_(None))
    return select(other.id).where(other.from_id == id, *same).correlate(Conversion).exists()


async def _fill_details(db: Db, kept: Person, gone: Person) -> list[str]:
    """What stands beside a lead is taken over likewise: the names of what was empty and is filled."""
    if not isinstance(kept, Lead) or not isinstance(gone, Lead):
        return []
    ours, theirs = await db.find_for_update(LeadDetails, kept.id), await db.find(LeadDetails, gone.id)
    names = ["client_id", "first_response_at"]
    if kept.estimated_value is None:
        names.append("value_kind")  # what a value is belongs to the value
    filled = [name for name in names if getattr(ours, name) is None and getattr(theirs, name) is not None]
    for name in filled:
        setattr(ours, name, getattr(theirs, name))
    return filled


async def _finish_second_step(db: Db, kept_id: str, gone_id: str, moved: dict[str, list[str]]) -> None:
    """A record has one open next step: that of the one that stays."""
    ours, theirs = [
        await db.scalar(select(NextStep).where(NextStep.record_id == id, NextStep.done_at.is_(None)))
        for id in (kept_id, gone_id)
    ]
    if ours is not None and theirs is not None:
        theirs.done_at = now()
        moved[FINISHED] = [theirs.id]


FINISHED = "finished"
"""Among what moved: the next step that had to give way."""


def _is_at_building(column: Any) -> bool:
    return any(column is each for each in AT_BUILDING)  # columns have no equality of their own


async def _take_property(db: Db, kept: Client, gone: Client) -> str:
    """Where the one that goes lived: a further property of the one that stays, unless it is the same building."""
    if gone.place_key is not None and gone.place_key == kept.place_key:
        return kept.id
    own = await db.get(Property, gone.id)
    said = {name: getattr(own, name) for name in DESCRIBED} if own is not None else {}
    made = Property(client_id=kept.id, branch_id=kept.branch_id, address=gone.address, **said)
    db.store(made)
    await db.flush()
    return made.id


async def _join_buildings(db: Db, kept_id: str, gone_id: str) -> dict[str, Any]:
    """What both know of one building; nobody is to miss what can hurt. What each field was, and what it becomes."""
    ours, theirs = await db.find_for_update(Property, kept_id), await db.find(Property, gone_id)
    changes = {}
    for name in DESCRIBED:
        mine, other = getattr(ours, name), getattr(theirs, name)
        both = _lines_of(mine, other) if name in IN_LINES else other if mine is None else mine
        if both != mine:
            changes[name] = [mine, both]
    ours.apply({name: new for name, (_, new) in changes.items()})
    return changes


def _lines_of(*texts: str | None) -> str | None:
    """All lines, each once."""
    return "\n".join(dict.fromkeys(line for text in texts for line in (text or "").splitlines())) or None


DESCRIBED = ("name", "feet", "stories", "access", "hazards")
IN_LINES = ("access", "hazards")


def taken_over(kept: Person, gone: Person) -> dict[str, Any]:
    """What fills what is empty, and the notes of both: what each field is, and what it becomes."""
    before = {}
    for name in TAKEN_OVER[type(kept)]:
        if getattr(kept, name) is None and getattr(gone, name) is not None:
            before[name] = [None, getattr(gone, name)]
    notes = _joined_notes(kept, gone)
    if notes is not None and len(notes) <= MOST_NOTES:
        before["notes"] = [getattr(kept, "notes", None), notes]
    return before


def _joined_notes(kept: Person, gone: Person) -> str | None:
    """The notes of both leads; None where the other's add nothing."""
    if not isinstance(kept, Lead) or not isinstance(gone, Lead) or not gone.notes or gone.notes == kept.notes:
        return None
    return "\n\n".join(filter(None, (kept.notes, gone.notes)))


def needs_note(kept: Person, gone: Person) -> bool:
    """Whether the notes of both are too long for one field; those of the one that goes become a note then, whole."""
    return len(_joined_notes(kept, gone) or "") > MOST_NOTES


async def _note_notes(db: Db, kept: Person, gone: Person) -> Activity:
    note = Activity(
        kind=kept.kind, record_id=kept.id, branch_id=kept.branch_id, type=ActivityType.NOTE,
        words=getattr(gone, "notes", None), by_id=db.actor.id,
    )  # fmt: skip
    db.store(note)
    await db.flush()
    return note


async def _snapshot(db: Db, gone: Person) -> dict[str, Any]:
    """The row, and the one that comes with it, in plain JSON."""
    entity = LeadDetails if isinstance(gone, Lead) else Property
    beside = await db.get(entity, gone.id)
    return {"row": _plain(gone), "beside": {} if beside is None else _plain(beside)}


def _plain(row: Any) -> dict[str, Any]:
    values = {attribute.key: getattr(row, attribute.key) for attribute in inspect(row).mapper.column_attrs}
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}
