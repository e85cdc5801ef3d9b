"""Reads rows by their ids, a batch at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

from sqlalchemy import Select, inspect, select

from duskline.core.data.base import Base
from duskline.core.data.session import Db

BATCH = 500
Ids = dict[type[Base], set[Any]]
"""Ids by table."""


def key_of(entity: type[Base]) -> Any:
    """The attribute that identifies a row; of rows that a person has by kind, whose they are."""
    column = inspect(entity).primary_key[0]
    return getattr(entity, inspect(entity).get_property_by_column(column).key)


def joined(some: Ids, others: Ids) -> Ids:
    return {entity: some.get(entity, set()) | others.get(entity, set()) for entity in {*some, *others}}


def batches(ids: Iterable[Any]) -> Iterator[list[Any]]:
    in_order = sorted(ids)
    for start in range(0, len(in_order), BATCH):
        yield in_order[start : start + BATCH]


async def rows_of(
    db: Db, entity: type[Base], ids: Iterable[Any], *, held: bool = False
) -> AsyncIterator[Any]:
    """Yields rows by the attribute that `key_of` returns. With `held` they are as they stand now, and nobody else changes them until the commit."""
    for batch in batches(ids):
        asked = select(entity).where(key_of(entity).in_(batch))
        if held:
            asked = asked.with_for_update().execution_options(populate_existing=True)
        for row in await db.scalars(asked):
            yield row


async def in_batches(db: Db, asked: Select[Any], key: Any) -> AsyncIterator[Any]:
    """Yields all rows, a batch at a time, by a key that comes first in each."""
    asked, last = asked.order_by(key).limit(BATCH), None
    while True:
        rows = (await db.execute(asked if last is None else asked.where(key > last))).all()
        for row in rows:
            yield row
        if len(rows) < BATCH:
            return
        last = rows[-1][0]


async def there(db: Db, entity: type[Base], ids: set[Any]) -> set[Any]:
    key = key_of(entity)
    return {id for batch in batches(ids) for id in await db.scalars(select(key).where(key.in_(batch)))}
