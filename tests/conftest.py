"""What every test stands on."""

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Asynchronous tests run on asyncio, as the server does."""
    return "asyncio"
