"""How two people's words about one day on site become one: what one of them wrote without a network, and what others wrote meanwhile.

Nothing here knows a database. Whatever either side added is in the outcome; where both changed the same thing otherwise, theirs stays,
which was there first, and the caller tells both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

FACTS = ("name", "quantity", "unit")
"""Of a line of materials, beside its id."""
Line = dict[str, Any]


class Merged(NamedTuple):
    """`told`: it came out otherwise than asked."""

    text: str | None
    told: bool


def merged_text(base: str | None, theirs: str | None, mine: str | None) -> Merged:
    """Only one side changed: that one. Both did: theirs, and below it the lines that are new in mine."""
    was, there, wanted = base or "", theirs or "", mine or ""
    if wanted in (was, there) or there == was:
        return Merged((there if wanted == was else wanted) or None, told=False)
    added = _added(wanted, was) - _added(there, was)
    lines = []
    for line in wanted.splitlines():
        if added[line]:
            added[line] -= 1
            lines.append(line)
    spoken = filter(None, [there, *lines])  # an empty line says nothing
    return Merged("\n".join(spoken) or None, told=True)


def _added(text: str, base: str) -> Counter[str]:
    """Its lines that the base has not, or not so often."""
    return Counter(text.splitlines()) - Counter(base.splitlines())


class LineChange(NamedTuple):
    """What somebody did to one line: what it is to say, None where it goes; `base` is what they saw of it, None where it is new.
    `blind`: they did not say what they saw, and mean it whatever is there."""

    id: str
    mine: Line | None
    base: Line | None = None
    blind: bool = False


class MergedLine(NamedTuple):
    """A line that came out otherwise than asked: what was asked, and what stands."""

    mine: Line | None
    kept: Line


def merged_lines(
    present: Sequence[Line], changes: Iterable[LineChange]
) -> tuple[list[Line], list[MergedLine]]:
    """The lines with what was changed of them, each by its id, new ones last."""
    lines = {line["id"]: line for line in present}
    told = []
    for change in changes:
        there = _facts(lines.get(change.id))
        kept, otherwise = merged_line(there, change)
        if kept is None:
            lines.pop(change.id, None)
        else:
            lines[change.id] = {"id": change.id, **kept}
        if otherwise and kept is not None:
            told.append(MergedLine(change.mine, kept))
    return list(lines.values()), told


def merged_line(theirs: Line | None, change: LineChange) -> tuple[Line | None, bool]:
    """What becomes of one line, and whether that is otherwise than asked."""
    mine, base = change.mine, theirs if change.blind else change.base
    if mine is None:
        return (theirs, True) if theirs is not None and theirs != base else (None, False)
    if theirs is None:
        return (None, False) if mine == base else (mine, base is not None)
    was = base or {}
    kept = {name: mine[name] if theirs[name] == was.get(name) else theirs[name] for name in FACTS}
    return kept, any(kept[name] != mine[name] != was.get(name) for name in FACTS)


def _facts(line: Line | None) -> Line | None:
    return line and {name: line.get(name) for name in FACTS}


def numbered(lines: Sequence[Mapping[str, Any]]) -> list[Line]:
    """Lines that were stored before lines had ids get one, by their place."""
    return [{"id": line.get("id") or f"line-{place}", **line} for place, line in enumerate(lines)]


def recognized(
    sent: Sequence[Line], present: Sequence[Mapping[str, Any]], new_id: Callable[[], str]
) -> list[Line]:
    """A whole new list with the ids of the lines that it still holds: those that it names, else those that say the same, or at least
    are of the same thing."""
    there = numbered(present)
    free = {line["id"] for line in there}
    ids: list[str | None] = []
    for line in sent:
        ids.append(line.get("id") if line.get("id") in free else None)
        free.discard(ids[-1])
    for alike in (FACTS, ("name", "unit")):
        for place, line in enumerate(sent):
            if ids[place] is None:
                ids[place] = next(
                    (t["id"] for t in there if t["id"] not in ids and _alike(t, line, alike)), None
                )
    return [{"id": id or new_id(), **(_facts(line) or {})} for id, line in zip(ids, sent, strict=True)]


def _alike(one: Line, other: Line, names: Sequence[str]) -> bool:
    return all(one.get(name) == other.get(name) for name in names)
