"""What is known about somebody, before anything is done: whether it is the right person, what erasing would do, and what is in the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import inspect

from duskline.core.data.base import Base
from duskline.core.data.personal import Part, Traces
from duskline.core.data.session import Db
from duskline.models.people.people import User, UserStatus
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.rows import Ids, key_of, rows_of, there
from duskline.models.privacy.traces import Line, Person, find_person, formerly, last_told, lines_of, mentions
from duskline.models.records.service import WorkOrder, WorkOrderStatus

AT_WORK = "This is the account of a colleague who can sign in. Deactivate it under Users first."
MOST_NAMED = 20
"""Records that are shown by name before somebody is erased."""


class RecordShown(msgspec.Struct, rename="camel"):
    """A record by which somebody is known, so that the user sees whether it is the right person."""

    says: str
    id: str
    kind: str
    """Its name in the log; empty where it has none."""
    name: str | None
    email: str | None
    removed: bool = False
    """Whether the record was removed; its values come from the log."""


class PersonFound(msgspec.Struct, rename="camel"):
    """What is known about somebody, and what erasing them would do."""

    records: list[RecordShown]
    """The first of them."""
    formerly: list[RecordShown]
    """Records that are left alone: they had this address or number once, or are linked with a record that was given to another person."""
    lines: list[Line]
    names: list[str]
    open_jobs: int
    in_the_way: str | None


async def preview(db: Db, wanted: Traces) -> PersonFound:
    person = await find_person(db, wanted)
    had_it_once = await formerly(db, person, wanted)
    kept = await kept_of(db, person.owned)
    lines = lines_of(kept, person.owned, await mentions(db, person))
    jobs = [row async for row in rows_of(db, WorkOrder, person.owned.get(WorkOrder, ()))]
    waiting = sum(job.status != WorkOrderStatus.COMPLETED for job in jobs)
    return PersonFound(
        await _named(db, person.owned),
        [*await _named(db, had_it_once), *await _removed(db, had_it_once)],
        lines,
        sorted(person.names),
        waiting,
        await in_the_way(db, person),
    )


async def _named(db: Db, found: Ids) -> list[RecordShown]:
    """Those that have a name or an address of their own."""
    shown = []
    for entity, ids in found.items():
        if HELD[entity].own:
            async for row in rows_of(db, entity, sorted(ids)[:MOST_NAMED]):
                told = {name: getattr(row, name) for name in HELD[entity].parts}
                shown.append(_shown(entity, str(inspect(row).identity[0]), told))
    return shown[:MOST_NAMED]


async def _removed(db: Db, found: Ids) -> list[RecordShown]:
    """Returns removed records with their last values in the log."""
    shown = []
    for entity, ids in found.items():
        for id in sorted(ids - await there(db, entity, ids))[:MOST_NAMED]:
            shown.append(_shown(entity, id, await last_told(db, entity, id), removed=True))
    return shown[:MOST_NAMED]


def _shown(entity: type[Base], id: str, told: Mapping[str, Any], *, removed: bool = False) -> RecordShown:
    parts = HELD[entity].parts
    names = [told[name] for name, part in parts.items() if part is Part.NAME and told.get(name)]
    emails = [told[name] for name, part in parts.items() if part is Part.EMAIL and told.get(name)]
    return RecordShown(
        HELD[entity].says,
        id,
        getattr(entity, "audit_name", ""),
        " ".join(names) or None,
        next(iter(emails), None),
        removed,
    )


async def in_the_way(db: Db, person: Person) -> str | None:
    active = [
        row async for row in rows_of(db, User, person.owned.get(User, ())) if row.status == UserStatus.ACTIVE
    ]
    return AT_WORK if active else None


async def kept_of(db: Db, owned: Ids) -> Ids:
    """Rows that stay as they are, though they are about the person: the law says so, for now."""
    kept: Ids = {}
    for entity, ids in owned.items():
        if (keeps := HELD[entity].kept) is not None:
            key = key_of(entity).key
            kept[entity] = {getattr(row, key) async for row in rows_of(db, entity, ids) if keeps(row)}
    return kept
