"""How rows of an import stand: what was found out about them is written down, with the rows of the same file that are alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, func, or_, select, update

from duskline.core.data.session import Db
from duskline.importing.checking import Judged, as_told
from duskline.models.imports import ROWS, Choice, Import, ImportKind, Standing
from duskline.models.matches import Keys, Match

KEYS = {"email_key": "email", "phone_key": "phone", "place_key": "place"}
AT_ONCE = 1_000
"""Rows that are compared with earlier ones in one statement."""


async def settle(
    db: Db,
    own: Import,
    rows: Sequence[Judged],
    matches: Mapping[int, list[Match]],
    chosen: Choice | None = None,
) -> None:
    """Writes down how rows stand; `chosen` is what somebody wants of those that are about somebody known."""
    await _write(db, own, [_standing(own, row, matches.get(row.number, ())) for row in rows])
    twins = await _twins(db, own, {row.number: row.keys for row in rows})
    alike = []
    for row in rows:
        known, twin = matches.get(row.number, ()), twins.get(row.number)
        if row.body is None or not (known or twin):
            continue
        told = _standing(own, row, known)
        fits = chosen is not None and (chosen != Choice.FILL or told["subject"])
        alike.append(told | _like_others(own.kind, twin, chosen if fits else None))
    await _write(db, own, alike)


async def settle_later(db: Db, own: Import, number: int, keys: Sequence[Keys]) -> None:
    """Compares the rows behind a corrected one again, whose former and new keys these are: an earlier row of theirs may have come or gone."""
    alike = or_(
        *(
            ROWS.c[column].in_({key for each in keys if (key := getattr(each, name))})
            for column, name in KEYS.items()
        )
    )
    theirs = (
        ROWS.c.number,
        ROWS.c.standing,
        ROWS.c.choice,
        ROWS.c.matches,
        ROWS.c.twin,
        *(ROWS.c[key] for key in KEYS),
    )
    touched = or_(ROWS.c.twin.is_(None), ROWS.c.twin >= number)
    later = select(*theirs).where(ROWS.c.import_id == own.id, alike, touched, _is_sound())
    rows: Sequence[Any] = ()
    while rows := (await db.execute(_behind(later, rows[-1].number if rows else number))).all():
        twins = await _twins(db, own, {row.number: Keys(*row[-len(KEYS) :]) for row in rows})
        changed = [row for row in rows if row.twin != twins.get(row.number)]
        await _write(db, own, [_changed(own.kind, row, twins.get(row.number)) for row in changed])


def _behind(rows: Any, number: int) -> Any:
    return rows.where(ROWS.c.number > number).order_by(ROWS.c.number).limit(AT_ONCE)


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


def _is_sound() -> Any:
    """Rows whose words are right: of one that is at fault for an earlier row alone, that one is known."""
    return or_(ROWS.c.standing != Standing.FAULTY, ROWS.c.twin.is_not(None))


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


async def _twins(db: Db, own: Import, rows: Mapping[int, Keys]) -> dict[int, int]:
    """The first row of the file that may be about the same person, by the number of a later one."""
    twins: dict[int, int] = {}
    for column, name in KEYS.items():
        wanted = {key for keys in rows.values() if (key := getattr(keys, name))}
        if own.kind == ImportKind.USERS and name != "email":
            continue
        key = ROWS.c[column]
        sound = (ROWS.c.import_id == own.id) & key.in_(wanted) & _is_sound()
        first: dict[Any, int] = dict(
            (await db.execute(select(key, func.min(ROWS.c.number)).where(sound).group_by(key))).all()
        )
        for number, keys in rows.items():
            earlier = first.get(getattr(keys, name) or "", number)
            if earlier < twins.get(number, number):
                twins[number] = earlier
    return twins
