"""What the tests of the mechanism share."""

import pytest

from tests.conftest import FULL_COUNTS


@pytest.fixture
def rounds() -> int:
    """How often something is tried that must never happen."""
    return 6_000 if FULL_COUNTS else 600
