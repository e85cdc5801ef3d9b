"""Reads from merges to whom a record belongs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import select

from duskline.core.data.session import Db
from duskline.models.records.conversions import Merge


class Merges(NamedTuple):
    on: Mapping[str, str] = MappingProxyType({})
    """The records that stayed by those that are merged on: these name who the other names, as long as it does."""
    undone: Mapping[str, Sequence[Any]] = MappingProxyType({})
    """Merges that were undone, by the records that stayed and by the rows that were led to them."""

    def at_last(self, id: str) -> str:
        """Returns the record into which a record is merged, or its own id."""
        while id in self.on:
            id = self.on[id]
        return id

    def is_lent(self, id: str, named: str, at: datetime) -> bool:
        """Returns whether a row named a person at a time only because of a merge that was undone."""
        return any(
            merge.began_at <= at <= merge.undone_at
            and (id == merge.kept_id or named in (merge.kept_id, merge.made))
            for merge in self.undone.get(id, ())
        )


async def merges(db: Db) -> Merges:
    undone: dict[str, list[Any]] = defaultdict(list)
    on: dict[str, str] = {}
    for merge in await db.execute(
        select(
            Merge.kept_id, Merge.gone_id, Merge.moved, Merge.began_at, Merge.undone_at,
            Merge.gone["made_property"].as_string().label("made"),
        ).order_by(Merge.created_at.desc(), Merge.id.desc())
    ):  # fmt: skip
        if merge.undone_at is None:
            on.setdefault(merge.gone_id, merge.kept_id)
        else:
            for id in chain([merge.kept_id], *merge.moved.values()):
                undone[id].append(merge)
    return Merges(on, undone)
