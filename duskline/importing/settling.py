"""How rows of an import stand: what was found out about them is written down, with the rows of the same file that are alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, func, select, update

from duskline.core.data.session import Db
from duskline.importing.checking import Judged, as_told
from duskline.models.imports import ROWS, Choice, Import, ImportKind, Standing
from duskline.models.matches import Match

KEYS = {"email_key": "email", "phone_key": "phone", "place_key": "place"}


async def settle(
    db: Db,
    own: Import,
    rows: Sequence[Judged],
    matches: Mapping[int, list[Match]],
    chosen: Choice | None = None,
) -> None:
    """Writes down how rows stand; `chosen` is what somebody wants of those that are about somebody known."""
    await _write(db, own, [_standing(own, row, matches.get(row.number, ())) for row in rows])
    twins = await _twins(db, own, rows)
    alike = []
    for row in rows:
        known, twin = matches.get(row.number, ()), twins.get(row.number)
        if row.body is None or not (known or twin):
            continue
        if own.kind == ImportKind.USERS:
            fault = {"email": f"Row {twin:,} has this address too"}
            alike.append(
                _standing(own, row, ())
                | {"standing": Standing.FAULTY, "choice": Choice.SKIP, "faults": fault}
            )
        else:
            told = _standing(own, row, known) | {"standing": Standing.DUPLICATE, "twin": twin}
            fits = chosen is not None and (chosen != Choice.FILL or told["subject"])
            alike.append(told | {"choice": chosen if fits else Choice.SKIP})
    await _write(db, own, alike)


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


async def _twins(db: Db, own: Import, rows: Sequence[Judged]) -> dict[int, int]:
    """The first row of the file that may be about the same person, by the number of a later one."""
    twins: dict[int, int] = {}
    for column, name in KEYS.items():
        wanted = {key for row in rows if (key := getattr(row.keys, name))}
        if own.kind == ImportKind.USERS and name != "email":
            continue
        key = ROWS.c[column]
        sound = (ROWS.c.import_id == own.id) & key.in_(wanted) & (ROWS.c.standing != Standing.FAULTY)
        first: dict[Any, int] = dict(
            (await db.execute(select(key, func.min(ROWS.c.number)).where(sound).group_by(key))).all()
        )
        for row in rows:
            number = first.get(getattr(row.keys, name) or "", row.number)
            if number < twins.get(row.number, row.number):
                twins[row.number] = number
    return twins
