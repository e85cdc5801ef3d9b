"""Finds records that staff gave to another person: those of a house go to its next owner, whose name and address are typed over the former's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.data.personal import Part, Whose
from duskline.core.data.session import Db
from duskline.core.values.contacts import email_key, phone_key
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.rows import Ids, rows_of
from duskline.models.records.sales import Client, Lead

KEYS: Mapping[Part, Callable[[str], str | None]] = MappingProxyType({
    Part.NAME: lambda name: " ".join(name.split()).casefold(), Part.EMAIL: email_key, Part.PHONE: phone_key,
})  # fmt: skip
"""By what two of a kind are the same."""
Contacts = set[tuple[Part, str]]


async def given_on(db: Db, owned: Ids) -> set[str]:
    """Returns the ids of records that had another name once and another address or number, as the log says.

    One of the two alone is a correction.
    """
    once: dict[type[Base], dict[str, Contacts]] = defaultdict(lambda: defaultdict(set))
    async for log, entity in logged(db, owned):
        if entity and HELD[entity].whose is Whose.OWN:
            was = {name: before for name, (before, _) in log.changes.items()}
            once[entity][log.entity_id] |= _contacts(entity, was.get)
    found = set[str]()
    for entity, of in once.items():
        async for row in rows_of(db, entity, of.keys() & owned.get(entity, set())):
            parts = {part for part, _ in of[row.id] - _contacts_of(row)}
            if Part.NAME in parts and parts & {Part.EMAIL, Part.PHONE}:
                found.add(row.id)
    return found


async def others_of(db: Db, found: Ids, owned: Ids) -> Ids:
    """Returns the leads and clients of other people, among those that are the person's as far as links go.

    A lead, its client and what was merged with them are one person's. Where one of them was given on, those are another person's that
    have neither a name nor an address of the rows that were found. A number may be a household's.
    """
    if not await given_on(db, owned):
        return {}
    known: Contacts = set()
    for entity, ids in found.items():
        async for row in rows_of(db, entity, ids if HELD[entity].own else ()):
            known |= _contacts_of(row)
    known = {(part, value) for part, value in known if part is not Part.PHONE}
    others: Ids = {}
    for entity in (Lead, Client):
        rows = rows_of(db, entity, owned.get(entity, ()))
        others[entity] = {row.id async for row in rows if not _contacts_of(row) & known}
    return others


async def logged(db: Db, owned: Ids) -> AsyncIterator[tuple[AuditLog, type[Base] | None]]:
    """Yields what the log says of a person's rows, with their table."""
    by_name = {getattr(entity, "audit_name", ""): entity for entity in HELD}
    async for log in rows_of(db, AuditLog, owned.get(AuditLog, ())):
        yield log, by_name.get(log.entity_type)


def _contacts_of(row: Base) -> Contacts:
    return _contacts(type(row), partial(getattr, row))


def _contacts(entity: type[Base], value_of: Callable[[str], Any]) -> Contacts:
    """Returns the names, addresses and numbers of a record, each as it is compared."""
    return {
        (part, KEYS[part](value) or "")
        for name, part in HELD[entity].parts.items()
        if part in KEYS and (value := value_of(name))
    }
