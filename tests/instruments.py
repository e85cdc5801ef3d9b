"""What tests measure with: the statements that a database is asked, and a clock that moves."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from duskline.core.data import base
from duskline.core.data.database import Database
from duskline.models import consequences


class Statements:
    """What the databases are asked, in order, without what begins and ends a transaction."""

    def __init__(self, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[str] = []
        for engine in (database.reads, database.writes):
            event.listen(engine.sync_engine, "before_cursor_execute", self._cursor)
        rows = database.rows

        async def counted(*queries: Any) -> Any:
            self.seen += [query.sql for query, _ in queries]
            return await rows(*queries)

        monkeypatch.setattr(database, "rows", counted)

    def _cursor(self, _connection: Any, _cursor: Any, sql: str, *_rest: Any) -> None:
        if not sql.startswith(("BEGIN", "COMMIT", "ROLLBACK")):
            self.seen.append(sql)


def move_clock(monkeypatch: pytest.MonkeyPatch, by: datetime.timedelta) -> None:
    """From now on the whole product reads the clock `by` later (or earlier)."""
    _read_clock(monkeypatch, lambda: datetime.datetime.now(datetime.UTC) + by)


def stop_clock(monkeypatch: pytest.MonkeyPatch, at: datetime.datetime) -> None:
    """From now on it is this time in the whole product."""
    _read_clock(monkeypatch, lambda: at)


def _read_clock(monkeypatch: pytest.MonkeyPatch, moved: Callable[[], datetime.datetime]) -> None:
    real: Callable[[], datetime.datetime] = base.now
    moved.moved = True  # type: ignore[attr-defined]
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("duskline."):
            current = getattr(module, "now", None)
            if current is real or getattr(current, "moved", False):
                monkeypatch.setattr(module, "now", moved)


@contextmanager
def without(consequence: consequences.Consequence) -> Iterator[None]:
    """Leaves out what follows a flush otherwise, for a control."""
    all_of_them = consequences.FOLLOWS["after_flush"]
    others = tuple(each for each in all_of_them if each is not consequence)
    assert others != all_of_them
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(consequences.FOLLOWS, "after_flush", others)
        yield
