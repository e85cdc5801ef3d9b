"""A copy of all that is known about somebody, as a ZIP that is made while it travels: the records as JSON, and the pictures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator
from functools import cache
from typing import Any, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from sqlalchemy import JSON, LargeBinary, String, inspect

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.data.database import Database
from duskline.core.data.personal import Part, Personal, Traces, Whose
from duskline.core.data.pointers import declared
from duskline.core.data.session import Db, reading
from duskline.core.media.worker import LARGE
from duskline.core.system.files import Files
from duskline.core.values.contacts import email_key
from duskline.models.pictures import photos
from duskline.models.privacy.given_on import given_on
from duskline.models.privacy.merges import Merges, merges
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.rows import key_of, rows_of
from duskline.models.privacy.traces import Person, find_person, has_it, mentions
from duskline.models.records.conversions import Merge
from duskline.policy import CONSOLE

READ_ME = (
    "What we know about you, as of the day of this file. Each .json file holds the records of one kind; pictures lie in the"
    " folder of that name. mentions.json says how many records about somebody or something else name you. What may be about"
    " other people as well is left out: what the log of changes says of earlier days, and what a record says that was another"
    " person's before or came of what another person sent. Write to us if you miss something.\n"
)


class _Out:
    """What was written and has not left yet."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def write(self, content: bytes) -> int:
        self._waiting += content
        return len(content)

    def flush(self) -> None: ...

    def taken(self) -> bytes:
        content, self._waiting = bytes(self._waiting), bytearray()
        return content


async def copy_of(database: Database, files: Files, wanted: Traces) -> AsyncIterator[bytes]:
    """The ZIP in pieces; no more than one table or one picture is held at a time."""
    out = _Out()
    async with reading(database, CONSOLE) as db:
        person = await find_person(db, wanted)
        shared = await _shared(db, person, wanted)
        reached = await _reached(db, person, wanted, shared)
        with ZipFile(cast(Any, out), "w", ZIP_DEFLATED) as archive:
            _put(archive, "README.txt", READ_ME.encode())
            for entity, ids in person.owned.items():
                personal, stems, told = HELD[entity], list[str](), list[dict[str, Any]]()
                async for row in rows_of(db, entity, ids):
                    is_theirs = _id(row) not in shared and _is_theirs(row, personal, reached)
                    told.append(_told(row, personal, is_theirs=is_theirs))
                    stems += personal.files(row) if personal.files and is_theirs else []
                _put(archive, f"{_name(personal.says)}.json", msgspec.json.format(msgspec.json.encode(told)))
                yield out.taken()
                for stem in stems:
                    name = photos.file(stem, LARGE)
                    if (content := await files.get(name)) is not None:
                        _put(archive, f"pictures/{name}", content)
                        yield out.taken()
            mentioned = {
                HELD[entity].says: len(ids - person.owned.get(entity, set()))
                for entity, ids in (await mentions(db, person)).items()
                if ids - person.owned.get(entity, set())
            }
            _put(archive, "mentions.json", msgspec.json.format(msgspec.json.encode(mentioned)))
    yield out.taken()


def _put(archive: ZipFile, name: str, content: bytes) -> None:
    archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)


def _name(says: str) -> str:
    return says.lower().replace(" ", "-")


async def _shared(db: Db, person: Person, wanted: Traces) -> set[str]:
    """Returns the ids of rows that may say something about another person, and of what hangs on such rows.

    A lead or client may have been another person's, a job another client's, and a ticket made of another visitor's message. Known to be the
    person's are records and what visitors sent with the address that was asked for, and all else with an address of its own.
    """
    merged, known = await merges(db), set[str]()
    named = await _named(db, person, merged)
    for entity, ids in person.owned.items():
        personal = HELD[entity]
        async for row in rows_of(db, entity, ids if personal.whose is not None else ()):
            if not (personal.sent or personal.whose is Whose.OWN) or has_it(row, personal, wanted):
                known.add(_id(row))
    shared = {id for id, others in named.items() if others - person.ids} - known
    shared |= await given_on(db, person.ids, merged) | await _joined(db, person, merged)
    while more := {id for id, others in named.items() if others & shared} - known - shared:
        shared |= more
    return shared


async def _named(db: Db, person: Person, merged: Merges) -> dict[str, set[str]]:
    """Returns by the id of each row the ids that its pointers hold, and those that they held as the log says.

    What a row named because of a merge that was undone does not count.
    """
    named: dict[str, set[str]] = defaultdict(set)
    by_name = {getattr(entity, "audit_name", ""): entity for entity in HELD}
    async for log in rows_of(db, AuditLog, person.owned.get(AuditLog, ())):
        entity = by_name.get(log.entity_type)
        ids = {id for name in _pointers(entity) & log.changes.keys() for id in log.changes[name] if id}
        named[log.entity_id] |= {id for id in ids if not merged.is_lent(log.entity_id, id, log.created_at)}
    for entity, ids in person.owned.items():
        async for row in rows_of(db, entity, ids if entity is not AuditLog else ()):
            values = {getattr(row, name) for name in _pointers(entity)}
            named[_id(row)] |= {str(id) for id in values if id}
    return named


async def _joined(db: Db, person: Person, merged: Merges) -> set[str]:
    """Returns the ids of records that a merge made one, although they are probably two people's."""
    rows = rows_of(db, Merge, person.owned.get(Merge, set()) & merged.doubtful)
    return {id async for merge in rows for id in (merge.kept_id, merge.gone_id)}


@cache
def _pointers(entity: type[Base] | None) -> frozenset[str]:
    """Returns the columns of a table by which its rows name records, or what hangs on these."""
    of = {*(HELD[entity].of if entity else ())} - {
        "user_id"
    }  # who is notified of a record is not whose it is
    return frozenset(attribute.key for attribute, _ in declared() if attribute.class_ is entity) | of


def _id(row: Any) -> str:
    return str(getattr(row, key_of(type(row)).key))


def _told(row: Base, personal: Personal, *, is_theirs: bool) -> dict[str, Any]:
    """Returns the days and numbers of a row, and what it says of the person where it is theirs. No secrets, no ids of others."""
    said = {*personal.parts, *personal.chosen} - {*personal.withheld} if is_theirs else set[str]()
    columns = ((each.key, each.columns[0]) for each in inspect(type(row)).column_attrs)
    return {
        name: getattr(row, name)
        for name, column in columns
        if name in said
        or (is_theirs and "values" in column.info)
        or not isinstance(column.type, String | JSON | LargeBinary)
    }


async def _reached(db: Db, person: Person, wanted: Traces, shared: set[str]) -> Traces:
    """Returns the addresses and numbers that were asked for, and those of the person's leads, clients, messages and accounts."""
    reached = wanted
    for entity, personal in HELD.items():
        async for row in rows_of(
            db, entity, person.owned.get(entity, ()) if personal.whose is Whose.OWN else ()
        ):
            if _id(row) not in shared:
                values = {personal.parts[name]: getattr(row, name) for name in personal.own}
                reached = reached.joined(Traces.of([values[Part.EMAIL] or ""], [values[Part.PHONE] or ""]))
    return reached


def _is_theirs(row: Any, personal: Personal, reached: Traces) -> bool:
    """Returns whether what a row says is the person's, as far as its own address shows it, or its number where it has no address."""
    if personal.whose in (None, Whose.OWN) or personal.sent:
        return True
    contacts = {name: value for name in personal.own if (value := getattr(row, name))}
    if emails := [value for name, value in contacts.items() if personal.parts[name] is Part.EMAIL]:
        return any(email_key(email) in reached.emails for email in emails)
    return not contacts or has_it(row, personal, reached)
