"""A copy of all that is known about somebody, as a ZIP that is made while it travels: the records as JSON, and the pictures."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from sqlalchemy import JSON, LargeBinary, String, inspect

from duskline.core.data.base import Base
from duskline.core.data.database import Database
from duskline.core.data.personal import LEFT_OUT, SHORTEST_PASSAGE, Personal, Traces, Whose, scrubbed
from duskline.core.data.session import Db, reading
from duskline.core.media.worker import LARGE
from duskline.core.system.files import Files
from duskline.core.values.texts import folded
from duskline.models.pictures import photos
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.traces import Person, find_person, has_it, mentions, rows_of, sender_of
from duskline.policy import CONSOLE

READ_ME = (
    "What we know about you, as of the day of this file. Each .json file holds the records of one kind; pictures lie in the"
    " folder of that name. mentions.json says how many records about somebody or something else name you. What may be about"
    " other people as well is left out: what the log of changes says of earlier days, and what another person sent. Write to"
    " us if you miss something.\n"
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
        others = (await _senders(db, person)).pattern
        with ZipFile(cast(Any, out), "w", ZIP_DEFLATED) as archive:
            _put(archive, "README.txt", READ_ME.encode())
            for entity, ids in person.owned.items():
                personal, stems, told = HELD[entity], list[str](), list[dict[str, Any]]()
                async for row in rows_of(db, entity, ids):
                    told.append(_told(row, person, others))
                    stems += personal.files(row) if personal.files else []
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


async def _senders(db: Db, person: Person) -> Traces:
    """Returns by what other people are known who sent messages and requests that hang on the person's records, and what they wrote."""
    emails, names, written = list[str](), list[str](), set[str]()
    own_names = {folded(name) for name in person.names}
    for entity, personal in HELD.items():
        async for row in rows_of(db, entity, person.others if personal.sent else ()):
            email, name = sender_of(row)
            emails.append(email)
            names += [] if folded(name) in own_names else [name]
            written |= {getattr(row, column) for column in personal.wrote}
    passages = frozenset(words for words in written if len(words) >= SHORTEST_PASSAGE)
    return msgspec.structs.replace(Traces.of(emails, (), names), passages=passages)


def _told(row: Base, person: Person, others: re.Pattern[str]) -> dict[str, Any]:
    """Returns what a row says of the person by its declaration, and what is no text: days, numbers, yes and no. No secrets, no ids of others.

    A row with another person's address, such as a letter about a job that was theirs, says nothing but these.
    """
    personal, shown = HELD[type(row)], dict[str, Any]()
    parts = personal.parts.keys() - personal.withheld if _is_theirs(row, personal, person) else ()
    for column in inspect(type(row)).column_attrs:
        if column.key in parts:
            shown[column.key] = scrubbed(getattr(row, column.key), others, LEFT_OUT)
        elif not isinstance(column.columns[0].type, String | JSON | LargeBinary):
            shown[column.key] = getattr(row, column.key)
    return shown


def _is_theirs(row: Any, personal: Personal, person: Person) -> bool:
    """Returns whether what a row says is the person's, as far as its own address or number shows it."""
    if personal.whose in (None, Whose.OWN) or personal.sent:
        return True
    return not any(getattr(row, name) for name in personal.own) or has_it(row, personal, person.traces)
