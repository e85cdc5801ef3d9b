"""Reads from merges to whom a record belongs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import func, select

from duskline.core.data.session import Db
from duskline.core.values.contacts import email_key
from duskline.models.privacy.rows import batches
from duskline.models.records.conversions import Merge
from duskline.models.records.details import LeadDetails
from duskline.models.records.sales import Client, Lead


class Merges(NamedTuple):
    on: Mapping[str, str] = MappingProxyType({})
    """The records that stayed by those that are merged on: these name who the other names, as long as it does."""
    doubtful: frozenset[str] = frozenset()
    """Merges after which somebody made a record with the address of the one that went, perhaps as the two were parted by hand: they relate nobody."""
    undone: Mapping[str, Sequence[Any]] = MappingProxyType({})
    """Merges that were undone, by the records that stayed and by the rows that were led to them."""

    standing: Sequence[Any] = ()
    """Those that are neither undone nor doubtful."""

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
    standing: dict[str, Any] = {}
    for merge in await db.execute(
        select(
            Merge.id, Merge.kind, Merge.created_at, Merge.gone["row"]["email"].as_string().label("email"), Merge.kept_id, Merge.gone_id, Merge.moved, Merge.began_at, Merge.undone_at,
            Merge.gone["made_property"].as_string().label("made"), func.coalesce(Lead.email_key, Client.email_key).label("kept_email"),
        ).outerjoin(Lead, Lead.id == Merge.kept_id).outerjoin(Client, Client.id == Merge.kept_id).order_by(Merge.created_at.desc(), Merge.id.desc())
    ):  # fmt: skip
        if merge.undone_at is None:
            on.setdefault(merge.gone_id, merge.kept_id)
            standing[merge.id] = merge
        else:
            for id in chain([merge.kept_id], *merge.moved.values()):
                undone[id].append(merge)
    doubtful = await _doubtful(db, standing.values())
    return Merges(on, doubtful, undone, [merge for id, merge in standing.items() if id not in doubtful])


async def _doubtful(db: Db, standing: Iterable[Any]) -> frozenset[str]:
    """Returns the merges after which a record was made that has the address of the one that went, and does not belong to the one that stayed.

    A client may have been made for a lead, and the other way about. Of two with one address nobody parts the one from the other.
    """
    by_address: dict[str, list[Any]] = defaultdict(list)
    for merge in standing:
        if merge.email and email_key(merge.email) != merge.kept_email:
            by_address[email_key(merge.email)].append(merge)
    doubtful: set[str] = set()
    leads = select(Lead.email_key, Lead.created_at, LeadDetails.client_id).outerjoin(
        LeadDetails, LeadDetails.id == Lead.id
    )
    clients = select(Client.email_key, Client.created_at, Client.lead_id)
    for key, made in ((Lead.email_key, leads), (Client.email_key, clients)):
        for some in batches(by_address):
            for address, made_at, other_half in await db.execute(made.where(key.in_(some))):
                merged = by_address[address or ""]
                doubtful |= {
                    each.id for each in merged if made_at > each.created_at and other_half != each.kept_id
                }
    return frozenset(doubtful)
