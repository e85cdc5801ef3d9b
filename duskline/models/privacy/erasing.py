"""Erasing a person: what would go, and doing it whole, in one transaction, with a receipt that says nothing about them."""

from __future__ import annotations

import asyncio
import re
from datetime import datetime
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select, text

from duskline.core.data import facts, figures, unfinished
from duskline.core.data.audit import AuditLog, SecurityEvent
from duskline.core.data.base import Base, now
from duskline.core.data.database import Database
from duskline.core.data.personal import Fate, Traces, holds
from duskline.core.data.search import Searchable, full_text
from duskline.core.data.session import Db, changing, reading
from duskline.core.jobs.chores import CUT_OFF
from duskline.core.system.errors import Conflict
from duskline.core.system.files import Files
from duskline.models.pictures import photos
from duskline.models.privacy.blanking import blank_log, make_anonymous, take_out
from duskline.models.privacy.erasing_imports import hold_open, part_with, without_reached
from duskline.models.privacy.fulfilling import close_requests
from duskline.models.privacy.personal_data import HELD
from duskline.models.privacy.previewing import in_the_way, kept_of
from duskline.models.privacy.privacy import Erasure, ErasureState, PrivacyRequest
from duskline.models.privacy.rows import Ids, rows_of
from duskline.models.privacy.traces import Person, belonging, find_person, lines_of, mentions
from duskline.models.privacy.while_merged import recorded_while_merged
from duskline.models.records.imports import Import, ImportRow
from duskline.models.site import gallery
from duskline.models.site.content import GallerySubmission, content_changed
from duskline.policy import CONSOLE

LOGS = (AuditLog, SecurityEvent)
FAILED = "Something went wrong on our side ({}). It is tried again, after others that wait."
"""Names the kind of the fault alone, because its message may name the person."""


class Places(NamedTuple):
    """Where files lie."""

    files: Files
    mail: Path


class ErasureFailed(Exception):
    """An erasure failed. Its row holds the fault, and it is tried again after the others."""


async def erase_waiting(database: Database, places: Places) -> None:
    """Tries each waiting erasure once.

    Raises:
        ErasureFailed: one of them failed.
    """
    began, failed = now(), None
    while True:
        try:
            if not await erase_next(database, places, began):
                break
        except ErasureFailed as fault:
            failed = fault
    if failed is not None:
        raise failed


async def erase_next(database: Database, places: Places, began: datetime | None = None) -> bool:
    """Carries out the next erasure that was not tried since the work began; returns whether there was one.

    Not while a batch is on its way: nobody sees its records yet, and the person may be among them.

    Raises:
        ErasureFailed: nothing of it was done.
    """
    await _say_done(database)  # of one who was cut off before
    id = await _take_turn(database, began or now())
    if id is None:
        return False
    try:
        if not await _erase_one(database, places, id):
            return False
    except Exception as fault:
        said = FAILED.format(type(getattr(fault, "orig", None) or fault).__name__)
        async with changing(database, CONSOLE) as db:
            (await db.find_locked(Erasure, id)).fault = said
            await db.commit()
        raise ErasureFailed(said) from fault
    await _say_done(database)
    return True


async def _take_turn(database: Database, began: datetime) -> str | None:
    """Returns the erasure that was never tried, or was tried longest ago.

    The try is stored before it begins: an erasure at which the process ends does not come next again.
    """
    waiting = (Erasure.state == ErasureState.WAITING) & Erasure.tried_at.is_distinct_from(began)
    in_turn = (
        select(Erasure).where(waiting).order_by(Erasure.tried_at.is_not(None), Erasure.tried_at, Erasure.id)
    )
    async with changing(database, CONSOLE) as db:
        if await unfinished.present(db) is not None:
            return None
        erasure: Erasure | None = await db.scalar(in_turn.limit(1).with_for_update(skip_locked=True))
        if erasure is None:
            return None
        if erasure.tried_at is not None and erasure.fault is None:
            erasure.fault = CUT_OFF
        erasure.tried_at = began
        await db.commit()
        return erasure.id


async def _erase_one(database: Database, places: Places, id: str) -> bool:
    """Carries out an erasure, or refuses it; returns whether this process was the one to do it."""
    async with changing(database, CONSOLE) as db:
        waiting = select(Erasure).where(Erasure.id == id, Erasure.state == ErasureState.WAITING)
        erasure: Erasure | None = await db.scalar(waiting.with_for_update(skip_locked=True))
        if erasure is None or await unfinished.present(db) is not None:
            return False
        try:
            files = await carry_out(db, erasure, places.files)
        except Conflict as refused:
            erasure.apply({"wanted": {}, "state": ErasureState.REFUSED, "fault": refused.sentence})
            await db.commit()
            return True
        # Before the commit: done means that files are gone, too, and a worker that is cut off here does all of it once more.
        await places.files.delete(files)
        await asyncio.to_thread(_delete_letters_in_files, erasure, places.mail)
        erasure.wanted = {}
        await db.commit()
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

    Nobody is looked for elsewhere: a person who is known by other records is still known by them.
    """
    await hold_open(db)
    owned, ids = await belonging(db, rows)
    person = Person(Traces(frozenset(), frozenset()), owned, ids, frozenset())
    erasure = db.store(Erasure(by_id=None, wanted={}, state=ErasureState.RUNNING))
    await db.flush()
    kept = await kept_of(db, owned)
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
    erasure.apply({"state": ErasureState.RUNNING, "fault": None})
    await db.flush()
    named = await mentions(db, person)
    kept = await kept_of(db, person.owned)
    erasure.receipt = msgspec.to_builtins(lines_of(kept, person.owned, named))
    pattern_of_all = Traces(person.traces.emails, person.traces.phones, person.names).pattern
    stems = await _erase(db, person, kept, pattern_of_all)
    await close_requests(db, erasure, person.owned.get(PrivacyRequest, set()))
    await _scrub(db, person, named, kept)
    await db.run_sync(facts.keep)
    await (await db.connection()).run_sync(figures.forget_empty)
    await _require_gone(db, person, kept)
    # The names with which letters lie in files are known until the end of the transaction.
    erasure.wanted = {**erasure.wanted, "names": sorted(person.names)}
    return await photos.lying(stored, stems, person.ids)


async def _erase(db: Db, person: Person, kept: Ids, pattern: re.Pattern[str]) -> list[str]:
    """Erases the rows about the person, those that others point at last; returns where the files lie that they name or named."""
    stems: list[str] = []
    of_another = await recorded_while_merged(db, person)
    await part_with(db, person.owned.get(ImportRow, set()), person.ids)
    for entity in sorted(person.owned, key=lambda each: _place(each), reverse=True):
        stems += await _erase_rows(db, entity, person.owned[entity] - kept.get(entity, set()), pattern)
    for entity, ids in of_another.items():
        await _erase_rows(db, entity, ids, pattern)  # and none of the other's files
    if person.owned.get(GallerySubmission):
        await gallery.close_up(await db.connection())
        await content_changed(db)
    return stems


async def _erase_rows(db: Db, entity: type[Base], ids: set[Any], pattern: re.Pattern[str]) -> list[str]:
    """Erases rows of a table as their fate says; returns where the files lie that they name or named."""
    personal, stems = HELD[entity], list[str]()
    async for row in rows_of(db, entity, ids, held=True):
        stems += personal.files(row) if personal.files else []
        if personal.fate is Fate.ERASE:
            await db.delete(row)
        elif isinstance(row, LOGS):
            stems += _once_named(row)
            blank_log(row, pattern, owned=True)
        elif personal.fate is Fate.ANONYMISE:
            await make_anonymous(db, row, pattern)
    await db.flush()
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


async def _scrub(db: Db, person: Person, named: Ids, kept: Ids) -> None:
    """The words that name the person in what is about somebody or something else."""
    for entity, ids in named.items():
        if HELD[entity].fate is not Fate.KEEP:
            left = ids - person.owned.get(entity, set()) - kept.get(entity, set())
            await _scrub_rows(db, entity, left, person.traces.pattern)
    await db.flush()


async def _scrub_rows(db: Db, entity: type[Base], ids: set[Any], pattern: re.Pattern[str]) -> None:
    personal = HELD[entity]
    async for row in rows_of(db, entity, ids, held=True):
        if isinstance(row, LOGS):
            blank_log(row, pattern, owned=False)
            continue
        if isinstance(row, ImportRow):
            without_reached(await db.get_one(Import, row.import_id), row, pattern)
        if personal.mentions is not Fate.ERASE:
            for name in personal.parts:
                await take_out(db, row, name, pattern)
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
