"""Finds records that staff gave to another person: a house has a next owner, and staff type that name and address over the former ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import select

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.data.personal import Part, Traces, Whose, holds
from duskline.core.data.session import Db
from duskline.core.values.contacts import email_key, phone_key
from duskline.models.privacy.merges import Merges
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.rows import Ids, batches, joined, rows_of, there
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
    is_there: bool
    last: Contacts
    """Those of today, or of the day when it was removed."""
    before: list[Contacts]
    """Those before each change, the newest first."""
    changed: list[datetime]
    """The times of these changes."""

    def at(self, moment: datetime) -> Contacts:
        """Returns those of a time."""
        earlier = (held for held, at in zip(self.before, self.changed, strict=True) if at >= moment)
        return [self.last, *earlier][-1]

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


async def given_on(db: Db, ids: Iterable[str], merged: Merges) -> set[str]:
    """Returns the ids of records that were given to another person, also of removed ones, and of those that had been merged into one before."""
    pasts = {past.id: past async for past in _pasts(db, ids)}
    given = {id for id, past in pasts.items() if past.is_given_on}
    before: set[str] = set()
    for merge in merged.standing:  # the newest first, so that of two in turn the second is known
        kept = pasts.get(merge.kept_id)
        is_former = kept and merge.kept_id in given and not _keys(kept.at(merge.began_at)) & _keys(kept.last)
        if merge.kept_id in before or is_former:
            before.add(merge.gone_id)
    return given | before


async def others_of(db: Db, found: Ids, ids: Iterable[str], merged: Merges) -> Ids:
    """Returns the leads and clients of other people, also removed ones, among those that are linked with the person's.

    A lead, its client and what was merged with them are one person's. Where one of them was given on, those are another person's that
    have neither a name nor an address of the rows that were found. A number may be a household's. What was merged into a row that was found goes with it.
    """
    pasts = [past async for past in _pasts(db, ids)]
    if not any(past.is_given_on for past in pasts):
        return {}
    known = [past.last for past in pasts if past.id in found.get(past.entity, ())]
    for entity, rows in found.items():
        own = rows_of(db, entity, rows if HELD[entity].own else ())
        known += [_contacts(entity, partial(getattr, row)) async for row in own]
    keys = frozenset[Any]().union(*map(_keys, known))
    others: Ids = defaultdict(set)
    for past in pasts:
        goes_along = not past.is_there and merged.at_last(past.id) in found.get(past.entity, ())
        if past.entity in (Lead, Client) and not goes_along and not past.last.keys() & keys:
            others[past.entity].add(past.id)
    return others


class Former(NamedTuple):
    """A person whose records were given on."""

    traces: Traces
    """Their names, addresses and numbers."""
    removed: Ids
    """Their duplicates, which were merged away or deleted before."""


async def former_of(db: Db, wanted: Traces, merged: Merges) -> Former:
    """Returns what a wanted person left in records that are another person's today.

    It is looked for by their addresses as long as more of these are found. A number may be a household's: only a wanted one counts.
    """
    known, removed, asked = _traces({}), Ids(), None
    while asked != (asked := Traces(wanted.emails | known.emails, wanted.phones)):
        once = {id for ids in (await once_having(db, asked)).values() for id in ids}
        known = known.joined(await known_with(db, asked, once))
        both, gone = await joined_with(db, asked, once, merged)
        known, removed = known.joined(both), joined(removed, gone)
    return Former(known, joined(removed, await removed_of(db, known, await once_having(db, known))))


async def known_with(db: Db, wanted: Traces, once: Iterable[str]) -> Traces:
    """Returns the names, addresses and numbers of former persons: these records had them together with a wanted one, and have none of these today."""
    told = _traces({})
    async for past in _pasts(db, once):
        last = _traces(past.last)
        if not _share(last, wanted):
            told = told.joined(_held_with(wanted, [_traces(held).without(last) for held in past.before]))
    return told


def _held_with(wanted: Traces, states: list[Traces]) -> Traces:
    """Returns what a record held together with a wanted one, at once or in turn: a name outlasts an address. A number may stay with the house."""
    told = _traces({})
    for _ in states:
        for held in states:
            if _share(held, wanted) or held.emails & told.emails or held.names & told.names:
                told = told.joined(held)
    return told


async def joined_with(db: Db, wanted: Traces, once: set[str], merged: Merges) -> tuple[Traces, Ids]:
    """Returns what merging put together with a wanted one in records that were given on since, and the records that were merged away.

    At the time of a merge both records were one person's, even if they shared a name alone.
    """
    some = [merge for merge in merged.standing if not once.isdisjoint((merge.kept_id, merge.gone_id))]
    pasts = {
        past.id: past
        async for past in _pasts(db, {id for each in some for id in (each.kept_id, each.gone_id)})
    }
    told, removed = _traces({}), Ids()
    for merge in some:
        kept, gone = pasts.get(merge.kept_id), pasts.get(merge.gone_id)
        if kept is None or gone is None:
            continue
        both = _traces(kept.at(merge.began_at)).joined(_traces(gone.last))
        last = _traces(kept.last if kept.is_there else {})
        if _share(both, wanted) and not _share(last, wanted):
            told = told.joined(both.without(last))
            removed.setdefault(gone.entity, set()).add(gone.id)
    return told, removed


async def removed_of(db: Db, former: Traces, once: Ids) -> Ids:
    """Returns removed records of a former person among those that had one of these once: they had the name, with an address or number.

    Such a record is a duplicate that was deleted. A number alone may be a household's.
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


async def once_having(db: Db, wanted: Traces) -> Ids:
    """Returns the records whose address or number was one of these, as the log says."""
    if not (wanted.emails or wanted.phones):
        return {}
    audited = {
        getattr(entity, "audit_name", None): entity for entity, personal in HELD.items() if personal.own
    }
    pattern = Traces(wanted.emails, wanted.phones).pattern
    asked = select(AuditLog.entity_type, AuditLog.entity_id, AuditLog.changes).where(
        AuditLog.entity_type.in_([name for name in audited if name]), wanted.may_hold(AuditLog.changes)
    )
    found: Ids = defaultdict(set)
    for kind, id, changes in await db.execute(asked):
        entity = audited[kind]
        if any(holds(changes.get(name), pattern) for name in HELD[entity].own):
            found[entity].add(id)
    return found


async def _pasts(db: Db, ids: Iterable[str]) -> AsyncIterator[Past]:
    """Yields the past of each record with one of these ids."""
    wanted = [str(id) for id in ids]
    for entity in (each for each, personal in HELD.items() if personal.whose is Whose.OWN):
        changes: dict[str, list[tuple[datetime, Mapping[str, Any]]]] = defaultdict(list)
        of_kind = select(AuditLog).where(AuditLog.entity_type == getattr(entity, "audit_name", ""))
        for batch in batches(wanted):
            newest = of_kind.where(AuditLog.entity_id.in_(batch)).order_by(
                AuditLog.created_at.desc(), AuditLog.id.desc()
            )
            for log in await db.scalars(newest):
                changes[log.entity_id].append((log.created_at, log.changes))
        there = {row.id: row async for row in rows_of(db, entity, wanted)}
        for id in {*there, *changes}:
            held = {name: getattr(there[id], name) for name in HELD[entity].parts} if id in there else {}
            states = [_contacts(entity, held.get)] if id in there else []
            for _, told in changes[id]:
                held |= {name: told[name][0] for name in HELD[entity].parts if name in told}
                states.append(_contacts(entity, held.get))
            # The change that removed a record has nothing after it.
            changed = [at for at, _ in changes[id]][id not in there :]
            yield Past(entity, id, id in there, states[0], states[1:], changed)


def _contacts(entity: type[Base], value_of: Callable[[str], Any]) -> Contacts:
    """Returns the names, addresses and numbers of a record."""
    parts = ((part, value_of(name)) for name, part in HELD[entity].parts.items() if part in KEYS)
    return {(part, KEYS[part](value) or ""): value for part, value in parts if value}


def _keys(held: Contacts) -> set[tuple[Part, str]]:
    """Returns the names and addresses, by their keys."""
    return {key for key in held if key[0] is not Part.PHONE}


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
