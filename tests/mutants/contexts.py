"""A plugin of pytest: tells coverage.py which test is running, and writes down how each test ended and how long it took.

What runs before any test, on import or while a session's fixtures are made, belongs to no test.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage

NO_TEST = ""
CURRENT = [NO_TEST]
SECONDS: dict[str, float] = {}
FAILED: set[str] = set()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    with running(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Generator[None, Any, Any]:
    """What is made once for all belongs to none of them, least of all to the one that happens to be the first."""
    with running(NO_TEST) if fixturedef.scope == "session" else nullcontext():
        return (yield)


@contextmanager
def running(test: str) -> Iterator[None]:
    """What runs meanwhile is this test's."""
    before, CURRENT[0] = CURRENT[0], test
    _tell()
    try:
        yield
    finally:
        CURRENT[0] = before
        _tell()


def _tell() -> None:
    if measuring := Coverage.current():
        measuring.switch_context(CURRENT[0])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    SECONDS[report.nodeid] = SECONDS.get(report.nodeid, 0) + report.duration
    if report.failed:
        FAILED.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """The first process hears of every test, also of those that ran beside it."""
    if not hasattr(session.config, "workerinput"):
        told = {"seconds": SECONDS, "failed": sorted(FAILED)}
        Path(os.environ["TIMES_FILE"]).write_text(json.dumps(told), "utf-8")
