"""Imports of leads, clients and users: a file is read, its columns are matched, its rows reviewed; then a worker makes the records.

Who may enter: those who may make such records, for their own imports. What is slow is done by `importing/job.py`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any

import msgspec
from litestar.params import QueryParameter
from litestar.response import Stream
from sqlalchemy import select

from duskline.core.data.base import now
from duskline.core.data.database import Database
from duskline.core.data.session import Db, reading
from duskline.core.http.context import actor
from duskline.core.http.rate_limits import spend
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, delete, patch, post, read
from duskline.core.system.errors import Conflict, Forbidden, Invalid
from duskline.core.tables.reading import BODY_LIMIT, SentTable, TableForm
from duskline.core.tables.worker import MOST_COLUMNS
from duskline.core.values.bodies import UNSET, Body, LongText, Meta, UnsetType
from duskline.importing.checking import known_to
from duskline.importing.checking import read as read_values
from duskline.importing.choosing import (
    Rejudged,
    choose_for_all,
    edit_row,
    rejudged,
    require_settled,
    require_state,
)
from duskline.importing.fields import DEFAULTS, faults_of
from duskline.importing.receiving import MOST_ABOVE, SEPARATES, AsChosen, Separator, receive
from duskline.limits import IMPORTS
from duskline.models.records.imports import (
    MAY_IMPORT,
    UNDOABLE,
    Choice,
    Import,
    ImportKind,
    ImportRow,
    ImportState,
    Standing,
    find_own,
    remember,
    tally,
)
from duskline.panel.exports import begin_export
from duskline.panel.importing.answers import ImportAnswer, ImportRowAnswer, ShownImport, row_told, shown, told
from duskline.policy import IMPORT, Actor
from duskline.services import services

PATH = "/api/panel/imports"
LISTED = 20
PAGE = 100

STARTED = (ImportState.CREATING, ImportState.FILLING, ImportState.SHOWING, ImportState.INVITING)
HEADINGS_AT = f"Please choose one of the first {MOST_ABOVE} rows"
NOTHING = "Every row is left out, so there is nothing to import."
TOO_LATE = "An import can be undone for 30 days."


class NewImport(Body):
    """A file to import; how it is read is found out, unless it is said here."""

    kind: ImportKind
    separator: Separator | UnsetType = UNSET
    heading_row: (
        Annotated[str, Meta(pattern=rf"^(?:\d|1\d|{MOST_ABOVE})\Z", extra={"say": HEADINGS_AT})] | UnsetType
    ) = UNSET
    """The number of the row of headings, 0 where there is none."""


class ColumnMatching(Body, kw_only=True):
    """What each column is, what holds for rows that say nothing of a field, and whether people are invited by mail."""

    matching: Annotated[list[Annotated[str, Meta(max_length=40)] | None], Meta(max_length=MOST_COLUMNS)]
    defaults: Annotated[dict[str, Annotated[str, Meta(max_length=300)]], Meta(max_length=20)] = msgspec.field(
        default_factory=dict
    )
    invites: bool = False


class ImportRowEdit(Body):
    values: Annotated[dict[str, LongText | None], Meta(max_length=20)] | UnsetType = UNSET
    choice: Choice | UnsetType = UNSET


class ChoiceForAll(Body):
    choice: Choice


async def _receive(request: StrictRequest, data: NewImport, table: SentTable) -> str:
    person, database = actor(request), services(request).database
    _require(person, data.kind)
    await spend(database, (IMPORTS, person.id))
    chosen = AsChosen(
        None if data.separator is UNSET else SEPARATES[data.separator],
        None if data.heading_row is UNSET else int(data.heading_row),
    )
    return await receive(database, person, data.kind, table, chosen)


@change(
    post, PATH, may=IMPORT, form=TableForm(NewImport), body_limit=BODY_LIMIT, prepare=_receive, statuses=(429,),
)  # fmt: skip
async def start_import(db: Db, prepared: str) -> ImportAnswer:
    """A file of leads, clients or users, read and with its columns matched as far as their headings say."""
    own = await find_own(db, prepared, held=True)
    own.state = ImportState.MATCHING
    return await told(db, own)


@read(PATH, may=IMPORT)
async def list_imports(db: Db) -> list[ImportAnswer]:
    """One's own, the newest first."""
    mine = select(Import).where(
        Import.user_id == db.actor.id, Import.state.not_in([ImportState.READING, ImportState.DISCARDED])
    )
    found = await db.scalars(mine.order_by(Import.id.desc()).limit(LISTED))
    return [await told(db, own, whole=False) for own in found]


@read(PATH + "/{id:str}", may=IMPORT)
async def one_import(db: Db, id: str) -> ShownImport:
    """How one of one's own stands."""
    return await shown(db, await find_own(db, id))


@change(post, PATH + "/{id:str}/matching", may=IMPORT, status=200)
async def match_columns(db: Db, id: str, data: ColumnMatching) -> ImportAnswer:
    """Says what the columns are; then each row is checked."""
    own = await _changeable(db, id, ImportState.MATCHING, ImportState.REVIEW)
    faults = faults_of(own.kind, own.columns, data.matching) | await _faulty_defaults(
        db, own.kind, data.defaults
    )
    if faults:
        raise Invalid(faults)
    own.apply({"matching": data.matching, "defaults": data.defaults, "invites": data.invites, "fault": None})
    await remember(db, own)
    own.go(ImportState.CHECKING, await _count(db, id))
    return await told(db, own)


@read(PATH + "/{id:str}/rows", may=IMPORT)
async def import_rows(
    db: Db,
    id: str,
    standing: Annotated[Standing | None, QueryParameter(description="Only rows that stand so")] = None,
    kept: Annotated[bool | None, QueryParameter(description="Only rows whose record an undo left")] = None,
    after: Annotated[int | None, QueryParameter(description="The number of the last row before")] = None,
) -> list[ImportRowAnswer]:
    """The rows of the file in its order, 100 at a time."""
    own = await find_own(db, id)
    rows = select(ImportRow).where(ImportRow.import_id == id, ImportRow.number > (after or 0))
    if standing is not None:
        rows = rows.where(ImportRow.standing == standing)
    if kept:
        rows = rows.where(ImportRow.kept.is_not(None))
    return [row_told(own, row) for row in await db.scalars(rows.order_by(ImportRow.number).limit(PAGE))]


async def _rejudge(request: StrictRequest, id: str, row_id: str, data: ImportRowEdit) -> Rejudged:
    """How a row would stand with other values, found out before the transaction."""
    values = {} if data.values is UNSET else data.values
    typed = {name: words or "" for name, words in values.items()}
    return await rejudged(services(request).database, actor(request), id, row_id, typed)


@change(patch, PATH + "/{id:str}/rows/{row_id:str}", may=IMPORT, prepare=_rejudge)
async def edit_import_row(
    db: Db, id: str, row_id: str, data: ImportRowEdit, prepared: Any
) -> ImportRowAnswer:
    """Corrects a row, or says what becomes of it."""
    own = await _changeable(db, id, ImportState.REVIEW)
    return row_told(
        own, await edit_row(db, own, row_id, prepared, None if data.choice is UNSET else data.choice)
    )


async def _choose_for_all(request: StrictRequest, id: str, data: ChoiceForAll) -> None:
    await choose_for_all(services(request).database, actor(request), id, data.choice)


@change(post, PATH + "/{id:str}/choices", may=IMPORT, status=200, prepare=_choose_for_all)
async def choose_for_duplicates(db: Db, id: str, data: ChoiceForAll, prepared: None) -> ImportAnswer:
    """Says what becomes of all rows that may be about somebody known."""
    return await told(db, await find_own(db, id))  # it may have started since: the choices stand


@change(post, PATH + "/{id:str}/start", may=IMPORT, status=200)
async def run_import(db: Db, id: str) -> ImportAnswer:
    """Makes the records, all or none. Started again it goes on as it does."""
    own = await find_own(db, id, held=True)
    _require(db.actor, own.kind)
    if own.state in (*STARTED, ImportState.DONE):
        return await told(db, own)
    require_settled(own)
    counted = await tally(db, id)
    wanted = sum(number for (_, choice), number in counted.items() if choice != Choice.SKIP)
    if wanted == 0:
        raise Conflict(NOTHING)
    own.go(ImportState.CREATING, wanted)
    own.apply({"started_at": now(), "fault": None, "created": 0, "filled": 0, "kept": 0})
    return await told(db, own)


@change(post, PATH + "/{id:str}/cancel", may=IMPORT, status=200)
async def cancel_import(db: Db, id: str) -> ImportAnswer:
    """Ends what is under way; of records that were being made none stays."""
    own = await find_own(db, id, held=True)
    if own.state in (ImportState.MATCHING, ImportState.REVIEW, ImportState.REMOVING):
        return await told(db, own)
    require_state(own, ImportState.CHECKING, ImportState.CREATING, ImportState.FILLING)
    own.end()
    return await told(db, own)


@change(post, PATH + "/{id:str}/undo", may=IMPORT, status=200)
async def undo_import(db: Db, id: str) -> ImportAnswer:
    """Takes the records away again, but those that were changed or are in use since."""
    own = await find_own(db, id, held=True)
    if own.state in (ImportState.UNDOING, ImportState.UNDONE):
        return await told(db, own)
    require_state(own, ImportState.DONE)
    if own.finished_at is None or now() - own.finished_at > UNDOABLE:
        raise Conflict(TOO_LATE)
    own.go(ImportState.UNDOING, own.created + own.filled)
    own.kept = 0
    return await told(db, own)


@change(delete, PATH + "/{id:str}", may=IMPORT, status=204)
async def discard_import(db: Db, id: str) -> None:
    """Forgets one that is not started, or was undone."""
    own = await _changeable(db, id, ImportState.MATCHING, ImportState.REVIEW, ImportState.UNDONE)
    own.state = ImportState.DISCARDED


@read(PATH + "/{id:str}/faulty", may=IMPORT, statuses=(429,), media_type="text/csv")
async def faulty_rows_file(db: Db, request: StrictRequest, id: str) -> Stream:
    """The rows that are at fault, as a file with what is wrong with each: to be corrected and imported."""
    own = await find_own(db, id)
    allowed = await begin_export(db, request, "faulty rows", {"import": id}, own=True)
    return allowed.named("faulty-rows", [*own.columns, "Faults"], _faulty(db.database, db.actor, own))


async def _faulty(database: Database, person: Actor, own: Import) -> AsyncIterator[list[list[str]]]:
    after = 0
    while True:
        async with reading(database, person) as db:
            rows = select(ImportRow).where(
                ImportRow.import_id == own.id, ImportRow.standing == Standing.FAULTY, ImportRow.number > after
            )
            found = list(await db.scalars(rows.order_by(ImportRow.number).limit(PAGE)))
        if not found:
            return
        after = found[-1].number
        yield [
            [
                *row.cells,
                *[""] * (len(own.columns) - len(row.cells)),
                " ".join(f"{name}: {why}." for name, why in (row.faults or {}).items()),
            ]
            for row in found
        ]


def _require(person: Actor, kind: ImportKind) -> None:
    if not MAY_IMPORT[kind].lets(person):
        raise Forbidden


async def _changeable(db: Db, id: str, *states: ImportState) -> Import:
    """One's own, held, in one of the states in which this can be asked for; raises NotFound, Forbidden, Conflict."""
    own = await find_own(db, id, held=True)
    _require(db.actor, own.kind)
    require_state(own, *states)
    return own


async def _faulty_defaults(db: Db, kind: ImportKind, defaults: Mapping[str, str]) -> dict[str, str]:
    unknown = dict.fromkeys(sorted(defaults.keys() - DEFAULTS[kind]), "Unknown field")
    _, faults = read_values(kind, defaults, await known_to(db, kind))
    return unknown | faults


async def _count(db: Db, id: str) -> int:
    return sum((await tally(db, id)).values())


ROUTES = [
    start_import, list_imports, one_import, match_columns, import_rows, edit_import_row, choose_for_duplicates,
    run_import, cancel_import, undo_import, discard_import, faulty_rows_file,
]  # fmt: skip
