"""Databases for the tests: migrated once per engine, then copied, so that every test starts clean and fast."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Protocol

from tests.postgres import clone, drop, postgres

ENGINES = ("sqlite", "postgres")


class Databases(Protocol):
    """Makes databases of one kind, named by their addresses."""

    def create(self, template: str | None = None) -> str:
        """An empty one, or a copy; nobody may be connected to the template."""
        ...

    def drop(self, url: str) -> None: ...


class SqliteFiles:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.numbers = count(1)

    def create(self, template: str | None = None) -> str:
        target = self.folder / f"{next(self.numbers)}.db"
        if template:
            source = self._file(template)
            connection = sqlite3.connect(source)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.close()
            shutil.copy(source, target)
        return f"sqlite:///{target}"

    def drop(self, url: str) -> None:
        for ending in ("", "-wal", "-shm"):
            Path(f"{self._file(url)}{ending}").unlink(missing_ok=True)

    def _file(self, url: str) -> Path:
        return Path(url.removeprefix("sqlite:///"))


class PostgresDatabases:
    def __init__(self, server: str) -> None:
        self.server = server

    def create(self, template: str | None = None) -> str:
        return clone(self.server, template)

    def drop(self, url: str) -> None:
        drop(self.server, url)


@contextmanager
def databases_of(engine: str, folder: Path) -> Iterator[Databases]:
    if engine == "sqlite":
        yield SqliteFiles(folder)
    else:
        with postgres(folder) as server:
            yield PostgresDatabases(server)
