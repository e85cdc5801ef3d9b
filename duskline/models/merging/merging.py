"""Two leads or two clients that turn out to be one: what points at the one that goes is led to the one that stays.

Which rows follow, stands with their columns (`core/data/pointers.py`), and how two values become one with the fields
(`mergeable.py`). All of it can be taken back for a while by the person who did it (`parting.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, not_, select

from duskline.core.data.base import now
from duskline.core.data.pointers import Pointer, pointers_at
from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict
from duskline.core.values.wall_clock import MINUTES_OF_A_DAY, day_in_words, time_in_words
from duskline.models.people.people import Colleague
from duskline.models.records.about import REARRANGING, rows_about
from duskline.models.records.activities import Activity, ActivityType, NextStep
from duskline.models.records.conversions import Merge
from duskline.models.records.details import LeadDetails
from duskline.models.records.mergeable import MOST_NOTES, become_one, joined_notes, plain_row, take
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead

Person = Lead | Client
BESIDE: dict[type[Person], Any] = {Lead: LeadDetails, Client: Property}
"""The row beside each: details of a lead, the building at the address of a client."""
DIFFERENT_BRANCHES = "They belong to different branches, so they stay apart."
TWO_CLIENTS = "They have become two clients. Merge the clients first."


async def require_mergeable(db: Db, kept: Person, gone: Person) -> None:
    """Raises Conflict for those who stay apart: of two branches, or leads that have become two clients."""
    if kept.branch_id != gone.branch_id:
        raise Conflict(DIFFERENT_BRANCHES)
    became = select(LeadDetails.client_id).where(LeadDetails.id.in_((kept.id, gone.id)))
    if len(set(await db.scalars(became.where(LeadDetails.client_id.is_not(None))))) > 1:
        raise Conflict(TWO_CLIENTS)


class Pair(NamedTuple):
    """A row that stays and the one that becomes one with it, and by field what stands in the first and what becomes of it."""

    ours: Any
    theirs: Any
    changes: dict[str, list[Any]]


async def pairs(db: Db, kept: Person, gone: Person) -> tuple[Pair, Pair | None]:
    """Returns the two, and what stands beside them: None of clients at two addresses, whose buildings stay two.

    Raises:
        Conflict: one field does not hold what is said of a building under both.
    """
    record = Pair(kept, gone, become_one(kept, gone))
    if isinstance(kept, Client) and not _at_one_address(kept, gone):
        return record, None
    ours, theirs = [await db.find(BESIDE[type(kept)], each.id) for each in (kept, gone)]
    takes_value = record.changes.get("estimated_value") is not None
    return record, Pair(ours, theirs, become_one(ours, theirs, with_value=takes_value))


def _at_one_address(kept: Person, gone: Person) -> bool:
    return isinstance(kept, Client) and kept.place_key is not None and kept.place_key == gone.place_key


class Led(NamedTuple):
    """A column that names the record that goes, or the building at its address, which has its id; and where its rows are led."""

    column: Any
    said: Pointer
    record: type[Person | Property]
    old: str
    new: str

    @property
    def where(self) -> list[ColumnElement[bool]]:
        """Which rows follow."""
        named = [self.said.names(self.column, self.record, self.old)]
        return (
            named
            if self.said.unless is None
            else [*named, not_(self.said.unless(self.column.class_, self.new))]
        )


def _led(kept: Person, gone: Person, place: str | None = None) -> Iterator[Led]:
    """All that is led to the record that stays, and to `place` what is at the building of the one that goes."""
    led: list[tuple[type[Person | Property], str | None]] = [(type(gone), kept.id), (Property, place)]
    for record, new in led:
        for column, said in pointers_at(record):
            if said.follows and new is not None:
                yield Led(column, said, record, gone.id, new)


async def counts(db: Db, kept: Person, gone: Person) -> dict[str, int]:
    """How many rows of each sort would change hands."""
    found: dict[str, int] = {}
    for led in _led(kept, gone):
        if (word := led.said.counts) is not None:
            theirs = select(func.count()).select_from(led.column.class_).where(*led.where)
            found[word] = found.get(word, 0) + (await db.scalar(theirs) or 0)
    promises = await two_promises(db, kept, gone)
    if promises is not None and promises.set_aside.record_id == gone.id:
        found["nextSteps"] -= 1
    return {word: number for word, number in found.items() if number > 0}


async def merge(db: Db, kept: Person, gone: Person) -> Merge:
    """Leads everything to the one that stays; the other goes. Both are held by the caller.

    Raises:
        Conflict: they stay apart.
    """
    await require_mergeable(db, kept, gone)
    began = now()
    db.info[REARRANGING] = True
    await db.find_locked(BESIDE[type(kept)], kept.id)
    record, beside = await pairs(db, kept, gone)
    own = await db.find(BESIDE[type(gone)], gone.id)
    snapshot: dict[str, Any] = {
        "row": plain_row(gone), "beside": plain_row(own), "ours": beside.changes if beside else {}, "left": {}, "written": {},
    }  # fmt: skip
    place = await _become_one_beside(db, kept, gone, beside, snapshot)
    await _set_aside(db, kept, gone, snapshot)
    moved: dict[str, list[str]] = {}
    for led in _led(kept, gone, place):
        if ids := await _lead_over(db, led):
            moved[str(led.column)] = ids
    apart = needs_note(kept, gone)
    take(kept, record.changes)
    if apart:
        await _note(db, kept, snapshot["row"]["notes"], snapshot)
    await db.flush()
    await _keep_left(db, gone, snapshot)
    gone.audit_ends = "merge"
    await db.delete(gone)
    await db.flush()
    return db.store(
        Merge(
            branch_id=kept.branch_id, kind=kept.kind, kept_id=kept.id, gone_id=gone.id, gone=snapshot, moved=moved,
            before=record.changes, by_id=db.actor.id, began_at=began,
        )
    )  # fmt: skip


async def _lead_over(db: Db, led: Led) -> list[str]:
    """Sets a column to the new id in the rows that follow; answers them."""
    entity = led.column.class_
    rows: Sequence[Any] = (await db.scalars(select(entity).where(*led.where).order_by(entity.id))).all()
    for row in rows:
        setattr(row, led.column.key, led.new)
    return [row.id for row in rows]


async def _keep_left(db: Db, gone: Person, snapshot: dict[str, Any]) -> None:
    """What does not follow goes with its record, and comes back with it."""
    for entity, theirs in rows_about(gone.kind, [gone.id]):
        for row in await db.scalars(select(entity).where(theirs)):
            _leave(row, snapshot)


def _leave(row: Any, snapshot: dict[str, Any]) -> None:
    snapshot["left"].setdefault(type(row).__name__, []).append(plain_row(row))


async def _become_one_beside(
    db: Db, kept: Person, gone: Person, beside: Pair | None, snapshot: dict[str, Any]
) -> str | None:
    """Takes over what stands beside the one that goes; answers its client's building by now."""
    if beside is None:
        return await _keep_building(db, kept, gone, snapshot)
    # Nobody is to miss what can hurt there.
    take(beside.ours, beside.changes)
    return beside.ours.id if isinstance(beside.ours, Property) else None


async def _keep_building(db: Db, kept: Person, gone: Person, snapshot: dict[str, Any]) -> str:
    """The id of the building at the other's address as it stays with the client, with all that is said of it."""
    own = await db.find(Property, gone.id)
    said = {name: getattr(own, name) for name in Property.taken()}
    made = Property(client_id=kept.id, branch_id=kept.branch_id, address=gone.address, **said)
    db.store(made)
    await db.flush()
    snapshot["made_property"] = made.id
    return made.id


class Promises(NamedTuple):
    """The open next steps of two who become one, which has one."""

    due: NextStep
    """What is due first."""
    set_aside: NextStep


async def two_promises(db: Db, kept: Person, gone: Person) -> Promises | None:
    """None where not both have one."""
    ours, theirs = [
        await db.scalar(select(NextStep).where(NextStep.open_about(each.kind, each.id)))
        for each in (kept, gone)
    ]
    if ours is None or theirs is None:
        return None
    return Promises(theirs, ours) if _due(theirs) < _due(ours) else Promises(ours, theirs)


def _due(step: NextStep) -> tuple[Any, int]:
    return step.due_on, MINUTES_OF_A_DAY if step.due_minute is None else step.due_minute


async def _set_aside(db: Db, kept: Person, gone: Person, snapshot: dict[str, Any]) -> None:
    """Of two open next steps the one that is due later is set aside: nobody did it, so it stays to be read as a note."""
    if (promises := await two_promises(db, kept, gone)) is None:
        return
    step = promises.set_aside
    _leave(step, snapshot)
    snapshot["told_in"] = await _note(db, kept, await _words_of(db, step), snapshot)
    await db.delete(step)
    await db.flush()


async def _words_of(db: Db, step: NextStep) -> str:
    """A step as a note tells it."""
    when = day_in_words(step.due_on)
    if step.due_minute is not None:
        when = f"{when}, {time_in_words(step.due_minute)}"
    person = await db.get(Colleague, step.assigned_to) if step.assigned_to else None
    name = " ".join(filter(None, (person.first_name, person.last_name))) if person is not None else ""
    return f"Next step set aside by the merge: {step.words} (due {when}{f', assigned to {name}' if name else ''})"


async def _note(db: Db, kept: Person, words: str, snapshot: dict[str, Any]) -> str:
    """The id of a note about the one that stays, which goes when the merge is undone."""
    note = Activity(
        kind=kept.kind, record_id=kept.id, branch_id=kept.branch_id, type=ActivityType.NOTE, words=words, by_id=db.actor.id,
    )  # fmt: skip
    db.store(note)
    await db.flush()
    snapshot["written"][note.id] = words
    return note.id


def needs_note(kept: Person, gone: Person) -> bool:
    """Whether the notes of both are too long for one field; those of the one that goes become a note then, whole."""
    if not isinstance(kept, Lead) or not isinstance(gone, Lead) or not gone.notes or gone.notes == kept.notes:
        return False
    return len(joined_notes(kept.notes, gone.notes)) > MOST_NOTES
