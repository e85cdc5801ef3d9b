"""A copy of all that is known about somebody, as a ZIP that is made while it travels: the records as JSON, and the pictures."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from sqlalchemy import JSON, LargeBinary, String, inspect

from duskline.core.data.base import Base
from duskline.core.data.database import Database
from duskline.core.data.personal import Traces
from duskline.core.data.session import reading
from duskline.core.media.worker import LARGE
from duskline.core.system.files import Files
from duskline.models.pictures import photos
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.traces import find_person, mentions, rows_of
from duskline.policy import CONSOLE

READ_ME = (
    "What we know about you, as of the day of this file. Each .json file holds the records of one kind; pictures lie in the"
    " folder of that name. mentions.json says how many records about somebody or something else name you.\n"
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
        with ZipFile(cast(Any, out), "w", ZIP_DEFLATED) as archive:
            _put(archive, "README.txt", READ_ME.encode())
            for entity, ids in person.owned.items():
                personal, stems, told = HELD[entity], list[str](), list[dict[str, Any]]()
                async for row in rows_of(db, entity, ids):
                    told.append(_told(row))
                    stems += personal.files(row) if personal.files else []
                _put(archive, f"{_name(personal.says)}.json", msgspec.json.format(msgspec.json.encode(told)))
                yield out.taken()
                for stem in stems:
                    name = photos.file(stem, LARGE)
                    if (content := await files.get(name)) is not None:
                        _put(archive, f"pictures/{name}", content)
                        yield out.taken()
            others = {
                HELD[entity].says: len(ids - person.owned.get(entity, set()))
                for entity, ids in (await mentions(db, person)).items()
                if ids - person.owned.get(entity, set())
            }
            _put(archive, "mentions.json", msgspec.json.format(msgspec.json.encode(others)))
    yield out.taken()


def _put(archive: ZipFile, name: str, content: bytes) -> None:
    archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)


def _name(says: str) -> str:
    return says.lower().replace(" ", "-")


def _told(row: Base) -> dict[str, Any]:
    """What the declaration says is about people, and what is no text: days, numbers, yes and no. No secrets, no ids of others."""
    personal, shown = HELD[type(row)], dict[str, Any]()
    for column in inspect(type(row)).column_attrs:
        kind = column.columns[0].type
        is_text = isinstance(kind, String | JSON | LargeBinary)
        if column.key in personal.parts or not is_text:
            value = getattr(row, column.key)
            shown[column.key] = value.decode(errors="replace") if isinstance(value, bytes) else value
    return shown
