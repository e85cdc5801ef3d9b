"""The panel's service worker as the server hands it out, and what it asks browsers to keep."""

import json
import re
from pathlib import Path

import httpx
import pytest

from duskline.app import BUILD
from duskline.core.pages.serving import Pages, read_build
from tests.serving.small_site import FACTS
from tests.world import World

URL = "https://www.example.com"
POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"
MOST = 160 * 1024


@pytest.fixture
async def visitor(shared_world: World) -> httpx.AsyncClient:
    await shared_world.services.show_content()
    return shared_world.client()


def listed(script: str) -> list[str]:
    found = re.search(r"const files = (\[.*?\]);", script)
    assert found
    files: list[str] = json.loads(found[1])
    return files


@pytest.mark.parametrize("path", ["/sw.js", "/sw-off.js"])
async def test_the_script_may_fetch_and_is_asked_for_anew_each_time(
    visitor: httpx.AsyncClient, path: str
) -> None:
    answer = await visitor.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    again = await visitor.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


async def test_other_files_may_fetch_nothing(visitor: httpx.AsyncClient) -> None:
    """The control: under this policy no browser installs a worker."""
    answer = await visitor.get(listed((await visitor.get("/sw.js")).text)[0])
    assert "connect-src" not in answer.headers["content-security-policy"]


async def test_what_it_keeps_is_there_and_weighs_little(visitor: httpx.AsyncClient) -> None:
    script = (await visitor.get("/sw.js")).text
    files = listed(script)
    assert len(files) == len(set(files)) > 10
    assert all(file.startswith("/assets/") for file in files)
    weight = 0
    for file in files:
        assert (await visitor.get(file)).status_code == 200, file
        weight += (BUILD / f"{file[1:]}.br").stat().st_size
    assert weight <= MOST
    assert '"/panel", "/login"' in script
    assert "/api/" not in script


async def test_the_public_pages_know_nothing_of_it(visitor: httpx.AsyncClient) -> None:
    files = listed((await visitor.get("/sw.js")).text)
    home, panel = (await visitor.get("/")).text, (await visitor.get("/panel")).text
    assert files[0] in home  # the entry is everybody's
    assert files[0] in panel
    entry = (await visitor.get(files[0])).text
    assert "serviceWorker" not in home + entry
    assert "/site.webmanifest" in home
    assert "/panel.webmanifest" in panel


async def test_the_app_on_a_phone_begins_at_today(visitor: httpx.AsyncClient) -> None:
    manifest = (await visitor.get("/panel.webmanifest")).json()
    assert manifest["start_url"] == "/panel/work-orders?view=today"
    assert (manifest["scope"], manifest["display"]) == ("/", "standalone")
    assert (await visitor.get("/site.webmanifest")).json()["display"] == "browser"


@pytest.mark.parametrize(("offline", "served"), [(True, "keeps"), (False, "removes")])
async def test_the_switch_puts_another_script_in_its_place(site: Path, offline: bool, served: str) -> None:
    (site / "static" / "sw.js").write_text("keeps", "utf-8")
    (site / "static" / "sw-off.js").write_text("removes", "utf-8")
    pages = Pages(read_build(site), FACTS, URL, offline=offline)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(pages), base_url=URL) as browser:
        assert (await browser.get("/sw.js")).text == served
