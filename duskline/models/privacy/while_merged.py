"""Finds the rows that recorded two people while a merge that was undone had made them one.

In those minutes (`UNDONE_WITHIN`) a note, a number or an address of one stood in the log and the kept answers of the other. An erasure
of either takes the words of both out of these rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

from sqlalchemy import or_, select

from duskline.core.data.audit import AuditLog
from duskline.core.data.calls import Operation
from duskline.core.data.engines import LOCK_SECONDS
from duskline.core.data.session import Db
from duskline.models.privacy.rows import Ids, batches, key_of, rows_of
from duskline.models.privacy.traces import Person, belonging
from duskline.models.records.conversions import Merge
from duskline.models.records.sales import Client, Lead

PAST: tuple[Any, ...] = (AuditLog, Merge, Operation)
"""Tables whose rows record the past. All others are as before once a merge is undone (`parting.py`)."""
CLAIMED_BEFORE = timedelta(seconds=LOCK_SECONDS)
"""By how much a kept answer may be older than the words in it: its key is claimed before the call waits for the record."""


async def recorded_while_merged(db: Db, person: Person) -> Ids:
    """Returns rows of the past that are about another person, and may hold words of this one."""
    found: Ids = defaultdict(set)
    for merge in await _undone(db, person):
        rows, _ = await belonging(
            db, {Lead if merge.kind == Lead.kind else Client: {merge.kept_id, merge.gone_id}}
        )
        for entity in PAST:
            mine = person.owned.get(entity, set())
            found[entity] |= {id async for id in _meanwhile(db, entity, rows[entity] - mine, merge)}
    return found


async def _undone(db: Db, person: Person) -> list[Merge]:
    """Returns the undone merges of a person's records, and those that joined the other record with a third until then."""
    found: dict[str, Merge] = {}
    waiting = [each async for each in rows_of(db, Merge, person.owned.get(Merge, ()))]
    while waiting:
        merge = waiting.pop()
        if merge.undone_at is None or merge.id in found:
            continue
        found[merge.id] = merge
        joined = or_(*(each.in_((merge.kept_id, merge.gone_id)) for each in (Merge.kept_id, Merge.gone_id)))
        within = Merge.created_at.between(merge.began_at, merge.undone_at)
        waiting += await db.scalars(select(Merge).where(joined, within))
    return list(found.values())


async def _meanwhile(db: Db, entity: Any, ids: set[Any], merge: Merge) -> AsyncIterator[Any]:
    """Yields those of some rows that were written between a merge and its undo."""
    since = merge.began_at - (CLAIMED_BEFORE if entity is Operation else timedelta(0))
    for batch in batches(ids):
        written = entity.created_at.between(since, merge.undone_at)
        for id in await db.scalars(select(key_of(entity)).where(key_of(entity).in_(batch), written)):
            yield id
