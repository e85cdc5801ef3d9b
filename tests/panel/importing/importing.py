"""Imports in tests: files are sent, matched and checked, and a worker makes records of their rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx
from sqlalchemy import select

from duskline.core.data.base import Base
from duskline.core.data.counts import RecordCount, recount
from duskline.core.data.facts import remake
from duskline.core.data.figures import DailyFigure
from duskline.importing import job, making
from duskline.importing.job import ImportWorker
from duskline.organization import present
from tests.world import World

PATH = "/api/panel/imports"


def worker(world: World, **given: Any) -> ImportWorker:
    async def company() -> Any:
        return await present(world.database, world.services.company_file)

    return ImportWorker(world.database, company, by_mail=world.services.sends_mail, **given)


async def work(world: World) -> None:
    """Until nothing is due."""
    one = worker(world)
    while await one.turn():
        pass


async def sent(
    world: World,
    content: str | bytes,
    *,
    who: str = "sales_rep",
    kind: str = "leads",
    name: str = "people.csv",
) -> httpx.Response:
    raw = content.encode() if isinstance(content, str) else content
    return await world.client(who).post(PATH, data={"kind": kind}, files={"table": (name, raw, "text/csv")})


async def read(world: World, content: str | bytes, **given: Any) -> Any:
    answer = await sent(world, content, **given)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def act(world: World, id: str, what: str, who: str = "sales_rep", **body: Any) -> Any:
    answer = await world.client(who).post(f"{PATH}/{id}/{what}", json=body or None)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def reviewed(world: World, content: str | bytes, **given: Any) -> Any:
    """An import whose rows have been checked."""
    who = given.get("who", "sales_rep")
    defaults = given.pop("defaults", {})
    invites = given.pop("invites", False)
    own = await read(world, content, **given)
    matching = [column["part"] for column in own["columns"]]
    await act(world, own["id"], "matching", who, matching=matching, defaults=defaults, invites=invites)
    await work(world)
    return await one(world, own["id"], who)


async def one(world: World, id: str, who: str = "sales_rep") -> Any:
    answer = await world.client(who).get(f"{PATH}/{id}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def rows(world: World, id: str, who: str = "sales_rep", **asked: Any) -> list[Any]:
    answer = await world.client(who).get(f"{PATH}/{id}/rows", params=asked)
    assert answer.status_code == 200, answer.text
    found: list[Any] = answer.json()
    return found


async def imported(world: World, content: str | bytes, **given: Any) -> Any:
    own = await reviewed(world, content, **given)
    who = given.get("who", "sales_rep")
    await act(world, own["id"], "start", who)
    await work(world)
    return await one(world, own["id"], who)


async def listed(world: World, id: str, path: str = "leads", who: str = "sales_rep") -> list[Any]:
    answer = await world.client(who).get(f"/api/panel/{path}", params={"import": id, "limit": "200"})
    assert answer.status_code == 200, answer.text
    found: list[Any] = answer.json()
    return found


async def figures(world: World) -> Mapping[tuple[Any, ...], tuple[int, int]]:
    """The counts of the dashboard and the figures of the reports that are not nothing."""
    found: dict[tuple[Any, ...], tuple[int, int]] = {}
    async with world.database.reads.connect() as connection:
        for entity in (RecordCount, DailyFigure):
            for *key, number, total in await connection.execute(select(entity.__table__)):
                if number or total:
                    found[*key] = number, total
    return found


async def made_anew(world: World) -> Mapping[tuple[Any, ...], tuple[int, int]]:
    """The same after all of them are counted again."""
    async with world.database.writes.begin() as connection:
        await recount(connection)
        await remake(connection)
    return await figures(world)


async def everything(world: World) -> Mapping[str, list[Any]]:
    """All rows of all tables but those of imports, of their matchings and of what requests leave."""
    left = {"imports", "import_rows", "import_matchings", "sessions", "operations", "rate_limits"}
    async with world.database.reads.connect() as connection:
        return {
            table.name: sorted(map(repr, await connection.execute(select(table))))
            for table in Base.metadata.sorted_tables
            if table.name not in left
        }


async def after_one_slice(world: World, monkeypatch: Any, content: str | None = None, **given: Any) -> Any:
    """An import of twelve people, five of whom are made; leads, unless something else is said."""
    own = await reviewed(world, content or people(12), **given)
    await act(world, own["id"], "start", given.get("who", "sales_rep"))
    made, busy = making.create, worker(world)

    async def then_stop(*given: Any) -> None:
        await made(*given)
        busy.stop()

    with monkeypatch.context() as here:
        here.setattr(job, "FIRST", 5)
        here.setattr(making, "create", then_stop)
        await busy.turn()
    return await one(world, own["id"], given.get("who", "sales_rep"))


def people(number: int, first: int = 0) -> str:
    lines = [f"Person {n},person{n}@many.example,{1000 + n}" for n in range(first, first + number)]
    return "Name,Email,Value\n" + "\n".join(lines)
