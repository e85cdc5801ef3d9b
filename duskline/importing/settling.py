"""How rows of an import stand: what was found out about them is written down, with the rows of the same file that are alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, or_, select, update

from duskline.core.data.session import Db
from duskline.importing.checking import Judged, as_told
from duskline.models.merging.matches import Keys, Match
from duskline.models.records.imports import ROWS, Choice, Import, ImportKind, Standing

KEYS = {"email_key": "email", "phone_key": "phone", "place_key": "place"}
COMPARED = (
    ROWS.c.number, ROWS.c.standing, ROWS.c.choice, ROWS.c.matches, ROWS.c.twin, *(ROWS.c[key] for key in KEYS),
)  # fmt: skip
AT_ONCE = 100
"""Rows that are compared with earlier ones in one transaction."""


async def settle(
    db: Db,
    own: Import,
    rows: Sequence[Judged],
    matches: Mapping[int, list[Match]],
    chosen: Choice | None = None,
) -> None:
    """Writes down how rows stand; `chosen` is what somebody wants of those that are about somebody known."""
    await _write(db, own, [_standing(own, row, matches.get(row.number, ())) for row in rows])
    twins = await _twins(db, own, {row.number: row.keys for row in rows if row.body is not None})
    alike = []
    for row in rows:
        known, twin = matches.get(row.number, ()), twins.get(row.number)
        if row.body is None or not (known or twin):
            continue
        told = _standing(own, row, known)
        fits = chosen is not None and (chosen != Choice.FILL or told["subject"])
        alike.append(told | _like_others(own.kind, twin, chosen if fits else None))
    await _write(db, own, alike)


async def compare_behind(db: Db, own: Import, number: int, former: Keys, keys: Keys) -> None:
    """Notes which rows behind a corrected one are to be compared again; a few of them are compared at once.

    `former` and `keys` are what other rows could know it by before and after. A key that it kept, or that a still earlier row has too,
    changes nothing for the rows behind.
    """
    noted: dict[tuple[str, str], int] = {(column, key): at for column, key, at in own.unsettled or ()}
    for column, name in _compared(own.kind):
        for key in {getattr(former, name), getattr(keys, name)} - {None}:
            changed = getattr(former, name) != getattr(keys, name)
            if changed and (await db.scalar(_first(own, column, key)) or number) >= number:
                noted[column, key] = min(number, noted.get((column, key), number))
    _note(own, [[*which, at] for which, at in noted.items()])
    await compare_some(db, own)


async def compare_some(db: Db, own: Import) -> None:
    """Compares some of the noted rows with earlier ones: others wait that long for SQLite's one writer."""
    left = AT_ONCE
    while own.unsettled and left > 0:
        (column, key, at), *others = own.unsettled
        behind = select(*COMPARED).where(
            ROWS.c.import_id == own.id, ROWS.c[column] == key, ROWS.c.number > at, is_sound(ROWS)
        )
        rows: Sequence[Any] = (await db.execute(behind.order_by(ROWS.c.number).limit(left))).all()
        twins = await _twins(db, own, {row.number: Keys(*row[-len(KEYS) :]) for row in rows})
        changed = [row for row in rows if row.twin != twins.get(row.number)]
        await _write(db, own, [_changed(own.kind, row, twins.get(row.number)) for row in changed])
        _note(own, [[column, key, rows[-1].number], *others] if len(rows) == left else others)
        left -= len(rows)


def _note(own: Import, unsettled: list[Any]) -> None:
    own.unsettled = unsettled or None


def _changed(kind: ImportKind, row: Any, twin: int | None) -> dict[str, Any]:
    """The standing of a sound row whose earlier row has changed. The choice for a known row stays."""
    if twin or row.matches:
        return {"number": row.number} | _like_others(
            kind, twin, row.choice if row.standing == Standing.DUPLICATE else None
        )
    ready = {"standing": Standing.READY, "choice": Choice.CREATE, "faults": None, "twin": None}
    return {"number": row.number} | ready


def _like_others(kind: ImportKind, twin: int | None, chosen: Choice | None) -> dict[str, Any]:
    """The standing of a row that may be about the person of a record or of an earlier row."""
    if kind != ImportKind.USERS:
        return {
            "standing": Standing.DUPLICATE, "choice": chosen or Choice.SKIP, "faults": None, "twin": twin,
        }  # fmt: skip
    fault = {"email": f"Row {twin:,} has this address too"}
    return {"standing": Standing.FAULTY, "choice": Choice.SKIP, "faults": fault, "twin": twin}


def is_sound(rows: Any) -> Any:
    """Rows whose words are right: of one that is at fault for an earlier row alone, that one is known."""
    return or_(rows.c.standing != Standing.FAULTY, rows.c.twin.is_not(None))


def _standing(own: Import, row: Judged, known: Sequence[Match]) -> dict[str, Any]:
    is_sound = row.body is not None
    return {
        "number": row.number,
        "standing": Standing.READY if is_sound else Standing.FAULTY,
        "choice": Choice.CREATE if is_sound else Choice.SKIP,
        "faults": row.faults or None,
        "matches": as_told(known) or None,
        "subject": next((match.id for match in known if f"{match.kind}s" == own.kind), None),
        "twin": None,
        **{column: getattr(row.keys, name) for column, name in KEYS.items()},
    }


async def _write(db: Db, own: Import, rows: Sequence[Mapping[str, Any]]) -> None:
    if not rows:
        return
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in rows[0] if name != "number"}
    which = (ROWS.c.import_id == own.id) & (ROWS.c.number == bindparam("the_number"))
    given = [{"the_number": row["number"], **{f"new_{name}": row[name] for name in values}} for row in rows]
    connection = await db.connection()
    await connection.execute(update(ROWS).where(which).values(**values), given)


def _compared(kind: ImportKind) -> list[tuple[str, str]]:
    """The columns by which rows are compared, with the names of their keys."""
    return [(column, name) for column, name in KEYS.items() if kind != ImportKind.USERS or name == "email"]


def _first(own: Import, column: str, key: Any) -> Any:
    """The number of the first sound row that has a key: the index has them in this order."""
    rows = ROWS.alias()
    alike = select(rows.c.number).where(rows.c.import_id == own.id, rows.c[column] == key, is_sound(rows))
    return alike.order_by(rows.c.number).limit(1)


async def _twins(db: Db, own: Import, rows: Mapping[int, Keys]) -> dict[int, int]:
    """The first row of the file that may be about the same person, by the number of a later one. What rows say is written down before."""
    twins: dict[int, int] = {}
    for column, name in _compared(own.kind):
        key, own_rows = ROWS.c[column], ROWS.c.number.in_(rows)
        keys = select(key).where(ROWS.c.import_id == own.id, own_rows, key.is_not(None)).distinct().subquery()
        firsts = select(keys.c[column], _first(own, column, keys.c[column]).scalar_subquery())
        first: dict[Any, int | None] = dict((await db.execute(firsts)).all())
        for number, theirs in rows.items():
            earlier = first.get(getattr(theirs, name)) or number
            if earlier < twins.get(number, number):
                twins[number] = earlier
    return twins
