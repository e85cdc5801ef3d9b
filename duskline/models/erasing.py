"""Erasing a person: what would go, and doing it whole, in one transaction, with a receipt that says nothing about them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import JSON, String, inspect, null, select, text

from duskline.core.data import facts, figures, unfinished
from duskline.core.data.audit import AuditLog, SecurityEvent
from duskline.core.data.base import Base, now
from duskline.core.data.database import Database
from duskline.core.data.personal import ERASED, NAMELESS, NO_ADDRESS, Fate, Part, Traces, holds, scrubbed
from duskline.core.data.search import Searchable, full_text
from duskline.core.data.session import Db, changing, reading
from duskline.core.errors import Conflict
from duskline.core.files import Files
from duskline.models import gallery, photos
from duskline.models.content import GallerySubmission, content_changed
from duskline.models.erasing_imports import hold_open, part_with, without_reached
from duskline.models.imports import Import, ImportRow
from duskline.models.lent import lent_by
from duskline.models.personal_data import HELD
from duskline.models.previewing import in_the_way, kept_of
from duskline.models.privacy import Erasure, ErasureState
from duskline.models.traces import (
    Ids,
    Person,
    belonging,
    find_person,
    lines_of,
    mentions,
    rows_of,
)
from duskline.policy import CONSOLE

LOGS = (AuditLog, SecurityEvent)


class Places(NamedTuple):
    """Where files lie."""

    files: Files
    mail: Path


async def erase_next(database: Database, places: Places) -> bool:
    """Carries out the erasure that has waited longest; whether there was one.

    Not while a batch is on its way: nobody sees its records yet, and the person may be among them.
    """
    await _say_done(database)  # of one who was cut off before
    async with changing(database, CONSOLE) as db:
        if await unfinished.present(db) is not None:
            return False
        first = select(Erasure).where(Erasure.state == ErasureState.WAITING).order_by(Erasure.id).limit(1)
        erasure: Erasure | None = await db.scalar(first.with_for_update(skip_locked=True))
        if erasure is None:
            return False
        try:
            files = await carry_out(db, erasure, places.files)
        except Conflict as refused:
            erasure.apply({"wanted": {}, "state": ErasureState.REFUSED, "fault": refused.sentence})
            await db.commit()
            return True
        # Before the commit: done means that files are gone, too, and whoever is cut off here does all of it once more.
        await places.files.delete(files)
        await asyncio.to_thread(_delete_letters_in_files, erasure, places.mail)
        erasure.wanted = {}
        await db.commit()
    await _say_done(database)
    return True


async def _say_done(database: Database) -> None:
    """Says that erasures are done, once no byte of them is left in the database's files; one that runs was committed whole, whether a
    person had asked for it or it was due (`forget`)."""
    running = Erasure.state == ErasureState.RUNNING
    async with reading(database, CONSOLE) as db:
        ids = list(await db.scalars(select(Erasure.id).where(running)))
    if not ids:
        return
    await _forget_deleted(database)
    if not await database.checkpoint():
        return
    async with changing(database, CONSOLE) as db:
        for erasure in await db.scalars(
            select(Erasure).where(Erasure.id.in_(ids), running).with_for_update()
        ):
            erasure.apply({"state": ErasureState.DONE, "done_at": now()})
        await db.commit()


async def forget(db: Db, rows: Ids, stored: Files) -> list[str]:
    """Takes away what some rows say about people, because they are old, with all that hangs on them; gives the files to delete.

    Nobody is looked for elsewhere: whoever is known by other records is still known by them.
    """
    await hold_open(db)
    owned, ids = await belonging(db, rows)
    person = Person(Traces(frozenset(), frozenset()), owned, ids, frozenset())
    erasure = db.store(Erasure(by_id=None, wanted={}, state=ErasureState.RUNNING))
    await db.flush()
    kept = await kept_of(db, owned)
    await _take_out_lent(db, person)
    stems = await _erase(db, person, kept, person.traces.pattern)
    erasure.receipt = msgspec.to_builtins(lines_of(kept, owned, {}))
    await db.flush()
    return await photos.lying(stored, stems, person.ids)


async def carry_out(db: Db, erasure: Erasure, stored: Files) -> list[str]:
    """Takes the person away and writes the receipt; gives the files to delete once it is committed."""
    wanted = Traces.of(erasure.wanted["emails"], erasure.wanted["phones"])
    await hold_open(db)
    person = await find_person(db, wanted)
    if said := await in_the_way(db, person):
        raise Conflict(said)
    erasure.state = ErasureState.RUNNING
    await db.flush()
    named = await mentions(db, person)
    kept = await kept_of(db, person.owned)
    erasure.receipt = msgspec.to_builtins(lines_of(kept, person.owned, named))
    pattern_of_all = Traces(person.traces.emails, person.traces.phones, person.names).pattern
    await _take_out_lent(db, person)
    stems = await _erase(db, person, kept, pattern_of_all)
    await _scrub(db, person, named, kept)
    await db.run_sync(facts.keep)
    await (await db.connection()).run_sync(figures.forget_empty)
    await _require_gone(db, person, kept)
    # The names with which letters lie in files are known until the end of the transaction.
    erasure.wanted = {**erasure.wanted, "names": sorted(person.names)}
    return await photos.lying(stored, stems, person.ids)


async def _take_out_lent(db: Db, person: Person) -> None:
    """The words that merges which were undone had lent to others."""
    for lent in await lent_by(db, person):
        for entity, ids in lent.rows.items():
            if HELD[entity].fate is not Fate.KEEP:
                await _scrub_rows(db, entity, ids, lent.pattern_in(entity))
    await db.flush()


async def _erase(db: Db, person: Person, kept: Ids, pattern: Any) -> list[str]:
    """The rows about the person, the ones that others point at last; answers where the files lie that they name or named."""
    stems: list[str] = []
    await part_with(db, person.owned.get(ImportRow, set()), person.ids)
    for entity in sorted(person.owned, key=lambda each: _place(each), reverse=True):
        personal = HELD[entity]
        async for row in rows_of(db, entity, person.owned[entity] - kept.get(entity, set()), held=True):
            stems += personal.files(row) if personal.files else []
            if personal.fate is Fate.ERASE:
                await db.delete(row)
            elif isinstance(row, LOGS):
                stems += _once_named(row)
                _blank_log(row, pattern, owned=True)
            elif personal.fate is Fate.ANONYMISE:
                _make_anonymous(row, pattern)
        await db.flush()
    if person.owned.get(GallerySubmission):
        await gallery.close_up(await db.connection())
        await content_changed(db)
    return stems


def _once_named(row: Any) -> list[str]:
    """Where the pictures lie whose addresses the log says that a record had."""
    told = row.changes.values() if isinstance(row, AuditLog) else ()
    addresses = [value for values in told for value in values if isinstance(value, str)]
    return [
        stem for each in addresses for kind in (photos.gallery_stem, photos.face_stem) if (stem := kind(each))
    ]


def _place(entity: type[Base]) -> int:
    tables = Base.metadata.sorted_tables
    return tables.index(entity.__table__)


def _make_anonymous(row: Any, pattern: Any) -> None:
    personal, columns = HELD[type(row)], row.__table__.c
    for name, part in personal.parts.items():
        value = getattr(row, name)
        if value is None:
            continue
        if part is Part.MENTION:
            _take_out(row, name, pattern)
        elif (gone := _gone(row, columns[name], part, value)) != value:
            setattr(row, name, gone)
    for name, value in personal.blanks.items():
        setattr(row, name, value)


def _take_out(row: Any, name: str, pattern: Any) -> None:
    """What the pattern finds in a column; the mark may be longer than what it stands for, and the column full."""
    value, kind = getattr(row, name), row.__table__.c[name].type
    if value is None or not holds(value, pattern):
        return
    left = scrubbed(value, pattern)
    setattr(row, name, left[: kind.length] if isinstance(kind, String) and kind.length else left)


def _gone(row: Any, column: Any, part: Part, value: Any) -> Any:
    """What stands in a column of a person of whom nothing is known."""
    if isinstance(column.type, JSON):
        return null() if column.nullable else type(value)()
    if part is Part.EMAIL and not column.nullable:
        return f"erased-{inspect(row).identity[0]}{NO_ADDRESS}"
    if column.nullable:
        return None
    return NAMELESS if part in (Part.NAME, Part.TITLE, Part.PLACE) else ""


def _blank_log(row: Any, pattern: Any, *, owned: bool) -> None:
    """What the log said about the person; who did what, and to which fields, stays."""
    if isinstance(row, SecurityEvent):
        row.details = {
            name: ERASED if holds(value, pattern) else value for name, value in row.details.items()
        }
        return
    theirs = _PARTS.get(row.entity_type, {}) if owned else {}
    row.changes = {
        name: [
            _blanked(value, pattern, personal=theirs.get(name, Part.MENTION) is not Part.MENTION)
            for value in told
        ]
        for name, told in row.changes.items()
    }


_PARTS: Mapping[str, Mapping[str, Part]] = {
    name: personal.parts for entity, personal in HELD.items() if (name := getattr(entity, "audit_name", ""))
}


def _blanked(value: Any, pattern: Any, *, personal: bool) -> Any:
    empty = value is None or value in ("", [], {})
    return ERASED if not empty and (personal or holds(value, pattern)) else value


async def _scrub(db: Db, person: Person, named: Ids, kept: Ids) -> None:
    """The words that name the person in what is about somebody or something else."""
    for entity, ids in named.items():
        if HELD[entity].fate is not Fate.KEEP:
            left = ids - person.owned.get(entity, set()) - kept.get(entity, set())
            await _scrub_rows(db, entity, left, person.traces.pattern)
    await db.flush()


async def _scrub_rows(db: Db, entity: type[Base], ids: set[Any], pattern: Any) -> None:
    personal = HELD[entity]
    async for row in rows_of(db, entity, ids, held=True):
        if isinstance(row, LOGS):
            _blank_log(row, pattern, owned=False)
            continue
        if isinstance(row, ImportRow):
            without_reached(await db.get_one(Import, row.import_id), row, pattern)
        if personal.mentions is not Fate.ERASE:
            for name in personal.parts:
                _take_out(row, name, pattern)
        elif any(holds(getattr(row, name), pattern) for name in personal.parts):
            await db.delete(row)


async def _require_gone(db: Db, person: Person, kept: Ids) -> None:
    """Nothing is told to be gone that was not looked for again."""
    left = {
        HELD[entity].says: len(ids - kept.get(entity, set()))
        for entity, ids in (await mentions(db, person)).items()
        if HELD[entity].fate is not Fate.KEEP and ids - kept.get(entity, set())
    }
    if left:
        raise RuntimeError(f"An erasure left something: {left}")


async def _forget_deleted(database: Database) -> None:
    """SQLite's full-text tables keep deleted words until they are folded."""
    if not database.is_sqlite:
        return
    async with changing(database, CONSOLE) as db:
        for entity in HELD:
            if issubclass(entity, Searchable):
                name = full_text(entity)
                await db.execute(text(f"INSERT INTO {name}({name}) VALUES ('optimize')"))  # noqa: S608 - our own names
        await db.commit()


def _delete_letters_in_files(erasure: Erasure, folder: Path) -> None:
    """Letters that are kept as files, because no mail server is named, and name the person."""
    wanted = erasure.wanted
    pattern = Traces.of(wanted["emails"], wanted["phones"], wanted["names"]).pattern
    paths = sorted(folder.glob("*.eml")) if folder.is_dir() else []
    for path in paths:
        if _says(path, pattern):
            path.unlink(missing_ok=True)


def _says(path: Path, pattern: Any) -> bool:
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    heads = [str(value) for _, value in message.items()]
    parts = [str(part.get_content()) for part in message.walk() if part.get_content_maintype() == "text"]
    return any(holds(words, pattern) for words in [*heads, *parts])
