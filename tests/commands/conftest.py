"""Databases for the command line: empty, migrated, and filled with the sample data; on both engines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from duskline.core.data.database import Database
from tests.databases import Databases
from tests.servers import run
from tests.world import World


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
        done = run(*words, typed=typed, settings={**self.settings, **more})
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refuses(self, *words: str, typed: str = "", **more: str) -> list[str]:
        """Runs a command that must fail with status 2; answers its sentences."""
        done = run(*words, typed=typed, settings={**self.settings, **more})
        assert done.returncode == 2, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return [line.removeprefix("duskline: ") for line in done.stderr.splitlines()]

    async def snapshot(self) -> dict[str, list[str]]:
        world = World(self.url)
        try:
            return await world.snapshot()
        finally:
            await world.close()

    def database(self) -> Database:
        return World(self.url).database


NewDesk = Callable[[], Desk]


@pytest.fixture(scope="session")
def new_desk(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> NewDesk:
    return lambda: Desk(tmp_path_factory.mktemp("data"), databases.create())


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    """An empty database."""
    return new_desk()


@pytest.fixture(scope="session")
def migrated(new_desk: NewDesk) -> Desk:
    made = new_desk()
    made.does("migrate")
    return made


@pytest.fixture(scope="session")
def sample(new_desk: NewDesk) -> Desk:
    """The sample data, for tests that leave it as it is."""
    made = new_desk()
    made.does("demo")
    return made
