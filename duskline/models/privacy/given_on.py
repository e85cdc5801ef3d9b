"""Finds records that staff gave to another person: a house has a next owner, and staff type that name and address over the former ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import select

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.data.personal import Part, Traces, Whose
from duskline.core.data.session import Db
from duskline.core.values.contacts import email_key, phone_key
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.rows import Ids, batches, rows_of, there
from duskline.models.records.sales import Client, Lead

KEYS: Mapping[Part, Callable[[str], str | None]] = MappingProxyType({
    Part.NAME: lambda name: " ".join(name.split()).casefold(), Part.EMAIL: email_key, Part.PHONE: phone_key,
})  # fmt: skip
"""By what two of a kind are the same."""
Contacts = Mapping[tuple[Part, str], str]
"""Names, addresses and numbers as they were typed, each by its part and by that key."""


class Past(NamedTuple):
    """The names, addresses and numbers of a record over time, as the log says."""

    entity: type[Base]
    id: str
    last: Contacts
    """Those of today, or of the day when it was removed."""
    before: list[Contacts]
    """Those before each change, the newest first."""

    @property
    def is_given_on(self) -> bool:
        """Returns whether it had another name and another address or number.

        One of the two alone is a correction, and so is a name that became longer or shorter.
        """
        now = _words(self.last)
        parts = {part for held in self.before for part, _ in held.keys() - self.last.keys()}
        names = [words for held in self.before if (words := _words(held))]
        is_other = any(not _is_one_name(words, now) for words in names)
        return is_other and bool(parts & {Part.EMAIL, Part.PHONE})


async def given_on(db: Db, ids: Iterable[str]) -> set[str]:
    """Returns the ids of records that were given to another person, also of removed ones."""
    return {past.id async for past in _pasts(db, ids) if past.is_given_on}


async def others_of(db: Db, found: Ids, ids: Iterable[str]) -> Ids:
    """Returns the leads and clients of other people, also removed ones, among those that are linked with the person's.

    A lead, its client and what was merged with them are one person's. Where one of them was given on, those are another person's that
    have neither a name nor an address of the rows that were found. A number may be a household's.
    """
    pasts = [past async for past in _pasts(db, ids)]
    if not any(past.is_given_on for past in pasts):
        return {}
    known = [past.last for past in pasts if past.id in found.get(past.entity, ())]
    for entity, rows in found.items():
        own = rows_of(db, entity, rows if HELD[entity].own else ())
        known += [_contacts(entity, partial(getattr, row)) async for row in own]
    keys = {key for held in known for key in held if key[0] is not Part.PHONE}
    others: Ids = defaultdict(set)
    for past in pasts:
        if past.entity in (Lead, Client) and not past.last.keys() & keys:
            others[past.entity].add(past.id)
    return others


async def known_with(db: Db, wanted: Traces, once: Ids) -> Traces:
    """Returns the names, addresses and numbers of former persons: records had them together with a wanted one, and have none of these today."""
    told = _traces({})
    async for past in _pasts(db, (id for ids in once.values() for id in ids)):
        last = _traces(past.last)
        for held in map(_traces, past.before):
            if _share(held, wanted) and not _share(last, wanted):
                told = told.joined(held.without(last))
    return told


async def removed_of(db: Db, former: Traces, once: Ids) -> Ids:
    """Returns removed records of a former person among those that had one of these once: they had the name, with an address or number.

    Such a record is a duplicate that was merged away or deleted. A number alone may be a household's.
    """
    found: Ids = defaultdict(set)
    for entity, ids in once.items():
        gone = {str(id) for id in ids - await there(db, entity, ids)}
        async for past in _pasts(db, gone):
            is_named = any(
                _is_one_name(_words(past.last), {*name.casefold().split()}) for name in former.names
            )
            if is_named and _share(_traces(past.last), former):
                found[entity].add(past.id)
    return found


async def _pasts(db: Db, ids: Iterable[str]) -> AsyncIterator[Past]:
    """Yields the past of each record with one of these ids."""
    wanted = [str(id) for id in ids]
    for entity in (each for each, personal in HELD.items() if personal.whose is Whose.OWN):
        changes: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        of_kind = select(AuditLog).where(AuditLog.entity_type == getattr(entity, "audit_name", ""))
        for batch in batches(wanted):
            newest = of_kind.where(AuditLog.entity_id.in_(batch)).order_by(
                AuditLog.created_at.desc(), AuditLog.id.desc()
            )
            for log in await db.scalars(newest):
                changes[log.entity_id].append(log.changes)
        there = {row.id: row async for row in rows_of(db, entity, wanted)}
        for id in {*there, *changes}:
            held = {name: getattr(there[id], name) for name in HELD[entity].parts} if id in there else {}
            states = [_contacts(entity, held.get)] if id in there else []
            for told in changes[id]:
                held |= {name: told[name][0] for name in HELD[entity].parts if name in told}
                states.append(_contacts(entity, held.get))
            yield Past(entity, id, states[0], states[1:])


def _contacts(entity: type[Base], value_of: Callable[[str], Any]) -> Contacts:
    """Returns the names, addresses and numbers of a record."""
    parts = ((part, value_of(name)) for name, part in HELD[entity].parts.items() if part in KEYS)
    return {(part, KEYS[part](value) or ""): value for part, value in parts if value}


def _words(held: Contacts) -> set[str]:
    """Returns the words of the name."""
    return {word for part, name in held if part is Part.NAME for word in name.split()}


def _is_one_name(some: set[str], others: set[str]) -> bool:
    """Returns whether one is the other, or has words more, such as a middle name."""
    return some <= others or others <= some


def _traces(held: Contacts) -> Traces:
    typed = {kind: [value for (part, _), value in held.items() if part is kind] for kind in KEYS}
    return Traces.of(typed[Part.EMAIL], typed[Part.PHONE], typed[Part.NAME])


def _share(some: Traces, others: Traces) -> bool:
    return bool(some.emails & others.emails or some.phones & others.phones)
