"""What the serving tests share."""

from pathlib import Path

import pytest

from tests.serving.small_site import build_small_site


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small built site."""
    return build_small_site(tmp_path / "dist")
