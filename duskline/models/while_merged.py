"""What was recorded about two people while a merge that was undone had made them one.

For those minutes (`UNDONE_WITHIN`) no record says whose words were whose: a note, a number or an address of one stood in the log, the
deliveries and the kept answers of the other. An erasure of either takes the words of both out of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

from sqlalchemy import select

from duskline.core.data.audit import AuditLog
from duskline.core.data.engines import LOCK_SECONDS
from duskline.core.data.session import Db
from duskline.core.http.idempotency import Operation
from duskline.models.conversions import Conversion, Merge
from duskline.models.sales import Client, Lead
from duskline.models.traces import Ids, Person, batches, belonging, key_of, rows_of
from duskline.models.webhooks import Delivery

PAST: tuple[Any, ...] = (AuditLog, Conversion, Delivery, Merge, Operation)
"""Tables whose rows record the past. In all others an undo gives back what a merge had changed (`parting.py`)."""
CLAIMED_BEFORE = timedelta(seconds=LOCK_SECONDS)
"""By how much a kept answer may be older than the words in it: its key is claimed before the call waits for the record."""


async def recorded_while_merged(db: Db, person: Person) -> Ids:
    """Returns rows of the past that are about another person, and may hold words of this one."""
    found: Ids = defaultdict(set)
    async for merge in rows_of(db, Merge, person.owned.get(Merge, ())):
        if merge.undone_at is not None:
            rows = await _of_all_joined(db, merge)
            for entity in PAST:
                mine = person.owned.get(entity, set())
                found[entity] |= {id async for id in _meanwhile(db, entity, rows[entity] - mine, merge)}
    return found


async def _of_all_joined(db: Db, merge: Merge) -> Ids:
    """Returns the rows about both of a merge, and about all who were merged with one of them until it was undone."""
    record = Lead if merge.kind == Lead.kind else Client
    ids, more = set[str](), {merge.kept_id, merge.gone_id}
    rows: Ids = defaultdict(set)
    while more - ids:
        rows, seen = await belonging(db, {record: ids | more})
        ids, more = ids | more | seen, set()
        async for id in _meanwhile(db, Merge, rows[Merge], merge):
            joined = await db.get_one(Merge, id)
            more |= {joined.kept_id, joined.gone_id}
    return rows


async def _meanwhile(db: Db, entity: Any, ids: set[Any], merge: Merge) -> AsyncIterator[Any]:
    """Yields those of some rows that were written between a merge and its undo."""
    since = merge.created_at - (CLAIMED_BEFORE if entity is Operation else timedelta(0))
    for batch in batches(ids):
        written = entity.created_at.between(since, merge.undone_at)
        for id in await db.scalars(select(key_of(entity)).where(key_of(entity).in_(batch), written)):
            yield id
