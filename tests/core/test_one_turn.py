"""A statement goes to the thread of a SQLite connection once, and answers as the driver of SQLAlchemy does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from duskline.core.data.one_turn import ONE_TURN

INSERT = text("INSERT INTO lights (color) VALUES (:color) RETURNING id")


async def answers_of(connection: AsyncConnection) -> list[Any]:
    """What each way to run a statement answers."""
    await connection.execute(text("CREATE TABLE lights (id INTEGER PRIMARY KEY, color TEXT UNIQUE)"))
    made = (await connection.execute(INSERT, {"color": "amber"})).scalar_one()
    many = await connection.execute(
        text("INSERT INTO lights (color) VALUES (:color)"), [{"color": "blue"}, {"color": "red"}]
    )
    found = await connection.execute(text("SELECT id, color FROM lights ORDER BY id"))
    gone = await connection.execute(text("DELETE FROM lights WHERE id > :id"), {"id": made})
    with pytest.raises(IntegrityError) as refused:
        await connection.execute(INSERT, {"color": "amber"})
    none = await connection.execute(text("SELECT id FROM lights WHERE id = 0"))
    streamed = [row.color async for row in await connection.stream(text("SELECT color FROM lights"))]
    told = str(refused.value.orig)
    return [made, many.rowcount, found.keys(), found.all(), gone.rowcount, told, none.all(), streamed]


@pytest.mark.parametrize(("driver", "turns"), [({"module": ONE_TURN}, 1), ({}, 4)], ids=["own", "control"])
async def test_a_statement_takes_one_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: dict[str, Any], turns: int
) -> None:
    taken: list[Any] = []
    execute: Any = aiosqlite.Connection._execute

    async def counted(self: Any, *call: Any, **named: Any) -> Any:
        taken.append(call)
        return await execute(self, *call, **named)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    engine = create_async_engine(f"sqlite+aiosqlite:///{tmp_path}/lights.db", **driver)
    async with engine.connect() as connection:
        taken.clear()
        assert (await connection.execute(text("SELECT 1"))).all() == [(1,)]
        assert len(taken) == turns
    await engine.dispose()


async def test_it_answers_as_the_driver_of_sqlalchemy_does(tmp_path: Path) -> None:
    answers = []
    for name, driver in {"own": {"module": ONE_TURN}, "theirs": {}}.items():
        engine = create_async_engine(f"sqlite+aiosqlite:///{tmp_path}/{name}.db", **driver)
        async with engine.connect() as connection:
            answers.append(await answers_of(connection))
        await engine.dispose()
    own, theirs = answers
    assert own == theirs
    assert own[:2] == [1, 2]
