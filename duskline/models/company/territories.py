"""Territories: which branch serves which ZIP code, what people paste or import of them, and what nobody serves
(product.md, rule 97).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import String, delete, func, insert, literal, select, update

from duskline.core.data.session import Db
from duskline.core.system.errors import Conflict
from duskline.core.values.contacts import zip_as_printed
from duskline.models.places.places import Branch, BranchServiceArea, PlaceStatus
from duskline.models.records.sales import Lead, QuoteRequest

INACTIVE = "This branch is inactive. Activate it before you give it ZIP codes."
AREAS: Any = BranchServiceArea.__table__
"""Written as rows and not as entities, each of which is looked at through the scope: those of a branch that was found go with it."""
MOST = 20_000
"""ZIP codes at once; the whole country has some 42,000."""
TOLD = 200
"""Of the lines that are refused: people mend these first."""
LONGEST_TOLD = 60
UNCOVERED = 500
_ZIP = re.compile(r"([0-9]{5})(?:-?[0-9]{4})?")
_SEPARATORS = re.compile(r"[;\t]")
NO_ZIP = "No ZIP code. Write five digits."
SHORT = (
    "Spreadsheets drop zeros at the beginning. Write all five digits, or each ZIP code in a line of its own."
)
TOO_MANY = "Too many at once. Import the rest in another file."
ELSEWHERE = "Another branch serves it. Ask an administrator to move it."
SERVED_BY = "{} serves it."


class RefusedLine(msgspec.Struct, rename="camel"):
    """A line that cannot be taken, and why. `zip` is set where it names a ZIP code that another branch in reach has."""

    line: int
    text: str
    reason: str
    zip: str | None = None


class ZipReport(msgspec.Struct, rename="camel"):
    """What becomes, or became, of a list of ZIP codes."""

    added: list[str]
    moved: list[str]
    """Those of `taken` that were moved on request."""
    unchanged: list[str]
    taken: dict[str, list[str]]
    """Served by other branches in reach, by the id of the branch."""
    refused: list[RefusedLine]
    refused_count: int


class Listed(NamedTuple):
    """The ZIP codes of a text with the first line of each, the first lines that name none, and how many those are."""

    zips: dict[str, int]
    refused: list[RefusedLine]
    refused_count: int


def listed_in(text: str) -> Listed:
    """What a pasted text or a CSV file lists: ZIP codes separated by whatever separates, or in the first column of a table.

    ZIP+4 is cut. A first line without digits is a heading. Words beside a ZIP code are another column, and are left out. The first ZIP code of
    a line may lack the zeros that spreadsheets take from its start.
    The longest text takes seconds of a processor.
    """
    zips: dict[str, int] = {}
    refused: list[RefusedLine] = []
    refused_count = 0
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        cells = _cells(line)
        if not cells or (number == 1 and not any(char.isdigit() for char in line)):
            continue
        reason = _take_in(zips, number, cells)
        if reason:
            refused_count += 1
        if reason and len(refused) < TOLD:
            refused.append(RefusedLine(number, line.strip()[:LONGEST_TOLD], reason))
    return Listed(zips, refused, refused_count)


def _take_in(zips: dict[str, int], number: int, cells: list[str]) -> str | None:
    """Adds the ZIP codes of a line; tells why none is taken, or where that would be too many."""
    first, *others = (None if " " in cell else zip_as_printed(cell) for cell in cells)
    if first is None:
        return NO_ZIP
    are_whole = all(map(_ZIP.fullmatch, cells[1:]))
    if not are_whole and all(others) and not _ZIP.fullmatch(cells[0]):
        return SHORT
    for zip_code in [code[:5] for code in (first, *(others if are_whole else ())) if code]:
        if len(zips) >= MOST and zip_code not in zips:
            return TOO_MANY
        zips.setdefault(zip_code, number)
    return None


def _cells(line: str) -> list[str]:
    """The filled cells of a line; ZIP codes in one cell, separated by spaces, are cells of their own."""
    try:
        row = next(csv.reader([_SEPARATORS.sub(",", line)], strict=False), [])
    except csv.Error:
        row = [line]
    cells: list[str] = []
    for cell in row:
        words = cell.strip().lstrip("'")
        apart = words.split()
        cells += apart if all(_ZIP.fullmatch(word) for word in apart) else [words]
    return cells


async def report_on(db: Db, branch: Branch, listed: Listed, *, move: bool) -> ZipReport:
    """What giving these ZIP codes to a branch would do; `move` takes them from other branches in reach.

    Raises:
        Conflict: the branch is inactive.
    """
    if branch.status != PlaceStatus.ACTIVE:
        raise Conflict(INACTIVE)
    zips, refused = listed.zips, list(listed.refused)
    holders = await _holders(db, zips)
    names = dict((await db.execute(select(Branch.id, Branch.name))).all())
    report = ZipReport([], [], [], {}, [], listed.refused_count - len(refused))
    for zip_code, line in zips.items():
        match holders.get(zip_code):
            case None:
                report.added.append(zip_code)
            case branch.id:
                report.unchanged.append(zip_code)
            case other if other not in names:
                refused.append(RefusedLine(line, zip_code, ELSEWHERE))
            case other if move:
                report.moved.append(zip_code)
                report.taken.setdefault(other, []).append(zip_code)
            case other:
                report.taken.setdefault(other, []).append(zip_code)
                refused.append(RefusedLine(line, zip_code, SERVED_BY.format(names[other]), zip_code))
    report.refused_count += len(refused)
    report.refused = _told(refused)
    return report


def _told(refused: list[RefusedLine]) -> list[RefusedLine]:
    """By line; of too many, those first that no request to move would take."""
    first = sorted(refused, key=lambda each: (each.zip is not None, each.line))[:TOLD]
    return sorted(first, key=lambda each: each.line)


async def _holders(db: Db, zips: Iterable[str]) -> dict[str, str]:
    """Which branch has which of the ZIP codes, in reach or not."""
    found: dict[str, str] = {}
    for some in _chunks(sorted(zips)):
        rows = await db.execute(select(AREAS.c.zip, AREAS.c.branch_id).where(AREAS.c.zip.in_(some)))
        found |= dict(rows.all())
    return found


async def give(db: Db, branch: Branch, listed: Listed, *, move: bool) -> ZipReport:
    """Gives ZIP codes to a branch, which is locked; those of others only with `move`."""
    report = await report_on(db, branch, listed, move=move)
    for some in _chunks(report.added):
        await db.execute(insert(AREAS), [{"zip": zip_code, "branch_id": branch.id} for zip_code in some])
    if move:
        for other, zips in sorted(report.taken.items()):
            await _take(db, other, zips, branch.id)
    if given := sorted([*report.added, *report.moved]):
        _tell(branch, None, given)
    return report


async def _take(db: Db, other: str, zips: list[str], to: str) -> None:
    for some in _chunks(zips):
        theirs = (AREAS.c.branch_id == other) & AREAS.c.zip.in_(some)
        await db.execute(update(AREAS).where(theirs).values(branch_id=to))
    _tell(await db.find_locked(Branch, other), zips, None)


async def take_away(db: Db, branch: Branch, zips: list[str]) -> list[str]:
    """Takes ZIP codes from a branch, which is locked; answers those that it had."""
    gone: list[str] = []
    for some in _chunks(zips):
        here = (AREAS.c.branch_id == branch.id) & AREAS.c.zip.in_(some)
        gone += await db.scalars(delete(AREAS).where(here).returning(AREAS.c.zip))
    if gone:
        _tell(branch, sorted(gone), None)
    return sorted(gone)


def _chunks(zips: Sequence[str]) -> Iterator[Sequence[str]]:
    """As many as one statement names."""
    for start in range(0, len(zips), 500):
        yield zips[start : start + 500]


def _tell(branch: Branch, before: list[str] | None, now: list[str] | None) -> None:
    """One line of the branch's history for all of them."""
    branch.told_beside = {"zip_codes": [before, now]}
    branch.touch()


class Uncovered(msgspec.Struct, rename="camel"):
    """A ZIP code that no branch serves and people asked for: how many, and when last."""

    zip: str
    count: int
    newest: datetime


async def uncovered(db: Db) -> list[Uncovered]:
    """Of the leads in the caller's scope, by quote request or address; the newest first. A company without ZIP codes serves all."""
    if await db.scalar(select(AREAS.c.zip).limit(1)) is None:
        return []
    found: dict[str, Uncovered] = {}
    for zip_code, count, newest in chain(await _asked_for(db), await _entered(db)):
        other = found.get(zip_code)
        found[zip_code] = Uncovered(
            zip_code, count + (other.count if other else 0), max(newest, other.newest) if other else newest
        )
    return sorted(found.values(), key=lambda each: each.newest, reverse=True)[:UNCOVERED]


async def _asked_for(db: Db) -> Sequence[tuple[str, int, datetime]]:
    """By what visitors said in quote requests."""
    zip_code = func.substr(QuoteRequest.zip, 1, 5, type_=String).label("zip")
    asked = (
        select(zip_code, func.count(), func.max(QuoteRequest.created_at).label("newest"))
        .join(Lead, Lead.id == QuoteRequest.lead_id)
        .where(zip_code.not_in(select(AREAS.c.zip)))
        .group_by(zip_code)
    )
    return (await db.execute(asked)).all()


async def _entered(db: Db) -> Sequence[tuple[str, int, datetime]]:
    """By the addresses of leads without a quote request."""
    zip_code = func.substr(Lead.place_key, 1, 5, type_=String).label("zip")
    entered = (
        select(zip_code, func.count(), func.max(Lead.created_at).label("newest"))
        .where(
            Lead.place_key.is_not(None),
            zip_code.not_in(select(AREAS.c.zip)),
            ~select(literal(1)).where(QuoteRequest.lead_id == Lead.id).exists(),
        )
        .group_by(zip_code)
    )
    return (await db.execute(entered)).all()
