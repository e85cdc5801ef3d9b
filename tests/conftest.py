"""What every test stands on: the application as shipped, on a database of its own, on both engines.

`world` is a fresh copy of the small company of `tests/world.py` for one test; `shared_world` is one copy for
all tests that change nothing in it.
"""

from __future__ import annotations

import asyncio
import gc
import os
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from argon2 import PasswordHasher

from duskline.account import passwords
from tests.databases import ENGINES, Databases, databases_of
from tests.instruments import move_clock, stop_clock
from tests.mailbox import MAIL
from tests.scratch import scratch
from tests.twins import left_out
from tests.world import World, build_template, prepared

Template = tuple[Databases, str, dict[str, str]]
FULL_COUNTS = bool(os.environ.get("DUSKLINE_TEST_PROOF"))
SEED = int(os.environ.setdefault("DUSKLINE_TEST_SEED", str(datetime.now(UTC).toordinal())))
"""Which part of a large family of cases a short run takes: another one each day, unless the environment says which.

The first process decides and the environment hands it on: tests that run side by side agree, also around midnight.
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    how = "which tests PostgreSQL is asked: all (as ever), or a part chosen by DUSKLINE_TEST_SEED (tests/twins.py)"
    parser.addoption("--postgres", choices=("all", "part"), default="all", help=how)


def pytest_report_header(config: pytest.Config) -> list[str]:
    cases = "all" if FULL_COUNTS else f"a part, chosen by DUSKLINE_TEST_SEED={SEED}"
    twins = f"a part, chosen by DUSKLINE_TEST_SEED={SEED}" if takes_part(config) else "all"
    return [f"cases: {cases}", f"tests on PostgreSQL: {twins}"]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collects tests without a search for garbage: the tests live until the end, and the search takes as long as the collection."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if takes_part(config) and (left := set(left_out(items, SEED))):
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]


def takes_part(config: pytest.Config) -> bool:
    """Whether PostgreSQL is asked a part of the tests; a proof asks it all of them."""
    return not FULL_COUNTS and config.getoption("--postgres") == "part"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio, as the server does."""
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def product_hasher() -> Iterator[PasswordHasher]:
    """The product's own way to hash passwords, in whose place all tests hash at argon2's least cost: a thirtieth of the time."""
    own = passwords._hasher
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield own


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def databases(engine: str) -> Iterator[Databases]:
    with scratch() as folder, databases_of(engine, folder) as made:
        yield made


@pytest.fixture(scope="session")
async def template(databases: Databases, anyio_backend: Any) -> Template:
    """The filled database that the others are copies of, and everybody's session in it."""
    url = await asyncio.to_thread(databases.create)
    return databases, url, await build_template(url)


@pytest.fixture(autouse=True)
def _own_prepared(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that may change the product prepares its statements by itself, and for nobody else."""
    if "monkeypatch" not in request.fixturenames:
        yield
        return
    kept = {**prepared}
    prepared.clear()
    yield
    prepared.clear()
    prepared.update(kept)


@pytest.fixture
async def world(template: Template) -> AsyncIterator[World]:
    async for made in copied(template):
        yield made


@pytest.fixture(scope="session")
async def shared_world(template: Template) -> AsyncIterator[World]:
    async for made in copied(template):
        made.database._prepared = {}  # it outlives tests that change the product
        yield made


@pytest.fixture
async def secure_world(template: Template) -> AsyncIterator[World]:
    """The same behind HTTPS."""
    async for made in copied(template, PUBLIC_URL="https://www.duskline.example"):
        yield made


@pytest.fixture
async def mailing_world(template: Template) -> AsyncIterator[World]:
    """The same where letters leave by mail."""
    async for made in copied(template, **MAIL):
        yield made


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Moves the product's clock: `clock(minutes=61)`."""

    def move(**by: float) -> None:
        move_clock(monkeypatch, timedelta(**by))

    return move


async def copied(template: Template, **settings: str) -> AsyncIterator[World]:
    """One copy of the small company, taken away afterwards."""
    databases, source, tokens = template
    url = await asyncio.to_thread(databases.create, source)
    with scratch() as data:
        made = World(url, tokens, DATA_DIR=str(data), **settings)
        await made.refresh_sessions()
        yield made
        await made.close()
    await asyncio.to_thread(databases.drop, url)


@pytest.fixture
def in_the_middle_of_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_clock(monkeypatch, datetime.fromtimestamp(time.time() // 30 * 30 + 15, UTC))
