"""Limits and sessions hold over two worker processes: what counts lies in the database."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import httpx
import pytest

from duskline.account.devices import COOKIE as DEVICE
from tests.conftest import Template
from tests.servers import Server, serving
from tests.world import COOKIE, PASSWORD, email_of

LOGIN = "/api/auth/login"


def served(template: Template, tmp_path: Path) -> tuple[str, dict[str, str]]:
    databases, source, tokens = template
    url = databases.create(source)
    if url.startswith("sqlite"):
        databases.drop(url)
        pytest.skip("more than one worker needs PostgreSQL")
    return url, tokens


async def guess(client: httpx.AsyncClient, email: str, device: str = "") -> int:
    headers = {"connection": "close"}  # a connection each, so that both workers get their share
    if device:
        headers["cookie"] = f"{DEVICE}={device}"
    answer = await client.post(LOGIN, json={"email": email, "password": "wrong"}, headers=headers)
    if answer.status_code == 429:
        assert int(answer.headers["retry-after"]) >= 1
    return answer.status_code


async def attack(server: Server, tokens: dict[str, str]) -> None:
    assert len(server.workers()) >= 2
    limits = httpx.Limits(max_connections=8, max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=server.url, limits=limits, timeout=60) as client:
        signed_in = await client.post(LOGIN, json={"email": email_of("admin"), "password": PASSWORD})
        device = signed_in.cookies[DEVICE]
        client.cookies.clear()
        account = Counter(await asyncio.gather(*(guess(client, email_of("admin")) for _ in range(24))))
        assert account == {401: 10, 429: 14}
        known = Counter(await asyncio.gather(*(guess(client, email_of("admin"), device) for _ in range(24))))
        assert known == {401: 10, 429: 14}
        others = Counter(
            await asyncio.gather(*(guess(client, f"person{n}@duskline.example") for n in range(30)))
        )
        assert others == {401: 20, 429: 10}  # thirty per address in all
        headers = {"cookie": f"{COOKIE}={tokens['sales_rep']}", "connection": "close"}
        before = await asyncio.gather(*(client.get("/api/auth/user", headers=headers) for _ in range(8)))
        assert {answer.status_code for answer in before} == {200}
        assert (await client.post("/api/auth/logout", headers=headers)).status_code == 204
        after = await asyncio.gather(*(client.get("/api/auth/user", headers=headers) for _ in range(16)))
        assert {answer.status_code for answer in after} == {401}


def test_two_workers_count_together(template: Template, tmp_path: Path) -> None:
    url, tokens = served(template, tmp_path)
    try:
        with serving(
            "--workers", "2", without="check_pages", settings={"DATABASE_URL": url, "DATA_DIR": str(tmp_path)}
        ) as server:
            asyncio.run(attack(server, tokens))
    finally:
        template[0].drop(url)
