"""How imports and their rows are told."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec
from sqlalchemy import func, select

from duskline.core.data.session import Db
from duskline.core.values.bodies import ResponseModel
from duskline.importing.checking import said
from duskline.importing.fields import FIELDS, PARTS
from duskline.importing.receiving import MOST_ABOVE
from duskline.models.records.imports import (
    UNDOABLE,
    WORKED,
    Choice,
    Import,
    ImportKind,
    ImportRow,
    ImportState,
    Standing,
    tally,
)

SAMPLED = 5


class ImportPart(ResponseModel):
    """What a column can be."""

    name: str
    label: str
    several: bool


class ImportColumn(ResponseModel):
    heading: str
    part: str | None


class SampledColumn(ImportColumn):
    samples: list[str]


class ImportTally(ResponseModel):
    """How many rows there are of each standing, and what becomes of them."""

    ready: int
    faulty: int
    duplicate: int
    create: int
    fill: int
    skip: int


class ImportAnswer(ResponseModel):
    id: str
    kind: ImportKind
    state: ImportState
    file: str
    encoding: str | None
    separator: str | None
    sheet: str | None
    heading_row: int
    """0: the file has no headings."""
    heading_rows: int
    """How many of the first rows may hold the headings; at least one row stands below each."""
    columns: list[ImportColumn]
    parts: list[ImportPart]
    fields: list[str]
    defaults: dict[str, str]
    invites: bool
    rows: ImportTally | None
    """None while they are not known, or change."""
    total: int
    done: int
    settling: bool
    """Whether rows behind a corrected one are still being compared with earlier ones."""
    created: int
    filled: int
    kept: int
    fault: str | None
    created_at: datetime
    finished_at: datetime | None
    undoable_until: datetime | None


class ShownImport(ImportAnswer):
    """An import with samples of its rows. Answers that are kept for repeats hold no samples, because no id in them names their person."""

    columns: list[SampledColumn]  # type: ignore[assignment]  # never written to


class ImportMatch(ResponseModel):
    kind: str
    id: str
    name: str
    by: list[str]


class ImportRowAnswer(ResponseModel):
    id: str
    number: int
    """In the file."""
    values: dict[str, str]
    standing: Standing
    choice: Choice
    faults: dict[str, str]
    matches: list[ImportMatch]
    twin: int | None
    fills: bool
    """Whether it can fill the blanks of one of the matches."""
    kept: str | None


async def told(db: Db, own: Import, *, whole: bool = True) -> ImportAnswer:
    """How it stands; `whole` with what is known of its rows."""
    counted = await tally(db, own.id) if whole and own.state not in (*WORKED, ImportState.MATCHING) else None
    last = await db.scalar(select(func.max(ImportRow.number)).where(ImportRow.import_id == own.id))
    finished = own.finished_at if own.state == ImportState.DONE else None
    return ImportAnswer(
        id=own.id, kind=own.kind, state=own.state, file=own.file, encoding=own.encoding, separator=own.separator,
        sheet=own.sheet, heading_row=own.heading_row,
        heading_rows=min(MOST_ABOVE, max((last or 0) - 1, own.heading_row)), columns=[
            ImportColumn(heading, part) for heading, part in zip(own.columns, own.matching, strict=False)
        ],
        parts=[ImportPart(part.name, part.label, part.several) for part in PARTS[own.kind]],
        fields=list(FIELDS[own.kind]), defaults=own.defaults, invites=own.invites,
        rows=_as_tally(counted) if counted is not None else None, total=own.total, done=own.done,
        settling=own.unsettled is not None,
        created=own.created, filled=own.filled, kept=own.kept, fault=own.fault, created_at=own.created_at,
        finished_at=own.finished_at, undoable_until=finished + UNDOABLE if finished else None,
    )  # fmt: skip


async def shown(db: Db, own: Import) -> ShownImport:
    """How it stands, with samples of its columns."""
    answer = await told(db, own)
    first = (
        select(ImportRow.cells).where(ImportRow.import_id == own.id).order_by(ImportRow.number).limit(SAMPLED)
    )
    cells = list(await db.scalars(first)) if own.state not in WORKED else []
    columns = [
        SampledColumn(column.heading, column.part, [row[place][:200] for row in cells if place < len(row) and row[place]][:3])
        for place, column in enumerate(answer.columns)
    ]  # fmt: skip
    return ShownImport(**{**msgspec.structs.asdict(answer), "columns": columns})


def _as_tally(counted: Mapping[tuple[Standing, Choice], int]) -> ImportTally:
    def number(of: Standing | Choice) -> int:
        return sum(number for kinds, number in counted.items() if of in kinds)

    return ImportTally(
        ready=number(Standing.READY), faulty=number(Standing.FAULTY), duplicate=number(Standing.DUPLICATE),
        create=number(Choice.CREATE), fill=number(Choice.FILL), skip=number(Choice.SKIP),
    )  # fmt: skip


def row_told(own: Import, row: ImportRow) -> ImportRowAnswer:
    matches = [ImportMatch(one["kind"], one["id"], one["name"], one["by"]) for one in row.matches or ()]
    return ImportRowAnswer(
        id=row.id, number=row.number, values=said(own, row), standing=row.standing, choice=row.choice, faults=row.faults or {},
        matches=matches, twin=row.twin, fills=row.subject is not None, kept=row.kept,
    )  # fmt: skip
