"""A copy of all that is known about somebody, as a ZIP that is made while it travels: the records as JSON, and the pictures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Collection
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
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.traces import Person, find_person, has_it, key_of, mentions, rows_of
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
        shared, reached = await _shared(db, person), await _reached(db, person, wanted)
        with ZipFile(cast(Any, out), "w", ZIP_DEFLATED) as archive:
            _put(archive, "README.txt", READ_ME.encode())
            for entity, ids in person.owned.items():
                personal, stems, told = HELD[entity], list[str](), list[dict[str, Any]]()
                async for row in rows_of(db, entity, ids):
                    is_theirs = _id(row) not in shared and _is_theirs(row, personal, reached)
                    told.append(_told(row, personal.parts.keys() - personal.withheld if is_theirs else ()))
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


async def _shared(db: Db, person: Person) -> set[str]:
    """Returns the ids of rows that name a record of another person, or named one before as the log says, and of what hangs on such rows.

    A job may have been another client's, and a ticket made of another visitor's message. What has an address of its own is known by that.
    """
    named, known = await _named(db, person), set[str]()
    for entity, ids in person.owned.items():
        if HELD[entity].whose is not None:
            known |= {str(id) for id in ids}
    shared = {id for id, others in named.items() if others - person.ids} - known
    while more := {id for id, others in named.items() if others & shared} - known - shared:
        shared |= more
    return shared


async def _named(db: Db, person: Person) -> dict[str, set[str]]:
    """Returns by the id of each row the ids that its pointers hold, and those that they held as the log says."""
    named: dict[str, set[str]] = defaultdict(set)
    by_name = {getattr(entity, "audit_name", ""): entity for entity in HELD}
    for entity, ids in person.owned.items():
        async for row in rows_of(db, entity, ids):
            if isinstance(row, AuditLog):
                pointers = _pointers(by_name.get(row.entity_type))
                named[row.entity_id] |= {
                    id for name in pointers & row.changes.keys() for id in row.changes[name] if id
                }
            else:
                values = {getattr(row, name) for name in _pointers(entity)}
                named[_id(row)] |= {str(id) for id in values if id}
    return named


@cache
def _pointers(entity: type[Base] | None) -> frozenset[str]:
    """Returns the columns of a table by which its rows name records."""
    return frozenset(attribute.key for attribute, _ in declared() if attribute.class_ is entity)


def _id(row: Any) -> str:
    return str(getattr(row, key_of(type(row)).key))


def _told(row: Base, parts: Collection[str]) -> dict[str, Any]:
    """Returns some columns of a row, and those that are no text: days, numbers, yes and no. No secrets, no ids of others."""
    return {
        column.key: getattr(row, column.key)
        for column in inspect(type(row)).column_attrs
        if column.key in parts or not isinstance(column.columns[0].type, String | JSON | LargeBinary)
    }


async def _reached(db: Db, person: Person, wanted: Traces) -> Traces:
    """Returns the addresses and numbers that were asked for, and those of the person's leads, clients, messages and accounts."""
    reached = wanted
    for entity, personal in HELD.items():
        async for row in rows_of(
            db, entity, person.owned.get(entity, ()) if personal.whose is Whose.OWN else ()
        ):
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
