"""`duskline migrate`: from nothing to the tables that the models mean, and no further."""

from __future__ import annotations

import pytest

from duskline.serve import sole_user
from tests.commands.conftest import Desk


async def test_migrating_twice_changes_nothing(migrated: Desk) -> None:
    before = await migrated.snapshot()
    assert migrated.does("migrate") == "The database is up to date.\n"
    assert await migrated.snapshot() == before


@pytest.mark.parametrize("command", ["migrate", "demo"])
def test_a_folder_in_use_is_left_alone(desk: Desk, command: str) -> None:
    with sole_user(desk.data_dir):
        assert desk.refuses(command) == [f"A Duskline server is using {desk.data_dir}; stop it first."]
