"""Words that a merge lent to another person's record, and that did not all come back when it was undone.

The two people are not one, so erasing the first finds nothing of the second. But the words of the first stand in what was written
while the two were one: the log, merges in between, deliveries, kept answers; and in a field that somebody changed before the undo.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import select

from duskline.core.data.audit import AuditLog
from duskline.core.data.personal import Part, holds
from duskline.core.data.session import Db
from duskline.core.http.idempotency import Operation
from duskline.models.activities import Activity
from duskline.models.conversions import Conversion, Merge
from duskline.models.details import LeadDetails
from duskline.models.personal_data import HELD
from duskline.models.properties import Property
from duskline.models.sales import Client, Lead
from duskline.models.traces import Ids, Person, belonging, rows_of
from duskline.models.webhooks import Delivery

PAST = (Conversion, Delivery, Merge, Operation)
"""Tables beside the log whose rows record the past."""
CALL = timedelta(seconds=5)
"""By how much rows of one call may be older than its merge, or younger than its undo."""
FEWEST_LETTERS = 12
"""Of a text that is looked for in the midst of others."""
LINE_BEGINS, LINE_ENDS = r'(?:^|(?<=\n)|(?<=\\n)|(?<="))', r'(?=$|\n|\\n|")'
NOTHING = re.compile(r"(?!)")
BESIDE: Mapping[type[Any], type[Any]] = {Lead: LeadDetails, Client: Property}


class Field(NamedTuple):
    """A column of a row."""

    entity: type[Any]
    id: str
    name: str


class Lent(NamedTuple):
    """The texts that an undone merge had lent, and where they may stand."""

    rows: Ids
    """All rows about the person who had them, and about those with whom that one was merged."""
    texts: re.Pattern[str]
    since: datetime
    until: datetime
    """When the merge was undone."""
    filled: frozenset[tuple[str, str, str]]
    """Fields that a merge set, by what the log calls them."""
    left: frozenset[tuple[str, str]]
    """Ids and columns of those that still say it."""

    def in_field(self, row: Any, name: str) -> re.Pattern[str]:
        """Returns the pattern of the words to remove from a column of a row, or from a field in a row of the log.

        What the other person had said before, or says again since the undo, is that person's own.
        """
        at = getattr(row, "created_at", None)
        meanwhile = at is not None and self.since <= at <= self.until
        if isinstance(row, AuditLog):
            is_filled = (row.entity_type, row.entity_id, name) in self.filled and row.created_at <= self.until
            goes = meanwhile or is_filled or (row.entity_id, name) in self.left
        elif isinstance(row, PAST):
            goes = self.since - CALL <= row.created_at and (
                bool(self.left) or row.created_at <= self.until + CALL
            )
        else:
            goes = meanwhile or (getattr(row, "id", ""), name) in self.left
        return self.texts if goes else NOTHING


async def lent_by(db: Db, person: Person) -> list[Lent]:
    """Finds what undone merges lent of a person's records to others, and to those with whom these were merged for a while."""
    found = []
    async for merge in rows_of(db, Merge, person.owned.get(Merge, ())):
        if merge.undone_at is None or merge.kept_id in person.ids:
            continue
        if texts := set(_texts(merge, await db.get(Property, merge.kept_id))):
            pattern = _finding(texts)
            rows, merges = await _had(db, merge)
            filled = [(field, each.created_at) for each in merges for field in _filled(each)]
            left = [field for field, at in filled if await _still_says(db, field, pattern, at)]
            found.append(
                Lent(
                    rows,
                    pattern,
                    merge.created_at,
                    merge.undone_at,
                    frozenset((field.entity.audit_name, field.id, field.name) for field, _ in filled),
                    frozenset((field.id, field.name) for field in left),
                )
            )
    return found


async def _had(db: Db, lending: Merge) -> tuple[Ids, list[Merge]]:
    """The rows about a record that had words of another, and about those whom it gave them on by merging, with these merges."""
    ids, rows, more = set[str](), Ids(), {lending.kept_id}
    merges = [lending]
    while more - ids:
        rows, seen = await belonging(db, {_entity(lending): ids | more})
        ids |= more | seen
        passed = [merge async for merge in rows_of(db, Merge, rows.get(Merge, ())) if merge.gone_id in ids]
        merges, more = [lending, *passed], {merge.kept_id for merge in passed}
    return rows, merges


def _entity(merge: Merge) -> type[Any]:
    return Lead if merge.kind == Lead.kind else Client


def _filled(merge: Merge) -> Iterator[Field]:
    """The fields that a merge set."""
    entity = _entity(merge)
    for of, changes in ((entity, merge.before), (BESIDE[entity], merge.gone.get("ours", {}))):
        yield from (Field(of, merge.kept_id, name) for name in changes)
    if "made_property" in merge.gone:
        yield from (
            Field(Property, merge.gone["made_property"], name) for name in ("address", *Property.taken())
        )
    yield from (Field(Activity, id, "words") for id in merge.gone.get("written", {}))


async def _still_says(db: Db, field: Field, texts: re.Pattern[str], since: datetime) -> bool:
    """Returns whether a field holds lent words, and the log knows no time since the merge when it did not."""
    row = await db.get(field.entity, field.id)
    if row is None or not holds(getattr(row, field.name), texts):
        return False
    of_row = (AuditLog.entity_type == field.entity.audit_name, AuditLog.entity_id == field.id)
    told = await db.scalars(select(AuditLog.changes).where(*of_row, AuditLog.created_at >= since))
    return all(holds(changes[field.name][1], texts) for changes in told if field.name in changes)


def _texts(merge: Merge, building: Property | None) -> Iterator[str]:
    """The texts of the record that went which the one that stayed, its new property or a note had until the undo."""
    entity = _entity(merge)
    given, beside = _both(merge.before), _both(merge.gone.get("ours", {}))
    if "made_property" in merge.gone:
        given["address"] = (merge.gone["row"]["address"], None)
        beside = {
            name: (merge.gone["beside"][name], getattr(building, name, None)) for name in Property.taken()
        }
    for of, changes in ((entity, given), (BESIDE[entity], beside)):
        for name, (new, old) in changes.items():
            if HELD[of].parts.get(name, Part.MENTION) is not Part.MENTION:
                yield from _lines(new, old)
    for words in merge.gone.get("written", {}).values():
        yield from _lines(words, None)


def _both(changes: Mapping[str, list[Any]]) -> dict[str, tuple[Any, Any]]:
    return {name: (new, old) for name, (old, new) in changes.items()}


def _lines(given: Any, had: Any) -> Iterator[str]:
    """The lines of a text that the other record did not have."""
    if isinstance(given, str):
        own = {line.strip() for line in (had or "").splitlines()}
        yield from {line.strip() for line in given.splitlines()} - own - {""}


def _is_long(text: str) -> bool:
    return len(text) >= FEWEST_LETTERS


def _finding(texts: Iterable[str]) -> re.Pattern[str]:
    """Finds texts as they are and as they stand in JSON: a long one anywhere, a short one where it is a whole line."""
    written = {form for text in texts for form in (text, json.dumps(text, ensure_ascii=False)[1:-1])}
    ways = [
        rf"(?:(?<!\w)|(?<=\\n)){re.escape(each)}(?!\w)"
        if _is_long(each)
        else f"{LINE_BEGINS}{re.escape(each)}{LINE_ENDS}"
        for each in sorted(written, key=len, reverse=True)
    ]
    return re.compile("|".join(ways) or r"(?!)")
