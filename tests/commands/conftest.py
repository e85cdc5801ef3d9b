"""Databases for the command line: empty, migrated, and filled with the sample data; on both engines."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol
from unittest.mock import patch

import pytest

from duskline.__main__ import main
from duskline.core.data.database import Database
from tests.databases import Databases
from tests.servers import Given, environment
from tests.world import World


class Done(NamedTuple):
    """How a command ended, and what it printed."""

    status: int
    told: str
    faults: str


def carried_out(words: tuple[str, ...], settings: Given, typed: str) -> Done:
    """Runs a command in this process, which has loaded by now what a process of its own would load first."""
    told, faults = io.StringIO(), io.StringIO()
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, environment(settings), clear=True))
        stack.enter_context(patch.object(sys, "stdin", io.StringIO(typed)))
        stack.enter_context(redirect_stdout(told))
        stack.enter_context(redirect_stderr(faults))
        stack.enter_context(shell_s_umask())
        with ThreadPoolExecutor(1) as aside:  # commands run a loop of their own; a test may be in one already
            status = aside.submit(status_of, words).result()
    return Done(status, told.getvalue(), faults.getvalue())


def status_of(words: tuple[str, ...]) -> int:
    try:
        main(words)
    except SystemExit as end:
        return int(end.code or 0)
    return 0


@contextmanager
def shell_s_umask() -> Iterator[None]:
    """Gives back what a command sets for its whole process."""
    before = os.umask(0o077)
    os.umask(before)
    try:
        yield
    finally:
        os.umask(before)


@dataclass(frozen=True)
class Desk:
    """A place to run commands at: a data folder and a database."""

    data_dir: Path
    url: str

    @property
    def settings(self) -> dict[str, str]:
        return {"DATA_DIR": str(self.data_dir), "DATABASE_URL": self.url}

    def does(self, *words: str, typed: str = "", **more: str) -> str:
        """Runs a command that succeeds; answers what it printed."""
        done = carried_out(words, {**self.settings, **more}, typed)
        assert done.status == 0, done.faults
        return done.told

    def refuses(self, *words: str, typed: str = "", **more: str) -> list[str]:
        """Runs a command that must fail with status 2; answers its sentences."""
        done = carried_out(words, {**self.settings, **more}, typed)
        assert done.status == 2, done.told + done.faults
        return [line.removeprefix("duskline: ") for line in done.faults.splitlines()]

    async def snapshot(self) -> dict[str, list[str]]:
        world = World(self.url)
        try:
            return await world.snapshot()
        finally:
            await world.close()

    def database(self) -> Database:
        return World(self.url).database


class NewDesk(Protocol):
    """Sets up a desk with an empty database, or with a copy of another's."""

    def __call__(self, like: Desk | None = None) -> Desk: ...


@pytest.fixture(scope="session")
def new_desk(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> NewDesk:
    return lambda like=None: Desk(tmp_path_factory.mktemp("data"), databases.create(like and like.url))


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    """An empty database."""
    return new_desk()


@pytest.fixture(scope="session")
def migrated(new_desk: NewDesk) -> Desk:
    """Without a row of anybody's, for tests that leave it so and for copies."""
    made = new_desk()
    made.does("migrate")
    return made


@pytest.fixture
def ready(new_desk: NewDesk, migrated: Desk) -> Desk:
    """A migrated database of one's own."""
    return new_desk(like=migrated)


@pytest.fixture(scope="session")
def sample(new_desk: NewDesk) -> Desk:
    """The sample data, for tests that leave it as it is."""
    made = new_desk()
    made.does("demo")
    return made
