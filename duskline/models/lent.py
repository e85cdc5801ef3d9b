"""Words that a merge lent to another person's record, and that did not all come back when it was undone.

The two people are not one, so erasing the first finds nothing of the second. But the words of the first stand in what tells of the
second's past: the log, merges in between, deliveries, kept answers; and in a field that somebody changed before the merge was undone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.data.personal import Part
from duskline.core.data.session import Db
from duskline.core.http.idempotency import Operation
from duskline.models.conversions import Conversion, Merge
from duskline.models.details import LeadDetails
from duskline.models.personal_data import HELD
from duskline.models.properties import Property
from duskline.models.sales import Client, Lead
from duskline.models.traces import Ids, Person, belonging, rows_of
from duskline.models.webhooks import Delivery

PAST: tuple[type[Base], ...] = (AuditLog, Conversion, Delivery, Merge, Operation)
"""Tables that tell of what was; there a short text counts as well, where it stands alone."""
FEWEST_LETTERS = 12
"""Of a text that is looked for in the midst of others."""
LINE_BEGINS, LINE_ENDS = r'(?:^|(?<=\n)|(?<=\\n)|(?<="))', r'(?=$|\n|\\n|")'
BESIDE = {Lead: LeadDetails, Client: Property}


class Lent(NamedTuple):
    """The texts that a person was lent, and all rows about that person."""

    rows: Ids
    words: re.Pattern[str]
    """Finds the long texts."""
    texts: re.Pattern[str]
    """Finds the short ones too."""

    def pattern_in(self, entity: type[Base]) -> re.Pattern[str]:
        return self.texts if entity in PAST else self.words


async def lent_by(db: Db, person: Person) -> list[Lent]:
    """Finds what undone merges lent of a person's records to others, and to those with whom these were merged for a while."""
    found = []
    async for merge in rows_of(db, Merge, person.owned.get(Merge, ())):
        if merge.undone_at is None or merge.kept_id in person.ids:
            continue
        if texts := set(_texts(merge, await db.get(Property, merge.kept_id))):
            rows = await _had(db, merge.kept_id, merge.kind)
            found.append(Lent(rows, _finding(filter(_is_long, texts)), _finding(texts)))
    return found


async def _had(db: Db, kept_id: str, kind: str) -> Ids:
    """The rows about a record that had words of another, and about those whom it gave them on by merging."""
    entity = Lead if kind == Lead.kind else Client
    ids, rows, more = set[str](), Ids(), {kept_id}
    while more - ids:
        rows, seen = await belonging(db, {entity: ids | more})
        ids |= more | seen
        passed = rows_of(db, Merge, rows.get(Merge, ()))
        more = {merge.kept_id async for merge in passed if merge.gone_id in ids}
    return rows


def _texts(merge: Merge, building: Property | None) -> Iterator[str]:
    """The texts of the record that went which the one that stayed, its new property or a note had until the undo."""
    entity = Lead if merge.kind == Lead.kind else Client
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
