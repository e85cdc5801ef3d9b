"""Whatever a visit has become when an operation arrives: each word and time of its body is kept, in whatever field, and so is each that
others noted before (product.md, rule 130)."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta, timezone
from itertools import product
from typing import Any
from zlib import crc32

import httpx
import msgspec
import pytest
from msgspec import inspect as shapes

from duskline.core.data.base import now
from duskline.models.schedule import on_site
from duskline.panel.schedule.operations import VisitOperation
from tests.conftest import FULL_COUNTS, SEED
from tests.panel.schedule.test_on_site import job, operated
from tests.panel.schedule.test_visits import asked, changed, order, visits
from tests.world import World

NOT_SAID = {
    "status", "completesJob", "closing.nobodyThere", "materials.id", "materials.removed", "materials.base", "notes.base", "checks",
    "runs.line", "base",
}  # fmt: skip
"""Fields that say yes or no, of what something is told, or how it stood before: neither words nor times of whoever presses."""
DAY = "2027-03-10"
ZONE, BEHIND = "America/Phoenix", timezone(timedelta(hours=-7))
"""Of the branch, whose clocks never change."""


def plain(kind: shapes.Type) -> shapes.Type:
    """What is written in a field, without what may stand instead of it or around it."""
    match kind:
        case shapes.Metadata(type=inner) | shapes.ListType(item_type=inner):
            return plain(inner)
        case shapes.UnionType(types=types):
            return plain(
                next(one for one in types if not isinstance(one, shapes.NoneType | shapes.CustomType))
            )
        case _:
            return kind


def leaves(body: type[msgspec.Struct], before: str = "") -> Iterator[tuple[str, shapes.Type]]:
    """The fields of a body by their paths, down to plain values, without what says nothing."""
    described = shapes.type_info(body)
    assert isinstance(described, shapes.StructType)
    for field in described.fields:
        path, kind = before + field.encode_name, plain(field.type)
        if path in NOT_SAID:
            continue
        if isinstance(kind, shapes.StructType):
            yield from leaves(kind.cls, f"{path}.")
        else:
            yield path, kind


SAID = tuple(leaves(VisitOperation))


def value_of(path: str, number: int, kind: shapes.Type) -> tuple[Any, list[str]]:
    """What is sent in a field, unlike in any other; and how it may read where it is kept."""
    match kind:
        case shapes.StrType():
            words = f"Words {number} of {path.replace('.', ' ')}"
            return words, [words]
        case shapes.DateTimeType():
            at = now().replace(microsecond=0, second=0) - timedelta(minutes=60 - number)
            return at.isoformat(), [at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:00"), on_clock(at)]
        case shapes.DateType():
            return DAY, [DAY, "Wednesday, March 10, 2027"]
        case shapes.IntType() if path.endswith("Minute"):
            return 480 + number, [f"8:{number:02} AM"]
        case shapes.IntType() | shapes.FloatType():
            return number + 0.5, [f"{number}.5"]
        case _:
            raise AssertionError(f"Say how {path} is sent, and how it reads where it is kept: {kind}")


def on_clock(at: datetime) -> str:
    """A time as the clock of the branch shows it."""
    shown = at.astimezone(BEHIND)
    past = f":{shown.minute:02}" if shown.minute else ""
    return f"{shown:%A, %B} {shown.day}, {shown.year}, {shown.hour % 12 or 12}{past} {shown:%p}"


Said = dict[str, tuple[Any, list[str]]]
Body = tuple[dict[str, Any], frozenset[str]]
State = Callable[[httpx.AsyncClient, str, World], Awaitable[None]]
STEPS = ("on_the_way", "started", "done")
ALL_BUT_TIME = frozenset(path.partition(".")[0] for path, _ in SAID) - {"at", "day"}
"""Where it is left out, nothing else of the body keeps the time of the press."""
BESIDE_UNDO = ALL_BUT_TIME - {"reason"}
BODIES: Mapping[str, Body] = {
    "the end": ({"status": "done", "completesJob": True}, frozenset({"startedAt", "doneAt", "arrival"})),
    "the way": ({"status": "on_the_way"}, frozenset({"startedAt", "doneAt"})),
    "what was forgotten": ({"status": "done"}, frozenset({"at", "arrival"})),
    **{f"{step} alone": ({"status": step}, ALL_BUT_TIME) for step in STEPS},
    **{f"back to {step}": ({"status": step}, BESIDE_UNDO) for step in ("planned", *STEPS[:2])},
    "a correction": ({}, frozenset({"at", "arrival"})),
}
"""Operations, with the fields that do not go together with the others."""


def left_out(path: str, without: frozenset[str]) -> bool:
    return path.partition(".")[0] in without


def body_of(fixed: Mapping[str, Any], said: Said) -> dict[str, Any]:
    body: dict[str, Any] = {}
    for path, (value, _) in said.items():
        *way, last = path.split(".")
        place = body
        for name in way:
            place = place.setdefault(name, {})
        place[last] = value
    for name, more in (("materials", {"id": "line-of-mine", "base": None}), ("runs", {"line": "0,0 1,1"})):
        if name in body:
            body[name] = [body[name] | more]
    return {**body, **fixed}


async def _nothing(_manager: httpx.AsyncClient, _id: str, _world: World) -> None: ...


async def _told(_manager: httpx.AsyncClient, id: str, world: World) -> None:
    other = world.client("near_technician")
    closing = {"met": "Somebody", "missing": "Something"}
    await operated(other, id, status="done", closing=closing, materials=[LINE | {"quantity": 900}])


async def _told_of_an_end(_manager: httpx.AsyncClient, id: str, world: World) -> None:
    other = world.client("near_technician")
    for status, ago in (("on_the_way", 180), ("started", 120), ("done", 90)):
        await operated(other, id, status=status, at=(now() - timedelta(minutes=ago)).isoformat())
    began, over = ((now() - timedelta(minutes=ago)).isoformat() for ago in (150, 95))
    closing = {"met": "Somebody", "missing": "Something"}
    await operated(other, id, startedAt=began, doneAt=over, reason="Somebody's reason", closing=closing)


async def _taken_back(_manager: httpx.AsyncClient, id: str, world: World) -> None:
    await _told_of_an_end(_manager, id, world)
    await operated(world.client("near_technician"), id, status="planned", reason="Somebody's mistake")


async def _pressed(_manager: httpx.AsyncClient, id: str, world: World) -> None:
    other = world.client("near_technician")
    for status, ago in (("on_the_way", 180), ("started", 120), ("done", 5)):
        await operated(other, id, status=status, at=(now() - timedelta(minutes=ago)).isoformat())


async def _cancelled(manager: httpx.AsyncClient, id: str, _world: World) -> None:
    await changed(manager, id, status="cancelled", reason="Rain")


async def _moved(manager: httpx.AsyncClient, id: str, _world: World) -> None:
    await changed(manager, id, day="2027-03-12")


async def _unplanned(manager: httpx.AsyncClient, id: str, _world: World) -> None:
    await changed(manager, id, day=None)


async def _given_away(manager: httpx.AsyncClient, id: str, _world: World) -> None:
    await changed(manager, id, crew=["lead_technician"])


async def _given_away_and_moved(manager: httpx.AsyncClient, id: str, _world: World) -> None:
    await changed(manager, id, crew=["lead_technician"], day="2027-03-12")


async def _aside(manager: httpx.AsyncClient, id: str, _world: World) -> None:
    given = {"aside": "cancelled", "reason": "Moved away"}
    await asked(await manager.patch(f"/api/panel/work-orders/{id}/details", json=given))


async def _completed(manager: httpx.AsyncClient, id: str, _world: World) -> None:
    await asked(await manager.patch(f"/api/panel/work-orders/{id}", json={"status": "completed"}))


def _pressed_by_a_colleague(step: str) -> State:
    async def press(_manager: httpx.AsyncClient, id: str, world: World) -> None:
        await operated(world.client("near_technician"), id, status=step, at=now().isoformat())

    return press


def _set_by_a_planner(step: str) -> State:
    async def put(manager: httpx.AsyncClient, id: str, _world: World) -> None:
        await changed(manager, id, status=step)

    return put


LINE = {"id": "line-of-mine", "name": "Clips"}
STATES: Mapping[str, State] = {
    "as it was": _nothing,
    "done by others": _told,
    "pressed by others": _pressed,
    "done by others, with all words": _told_of_an_end,
    "taken back by others": _taken_back,
    "cancelled": _cancelled,
    "moved": _moved,
    "without a day": _unplanned,
    "given away": _given_away,
    "given away and moved": _given_away_and_moved,
    "of a cancelled job": _aside,
    "of a completed job": _completed,
    **{f"{step} by a colleague": _pressed_by_a_colleague(step) for step in STEPS},
    **{f"{step} by a planner": _set_by_a_planner(step) for step in STEPS},
}


FROM_OTHERS = ("done by others, with all words", "taken back by others", "started by a colleague")
"""Where others noted something and the visit is still that of whoever presses, so that it matters what their phone showed."""
SEEN = ("status", "setOffAt", "startedAt", "doneAt", "reason", "met", "nobodyThere", "missing")


async def seen(manager: httpx.AsyncClient, id: str) -> dict[str, Any]:
    (row,) = await visits(manager, id)
    return {name: row[name] for name in SEEN}


def there_before(row: dict[str, Any]) -> Said:
    """The words and times that a visit holds, and how they may read where they are kept."""
    found: Said = {}
    for name, value in row.items():
        if name in ("status", "updatedAt") or not isinstance(value, str):
            continue
        try:
            at = datetime.fromisoformat(value)
        except ValueError:
            found[f"before.{name}"] = value, [value]
        else:
            found[f"before.{name}"] = value, [value] + ([on_clock(at)] if at.tzinfo else [])
    return found


async def lost(world: World, state: str, name: str, knew: bool | None = None) -> list[str]:
    """The fields of an operation, and of the visit before it, that stand nowhere after it arrived: not in the visit, its record, or its
    history. `knew`: whether the phone showed the visit as it stands, or as it was before; None: the operation does not say."""
    manager, technician = world.client("admin"), world.client("technician")
    branch = await manager.patch("/api/panel/branches/1", json={"timeZone": ZONE})
    assert branch.status_code == 200, branch.text
    id, visit = await job(world, "technician", "near_technician")
    first = await seen(manager, id)
    await STATES[state](manager, visit, world)
    fixed, without = BODIES[name]
    if knew is not None:
        fixed = {**fixed, "base": await seen(manager, id) if knew else first}
    (row,) = await visits(manager, id)
    values = {path: value_of(path, number, kind) for number, (path, kind) in enumerate(SAID, 1)}
    said = {path: value for path, value in values.items() if not left_out(path, without)}
    await operated(technician, visit, **body_of(fixed, said))
    return await missing(manager, id, said | there_before(row))


async def missing(manager: httpx.AsyncClient, id: str, said: Said) -> list[str]:
    """What stands nowhere about a job."""
    kept = [
        await visits(manager, id), await order(manager, id),
        await asked(await manager.get("/api/panel/clients/client-1-1/record")),
        await asked(await manager.get("/api/panel/clients/client-1-1/timeline?source=activity")),
    ]  # fmt: skip
    text = json.dumps(kept, ensure_ascii=False)
    return [path for path, (_, forms) in said.items() if not any(form in text for form in forms)]


PARTS: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("at",), {"status": "on_the_way"}),
    (("at",), {"status": "started"}),
    (("at",), {"status": "done"}),
    (("reason",), {}),
    (("startedAt", "doneAt"), {"status": "done", "reason": "Forgotten"}),
    (("arrival.startMinute", "arrival.endMinute"), {"status": "on_the_way"}),
    (("notes.text",), {}),
    (("materials.name", "materials.quantity", "materials.unit"), {}),
    (("runs.feet",), {}),
    (("closing.met",), {}),
    (("closing.missing",), {}),
    *(
        (("at",), {"status": step, "reason": "Pressed by mistake"})
        for step in ("planned", "on_the_way", "started")
    ),
    *((("startedAt", "doneAt"), {"reason": "Forgotten"} | more) for more in ({}, {"status": "started"})),
    (("doneAt",), {"status": "done", "reason": "Forgotten"}),
)
"""What can be told by itself, with what must go along."""


async def lost_alone(world: World, state: str) -> list[str]:
    """The same of each field without the others, on a visit of its own."""
    manager, technician = world.client("admin"), world.client("technician")
    await manager.patch("/api/panel/branches/1", json={"timeZone": ZONE})
    found = []
    for number, (paths, fixed) in enumerate(PARTS, 1):
        id, visit = await job(world, "technician", "near_technician")
        await STATES[state](manager, visit, world)
        kinds = dict(SAID)
        said = {path: value_of(path, 2 * number + place, kinds[path]) for place, path in enumerate(paths)}
        (row,) = await visits(manager, id)
        await operated(technician, visit, **body_of(fixed, said))
        found += [f"{number}: {path}" for path in await missing(manager, id, said | there_before(row))]
    return found


DAYS = 1 if FULL_COUNTS else 3


def some(cases: Iterable[Any]) -> list[Any]:
    """Returns a third of some cases, another one each day; a proof takes all."""
    return [case for case in cases if (crc32(repr(case).encode()) + SEED) % DAYS == 0]


def test_each_field_of_an_operation_is_sent_by_one_of_the_bodies() -> None:
    """A new field joins by itself, and fails below until it is kept."""
    sent = {path for _, without in BODIES.values() for path, _ in SAID if not left_out(path, without)}
    assert sent == {path for path, _ in SAID}
    assert {"reason", "startedAt", "doneAt", "closing.missing", "arrival.startMinute", "day"} <= sent
    assert {path for paths, _ in PARTS for path in paths} == sent - {"day"}, "a day alone says nothing"


@pytest.mark.parametrize(("state", "name"), some(product(STATES, BODIES)))
async def test_no_word_and_no_time_is_lost(world: World, state: str, name: str) -> None:
    assert await lost(world, state, name) == []


@pytest.mark.parametrize(("state", "name", "knew"), some(product(FROM_OTHERS, BODIES, (True, False))))
async def test_none_is_lost_whatever_the_phone_knew(world: World, state: str, name: str, knew: bool) -> None:
    assert await lost(world, state, name, knew) == []


@pytest.mark.parametrize("state", some(STATES))
async def test_none_is_lost_that_comes_alone(world: World, state: str) -> None:
    """Several fields of one operation share a note, and may be lost without it."""
    assert await lost_alone(world, state) == []


async def test_control_without_the_note_words_are_lost(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_site, "_write_down", lambda *_: None)
    assert {"reason", "closing.missing", "startedAt", "doneAt"} <= set(
        await lost(world, "cancelled", "what was forgotten")
    )


async def test_control_without_the_note_the_time_of_another_is_lost(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_site, "_another_time", lambda *_: [])
    assert await lost(world, "started by a colleague", "started alone") == ["at"]


async def test_control_without_the_facts_of_others_theirs_give_way(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As before: nobody asks what others noted, and nothing of it is written down."""

    async def none(*_: object) -> frozenset[str]:
        return frozenset()

    monkeypatch.setattr(on_site, "unknown", none)
    monkeypatch.setattr(on_site, "_in_words", lambda *_: [])
    gone = await lost(world, "done by others, with all words", "back to planned", knew=False)
    assert {f"before.{name}" for name in ("startedAt", "doneAt", "met", "missing", "reason")} <= set(gone)
