"""`duskline migrate`: from nothing to the tables that the models mean, and no further."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from duskline.serve import sole_user
from tests.commands.conftest import Desk
from tests.postgres import at, run
from tests.servers import run as command


async def test_migrating_twice_changes_nothing(migrated: Desk) -> None:
    before = await migrated.snapshot()
    assert migrated.does("migrate") == "The database is up to date.\n"
    assert await migrated.snapshot() == before


@pytest.mark.parametrize("command", ["migrate", "demo"])
def test_a_folder_in_use_is_left_alone(desk: Desk, command: str) -> None:
    with sole_user(desk.data_dir):
        assert desk.refuses(command) == [f"A Duskline server is using {desk.data_dir}; stop it first."]


def test_two_machines_migrate_one_database_one_after_the_other(desk: Desk, tmp_path: Path) -> None:
    if desk.url.startswith("sqlite"):
        pytest.skip("one machine has it, and the lock of its folder")
    with ThreadPoolExecutor() as machines:
        done = list(machines.map(lambda name: process(desk, tmp_path / name), "ab"))
    assert done == ["The database is up to date.\n"] * 2


def process(desk: Desk, folder: Path) -> str:
    return command("migrate", settings={**desk.settings, "DATA_DIR": str(folder)}).stdout


def test_a_database_for_one_alphabet_is_refused(desk: Desk) -> None:
    """A message with a letter that it lacks would be lost."""
    if desk.url.startswith("sqlite"):
        pytest.skip("SQLite stores every letter")
    run(desk.url, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    (said,) = desk.refuses("migrate", DATABASE_URL=at(desk.url, "latin"))
    run(desk.url, "DROP DATABASE latin")
    assert said.startswith("The database stores text as LATIN1, which lacks letters that people type;")
