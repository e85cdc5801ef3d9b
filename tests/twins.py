"""Which tests a short run asks of PostgreSQL too: all where databases differ most, of the others a third, another one each day.

SQLite is asked every test each time. The laws, the core, tests marked `both` and those that choose between the databases or do
several things at once are asked of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType
from zlib import crc32

import pytest

DAYS = 3
ALWAYS = ("tests/core/", "tests/laws/")
TELLING = frozenset({"gather", "create_task", "TaskGroup", "is_sqlite", "dialect", "engine"})
"""Names that a test uses, itself or through a function of the tests, when its outcome may depend on the database."""


def left_out(items: Iterable[pytest.Item], seed: int) -> list[pytest.Item]:
    """The twins on PostgreSQL that this seed does without; one without a twin on SQLite is never among them."""
    every = list(items)
    on_sqlite = {case_of(item) for item in every if database_of(item) == "sqlite"}
    return [
        item
        for item in every
        if database_of(item) == "postgres"
        and (case := case_of(item)) in on_sqlite
        and not is_always_asked(item)
        and (crc32(case.encode()) + seed) % DAYS
    ]


def is_always_asked(item: pytest.Item) -> bool:
    """Whether both databases are asked every day."""
    if item.nodeid.startswith(ALWAYS) or item.get_closest_marker("both"):
        return True
    function = getattr(item, "function", None)
    return isinstance(function, FunctionType) and not TELLING.isdisjoint(names_in(function))


def database_of(item: pytest.Item) -> str | None:
    """The database that a case runs on; None where it takes none."""
    case = getattr(item, "callspec", None)
    return case.params.get("engine") if case else None


def case_of(item: pytest.Item) -> str:
    """The same for both twins."""
    return item.nodeid.replace(database_of(item) or "", "", 1)


def names_in(function: FunctionType, seen: set[FunctionType] | None = None) -> set[str]:
    """The names that a test takes or uses, and those of the functions of the tests that it calls."""
    seen = set() if seen is None else seen
    seen.add(function)
    names = {*function.__code__.co_varnames[: function.__code__.co_argcount], *used(function.__code__)}
    for name in list(names):
        called = function.__globals__.get(name)
        if isinstance(called, FunctionType) and called not in seen and called.__module__.startswith("tests."):
            names |= names_in(called, seen)
    return names


def used(code: CodeType) -> Iterator[str]:
    """The names in a function and in those that stand inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from used(constant)
