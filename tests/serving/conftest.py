"""What the serving tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import Databases
from tests.servers import run
from tests.serving.small_site import build_small_site


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small built site."""
    return build_small_site(tmp_path / "dist")


@pytest.fixture
def on_this_engine(engine: str, databases: Databases, tmp_path: Path) -> Iterator[dict[str, str]]:
    """Settings of a migrated database, on each engine in turn."""
    url = databases.create()
    settings = {"DATA_DIR": str(tmp_path / "data"), "DATABASE_URL": url}
    assert run("migrate", settings=settings).returncode == 0
    yield settings
    databases.drop(url)
